// The texts of the replay.
import { textsOf } from '../lib/language.ts';
import { excuseOf } from './excuse.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };

export const say = textsOf({ en, fr });

export function sentenceFor(fault: unknown): string {
  const excuse = excuseOf(fault);
  return excuse.key === null ? excuse.text : say(excuse.key);
}
