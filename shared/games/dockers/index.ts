// Comptoir des Antilles: the game assembled.
import { defineFamily, type Game } from '../../kernel/game.ts';
import { parseCommandWith } from '../../kernel/parse.ts';
import { greedy } from './bot.ts';
import { CODES, type Code, ruleOf } from './codes.ts';
import { COMMANDS, type Command, commandSchemas } from './commands.ts';
import { type Components, parseEdition } from './components.ts';
import builtIn from './edition.json' with { type: 'json' };
import { EVENTS, type Event, eventSchemas } from './events.ts';
import { imagine } from './imagine.ts';
import { violations } from './invariants.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { type Options, optionsSchemaOf, parseOptions } from './options.ts';
import { type PublicView, publicView, publicViewSchema } from './public-view.ts';
import { apply, fallback, legal } from './rules.ts';
import { resultOf } from './score.ts';
import { type SeatView, seatView, seatViewSchema } from './seat-view.ts';
import { setup } from './setup.ts';
import { clone, type Kind, type State } from './state.ts';

export interface Dockers {
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

function withEdition(c: Components): Game<Dockers> {
  const options = optionsSchemaOf(c);
  return {
    id: 'dockers',
    rulesVersion: 2,
    edition: c.name,
    seats: c.seats,
    kinds: {
      'before-relation': 'main',
      'after-relation': 'main',
      'auction-opening': 'reply',
      'auction-bidding': 'reply',
      settling: 'reply',
      allocating: 'reply',
    },
    commands: COMMANDS,
    unasked: [],
    events: EVENTS,
    codes: CODES,
    schemas: {
      options,
      commands: commandSchemas,
      events: eventSchemas,
      publicView: publicViewSchema,
      seatView: seatViewSchema,
    },
    parseOptions: (raw, seats) => parseOptions(options, raw, seats),
    parseCommand: (type, payload) => parseCommandWith<Command>(commandSchemas, type, payload),
    setup: (chosen, seats, seed) => setup(c, chosen, seats, seed),
    decisions: (state) => state.open,
    fallback: (state, seat) => fallback(c, state, seat),
    legal: (state, seat) => legal(c, state, seat),
    apply: (state, seat, command) => apply(c, state, seat, command),
    ruleOf,
    publicView: (state) => publicView(c, state),
    seatView,
    result: (state) => resultOf(c, state),
    clone,
    violations: (state) => violations(c, state),
    imagine: (all, own, seat, seed) => imagine(c, all, own, seat, seed),
    greedy: (all, own, seat) => greedy(c, all, own, seat),
  };
}

export const dockers = defineFamily<Dockers>({
  id: 'dockers',
  rulePrefix: 'DOC',
  builtIn,
  sentences: { fr, en },
  parseEdition,
  withEdition,
});
