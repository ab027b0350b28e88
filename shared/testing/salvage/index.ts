// Salvage: tugs race to wrecks; all players send one at once, face down.
import { defineGame } from '../../kernel/frame.ts';
import type { GameFamily } from '../../kernel/game.ts';
import type { ShapeOf } from '../../kernel/game-rules.ts';
import { bid, sendTug } from './bid.ts';
import { editionSchema, SEATS } from './components.ts';
import builtIn from './edition.json' with { type: 'json' };
import { eventSchemas } from './events.ts';
import { imagine } from './imagine.ts';
import { violations } from './invariants.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { resultOf, standingOf } from './score.ts';
import { begin, layOut, refuseOptions } from './setup.ts';
import { derive, optionsSchema, seatView, seatViewSchema, shownSchema, type Types } from './state.ts';

/** Legal commands are listed in this order. */
const commands = [sendTug] as const;

export type Salvage = ShapeOf<Types, typeof commands>;

export const salvage: GameFamily<Salvage> = defineGame<Types, typeof commands>({
  id: 'salvage',
  rulePrefix: 'SAL',
  rulesVersion: 1,
  builtIn,
  sentences: { fr, en },
  editionSchema,
  seats: () => SEATS,
  optionsSchema: () => optionsSchema,
  refuseOptions,
  shown: shownSchema,
  seatViewSchema,
  events: eventSchemas,
  codes: ['tug-not-in-hand'],
  commands,
  questions: { bid },
  ruleOf: (code) => (code === 'not-your-turn' ? 'SAL-2.3' : null),
  layOut,
  begin,
  derive,
  seatView,
  result: resultOf,
  standing: standingOf,
  violations,
  imagine,
});
