// Passkeys (WebAuthn): ways for a person to sign in on another browser, without an account or a password.
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { Identity, Log } from '../../rooms/ports.ts';
import { LONG_ID, newId } from '../process/chance.ts';
import { jsonIn } from '../process/json.ts';
import { reasonOf } from '../process/reason.ts';
import type { Passkey, PasskeyBook } from '../store/passkeys.ts';
import { CHALLENGE_MS, Challenges } from './challenges.ts';
import type { Devices, DeviceTicket } from './devices.ts';

/** Where a page is: passkeys are bound to it. */
export interface PasskeyPlace {
  readonly origin: string;
  /** The name of the host: WebAuthn’s relying party. */
  readonly rpId: string;
}

/** What an authenticator made, as base64url. */
interface Made {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

/** What an authenticator signed, as base64url. */
interface Signed {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle: string;
}

interface Context {
  readonly store: PasskeyBook;
  readonly devices: Pick<Devices, 'admit' | 'holder'>;
  /** The key of the identities, which all processes share. */
  readonly key: Uint8Array;
  readonly now: () => number;
  readonly log: Log;
}

const RP_NAME = 'Quayside';
/** Of one person; one more is refused. */
const MOST_PASSKEYS = 20;
/** Ed25519, ECDSA with P-256, RSA: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];

/** What browsers say about a use; members that later browsers add are left aside. */
const clientData = z.object({
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
});

/**
 * The place of a page; `undefined`: passkeys do not work there. Browsers have them for names only, not for addresses,
 * and over https, except on this machine. With `publicUrl` they work there and nowhere else.
 */
export function passkeyPlace(
  origin: string | undefined,
  publicUrl: string | undefined,
): PasskeyPlace | undefined {
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  if (publicUrl !== undefined && new URL(publicUrl).origin !== origin) return undefined;
  const { protocol, hostname: rpId } = new URL(origin);
  const isHere = rpId === 'localhost' || rpId.endsWith('.localhost');
  if (rpId.startsWith('[') || isIP(rpId) !== 0) return undefined;
  return protocol === 'https:' || (protocol === 'http:' && isHere) ? { origin, rpId } : undefined;
}

export class Passkeys {
  readonly #context: Context;
  readonly #challenges: Challenges;

  constructor(context: Context) {
    this.#context = context;
    this.#challenges = new Challenges(context.key, context.now);
  }

  /** Those added first come first. */
  list(player: string): Promise<readonly Passkey[]> {
    return this.#context.store.passkeys({ player });
  }

