// The player of this browser, and the server's API with that player's token.

import { computed } from '@preact/signals';
import {
  guest,
  type Invitation,
  type KeyRing,
  type Keys,
  type Quayside,
  quayside,
  Session,
  type Waiting,
} from '../../client/index.ts';
import { deviceNameOf } from './device-name.ts';
import { language } from './language.ts';
import { isText, remembered, shared, storedNow } from './remembered.ts';

/** As older pages kept it: for good, and without a device. */
const token = remembered('token', '', isText);
/** The player of this browser, in all of its pages: without them there is no way back to the seats. */
const keys = shared<Keys | null>('keys', null, isKeys);
/** Empty: there is no player yet. */
export const playerName = shared('name', '', isText);

const url = () => location.origin;

/** Storage is read each time: another page may just have got new tokens. */
const ring: KeyRing = {
  read: () => {
    const stored = storedNow('keys');
    if (isKeys(stored)) keys.value = stored;
    return keys.value ?? (token.value === '' ? undefined : { token: token.value });
  },
  write: (next) => {
    keys.value = next ?? null;
    token.value = '';
  },
  // Only where the page came over a safe connection. Elsewhere the server bears two pages at once.
  alone: (work) => {
    const { locks } = navigator as { locks?: LockManager };
    return locks === undefined ? work() : (locks.request('quayside.keys', work) as ReturnType<typeof work>);
  },
};

function isKeys(value: unknown): value is Keys | null {
  return value === null || (typeof value === 'object' && isText((value as Partial<Keys>).token));
}

/** Who this browser is signed in as. */
const session = (own: KeyRing = ring) =>
  new Session({
    platform: globalThis,
    url: url(),
    language: language.value,
    ring: own,
    device: deviceNameOf(navigator.userAgent),
  });

let present: { readonly language: string; readonly session: Session } | undefined;

/** Requests of one page share an attempt to get new tokens. */
function signedIn(): Session {
  if (present?.language !== language.value) present = { language: language.value, session: session() };
  return present.session;
}

const isHere = computed(() => keys.value !== null || token.value !== '');

export function isKnown(): boolean {
  return isHere.value;
}

/** Changes when this browser plays as somebody else. */
export const playerId = computed(() => idIn(keys.value?.token ?? token.value));

/** Introduces a new player, or renames the one of this browser. */
export async function knownAs(name: string): Promise<void> {
  playerName.value = await signedIn().begin(name);
}

/** An invitation for another device of the player, which works once and for ten minutes. */
export async function inviteDevice(): Promise<Invitation> {
  return await signedIn().invite();
}

/** Lets in the device that has followed an invitation and shows this code. */
export async function admitDevice(invitation: string, code: string): Promise<void> {
  await signedIn().admit(invitation, code);
}

/** By the provider of this server. */
export const isSignedIn = computed(() => claimsIn(keys.value?.token ?? '').acc === true);

/** Where the browser was when it left to sign in. */
export const back = remembered('back', '/', isText);

/** Players of this browser who are not the present one, with the keys that lead back to them. */
interface Aside {
  readonly name: string;
  readonly keys: Keys;
}

/** The oldest ones beyond it go. */
const MOST_ASIDE = 5;
export const playersAside = shared<readonly Aside[]>('aside', [], areAside);

function areAside(value: unknown): value is readonly Aside[] {
  return Array.isArray(value) && value.every((one: Partial<Aside>) => isText(one?.name) && isKeys(one.keys));
}

/** Somebody else plays in this browser from now on: nobody’s seats are lost by that. */
async function instead(become: () => Promise<string | undefined>): Promise<boolean> {
  const [former, name] = [ring.read(), playerName.value];
  const next = await become();
  if (next === undefined) return false;
  playerName.value = next;
  const present = ring.read();
  const isSame = idIn(former?.token ?? '') === idIn(present?.token ?? '');
  const others = playersAside.value.filter(({ keys }) => idIn(keys.token) !== playerId.value);
  playersAside.value = (former === undefined || isSame ? others : [{ name, keys: former }, ...others]).slice(
    0,
    MOST_ASIDE,
  );
  return true;
}

