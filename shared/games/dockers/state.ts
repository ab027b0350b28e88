// The state of one match: ids and numbers, nothing that the edition knows already.
import type { StateBase } from '../../kernel/decisions.ts';
import { reveal } from '../../kernel/reveal.ts';
import type { Rng } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal, type Frozen, type Hidden } from '../../kernel/secrecy.ts';
import type { EventId, GoodsKind, RelationKind, ShipId } from './components.ts';
import type { Options } from './options.ts';

/** The kinds of decision are the phases in which somebody is waited for. */
export const KINDS = [
  'before-relation',
  'after-relation',
  'auction-opening',
  'auction-bidding',
  'settling',
  'allocating',
] as const;
export type Kind = (typeof KINDS)[number];

/** One berth; its number is its place in the list plus one. */
export interface Berth {
  shipId: ShipId | null;
  /** A ship just docked has none until it is allocated. */
  goods: GoodsKind | null;
  /** The event tile in front of the ship and who laid it (DOC-11.3). */
  event: { id: EventId; seat: Seat } | null;
  /** Porters aboard, by seat. */
  porters: number[];
  departing: boolean;
}

/** All that relations act upon: also built from views and tried on by bots. */
export interface Harbour {
  berths: Berth[];
  /** Porters in reserve, by seat. */
  reserves: number[];
}

export interface Player {
  primes: number;
  relationsInHand: RelationKind[];
  relationsPlayed: RelationKind[];
  events: EventId[];
  /** The tile held first, then those just drawn, in draw order. */
  goods: Hidden<GoodsKind[]>;
}

export interface Turn {
  relation: RelationKind | null;
  auctionHeld: boolean;
  eventPlayed: boolean;
  /** Quays of departing ships, in the order in which they became full (DOC-7.3). */
  departQueue: number[];
  /** Quays of ships that wait for their goods. */
  newQuays: number[];
}

export interface Auction {
  eventId: EventId;
  /** 0 before the opening bid. */
  highBid: number;
  highSeat: Seat | null;
  passed: Seat[];
}

export interface State extends StateBase<Kind>, Harbour {
  options: Options;
  rng: Hidden<Rng>;
  activeSeat: Seat;
  round: number;
  roundFirstSeat: Seat;
  turnsPlayedInRound: number;
  slateSeat: Seat;
  slateUsedThisRound: boolean;
  finalRound: boolean;
  targetReached: boolean;
  /** The ship pile lies face up: its top card is public, those below are not. */
  nextShipId: ShipId | null;
  shipsBelow: Hidden<ShipId[]>;
  /** Piles begin with their top tile. */
  goodsPile: Hidden<GoodsKind[]>;
  eventPile: Hidden<EventId[]>;
  shipDiscard: ShipId[];
  eventDiscard: EventId[];
  removedShips: ShipId[];
  removedGoods: GoodsKind[];
  removedEvents: EventId[];
  players: Player[];
  turn: Turn;
  auction: Auction | null;
}

export type Reading = Frozen<State>;

export function clone(state: Reading): State {
  const { auction, turn } = state;
  return {
    version: state.version,
    open: state.open.map((decision) => ({ ...decision })),
    options: { ...state.options },
    rng: conceal({ ...reveal(state.rng) }),
    activeSeat: state.activeSeat,
    round: state.round,
    roundFirstSeat: state.roundFirstSeat,
    turnsPlayedInRound: state.turnsPlayedInRound,
    slateSeat: state.slateSeat,
    slateUsedThisRound: state.slateUsedThisRound,
    finalRound: state.finalRound,
    targetReached: state.targetReached,
    berths: state.berths.map(cloneBerth),
    reserves: state.reserves.slice(),
    nextShipId: state.nextShipId,
    shipsBelow: copied(state.shipsBelow),
    goodsPile: copied(state.goodsPile),
    eventPile: copied(state.eventPile),
    shipDiscard: state.shipDiscard.slice(),
    eventDiscard: state.eventDiscard.slice(),
    removedShips: state.removedShips.slice(),
    removedGoods: state.removedGoods.slice(),
    removedEvents: state.removedEvents.slice(),
    players: state.players.map(clonePlayer),
    turn: {
      relation: turn.relation,
      auctionHeld: turn.auctionHeld,
      eventPlayed: turn.eventPlayed,
      departQueue: turn.departQueue.slice(),
      newQuays: turn.newQuays.slice(),
    },
    auction: auction === null ? null : { ...auction, passed: auction.passed.slice() },
  };
}

export function cloneBerth(berth: Frozen<Berth>): Berth {
  const { event } = berth;
  return {
    shipId: berth.shipId,
    goods: berth.goods,
    event: event === null ? null : { id: event.id, seat: event.seat },
    porters: berth.porters.slice(),
    departing: berth.departing,
  };
}

function clonePlayer(player: Frozen<Player>): Player {
  return {
    primes: player.primes,
    relationsInHand: player.relationsInHand.slice(),
    relationsPlayed: player.relationsPlayed.slice(),
    events: player.events.slice(),
    goods: copied(player.goods),
  };
}

function copied<Item>(pile: Hidden<readonly Item[]>): Hidden<Item[]> {
  return conceal(reveal(pile).slice());
}

/** How many there are is public, for piles and hands alike. */
export function sizeOf(pile: Hidden<readonly unknown[]>): number {
  return reveal(pile).length;
}

export function shipPileCount(state: Reading): number {
  return state.nextShipId === null ? 0 : 1 + sizeOf(state.shipsBelow);
}

/** What is at hand at a place of a list that cannot be missing: seats and quays come checked. */
export function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
}

export function berthAt<Place>(harbour: { readonly berths: readonly Place[] }, quay: number): Place {
  return at(harbour.berths, quay - 1);
}

export function playerAt<Who>(state: { readonly players: readonly Who[] }, seat: Seat): Who {
  return at(state.players, seat);
}
