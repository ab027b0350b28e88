// The texts of the lobby.
import { textsOf } from '../lib/language.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };

export const say = textsOf({ en, fr });
export type LobbyText = Parameters<typeof say>[0];

/** A text that not every game, option or setting has. */
export function maybeSay(key: string): string | undefined {
  return isText(key) ? say(key) : undefined;
}

function isText(key: string): key is LobbyText {
  return Object.hasOwn(en, key);
}
