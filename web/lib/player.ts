// The player of this browser, and the server's API with that player's token.
import { guest, type Quayside, quayside } from '../../client/index.ts';
import { language } from './language.ts';
import { isText, remembered } from './remembered.ts';

/** The player; without it there is no way back to the seats. */
const token = remembered('token', '', isText);
/** Empty: there is no player yet. */
export const playerName = remembered('name', '', isText);

const url = () => location.origin;

export function isKnown(): boolean {
  return token.value !== '';
}

/** Gets a token, or renames the player of the current one and extends its validity. */
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

/** The key for another device: any browser that has it can act as the player. */
export function secretOfPlayer(): string {
  return token.value;
}

/** Switches this browser to the token's player; `false` if it is not a token. */
export function takeOver(secret: string): boolean {
  const name = nameIn(secret);
  if (name === undefined) return false;
  token.value = secret;
  playerName.value = name;
  return true;
}

/** Removes the player from this browser. */
export function forgetPlayer(): void {
  token.value = '';
  playerName.value = '';
}

/** The name in a token, which only its server can check; `undefined` if it is not a token. */
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

/** The server's API with another key. */
export function overHttpAs(secret: string): Quayside {
  return quayside({ url: url(), token: secret, language: language.value, retries: 0 });
}

/** For lobbies and texts; over HTTP. `retries`: none if the page shows the error and retries itself. */
export function overHttp(retries = 0): Quayside {
  return quayside({ url: url(), token: token.value, language: language.value, retries });
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
  return quayside({ url: url(), token: token.value, language: language.value, sdk: Client });
}