  /** What a browser needs to make one; `undefined`: the refresh token is not this device’s newest. */
  async creation(who: Identity, refreshToken: string, place: PasskeyPlace): Promise<object | undefined> {
    const holder = await this.#context.devices.holder(refreshToken);
    if (holder === undefined || holder.player !== who.id || holder.id !== who.device) return undefined;
    const present = await this.list(who.id);
    return {
      rp: { id: place.rpId, name: RP_NAME },
      user: { id: handleOf(who.id), name: who.name, displayName: who.name },
      challenge: this.#challenges.make(['create', place.origin, who.id, holder.id]),
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_MS,
      excludeCredentials: present.map(({ id, transports }) => ({
        id,
        type: 'public-key',
        transports: transports.split(',').filter((one) => one !== ''),
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    };
  }

  /** Keeps what the browser has made. */
  async add(
    who: Identity,
    name: string,
    made: Made,
    place: PasskeyPlace,
  ): Promise<Passkey | 'refused' | 'full'> {
    if ((await this.list(who.id)).length >= MOST_PASSKEYS) return 'full';
    const use = newId(LONG_ID);
    const said = this.#said(made.clientDataJSON, ['create', place.origin, who.id, who.device ?? ''], place);
    if (said === undefined) return 'refused';
    const key = await this.#keyIn(made, place, said);
    if (key === undefined) return 'refused';
    const at = this.#context.now();
    const passkey = {
      ...key,
      player: who.id,
      playerName: who.name,
      name,
      origin: place.origin,
      transports: made.transports.join(','),
      createdAt: at,
      usedAt: at,
      lastUse: use,
    };
    if (!(await this.#spend(said, use))) return 'refused';
    const { store } = this.#context;
    await store.changePasskeys([{ kind: 'add', passkey }]);
    // The one who was first has it.
    const [stored] = await store.passkeys({ id: passkey.id });
    return stored?.lastUse === use ? stored : 'refused';
  }

  async remove(player: string, id: string): Promise<boolean> {
    if (!(await this.list(player)).some((one) => one.id === id)) return false;
    await this.#context.store.changePasskeys([{ kind: 'remove', player, id }]);
    return true;
  }

  /** What a browser needs to sign in with any passkey that it has for this place. Says nothing about anybody. */
  request({ origin, rpId }: PasskeyPlace): object {
    const challenge = this.#challenges.make(['get', origin]);
    return { challenge, rpId, timeout: CHALLENGE_MS, userVerification: 'required' };
  }

  /** A new device for the person of a passkey; `undefined` for whatever reason. */
  async signIn(signed: Signed, device: string, place: PasskeyPlace): Promise<DeviceTicket | undefined> {
    const { store, devices, now } = this.#context;
    const said = this.#said(signed.clientDataJSON, ['get', place.origin], place);
    if (said === undefined) return undefined;
    const [passkey] = await store.passkeys({ id: signed.id });
    if (passkey?.origin !== place.origin || signed.userHandle !== handleOf(passkey.player)) return undefined;
    const counter = await this.#counted(signed, passkey, place, said);
    const use = newId(LONG_ID);
    if (counter === undefined || !(await this.#spend(said, use))) return undefined;
    await store.changePasskeys([{ kind: 'use', id: passkey.id, use, counter, at: now() }]);
    const [used] = await store.passkeys({ id: passkey.id });
    // A copy of the authenticator was faster, or it was removed meanwhile.
    return used?.lastUse === use ? await devices.admit(used, device) : undefined;
  }

  /** The challenge in what a browser says, if it is ours, for this and here. */
  #said(text: string, about: readonly string[], { origin }: PasskeyPlace): string | undefined {
    const parsed = clientData.safeParse(jsonIn(Buffer.from(text, 'base64url').toString()));
    if (!parsed.success || parsed.data.crossOrigin === true || parsed.data.origin !== origin)
      return undefined;
    const { challenge } = parsed.data;
    return this.#challenges.isOurs(challenge, about) ? challenge : undefined;
  }

  /** Whether nobody has answered it before: in any process, also after a restart. */
  async #spend(challenge: string, by: string): Promise<boolean> {
    const { store, now } = this.#context;
    await store.changePasskeys([{ kind: 'spend', challenge, by, until: now() + CHALLENGE_MS }]);
    return (await store.spentBy(challenge)) === by;
  }

  async #keyIn(
    { id, clientDataJSON, attestationObject }: Made,
    { origin, rpId }: PasskeyPlace,
    challenge: string,
  ): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'isSynced'> | undefined> {
    const { verifyRegistrationResponse } = await library();
    try {
      const proof = await isPlain(attestationObject);
      if (!proof) return undefined;
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          response: { clientDataJSON, attestationObject },
          clientExtensionResults: {},
        },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified || registrationInfo.credential.id !== id) return undefined;
      const { credential, credentialBackedUp: isSynced } = registrationInfo;
      const publicKey = Buffer.from(credential.publicKey).toString('base64url');
      return { id, publicKey, counter: credential.counter, isSynced };
    } catch (error) {
      this.#tell(error);
      return undefined;
    }
  }

  /** How many uses the authenticator has counted; `undefined`: it has not signed this. */
  async #counted(
    { id, userHandle, ...response }: Signed,
    { publicKey, counter }: Passkey,
    { origin, rpId }: PasskeyPlace,
    challenge: string,
  ): Promise<number | undefined> {
    const { verifyAuthenticationResponse } = await library();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          response: { ...response, userHandle },
          clientExtensionResults: {},
        },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
      });
      return verified ? authenticationInfo.newCounter : undefined;
    } catch (error) {
      this.#tell(error);
      return undefined;
    }
  }

  #tell(error: unknown): void {
    this.#context.log.info({ reason: reasonOf(error).slice(0, 200) }, 'a passkey was refused');
  }
}

/** Loaded with the first passkey: it takes 0.1 s of processor time. */
const library = () => import('@simplewebauthn/server');

/**
 * Whether it proves nothing about the authenticator’s maker, or only by the key itself. Certificates are not asked for,
 * and would make the library ask the servers that they name.
 */
async function isPlain(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const isSelfMade = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  return decoded.get('fmt') === 'none' || isSelfMade;
}

/** A person as authenticators know it: it says nothing to others, and is the same for all passkeys of the person. */
function handleOf(player: string): string {
  return createHash('sha256').update(`passkeys of ${player}`).digest('base64url');
}
