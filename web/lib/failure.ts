// Why something did not work, as a sentence for players.
import { Refusal } from '../../client/index.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { textsOf } from './language.ts';

const say = textsOf({ en, fr });

/** Refusals have a sentence in the player's language; any other failure is the connection's. */
export function sentenceOf(failure: unknown): string {
  return failure instanceof Refusal ? failure.sentence : say('unreachable');
}
