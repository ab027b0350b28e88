// Cabo da Roca: the game put together.

import { defineFamily, type Game } from '../../kernel/game.ts';
import { parseCommandWith } from '../../kernel/parse.ts';
import { greedy } from './bot.ts';
import { CODES, type Code } from './codes.ts';
import { COMMANDS, type Command, commandSchemas } from './commands.ts';
import { type Components, parseEdition } from './components.ts';
import builtIn from './edition.json' with { type: 'json' };
import { apply, ruleOf } from './engine.ts';
import { EVENTS, type Event, eventSchemas } from './events.ts';
import { imagine } from './imagine.ts';
import { violations } from './invariants.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { fallback, legal } from './legal.ts';
import { type Options, optionsSchema, parseOptions } from './options.ts';
import { reserveCounts } from './play.ts';
import { type PublicView, publicSchema, publicView } from './public-view.ts';
import { resultOf } from './score.ts';
import { type SeatView, seatSchema, seatView } from './seat-view.ts';
import { setup } from './setup.ts';
import { clone, KINDS, type Kind, type State } from './state.ts';

export interface Cabo {
  Edition: Components;
  Options: Options;
  State: State;
  Command: Command;
  Event: Event;
  Public: PublicView;
  Private: SeatView;
  Code: Code;
  Kind: Kind;
}

function withEdition(parts: Components): Game<Cabo> {
  return {
    id: 'cabo-da-roca',
    rulesVersion: 2,
    edition: parts.name,
    seats: { min: 2, max: 4 },
    kinds: KINDS,
    commands: COMMANDS,
    unasked: ['resign'],
    events: EVENTS,
    codes: CODES,
    schemas: {
      options: optionsSchema,
      commands: commandSchemas,
      events: eventSchemas,
      publicView: publicSchema,
      seatView: seatSchema,
    },
    parseOptions: (raw, seats) => parseOptions(parts, raw, seats),
    parseCommand: (type, payload) => parseCommandWith<Command>(commandSchemas, type, payload),
    setup: (options, seats, seed) => setup(parts, options, seats, seed),
    decisions: (state) => state.open,
    fallback: (state, seat) => fallback(parts, state, seat),
    legal: (state, seat) => legal(parts, state, seat),
    apply: (state, seat, command) => apply(parts, state, seat, command),
    ruleOf: (code, state) => ruleOf(parts, code, state),
    publicView: (state) => publicView(state, parts.colours, reserveCounts(parts, state)),
    seatView,
    result: resultOf,
    clone,
    violations: (state) => violations(parts, state),
    imagine: (all, own, _seat, seed) => imagine(parts, all, own, seed),
    greedy: (all, own, seat, luck) => greedy(parts, { all, own, seat, luck }),
  };
}

export const caboDaRoca = defineFamily<Cabo>({
  id: 'cabo-da-roca',
  rulePrefix: 'CAB',
  builtIn,
  sentences: { fr, en },
  parseEdition,
  withEdition,
});
