// The value of the quays to a seat: primes paid now, primes expected, and what rivals get.

import { pieceOf } from '../../../kernel/pieces.ts';
import { at } from '../../../kernel/plain-data.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import type { Components, GoodsKind, RelationKind } from '../components.ts';
import { aboard, type Harbour, pirateOf, primePerPorter, type Quayside, tileAt } from '../harbour.ts';
import { type Berth, berthAt } from '../state.ts';

/** How certain the primes of a ship are: for a ship just started, and what a full hold adds. */
const HOPE = 0.35;
const HOPE_PER_FILL = 0.45;
/** The value of an open place to the only seat that may fill it. */
const HOPE_PER_OWN_PLACE = 0.2;
/** A rival's prime, compared with one's own. */
const AVERAGE_RIVAL = 0.5;
const LEADING_RIVAL = 0.25;

/** The table as one seat sees it before it chooses. */
export interface Outlook {
  readonly components: Components;
  readonly seat: Seat;
  readonly primes: readonly number[];
  readonly hasSlate: boolean;
  readonly harbour: Harbour;
}

/** Adds what each seat gets from this ship, certain or expected. */
function addShip(
  components: Components,
  berth: Frozen<Berth>,
  goods: GoodsKind | null,
  gains: number[],
): void {
  if (berth.shipId === null) return;
  const prime = primePerPorter(components, berth, goods);
  const places = berth.value;
  const porters = aboard(berth);
  const odds = berth.departing ? 1 : HOPE + (HOPE_PER_FILL * porters) / places;
  const pirate = pirateOf(components, berth);
  for (let seat = 0; seat < gains.length; seat++) {
    const carried = pirate === null ? at(berth.porters, seat) : seat === pirate ? porters : 0;
    gains[seat] = at(gains, seat) + carried * prime * odds;
  }
  if (berth.event === null || tileAt(components, berth)?.effect.type !== 'exclusive-assignment') return;
  const owner = berth.event.seat;
  gains[owner] = at(gains, owner) + (places - porters) * prime * HOPE_PER_OWN_PLACE;
}

/** The seat's own gain, minus a share of the rivals' gains. */
export function balance({ seat, primes }: Outlook, gains: readonly number[]): number {
  let rivals = 0;
  let leader = -1;
  for (let other = 0; other < gains.length; other++) {
    if (other === seat) continue;
    rivals += at(gains, other);
    if (leader < 0 || at(primes, other) > at(primes, leader)) leader = other;
  }
  const average = rivals / (gains.length - 1);
  return at(gains, seat) - AVERAGE_RIVAL * average - LEADING_RIVAL * at(gains, leader);
}

/** What each seat gets from the ships at the quays, certain or expected. */
export function expectedPrimes(components: Components, { quays, players }: Quayside): number[] {
  const gains = players.map(() => 0);
  for (const berth of quays) addShip(components, berth, berth.goods, gains);
  return gains;
}

/** The value of the quays at present. */
export function worthOf(outlook: Outlook, gains: number[] = blank(outlook)): number {
  for (const berth of outlook.harbour.quays) addShip(outlook.components, berth, berth.goods, gains);
  return balance(outlook, gains);
}

export function blank({ primes }: Outlook): number[] {
  return new Array<number>(primes.length).fill(0);
}

export interface Departures {
  readonly relation: RelationKind;
  /** Quays that became full, in order. */
  readonly filled: readonly number[];
  /** A quay where one's own goods tile was traded in, and that tile. */
  readonly tradedAt: number;
  readonly tile: GoodsKind | null;
}

/** The value of the quays after a card has been played on them. */
export function worthAfterCard(outlook: Outlook, card: Departures, gains: number[]): number {
  const { components, harbour } = outlook;
  gains.fill(0);
  for (let quay = 1; quay <= harbour.quays.length; quay++) {
    const berth = berthAt(harbour, quay);
    addShip(components, berth, quay === card.tradedAt ? card.tile : berth.goods, gains);
  }
  if (card.filled.length > 0) charge(outlook, card, gains);
  // A cheap card is worth keeping for the moment when a ship needs just one porter.
  const { commission } = pieceOf(components.relationOf, card.relation);
  return balance(outlook, gains) - Math.max(0, 0.6 - 0.1 * commission);
}

/** Subtracts the commissions from the gains, assuming the slate is left with another seat where possible. */
function charge(outlook: Outlook, { relation, filled }: Departures, gains: number[]): void {
  const { components, seat, primes, harbour } = outlook;
  const { commission } = pieceOf(components.relationOf, relation);
  let { hasSlate } = outlook;
  for (const quay of filled) {
    const named = hasSlate ? richestAboard(outlook, berthAt(harbour, quay)) : undefined;
    if (named !== undefined) hasSlate = false;
    const payer = named ?? seat;
    gains[payer] = at(gains, payer) - Math.min(commission, at(primes, payer) + at(gains, payer));
  }
}

/** The seat with the most primes among the others aboard: the one to leave the slate with. */
export function richestAboard(
  { seat, primes }: Outlook,
  berth: { readonly porters: readonly number[] },
): Seat | undefined {
  let richest: Seat | undefined;
  for (let other = 0; other < primes.length; other++) {
    if (other === seat || at(berth.porters, other) === 0) continue;
    if (richest === undefined || at(primes, other) > at(primes, richest)) richest = other;
  }
  return richest;
}
