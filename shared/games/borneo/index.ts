// Borneo: merchants in four trading companies, spices in three harbours.
import { defineFamily } from '../../kernel/game.ts';
import { parseCommandWith } from '../../kernel/parse.ts';
import { greedy } from './bot.ts';
import { CODES } from './codes.ts';
import { COMMANDS, commandSchemas } from './commands.ts';
import { SEATS } from './components.ts';
import builtIn from './edition.json' with { type: 'json' };
import { parseEdition } from './edition.ts';
import { EVENTS, eventSchemas } from './events.ts';
import { imagine } from './imagine.ts';
import { violations } from './invariants.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { optionsSchema, parseOptions } from './options.ts';
import { publicView, publicViewSchema } from './public-view.ts';
import { apply, fallback, legal, ruleOf } from './rules.ts';
import { resultOf } from './score.ts';
import { seatView, seatViewSchema } from './seat-view.ts';
import { setup } from './setup.ts';
import type { Borneo } from './shape.ts';
import { clone, KINDS } from './state.ts';

export const borneo = defineFamily<Borneo>({
  id: 'borneo',
  rulePrefix: 'BOR',
  builtIn,
  sentences: { fr, en },
  parseEdition,
  withEdition: (components) => ({
    id: 'borneo',
    rulesVersion: 1,
    edition: components.name,
    seats: SEATS,
    kinds: KINDS,
    commands: COMMANDS,
    unasked: [],
    events: EVENTS,
    codes: CODES,
    schemas: {
      options: optionsSchema,
      commands: commandSchemas,
      events: eventSchemas,
      publicView: publicViewSchema,
      seatView: seatViewSchema,
    },
    parseOptions,
    parseCommand: (type, payload) => parseCommandWith(commandSchemas, type, payload),
    setup: (options, seats, seed) => setup(components, options, seats, seed),
    decisions: (board) => board.open,
    fallback: (board, seat) => fallback(components, board, seat),
    legal: (board, seat) => legal(components, board, seat),
    apply: (board, seat, command) => apply(components, board, seat, command),
    ruleOf,
    publicView: (board) => publicView(components, board),
    seatView,
    result: resultOf,
    clone,
    violations: (board) => violations(components, board),
    imagine: (all, own, seat, seed) => imagine(components, all, own, seat, seed),
    greedy: (all, own, seat, luck) => greedy(components, all, own, seat, luck),
  }),
});
