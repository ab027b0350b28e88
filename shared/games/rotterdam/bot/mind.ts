// What the bot makes of its views: the worth of cards, products and ships to it.
import type { Rng } from '../../../kernel/rng.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Components, HarbourId, MissionId, ProductId } from '../components.ts';
import type { PublicView } from '../public-view.ts';
import type { SeatView } from '../seat-view.ts';
import type { Ship, Tally } from '../state.ts';
import type { Chart } from './chart.ts';

export type Afloat = Readonly<Ship>;

export interface Mind {
  readonly c: Components;
  readonly chart: Chart;
  readonly all: PublicView;
  readonly own: SeatView;
  readonly seat: Seat;
  readonly luck: Rng;
  /** Lowest first within an owner. */
  readonly ships: readonly Afloat[];
  /** What a right cargo in this harbour would bring. */
  readonly worth: ReadonlyMap<HarbourId, number>;
}

/** Part of a mission's points that half-gathered products count for. */
const HOPE = 0.75;
/** A second ship on the way to the same harbour counts for so much of the first. */
const REPEAT = 0.7;
/** A guess: nobody knows what others need. */
const WORTH_TO_OTHERS = 2.2;
/** A ship that can bring nothing any more had better be back in the supply. */
const RECYCLED = 0.5;

export function mindOf(
  c: Components,
  chart: Chart,
  { all, own, seat, luck }: Pick<Mind, 'all' | 'own' | 'seat' | 'luck'>,
): Mind {
  const ships = all.players.flatMap((_, owner) =>
    c.shipsOf(owner, all.players.length).map((id): Afloat => {
      const { position, cargo } = all.ships[id] ?? { position: null, cargo: null };
      return { id, owner, position, cargo };
    }),
  );
  const worth = new Map(c.harbours.map(({ id }) => [id, worthOfHarbour(c, all, own, id)]));
  return { c, chart, all, own, seat, luck, ships, worth };
}

function worthOfHarbour(c: Components, all: PublicView, own: SeatView, id: HarbourId): number {
  const { count, top } = all.productDecks[id] ?? { count: 0, top: null };
  if (count === 0) return 0;
  const products = top === null ? (c.harbour.get(id)?.products ?? []) : [top];
  const now = handWorth(c, own.missions, own.products);
  let gain = 0;
  for (const product of products)
    gain += handWorth(c, own.missions, changed(own.products, {}, { [product]: 1 })) - now;
  return gain / Math.max(1, products.length);
}

export function changed(hand: Tally, out: Tally, into: Tally): Tally {
  const after: Tally = { ...hand };
  for (const product in out) after[product] = (after[product] ?? 0) - (out[product] ?? 0);
  for (const product in into) after[product] = (after[product] ?? 0) + (into[product] ?? 0);
  return after;
}

/** Points of the products themselves and of the missions that they may fulfil, in the best order. */
export function handWorth(c: Components, missions: readonly MissionId[], products: Tally): number {
  let points = 0;
  for (const product in products) points += (products[product] ?? 0) * (c.product.get(product)?.value ?? 0);
  return points + bestOrder(c, missions, products);
}

/** Products serve one mission only: tries every order in which missions may take theirs. */
function bestOrder(c: Components, missions: readonly MissionId[], products: Tally): number {
  let best = 0;
  for (const [index, id] of missions.entries()) {
    const mission = c.mission.get(id);
    if (mission === undefined) continue;
    const used: Tally = {};
    let covered = 0;
    let own = 0;
    for (const product of mission.products) {
      if ((products[product] ?? 0) < 1) continue;
      used[product] = 1;
      covered += 1;
      own += c.product.get(product)?.value ?? 0;
    }
    const share = covered / mission.products.length;
    const points = share === 1 ? mission.value - own : mission.value * HOPE * share ** 1.5;
    const others = missions.filter((_, other) => other !== index);
    best = Math.max(best, points + bestOrder(c, others, changed(products, used, {})));
  }
  return best;
}

/** Own ships for the harbours that want their cargo, against those of the others. */
export function fleetWorth(mind: Mind, ships: readonly Afloat[], grudge: number): number {
  const { seat } = mind;
  let own = 0;
  let others = 0;
  const under = new Map<HarbourId, number[]>();
  for (const ship of ships) {
    if (ship.position === null) continue;
    const goal = goalOf(mind, ship);
    if (ship.owner !== seat) {
      others += WORTH_TO_OTHERS * goal.reach;
      continue;
    }
    if (goal.harbour === null || goal.reach === 0) {
      own += RECYCLED * (mind.chart.progress.get(ship.position) ?? 0) - RECYCLED;
      continue;
    }
    const known = under.get(goal.harbour);
    if (known === undefined) under.set(goal.harbour, [goal.reach]);
    else known.push(goal.reach);
  }
  for (const [harbour, reaches] of under) {
    let worth = mind.worth.get(harbour) ?? 0;
    for (const reach of reaches.sort((a, b) => b - a)) {
      own += worth * reach;
      worth *= REPEAT;
    }
  }
  return own - (grudge * others) / Math.max(1, mind.all.players.length - 1);
}

/** The harbour that a ship's cargo is for, and how surely it gets there. */
function goalOf(
  mind: Mind,
  { owner, position, cargo }: Afloat,
): { harbour: HarbourId | null; reach: number } {
  let harbour: HarbourId | null = null;
  let reach = 0;
  let best = 0;
  if (cargo === null || position === null) return { harbour, reach };
  for (const candidate of mind.c.harbours) {
    if (candidate.material !== cargo) continue;
    const surely = mind.chart.reach.get(candidate.id)?.get(position) ?? 0;
    const worth = surely * (owner === mind.seat ? (mind.worth.get(candidate.id) ?? 0) : 1);
    if (worth <= best) continue;
    best = worth;
    harbour = candidate.id;
    reach = surely;
  }
  return { harbour, reach };
}

export function countProducts(products: Tally): ProductId[] {
  return Object.keys(products).filter((product) => (products[product] ?? 0) > 0);
}
