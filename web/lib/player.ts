// Who plays at this browser, and the server as that player reaches it.
import { guest, type Quayside, quayside } from '../../client/index.ts';
import { language } from './language.ts';
import { isText, remembered } from './remembered.ts';

/** The player; without it there is no way back to the seats. */
const token = remembered('token', '', isText);
export const playerName = remembered('name', '', isText);

const url = () => location.origin;

export function isKnown(): boolean {
  return token.value !== '';
}

/** The token of this browser's player, who gets one with a name. */
export async function knownAs(name: string): Promise<string> {
  if (token.value === '') token.value = await guest({ url: url(), name });
  playerName.value = name;
  return token.value;
}

/** For lobbies and texts; over HTTP. */
export function overHttp(): Quayside {
  return quayside({ url: url(), token: token.value, language: language.value });
}

/** For tables. The SDK is loaded with the first one. */
export async function overSockets(): Promise<Quayside> {
  const { Client } = await import('@colyseus/sdk');
  return quayside({ url: url(), token: token.value, language: language.value, sdk: Client });
}
