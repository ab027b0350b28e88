// A game without secrets, options, bots, written sentences and everything else that has a default: players take
// open cards in turn.
import { z } from 'zod';
import { reject } from '../kernel/codes.ts';
import { layPile } from '../kernel/dealer.ts';
import { ask } from '../kernel/decisions.ts';
import { type ComponentsIn, editionOf, pieces } from '../kernel/edition.ts';
import { type EventIn, eventsOf } from '../kernel/events.ts';
import { count, pieceId, seat } from '../kernel/fields.ts';
import { defineGame } from '../kernel/frame.ts';
import { pieceOf, takeOut } from '../kernel/pieces.ts';
import { at } from '../kernel/plain-data.ts';
import { type GameTypes, tell } from '../kernel/play.ts';
import { byPlace, placeAmong, winnersOf } from '../kernel/ranking.ts';
import { rulesOf } from '../kernel/rules.ts';
import { clockwise } from '../kernel/seat.ts';

const card = pieceId('cards');
const editionSchema = editionOf('open-cards', {
  constants: z.strictObject({ row: z.int().min(1).max(9) }),
  cards: pieces({ value: count, beats: z.exactOptional(card) }),
});
const shown = z.strictObject({
  row: z.array(card),
  points: z.array(count),
  mood: z.enum(['calm', 'stormy']),
});
const events = eventsOf({
  'row-laid': { row: z.array(card), mood: shown.shape.mood },
  'card-taken': { seat, card, handCount: z.exactOptional(count), open: z.boolean() },
});

interface Types extends GameTypes {
  Components: ComponentsIn<typeof editionSchema>;
  Options: Record<string, never>;
  Kind: 'turn';
  Shown: z.infer<typeof shown>;
  Secret: Record<string, never>;
  SeatView: Record<string, never>;
  Event: EventIn<typeof events>;
  Code: 'card-not-in-row';
}

const { commandRule, question } = rulesOf<Types>();

const takeCard = commandRule({
  type: 'take-card',
  payload: z.strictObject({ card }),
  answers: ['turn'],
  legal: ({ state }) => state.shown.row.map((card) => ({ type: 'take-card', card })),
  refuse: ({ state }, _seat, { card }) =>
    state.shown.row.includes(card) ? undefined : reject('card-not-in-row', null),
  carryOut(play, seat, { card }) {
    const { shown } = play.draft;
    takeOut(shown.row, [card]);
    shown.points[seat] = at(shown.points, seat) + pieceOf(play.components.cards, card).value;
    tell(play, { type: 'card-taken', seat, card, open: true });
    if (shown.row.length > 0) ask(play.draft, clockwise(seat, shown.points.length), 'turn');
  },
});

const commands = [takeCard] as const;

export const bareGame = defineGame<Types, typeof commands>({
  id: 'open-cards',
  rulePrefix: 'OPE',
  rulesVersion: 1,
  builtIn: {
    game: 'open-cards',
    edition: 'plain',
    constants: { row: 3 },
    cards: [1, 2, 3, 4].map((value) => ({ id: `card-${value}`, value })),
  },
  editionSchema,
  sentences: {
    fr: { title: 'Cartes ouvertes' },
    en: { title: 'Open cards', kinds: { cards: 'a {{value}}' } },
  },
  seats: () => ({ min: 2, max: 3 }),
  shown,
  events,
  codes: ['card-not-in-row'],
  commands,
  questions: {
    turn: question({
      weight: 'main',
      fallback: ({ state }) => ({ type: 'take-card', card: at(state.shown.row, 0) }),
    }),
  },
  layOut: ({ cards, constants }, _options, seats, dealer) => ({
    shown: {
      row: layPile(dealer, 'row', cards.keys()).slice(0, constants.row),
      points: Array.from({ length: seats }, () => 0),
      mood: 'calm',
    },
    hidden: {},
  }),
  begin(play) {
    tell(play, { type: 'row-laid', row: [...play.state.shown.row], mood: 'calm' });
    ask(play.draft, 0, 'turn');
  },
  result({ state }) {
    if (state.open.length > 0) return undefined;
    const scores = state.shown.points.map((total, seat) => ({ seat, total, parts: { cards: total } }));
    const ranking = byPlace(
      scores.map((score) => ({ ...score, place: placeAmong(scores, score, (a, b) => b.total - a.total) })),
    );
    return { reason: 'row-empty', ranking, winners: winnersOf(ranking) };
  },
});
