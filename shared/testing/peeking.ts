// A game whose rules look at a hidden pile where the kernel cannot see it: in what should only alter a hidden fact.
import { z } from 'zod';
import { layPile } from '../kernel/dealer.ts';
import { ask } from '../kernel/decisions.ts';
import { type ComponentsIn, editionOf, pieces } from '../kernel/edition.ts';
import { type EventIn, eventsOf } from '../kernel/events.ts';
import { count, pieceId, seat } from '../kernel/fields.ts';
import { defineGame } from '../kernel/frame.ts';
import type { GameTypes } from '../kernel/play.ts';
import { tell } from '../kernel/play.ts';
import { shuffled } from '../kernel/rng.ts';
import { rulesOf } from '../kernel/rules.ts';
import { alter } from '../kernel/sealed.ts';
import { clockwise } from '../kernel/seat.ts';
import { conceal, type Hidden } from '../kernel/secrecy.ts';

const editionSchema = editionOf('peeking', {
  constants: z.strictObject({}),
  cards: pieces({ value: count }),
});
const card = pieceId('cards');
const shown = z.strictObject({ seats: count, turns: count, peeked: z.nullable(card) });
const events = eventsOf({ 'turn-passed': { seat } });

interface Types extends GameTypes {
  Components: ComponentsIn<typeof editionSchema>;
  Options: Record<string, never>;
  Kind: 'turn';
  Shown: z.infer<typeof shown>;
  Secret: { pile: Hidden<string[]> };
  SeatView: Record<string, never>;
  Event: EventIn<typeof events>;
  Code: never;
}

const { commandRule, question } = rulesOf<Types>();
const ENOUGH = 20;

const pass = commandRule({
  type: 'pass',
  payload: z.strictObject({}),
  answers: ['turn'],
  legal: () => [{ type: 'pass' }],
  carryOut({ draft, news }, seat) {
    draft.hidden.pile = alter(draft.hidden.pile, (cards) => {
      draft.shown.peeked = cards.at(-1) ?? null;
      return cards;
    });
    tell({ news }, { type: 'turn-passed', seat });
    draft.shown.turns += 1;
    if (draft.shown.turns < ENOUGH) ask(draft, clockwise(seat, draft.shown.seats), 'turn');
  },
});

const commands = [pass] as const;

export const peekingGame = defineGame<Types, typeof commands>({
  id: 'peeking',
  rulePrefix: 'PEE',
  rulesVersion: 1,
  builtIn: {
    game: 'peeking',
    edition: 'plain',
    constants: {},
    cards: [1, 2, 3, 4, 5, 6].map((value) => ({ id: `card-${value}`, value })),
  },
  editionSchema,
  sentences: { fr: { title: 'Coup d’œil' }, en: { title: 'Peeking' } },
  seats: () => ({ min: 2, max: 3 }),
  shown,
  events,
  codes: [],
  commands,
  questions: { turn: question({ weight: 'main', fallback: () => ({ type: 'pass' }) }) },
  layOut: ({ cards }, _options, seats, dealer) => ({
    shown: { seats, turns: 0, peeked: null },
    hidden: { pile: conceal(layPile(dealer, 'pile', cards.keys())) },
  }),
  begin: ({ draft }) => ask(draft, 0, 'turn'),
  imagine: ({ components, luck }) => ({ pile: conceal(shuffled(luck, components.cards.keys())) }),
  result: ({ state: { open, shown } }) =>
    open.length > 0
      ? undefined
      : {
          reason: 'all-passed',
          ranking: Array.from({ length: shown.seats }, (_, seat) => ({
            seat,
            place: 1,
            total: 0,
            parts: {},
          })),
          winners: [0],
        },
});
