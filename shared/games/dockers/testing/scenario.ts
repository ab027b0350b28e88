// Positions for tests, written as players would describe them at the table.
import { builtInComponents } from '../../../kernel/built-in.ts';
import { createDealer } from '../../../kernel/dealer.ts';
import { ask } from '../../../kernel/decisions.ts';
import { pieceOf, takeOut } from '../../../kernel/pieces.ts';
import { clockwise, type Seat, seatsFrom } from '../../../kernel/seat.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import { type Done as DoneOf, toolsFor } from '../../../testing/scenario.ts';
import type { Command } from '../commands.ts';
import type { Components } from '../components.ts';
import { derive } from '../derive.ts';
import { QUAYS } from '../harbour.ts';
import { type Dockers, dockers } from '../index.ts';
import { type Options, optionsSchema } from '../options.ts';
import { layOut } from '../setup.ts';
import { type Berth, berthAt, type Draft, type Player, type State } from '../state.ts';
import type { Target } from '../wire.ts';

export const components = builtInComponents(dockers);
export const game = dockers.withEdition(components);
const { possible, ...tools } = toolsFor(game);
export const { begun, accepted, playedThrough, refusal, legalOf, fallbackOf } = tools;
export type Done = DoneOf<Dockers>;

interface QuayScenario {
  readonly ship?: string;
  readonly goods?: string;
  readonly porters?: readonly number[];
  readonly event?: { readonly id: string; readonly seat: Seat };
}

/** The relevant part of a position; everything else is filled in. */
export interface Scenario {
  readonly seats?: number;
  readonly options?: Partial<Options>;
  /** The active seat; the first of the round unless `turnsPlayed` says otherwise. */
  readonly active?: Seat;
  readonly turnsPlayed?: number;
  readonly slate?: Seat;
  readonly slateUsed?: boolean;
  readonly primes?: readonly number[];
  /** `null`: no ship there. */
  readonly quays?: Readonly<Record<number, QuayScenario | null>>;
  /** Relations in hand, by seat; the others are played. */
  readonly hands?: Readonly<Record<Seat, readonly string[]>>;
  readonly tiles?: Readonly<Record<Seat, readonly string[]>>;
  readonly goods?: Readonly<Record<Seat, string>>;
  /** Ships in the pile, top first; those not listed are in the discard. */
  readonly shipPile?: readonly string[];
  /** Goods in the pile, top first; those not listed are out of the game. */
  readonly goodsPile?: readonly string[];
  readonly eventPile?: readonly string[];
  /** Only with `eventPile`; the other tiles are out of the game. */
  readonly eventDiscard?: readonly string[];
  readonly relationPlayed?: string;
  /** The generator's seed, for later shuffles. */
  readonly seed?: string;
  readonly auctionHeld?: boolean;
  readonly eventPlayed?: boolean;
}

/** Removes items from a list of all items, each once. */
class Supply {
  readonly left: string[];
  constructor(all: readonly string[]) {
    this.left = all.slice();
  }

  take(wanted: string): string {
    takeOut(this.left, [wanted]);
    return wanted;
  }

  takeAll(wanted: readonly string[]): string[] {
    return wanted.map((item) => this.take(item));
  }

  takeFirst(): string {
    return this.take(this.left[0] ?? '');
  }

  /** The items that are left at the end. */
  rest(): string[] {
    return this.left.splice(0);
  }
}

interface Supplies {
  readonly ships: Supply;
  readonly goods: Supply;
  readonly events: Supply;
}

export function scenario(named: Scenario = {}, edition: Components = components): Draft {
  const { seats = 3, active = 0, turnsPlayed = 0 } = named;
  const supplies: Supplies = {
    ships: new Supply(edition.ships),
    goods: new Supply(edition.goods),
    events: new Supply(edition.events),
  };
  const piles = takePiles(supplies, named);
  const quays = takeBerths(edition, supplies, named);
  const options = optionsSchema(edition).parse(named.options ?? {});
  const dealer = createDealer(named.seed ?? '5'.repeat(32));
  const { shown } = layOut(edition, { ...options, firstSeat: 0 }, seats, { ...dealer });
  const players = shown.players.map((player) => takePlayer(edition, supplies, named, quays, player));
  const hands = seatsFrom(0, seats).map((seat) => [named.goods?.[seat] ?? supplies.goods.takeFirst()]);
  const [nextShipId, ...shipsBelow] = piles.ships ?? supplies.ships.rest();
  const draft: Draft = {
    version: 10,
    open: [],
    rng: conceal(dealer),
    hidden: {
      shipsBelow: conceal(shipsBelow),
      goodsPile: conceal(piles.goods ?? supplies.goods.rest()),
      eventPile: conceal(piles.events ?? supplies.events.rest()),
      hands: hands.map((hand) => conceal(hand)),
    },
    shown: {
      ...shown,
      options,
      activeSeat: active,
      round: 3,
      roundFirstSeat: clockwise(active, seats, -turnsPlayed),
      turnsPlayedInRound: turnsPlayed,
      slateSeat: named.slate ?? active,
      slateUsedThisRound: named.slateUsed ?? false,
      finalRound: nextShipId === undefined,
      quays,
      nextShipId: nextShipId ?? null,
      shipDiscard: supplies.ships.rest(),
      eventDiscard: piles.eventDiscard,
      removedGoods: supplies.goods.rest(),
      removedEvents: supplies.events.rest(),
      players,
      turn: {
        ...shown.turn,
        relationPlayed: named.relationPlayed ?? null,
        auctionHeld: named.auctionHeld ?? false,
        eventPlayed: named.eventPlayed ?? false,
      },
    },
  };
  ask(draft, active, named.relationPlayed === undefined ? 'before-relation' : 'after-relation');
  derive({ components: edition, draft, state: draft as State, memo: undefined, news: [] });
  return edition === components ? possible(draft) : toolsFor(dockers.withEdition(edition)).possible(draft);
}

