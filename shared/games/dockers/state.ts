// The complete state of a running game. It holds ids only; the components describe them.
import { z } from 'zod';
import { at, fixed } from '../../kernel/plain-data.ts';
import type { DraftOf, GameTypes, StateOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { rulesOf } from '../../kernel/rules.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen, Hidden } from '../../kernel/secrecy.ts';
import type { Code } from './codes.ts';
import type { Components, EventId, GoodsKind, ShipId } from './components.ts';
import type { Event } from './events.ts';
import { chosenOptions, type Options } from './options.ts';
import { count, id, ids, type PublicResult, publicResult, quay, seat } from './wire.ts';

/** The phases in which a seat has a decision. */
const KINDS = [
  'before-relation',
  'after-relation',
  'auction-opening',
  'auction-bidding',
  'settling',
  'allocating',
] as const;
type Kind = (typeof KINDS)[number];

/** The public view, as it is sent. */
export const shownSchema = z.strictObject({
  options: fixed(chosenOptions),
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
  quays: z.array(
    z.strictObject({
      quay,
      shipId: id.nullable(),
      /** 0 without a ship. */
      value: count,
      /** A ship just docked has none until it is allocated. */
      goods: id.nullable(),
      /** The event tile in front of the ship and who laid it (DOC-11.3). */
      event: fixed(z.strictObject({ id, kind: id, seat })).nullable(),
      /** Porters aboard, by seat. */
      porters: z.array(count),
      departing: z.boolean(),
    }),
  ),
  /** The ship pile is face up: its top card is public, those below are not. */
  nextShipId: id.nullable(),
  shipPileCount: count,
  goodsPileCount: count,
  eventPileCount: count,
  shipDiscard: ids,
  eventDiscard: ids,
  removedShips: ids,
  removedGoods: ids,
  removedEvents: ids,
  players: z.array(
    z.strictObject({
      seat,
      colour: id,
      primes: count,
      /** Porters. */
      reserve: count,
      // DOC-5.2: both lists are open.
      relationsInHand: ids,
      relationsPlayed: ids,
      events: ids,
      goodsCount: count,
    }),
  ),
  turn: z.strictObject({
    relationPlayed: id.nullable(),
    auctionHeld: z.boolean(),
    eventPlayed: z.boolean(),
    /** Quays of departing ships, in the order in which they became full (DOC-7.3). */
    departQueue: z.array(quay),
    /** Quays of ships that are waiting for their goods. */
    newQuays: z.array(quay),
  }),
  auction: z
    .strictObject({
      eventId: id,
      openerSeat: seat,
      /** 0 before the opening bid. */
      highBid: count,
      highSeat: seat.nullable(),
      nextSeat: seat,
      passed: z.array(seat),
    })
    .nullable(),
  result: publicResult.nullable(),
});

export type Shown = z.infer<typeof shownSchema>;
/** One place for a ship; its number is its list index plus one. */
export type Berth = Shown['quays'][number];
export type Player = Shown['players'][number];
export type Turn = Shown['turn'];

/** What a seat knows in addition to the public view: the kinds of the goods in its own hand (DOC-2.3). */
export const seatViewSchema = z.strictObject({
  /** The tile held first, then those just drawn, in draw order. */
  goods: ids,
});

export type SeatView = z.infer<typeof seatViewSchema>;

export interface Secret {
  /** The ships below the top one, the next one first. */
  shipsBelow: Hidden<ShipId[]>;
  /** The top tile is the first one. */
  goodsPile: Hidden<GoodsKind[]>;
  /** The top tile is the first one. */
  eventPile: Hidden<EventId[]>;
  /** By seat; the tile held first, then those just drawn, in draw order. */
  hands: Hidden<GoodsKind[]>[];
}

/** The types that the rules of this game work with; `kernel/play.ts` makes the others of them (`PlayOf<Types>`). */
export interface Types extends GameTypes {
  Components: Components;
  Options: Options;
  Kind: Kind;
  Shown: Shown;
  Secret: Secret;
  SeatView: SeatView;
  Event: Event;
  Code: Code;
}

export type State = StateOf<Types>;
export type Draft = DraftOf<Types>;
export const { commandRule, question } = rulesOf<Types>();

export function copyShown(shown: State['shown']): Shown {
  const { turn, auction, result } = shown;
  return {
    ...shown,
    quays: shown.quays.map(copyBerth),
    shipDiscard: shown.shipDiscard.slice(),
    eventDiscard: shown.eventDiscard.slice(),
    removedShips: shown.removedShips.slice(),
    removedGoods: shown.removedGoods.slice(),
    removedEvents: shown.removedEvents.slice(),
    players: shown.players.map((player) => ({
      ...player,
      relationsInHand: player.relationsInHand.slice(),
      relationsPlayed: player.relationsPlayed.slice(),
      events: player.events.slice(),
    })),
    turn: { ...turn, departQueue: turn.departQueue.slice(), newQuays: turn.newQuays.slice() },
    auction: auction && { ...auction, passed: auction.passed.slice() },
    result: result && copyResult(result),
  };
}

export function copyBerth(berth: Frozen<Berth>): Berth {
  return { ...berth, porters: berth.porters.slice() };
}

export function copyResult({ reason, ranking, winners }: Frozen<PublicResult>): PublicResult {
  return { reason, ranking: ranking.map((row) => ({ ...row })), winners: winners.slice() };
}

export function playerAt<P>(state: { readonly shown: { readonly players: readonly P[] } }, seat: Seat): P {
  return at(state.shown.players, seat);
}

export function handOf<Hand>(
  { hidden }: { readonly hidden: { readonly hands: readonly Hidden<Hand>[] } },
  seat: Seat,
): Hand {
  return reveal(at(hidden.hands, seat));
}

/** Works on the shown half or on a copy for trials. */
export function berthAt<B>(harbour: { readonly quays: readonly B[] }, quay: number): B {
  return at(harbour.quays, quay - 1);
}

export function shipPileCount({ shown, hidden }: State): number {
  return shown.nextShipId === null ? 0 : 1 + reveal(hidden.shipsBelow).length;
}
