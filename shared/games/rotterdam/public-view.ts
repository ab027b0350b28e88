// What everybody sees. No door to hidden facts leads in here.
import { z } from 'zod';
import type { Components } from './components.ts';
import { handSchema, scoreSchema } from './events.ts';
import { sizeOf, tallyOf } from './hands.ts';
import { optionsSchema } from './options.ts';
import { resultOf, scores } from './score.ts';
import { END_REASONS, KINDS, type Kind, PHASES, type Position, STEPS } from './state.ts';
import { faceUpProduct, missionPoints } from './table.ts';

const id = z.string();
const seat = z.int().min(0);
const count = z.int().min(0);
const tally = z.record(id, z.int().min(1));

const playerSchema = z.strictObject({
  seat,
  colour: id,
  missionPoints: count,
  laid: z.array(id),
  fulfilled: z.array(id),
  missionCount: count,
  productCount: count,
  navigationCount: count,
  pendingDraws: count,
  tradingDone: z.boolean(),
  revealed: tally,
  /** Laid open at the end. */
  hand: handSchema.nullable(),
});

const offerSchema = z.strictObject({
  id: z.int().min(1),
  from: seat,
  to: z.union([seat, z.literal('*')]),
  giveCount: count,
  wantCount: count,
  /** Only of an offer to everybody. */
  give: tally.optional(),
  want: tally.optional(),
});

export const publicViewSchema = z.strictObject({
  version: count,
  decisions: z.array(
    z.strictObject({
      id: count,
      seat,
      kind: z.enum(Object.keys(KINDS) as [Kind, ...Kind[]]),
      allotment: z.string().optional(),
    }),
  ),
  phase: z.enum(PHASES),
  round: z.int().min(1),
  captain: seat,
  turn: seat.nullable(),
  step: z.enum(STEPS).nullable(),
  colour: id.nullable(),
  keepTurn: z.boolean(),
  /** Ships moved and blocked so far in the movement that is being resolved. */
  movedShips: count,
  blockedShips: count,
  players: z.array(playerSchema),
  ships: z.record(id, z.strictObject({ owner: seat, position: id.nullable(), cargo: id.nullable() })),
  harbourQueues: z.record(id, z.array(id)),
  stock: z.record(id, count),
  productDecks: z.record(id, z.strictObject({ count, top: id.nullable() })),
  missionDeckCount: count,
  navigationPileCount: count,
  navigationDiscard: z.array(id),
  offers: z.array(offerSchema),
  /** The number that the next offer gets. */
  nextOffer: z.int().min(1),
  options: optionsSchema,
  result: z
    .strictObject({ reason: z.enum(END_REASONS), winners: z.array(seat), scores: z.array(scoreSchema) })
    .nullable(),
});

type Written = z.infer<typeof publicViewSchema>;
type Decisions = Position['open'];
export type PublicView = Omit<Written, 'decisions'> & { decisions: Decisions };

export function publicView(c: Components, state: Position): PublicView {
  const { movement } = state;
  return {
    version: state.version,
    decisions: state.open,
    phase: state.phase,
    round: state.round,
    captain: state.captain,
    turn: state.turn,
    step: state.step,
    colour: movement === null ? null : movement.colour,
    keepTurn: movement?.keepTurn ?? false,
    movedShips: movement?.moved ?? 0,
    blockedShips: movement?.blocked ?? 0,
    players: state.players.map((_, owner) => playerView(c, state, owner)),
    ships: shipsView(state),
    harbourQueues: each(c.harbours, ({ id: harbour }) => (state.queues[harbour] ?? []).slice()),
    stock: { ...state.stock },
    productDecks: each(c.harbours, ({ id: harbour }) => deckView(state, harbour)),
    missionDeckCount: sizeOf(state.missionDeck),
    navigationPileCount: sizeOf(state.navigationPile),
    navigationDiscard: state.navigationDiscard.slice(),
    offers: state.offers.map(offerView),
    nextOffer: state.nextOffer,
    options: { ...state.options },
    result: resultView(c, state),
  };
}

function playerView(c: Components, state: Position, owner: number): Written['players'][number] {
  const player = state.players[owner];
  if (player === undefined) throw new Error(`no seat ${owner}`);
  const hand = state.ending?.hands[owner];
  return {
    seat: owner,
    colour: c.playerColours[owner] ?? '',
    missionPoints: missionPoints(c, player),
    laid: player.laid.slice(),
    fulfilled: player.fulfilled.slice(),
    missionCount: sizeOf(player.missions),
    productCount: sizeOf(player.products),
    navigationCount: sizeOf(player.navigation),
    pendingDraws: player.pendingDraws,
    tradingDone: player.tradingDone,
    revealed: { ...player.revealed },
    hand:
      hand === undefined
        ? null
        : {
            missions: hand.missions.slice(),
            products: tallyOf(hand.products),
            navigation: hand.navigation.slice(),
          },
  };
}

function shipsView(state: Position): Written['ships'] {
  const ships: Written['ships'] = {};
  for (const { id: ship, owner, position, cargo } of state.ships) ships[ship] = { owner, position, cargo };
  return ships;
}

function deckView(state: Position, harbour: string): Written['productDecks'][string] {
  const deck = state.decks[harbour];
  return { count: deck === undefined ? 0 : sizeOf(deck), top: faceUpProduct(state, harbour) };
}

/** The content of an offer to one player is not told to others. ROT-7.6 */
function offerView(offer: Position['offers'][number]): Written['offers'][number] {
  const { id: number, from, to, giveCount, wantCount } = offer;
  const view = { id: number, from, to, giveCount, wantCount };
  if (offer.to !== '*') return view;
  return { ...view, give: { ...offer.deal.give }, want: { ...offer.deal.want } };
}

function resultView(c: Components, state: Position): Written['result'] {
  const result = resultOf(c, state);
  if (result === undefined || state.ending === null) return null;
  return { reason: state.ending.reason, winners: result.winners.slice(), scores: scores(c, state) };
}

function each<Item extends { readonly id: string }, View>(
  items: readonly Item[],
  view: (item: Item) => View,
): Record<string, View> {
  const record: Record<string, View> = {};
  for (const item of items) record[item.id] = view(item);
  return record;
}
