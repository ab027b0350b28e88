// Facts derived from the quays: free places, primes, which porters may board.
import { pieceOf } from '../../kernel/pieces.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import type { Components, EventTile, GoodsKind } from './components.ts';
import { type Berth, copyBerth } from './state.ts';

/** Everything that relations act on: part of the shown half, or a copy for trials. */
export interface Harbour {
  quays: Berth[];
  /** By seat. */
  players: { reserve: number }[];
}

export type Quayside = Frozen<Harbour>;
type Ship = Frozen<Berth>;

export const QUAYS = [1, 2, 3, 4] as const;

export function aboard(berth: Ship): number {
  let sum = 0;
  for (const porters of berth.porters) sum += porters;
  return sum;
}

/** At a quay and not departing (DOC-7.2). */
export function isAvailable(berth: Ship): boolean {
  return berth.shipId !== null && !berth.departing;
}

export function freePlaces(berth: Ship): number {
  return berth.value - aboard(berth);
}

export function tileAt(components: Components, berth: Ship): EventTile | undefined {
  return berth.event === null ? undefined : pieceOf(components.tileOf, berth.event.id);
}

/** Whether a card of `seat` may bring porters of `owner` aboard (DOC-12.3). */
export function mayBoard(components: Components, berth: Ship, seat: Seat, owner: Seat): boolean {
  if (berth.event === null) return true;
  if (pieceOf(components.tileOf, berth.event.id).effect.type !== 'exclusive-assignment') return true;
  return berth.event.seat === seat && berth.event.seat === owner; // DOC-12.3
}

/** DOC-7.4; `goods` may differ from the actual tile, to evaluate a trade. */
export function primePerPorter(
  components: Components,
  berth: Ship,
  goods: GoodsKind | null = berth.goods,
): number {
  if (goods === null) return 0;
  const effect = tileAt(components, berth)?.effect;
  const modifier = effect?.type === 'prime-modifier' ? effect.amount : 0; // DOC-12.1, DOC-12.2
  return Math.max(0, pieceOf(components.primeOf, goods) + modifier);
}

/** Who takes all primes of this ship (DOC-12.4). */
export function pirateOf(components: Components, berth: Ship): Seat | null {
  const isTaken = tileAt(components, berth)?.effect.type === 'primes-to-owner';
  return isTaken && berth.event !== null ? berth.event.seat : null;
}

/** What the ship would pay each seat if it departed now. */
export function primesOf(
  components: Components,
  berth: Ship,
  prime = primePerPorter(components, berth),
): number[] {
  const pirate = pirateOf(components, berth);
  if (pirate === null) return berth.porters.map((porters) => porters * prime);
  const all = aboard(berth) * prime;
  return berth.porters.map((_, seat) => (seat === pirate ? all : 0)); // DOC-12.4
}

export function isNeighbour(quay: number, other: number): boolean {
  return Math.abs(quay - other) === 1; // DOC-6.9
}

/** A copy for trials. */
export function copyHarbour({ quays, players }: Quayside): Harbour {
  return { quays: quays.map(copyBerth), players: players.map(({ reserve }) => ({ reserve })) };
}