/** The piles that were specified; the others get what is left at the end. */
function takePiles({ ships, goods, events }: Supplies, named: Scenario) {
  return {
    ships: named.shipPile && ships.takeAll(named.shipPile),
    goods: named.goodsPile && goods.takeAll(named.goodsPile),
    events: named.eventPile && events.takeAll(named.eventPile),
    eventDiscard: events.takeAll(named.eventDiscard ?? []),
  };
}

/** Fills in what was specified first, then large ships and cheap goods. */
function takeBerths(edition: Components, supplies: Supplies, named: Scenario): Berth[] {
  const { ships, goods, events } = supplies;
  const settings = QUAYS.map((quay) => named.quays?.[quay]);
  const shipIds = settings.map((setting) => setting?.ship && ships.take(setting.ship));
  const kinds = settings.map((setting) => setting?.goods && goods.take(setting.goods));
  for (const kind of Object.values(named.goods ?? {})) goods.take(kind);
  return settings.map((setting, index): Berth => {
    const quay = index + 1;
    const porters = [...(setting?.porters ?? new Array<number>(named.seats ?? 3).fill(0))];
    if (setting === null)
      return { quay, shipId: null, value: 0, goods: null, event: null, porters, departing: false };
    const tile = setting?.event && pieceOf(edition.tileOf, events.take(setting.event.id));
    const event =
      tile === undefined ? null : { id: tile.id, kind: tile.kind, seat: setting?.event?.seat ?? 0 };
    const shipId = shipIds[index] ?? ships.take(ships.left.at(-1) ?? '');
    const kind = kinds[index] ?? goods.takeFirst();
    return {
      quay,
      shipId,
      value: pieceOf(edition.valueOf, shipId),
      goods: kind,
      event,
      porters,
      departing: false,
    };
  });
}

function takePlayer(
  { relations, portersPerPlayer }: Components,
  { events }: Supplies,
  named: Scenario,
  quays: readonly Berth[],
  player: Player,
): Player {
  const { seat } = player;
  const hand = named.hands?.[seat] ?? relations;
  return {
    ...player,
    primes: named.primes?.[seat] ?? 0,
    reserve: quays.reduce((left, berth) => left - (berth.porters[seat] ?? 0), portersPerPlayer),
    relationsInHand: [...hand],
    relationsPlayed: relations.filter((kind) => !hand.includes(kind)),
    events: events.takeAll(named.tiles?.[seat] ?? []),
  };
}

/** Porters aboard the ship at a quay, by seat. */
export function portersAt({ shown }: Draft, quay: number): readonly number[] {
  return berthAt(shown, quay).porters;
}

/** Porters in reserve, by seat. */
export function reservesIn({ shown }: Draft): number[] {
  return shown.players.map(({ reserve }) => reserve);
}

export function primesIn({ shown }: Draft): number[] {
  return shown.players.map(({ primes }) => primes);
}

export const play = (kind: string, ...effects: (Target | null)[]): Command => ({
  type: 'play-relation',
  relation: `relation-${kind}`,
  effects,
});
export const place = (...quays: number[]): Target => ({ type: 'place', quays });
export const move = (from: number, to: number): Target => ({ type: 'move', from, to });
export const recall = (quay: number, seat: Seat): Target => ({ type: 'recall', quay, seat });
export const trade = (quay: number): Target => ({ type: 'trade-goods', quay });
export const swap = (ownQuay: number, otherQuay: number, seat: Seat): Target => ({
  type: 'swap',
  ownQuay,
  otherQuay,
  seat,
});
export const bid = (amount: number): Command => ({ type: 'place-bid', amount });
export const lay = (event: string, quay: number): Command => ({ type: 'play-event', event, quay });
export const payBy = (quay: number, payer: Seat): Command => ({ type: 'settle-commission', quay, payer });
export const allocate = (laid: Record<number, string>): Command => ({
  type: 'allocate-goods',
  assignments: Object.entries(laid).map(([quay, goods]) => ({ quay: Number(quay), goods })),
});
