// Comptoir des Antilles: porters on four ships, relations, and auctions of event tiles.
import { defineGame } from '../../kernel/frame.ts';
import type { GameFamily } from '../../kernel/game.ts';
import type { ShapeOf } from '../../kernel/game-rules.ts';
import { prospects } from './bot/prospects.ts';
import { greedy } from './bot.ts';
import { catalogue } from './catalogue.ts';
import { CODES } from './codes.ts';
import { commands } from './commands.ts';
import { derive } from './derive.ts';
import builtIn from './edition.json' with { type: 'json' };
import { eventSchemas } from './events.ts';
import { imagine } from './imagine.ts';
import { violations } from './invariants.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { optionsSchema, refuseOptions } from './options.ts';
import { parseEdition } from './parse-edition.ts';
import { questions, ruleOf } from './questions.ts';
import { resultOf, standingOf } from './score.ts';
import { seatView } from './seat-view.ts';
import { begin, layOut } from './setup.ts';
import { copyShown, seatViewSchema, shownSchema, type Types } from './state.ts';

export type Dockers = ShapeOf<Types, typeof commands>;

export const dockers: GameFamily<Dockers> = defineGame<Types, typeof commands>({
  id: 'dockers',
  rulePrefix: 'DOC',
  rulesVersion: 3,
  builtIn,
  catalogue,
  sentences: { fr, en },
  parseEdition,
  seats: ({ seats }) => seats,
  optionsSchema,
  refuseOptions,
  optionsRule: 'DOC-2.1',
  shown: shownSchema,
  seatViewSchema,
  events: eventSchemas,
  codes: CODES,
  commands,
  questions,
  ruleOf,
  layOut,
  begin,
  derive,
  copyShown,
  seatView,
  result: resultOf,
  standing: standingOf,
  violations,
  imagine,
  greedy,
  prospects,
  lead: 4,
});
