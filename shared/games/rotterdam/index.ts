// Rotterdam, assembled.
import { defineFamily, type Game, type GameFamily, type Shape } from '../../kernel/game.ts';
import { parseCommandWith } from '../../kernel/parse.ts';
import { apply, plain } from './apply.ts';
import { greedy } from './bot.ts';
import { CODES, type Code, ruleOf } from './codes.ts';
import { COMMANDS, type Command, commandSchemas, UNASKED } from './commands.ts';
import { type Components, parseEdition } from './components.ts';
import builtIn from './edition.json' with { type: 'json' };
import { EVENTS, type Event, eventSchemas } from './events.ts';
import { imagine } from './imagine.ts';
import { violations } from './invariants.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { fallback, legal } from './legal.ts';
import { type Options, optionsParser, optionsSchemaFor } from './options.ts';
import { type PublicView, publicView, publicViewSchema } from './public-view.ts';
import { resultOf } from './score.ts';
import { type SeatView, seatView, seatViewSchema } from './seat-view.ts';
import { setup } from './setup.ts';
import { clone, KINDS, type Kind, type State } from './state.ts';

export interface Rotterdam extends Shape {
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

export const rotterdam: GameFamily<Rotterdam> = defineFamily<Rotterdam>({
  id: 'rotterdam',
  rulePrefix: 'ROT',
  builtIn,
  short: { maxRounds: 12 },
  sentences: { fr, en },
  parseEdition,
  withEdition,
});

function withEdition(c: Components): Game<Rotterdam> {
  return {
    id: 'rotterdam',
    rulesVersion: 2,
    edition: c.name,
    seats: c.seats,
    kinds: KINDS,
    sharedKinds: ['trading'],
    commands: COMMANDS,
    unasked: UNASKED,
    events: EVENTS,
    codes: CODES,
    schemas: {
      options: optionsSchemaFor(c),
      commands: commandSchemas,
      events: eventSchemas,
      publicView: publicViewSchema,
      seatView: seatViewSchema,
    },
    parseOptions: optionsParser(c),
    parseCommand: (type, payload) => parseCommandWith<Command>(commandSchemas, type, payload),
    setup: (options, seats, seed) => setup(c, options, seats, seed),
    decisions: ({ open }) => open,
    fallback: (state, seat) => fallback(c, state, seat),
    legal: (state, seat) => legal(c, state, seat),
    apply: (state, seat, command) => apply(c, state, seat, command),
    plain,
    ruleOf,
    publicView: (state) => publicView(c, state),
    seatView,
    result: (state) => resultOf(c, state),
    clone,
    violations: (state) => violations(c, state),
    imagine: (all, own, seat, seed) => imagine(c, all, own, seat, seed),
    greedy: greedy(c),
  };
}
