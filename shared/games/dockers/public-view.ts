// What everybody sees, spectators included.
import { z } from 'zod';
import { type Components, known } from './components.ts';
import { resultSchema } from './events.ts';
import { shipValue } from './harbour.ts';
import { chosenOptions } from './options.ts';
import { publicResultOf } from './score.ts';
import { at, KINDS, type Reading, shipPileCount, sizeOf } from './state.ts';

const seat = z.int().min(0).max(7);
const quay = z.int().min(1).max(4);
const id = z.string();
const count = z.int().min(0);

export const berthViewSchema = z.strictObject({
  quay,
  shipId: id.nullable(),
  /** 0 without a ship. */
  value: count,
  goods: id.nullable(),
  event: z.strictObject({ id, kind: id, seat }).nullable(),
  porters: z.array(count),
  departing: z.boolean(),
});

export const playerViewSchema = z.strictObject({
  seat,
  colour: id,
  primes: count,
  reserve: count,
  relationsInHand: z.array(id),
  relationsPlayed: z.array(id),
  events: z.array(id),
  goodsCount: count,
});

export const publicViewSchema = z.strictObject({
  version: count,
  decisions: z.array(z.strictObject({ id: count, seat, kind: z.enum(KINDS) })),
  options: chosenOptions,
  phase: z.enum([...KINDS, 'game-over']),
  actorSeat: seat.nullable(),
  activeSeat: seat,
  round: count,
  roundFirstSeat: seat,
  turnsPlayedInRound: count,
  slateSeat: seat,
  slateUsedThisRound: z.boolean(),
  finalRound: z.boolean(),
  targetReached: z.boolean(),
  quays: z.array(berthViewSchema),
  nextShipId: id.nullable(),
  shipPileCount: count,
  goodsPileCount: count,
  eventPileCount: count,
  shipDiscard: z.array(id),
  eventDiscard: z.array(id),
  removedShips: z.array(id),
  removedGoods: z.array(id),
  removedEvents: z.array(id),
  players: z.array(playerViewSchema),
  turn: z.strictObject({
    relationPlayed: id.nullable(),
    auctionHeld: z.boolean(),
    eventPlayed: z.boolean(),
    departQueue: z.array(quay),
    newQuays: z.array(quay),
  }),
  auction: z
    .strictObject({
      eventId: id,
      openerSeat: seat,
      highBid: count,
      highSeat: seat.nullable(),
      nextSeat: seat,
      passed: z.array(seat),
    })
    .nullable(),
  result: resultSchema.nullable(),
});
export type PublicView = z.infer<typeof publicViewSchema>;

export function publicView(c: Components, state: Reading): PublicView {
  const asked = state.open[0];
  const { turn } = state;
  return {
    version: state.version,
    decisions: state.open.map(({ id, seat, kind }) => ({ id, seat, kind })),
    options: { ...state.options },
    phase: asked?.kind ?? 'game-over',
    actorSeat: asked?.seat ?? null,
    activeSeat: state.activeSeat,
    round: state.round,
    roundFirstSeat: state.roundFirstSeat,
    turnsPlayedInRound: state.turnsPlayedInRound,
    slateSeat: state.slateSeat,
    slateUsedThisRound: state.slateUsedThisRound,
    finalRound: state.finalRound,
    targetReached: state.targetReached,
    quays: state.berths.map((berth, index) => viewOfBerth(c, berth, index + 1)),
    nextShipId: state.nextShipId,
    shipPileCount: shipPileCount(state),
    goodsPileCount: sizeOf(state.goodsPile),
    eventPileCount: sizeOf(state.eventPile),
    shipDiscard: state.shipDiscard.slice(),
    eventDiscard: state.eventDiscard.slice(),
    removedShips: state.removedShips.slice(),
    removedGoods: state.removedGoods.slice(),
    removedEvents: state.removedEvents.slice(),
    players: state.players.map((_, seat) => viewOfPlayer(c, state, seat)),
    turn: {
      relationPlayed: turn.relation,
      auctionHeld: turn.auctionHeld,
      eventPlayed: turn.eventPlayed,
      departQueue: turn.departQueue.slice(),
      newQuays: turn.newQuays.slice(),
    },
    auction: viewOfAuction(state),
    result: asked === undefined ? publicResultOf(c, state) : null,
  };
}

function viewOfBerth(
  c: Components,
  berth: Reading['berths'][number],
  quay: number,
): PublicView['quays'][number] {
  const { event } = berth;
  return {
    quay,
    shipId: berth.shipId,
    value: shipValue(c, berth),
    goods: berth.goods,
    event: event === null ? null : { id: event.id, kind: known(c.tileOf, event.id).kind, seat: event.seat },
    porters: berth.porters.slice(),
    departing: berth.departing,
  };
}

function viewOfPlayer(c: Components, state: Reading, seat: number): PublicView['players'][number] {
  const player = at(state.players, seat);
  return {
    seat,
    colour: at(c.colours, seat),
    primes: player.primes,
    reserve: at(state.reserves, seat),
    // DOC-5.2: both lists are open.
    relationsInHand: player.relationsInHand.slice(),
    relationsPlayed: player.relationsPlayed.slice(),
    events: player.events.slice(),
    goodsCount: sizeOf(player.goods),
  };
}

function viewOfAuction({ auction, activeSeat, open }: Reading): PublicView['auction'] {
  const asked = open[0];
  if (auction === null || asked === undefined) return null;
  return {
    eventId: auction.eventId,
    openerSeat: activeSeat,
    highBid: auction.highBid,
    highSeat: auction.highSeat,
    nextSeat: asked.seat,
    passed: auction.passed.slice(),
  };
}