/** Switches this browser to the player of an invitation, who must let it in, or of an older key. */
export async function takeOver(secret: string, waiting: Waiting): Promise<boolean> {
  const isInvitation = claimsIn(secret).aud === 'quayside-refresh';
  return await instead(() => (isInvitation ? signedIn().follow(secret, waiting) : signedIn().take(secret)));
}

/** Switches this browser to the player of a passkey, if `agrees`. */
export async function enterWith(
  sign: (options: never) => Promise<object>,
  agrees: (name: string) => Promise<boolean>,
): Promise<boolean> {
  return await instead(() =>
    signedIn().enter(sign, async ({ id, name }) => id === playerId.value || (await agrees(name))),
  );
}

/** Goes to the provider, and comes back to `/sign-in`. */
export async function leaveToSignIn(): Promise<void> {
  const url = await signedIn().leave();
  back.value = `${location.pathname}${location.hash}`;
  location.assign(url);
}

/** The browser has come back with this query; resolves with the language that the provider knows. */
export async function arriveSignedIn(query: string): Promise<'fr' | 'en' | null> {
  let known: 'fr' | 'en' | null = null;
  await instead(async () => {
    const { name, language: told } = await signedIn().arrive(query);
    known = told;
    return name;
  });
  return known;
}

/** Switches back to a player who was here before. */
export async function backTo({ name, keys: former }: Aside): Promise<void> {
  await instead(() => {
    ring.write(former);
    return Promise.resolve(name);
  });
}

/** Signs out a player who was here before. */
export async function dropAside(one: Aside): Promise<void> {
  playersAside.value = playersAside.value.filter((other) => other !== one);
  let kept: Keys | undefined = one.keys;
  const own: KeyRing = {
    read: () => kept,
    write: (next) => {
      kept = next;
    },
  };
  const former = session(own);
  // Without a token that is good now, the server would not do it.
  await former.token().catch(() => undefined);
  await former.end();
}

/** Has this browser make a passkey for its player. */
export async function addPasskey(name: string, make: (options: never) => Promise<object>): Promise<void> {
  await signedIn().addPasskey(name, make);
}

/** Signs this browser out. */
export async function forgetPlayer(): Promise<void> {
  playerName.value = '';
  await signedIn().end();
}

/** Of a player whom the server does not know any more. */
export function dropPlayer(): void {
  playerName.value = '';
  ring.write(undefined);
}

/** The name in a token, which only its server can check; `undefined` if it is not a token. */
export function nameIn(secret: string): string | undefined {
  const { name } = claimsIn(secret);
  return isText(name) && secret.split('.').length === 3 ? name : undefined;
}

/** The player of a token. */
function idIn(secret: string): string {
  const { sub } = claimsIn(secret);
  return isText(sub) ? sub : '';
}

interface Claims {
  readonly name?: unknown;
  readonly sub?: unknown;
  readonly acc?: unknown;
  readonly aud?: unknown;
}

function claimsIn(secret: string): Claims {
  const [, claims = ''] = secret.split('.');
  try {
    const bytes = Uint8Array.from(atob(claims.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    return (JSON.parse(new TextDecoder().decode(bytes)) ?? {}) as Claims;
  } catch {
    // Not encoded as tokens are: mistyped, or something else.
    return {};
  }
}

/** For lobbies and texts; over HTTP. `retries`: none if the page shows the error and retries itself. */
export function overHttp(retries = 0): Quayside {
  return quayside({ url: url(), token: signedIn(), language: language.value, retries });
}

/** For replays: a reader without a name gets a temporary guest token, which joins no table. */
export async function asReader(): Promise<Quayside> {
  if (isKnown()) return overHttp();
  const passing = await guest({ url: url(), name: 'Reader' });
  return quayside({ url: url(), token: passing, language: language.value });
}

/** For tables. The SDK is loaded with the first one. */
export async function overSockets(): Promise<Quayside> {
  const { Client } = await import('@colyseus/sdk');
  return quayside({ url: url(), token: signedIn(), language: language.value, sdk: Client });
}
