// The plan of a load test.
import { createRng, spawnSeed } from '../shared/kernel/rng.ts';
import { arrivalTimes } from './arrivals.ts';

export type BotKind = 'random' | 'greedy';

export interface Plan {
  readonly games: readonly string[];
  /** Maximum number of matches, however long it lasts. */
  readonly matches: number;
  readonly rate: number;
  readonly ramp: number;
  readonly seconds: number;
  /** Latencies of the first seconds are shown, but not judged. */
  readonly warmup: number;
  /** Afterwards unfinished matches are played on without pauses for up to this long, so that they can be checked. */
  readonly drain: number;
  /** Players at a table; `undefined`: all sizes that the game allows, in turn. */
  readonly seats: number | undefined;
  readonly spectators: number;
  /** The share of tables at which one player meets captains; only the other tables are measured. */
  readonly captains: number;
  /** How often a client's connection breaks, in breaks per minute and client. */
  readonly drops: number;
  /** Milliseconds from seeing the board to the move, on average. */
  readonly think: number;
  readonly bot: BotKind;
  /** Views are compared at every Nth version. */
  readonly compareEvery: number;
  readonly seed: string;
}

/** One match to be played. */
export interface MatchOrder {
  readonly game: string;
  readonly seats: number;
  /** Milliseconds after the beginning. */
  readonly at: number;
  readonly luck: string;
  /** One player, and captains on the other seats. */
  readonly captains: boolean;
}

type SeatsOf = (game: string) => { readonly min: number; readonly max: number };

/** Games and table sizes in turn, each at its time. */
export function matchOrders(plan: Plan, seatsOf: SeatsOf): MatchOrder[] {
  const luck = createRng(plan.seed);
  const kinds = plan.games.flatMap((game) => {
    const { min, max } = seatsOf(game);
    const sizes = Array.from({ length: max - min + 1 }, (_, more) => min + more);
    const wanted = plan.seats === undefined ? sizes : sizes.filter((size) => size === plan.seats);
    if (wanted.length === 0) throw new Error(`${game} has ${min} to ${max} seats`);
    return wanted.map((seats) => ({ game, seats }));
  });
  return arrivalTimes(plan).map((at, n) => {
    const kind = kinds[n % kinds.length];
    if (kind === undefined) throw new Error('no game to play');
    const captains = Math.floor((n + 1) * plan.captains) > Math.floor(n * plan.captains);
    return { ...kind, at, luck: spawnSeed(luck), captains };
  });
}
