// How the bot evaluates its views: the value of cards, products and ships.
import { pieceOf } from '../../../kernel/pieces.ts';
import type { PublicViewOf, SightOf } from '../../../kernel/play.ts';
import type { Components, HarbourId, MissionId, ProductId, ShipId } from '../components.ts';
import type { Tally, Types } from '../state.ts';

export type Ships = PublicViewOf<Types>['ships'];
type Ship = Ships[string];

/** What one seat knows, judged. */
interface Judgement extends Omit<SightOf<Types>, 'luck'> {
  /** What the right cargo in this harbour would gain. */
  readonly worth: ReadonlyMap<HarbourId, number>;
}

export interface Mind extends Judgement, SightOf<Types> {}

/** The share of a mission's points that partly collected products count for. */
const HOPE = 0.75;
/** The value of a second ship on the way to the same harbour, relative to the first. */
const REPEAT = 0.7;
/** A guess, since the needs of other seats are unknown. */
const WORTH_TO_OTHERS = 2.2;
/** A ship that can no longer gain anything is better off in the supply. */
const RECYCLED = 0.5;

export function mindOf(sight: SightOf<Types>): Mind {
  return { ...judged(sight), luck: sight.luck };
}

export function judged(sight: Omit<SightOf<Types>, 'luck'>): Judgement {
  const worth = new Map(sight.components.harbours.map(({ id }) => [id, worthOfHarbour(sight, id)]));
  return { ...sight, worth };
}

function worthOfHarbour({ components, all, own }: Omit<SightOf<Types>, 'luck'>, id: HarbourId): number {
  const { count, top } = all.productDecks[id] ?? { count: 0, top: null };
  if (count === 0) return 0;
  const products = top === null ? pieceOf(components.harbourOf, id).products : [top];
  const now = handWorth(components, own.missions, own.products);
  let gain = 0;
  for (const product of products)
    gain += handWorth(components, own.missions, changed(own.products, {}, { [product]: 1 })) - now;
  return gain / Math.max(1, products.length);
}

export function changed(hand: Readonly<Tally>, out: Readonly<Tally>, into: Readonly<Tally>): Tally {
  const after: Tally = { ...hand };
  for (const product in out) after[product] = (after[product] ?? 0) - (out[product] ?? 0);
  for (const product in into) after[product] = (after[product] ?? 0) + (into[product] ?? 0);
  return after;
}

/** The points of the products themselves and of the missions that they can fulfil, in the best order. */
export function handWorth(
  components: Components,
  missions: readonly MissionId[],
  products: Readonly<Tally>,
): number {
  let points = 0;
  for (const product in products)
    points += (products[product] ?? 0) * pieceOf(components.productOf, product).value;
  return points + bestOrder(components, missions, products);
}

/** A product counts for one mission only: tries every order of the missions. */
function bestOrder(
  components: Components,
  missions: readonly MissionId[],
  products: Readonly<Tally>,
): number {
  let best = 0;
  for (const [index, id] of missions.entries()) {
    const mission = components.missionOf.get(id);
    if (mission === undefined) continue;
    const used: Tally = {};
    let covered = 0;
    let own = 0;
    for (const product of mission.products) {
      if ((products[product] ?? 0) < 1) continue;
      used[product] = 1;
      covered += 1;
      own += pieceOf(components.productOf, product).value;
    }
    const share = covered / mission.products.length;
    const points = share === 1 ? mission.value - own : mission.value * HOPE * share ** 1.5;
    const others = missions.filter((_, other) => other !== index);
    best = Math.max(best, points + bestOrder(components, others, changed(products, used, {})));
  }
  return best;
}

/** The ships with some of them changed. */
export function withShips(ships: Ships, changes: readonly (readonly [ShipId, Partial<Ship>])[]): Ships {
  const after: Record<ShipId, Ship> = { ...ships };
  for (const [id, change] of changes) {
    const ship = after[id];
    if (ship !== undefined) after[id] = { ...ship, ...change };
  }
  return after;
}

/** The seat's own ships heading for harbours that want their cargo, against those of the others. */
export function fleetWorth(mind: Judgement, ships: Ships, grudge: number): number {
  const { seat } = mind;
  let own = 0;
  let others = 0;
  const under = new Map<HarbourId, number[]>();
  for (const id in ships) {
    const ship = ships[id];
    if (ship === undefined || ship.position === null) continue;
    const goal = goalOf(mind, ship);
    if (ship.owner !== seat) {
      others += WORTH_TO_OTHERS * goal.reach;
      continue;
    }
    if (goal.harbour === null || goal.reach === 0) {
      own += RECYCLED * (mind.components.chart.progress.get(ship.position) ?? 0) - RECYCLED;
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
  mind: Judgement,
  { owner, position, cargo }: Ship,
): { harbour: HarbourId | null; reach: number } {
  let harbour: HarbourId | null = null;
  let reach = 0;
  let best = 0;
  if (cargo === null || position === null) return { harbour, reach };
  for (const candidate of mind.components.harbours) {
    if (candidate.material !== cargo) continue;
    const surely = mind.components.chart.reach.get(candidate.id)?.get(position) ?? 0;
    const worth = surely * (owner === mind.seat ? (mind.worth.get(candidate.id) ?? 0) : 1);
    if (worth <= best) continue;
    best = worth;
    harbour = candidate.id;
    reach = surely;
  }
  return { harbour, reach };
}

export function countProducts(products: Readonly<Tally>): ProductId[] {
  return Object.keys(products).filter((product) => (products[product] ?? 0) > 0);
}
