// Who plays at this browser, and the server as that player reaches it.
import { guest, type Quayside, quayside } from '../../client/index.ts';
import { language } from './language.ts';
import { isText, remembered } from './remembered.ts';

/** The player; without it there is no way back to the seats. */
const token = remembered('token', '', isText);
/** Empty: nobody is known yet. */
export const playerName = remembered('name', '', isText);

const url = () => location.origin;

export function isKnown(): boolean {
  return token.value !== '';
}

/** Who has no token gets one; who has one is renamed, and keeps it for longer. */
export async function knownAs(name: string): Promise<void> {
  const given = await guest({
    url: url(),
    name,
    language: language.value,
    retries: 1,
    ...(token.value !== '' && { token: token.value }),
  });
  takeOver(given);
}

/** What another device needs to be the same player: a browser that has it is the player. */
export function secretOfPlayer(): string {
  return token.value;
}

/** This browser's player is the token's from now on; `false` if it is no token. */
export function takeOver(secret: string): boolean {
  const name = nameIn(secret);
  if (name === undefined) return false;
  token.value = secret;
  playerName.value = name;
  return true;
}

/** Nobody is known here any more. */
export function forgetPlayer(): void {
  token.value = '';
  playerName.value = '';
}

/** The name in a token, which only its server can check; `undefined` if it is none. */
export function nameIn(secret: string): string | undefined {
  const [, claims = ''] = secret.split('.');
  try {
    const bytes = Uint8Array.from(atob(claims.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const { name } = JSON.parse(new TextDecoder().decode(bytes)) as { name?: unknown };
    return isText(name) && secret.split('.').length === 3 ? name : undefined;
  } catch {
    // Not encoded as tokens are: mistyped, or something else.
    return undefined;
  }
}

/** The server as the player of another key reaches it. */
export function overHttpAs(secret: string): Quayside {
  return quayside({ url: url(), token: secret, language: language.value, retries: 0 });
}

/** For lobbies and texts; over HTTP. `retries`: none where the page shows what is wrong and tries again itself. */
export function overHttp(retries = 0): Quayside {
  return quayside({ url: url(), token: token.value, language: language.value, retries });
}

/** For looking back at matches: a reader without a name is a passing guest, whom nobody sees. */
export async function asReader(): Promise<Quayside> {
  if (isKnown()) return overHttp();
  const passing = await guest({ url: url(), name: 'Reader' });
  return quayside({ url: url(), token: passing, language: language.value });
}

/** For tables. The SDK is loaded with the first one. */
export async function overSockets(): Promise<Quayside> {
  const { Client } = await import('@colyseus/sdk');
  return quayside({ url: url(), token: token.value, language: language.value, sdk: Client });
}
