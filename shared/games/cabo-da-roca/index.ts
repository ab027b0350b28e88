// Cabo da Roca: a coast laid tile by tile, cargo between its ports, pirates.
import { defineGame } from '../../kernel/frame.ts';
import type { GameFamily } from '../../kernel/game.ts';
import type { ShapeOf } from '../../kernel/game-rules.ts';
import { prospects } from './bot/prospects.ts';
import { greedy } from './bot.ts';
import { catalogue } from './catalogue.ts';
import { CODES } from './codes.ts';
import { commands } from './commands.ts';
import { SEATS } from './components.ts';
import { derive } from './derive.ts';
import builtIn from './edition.json' with { type: 'json' };
import { eventSchemas } from './events.ts';
import { imagine } from './imagine.ts';
import { violations } from './invariants.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { Memo } from './memo.ts';
import { optionsSchema, refuseOptions } from './options.ts';
import { parseEdition } from './parse-edition.ts';
import { questions, ruleOf } from './questions.ts';
import { runOn } from './run-on.ts';
import { resultOf, standingOf } from './score.ts';
import { seatView } from './seat-view.ts';
import { begin, layOut } from './setup.ts';
import { copyShown, seatViewSchema, shownSchema, type Types } from './state.ts';

export type CaboDaRoca = ShapeOf<Types, typeof commands>;

export const caboDaRoca: GameFamily<CaboDaRoca> = defineGame<Types, typeof commands>({
  id: 'cabo-da-roca',
  rulePrefix: 'CAB',
  rulesVersion: 4,
  builtIn,
  catalogue,
  sentences: { fr, en },
  parseEdition,
  seats: () => SEATS,
  optionsSchema,
  refuseOptions,
  shown: shownSchema,
  seatViewSchema,
  events: eventSchemas,
  codes: CODES,
  commands,
  questions,
  ruleOf,
  layOut,
  begin,
  memo: (components, state) => new Memo(components, state.shown.board),
  runOn,
  derive,
  copyShown,
  seatView,
  result: resultOf,
  standing: standingOf,
  violations,
  imagine,
  greedy,
  prospects,
  lead: 100,
});
