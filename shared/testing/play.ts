// Plays games without a table: random and stalled games for tests and benchmarks.
import type { Game, News, Shape } from '../kernel/game.ts';
import { below, createRng, pick, type Rng } from '../kernel/rng.ts';
import type { Seat } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';

/** The point where the enumeration of a huge legal set may stop. */
const ENOUGH = 400;

/** Up to this point every step of a game is checked, then one in so many. */
const THOROUGH = 40;
const SPARSE = 12;

/** Whether a step of the n-th game is among those that dear checks look at. */
export function isChecked(version: number, n: number): boolean {
  return version <= THOROUGH || (version + n) % SPARSE === 0;
}

export interface Step<G extends Shape> {
  readonly before: Frozen<G['State']>;
  readonly seat: Seat;
  readonly command: G['Command'];
  readonly after: Frozen<G['State']>;
  readonly news: readonly News<G['Event']>[];
}

export type Policy<G extends Shape> = (
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  luck: Rng,
) => G['Command'];

/** A 128-bit seed for the n-th game of a test. */
export function seedOf(n: number): string {
  return Math.abs(Math.trunc(n)).toString(16).padStart(32, '0').slice(-32);
}

/** The options of a table; throws if they are refused. */
export function optionsOf<G extends Shape>(game: Game<G>, seats: number, raw: object = {}): G['Options'] {
  const options = game.parseOptions(raw, seats);
  if (!options.ok) throw new Error(`${options.code}: ${options.detail ?? ''}`);
  return options.value;
}

/** A game at its first decision, and the news of its setup. */
export function begin<G extends Shape>(
  game: Game<G>,
  seats: number,
  seed: string,
  options: object = {},
): { readonly state: Frozen<G['State']>; readonly news: readonly News<G['Event']>[] } {
  return game.setup(optionsOf(game, seats, options), seats, seed);
}

/** Picks a command type first, then a command of that type, so that rare types are played too. */
export function randomCommand<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  luck: Rng,
): G['Command'] {
  const byType = new Map<string, G['Command'][]>();
  let seen = 0;
  for (const command of game.legal(state, seat)) {
    // A command that answers no decision (such as resigning) would end most games early, so only one in fifty.
    if (game.unasked.includes(command.type) && below(luck, 50) > 0) continue;
    const known = byType.get(command.type);
    if (known === undefined) byType.set(command.type, [command]);
    else known.push(command);
    if (++seen >= ENOUGH) break;
  }
  if (byType.size === 0) return game.fallback(state, seat);
  return pick(luck, pick(luck, [...byType.values()]));
}

export function greedyCommand<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  luck: Rng,
): G['Command'] {
  return game.greedy(game.publicView(state), game.seatView(state, seat), seat, luck);
}

export function fallbackCommand<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
): G['Command'] {
  return game.fallback(state, seat);
}

/** Plays a game to its end (or up to `limit` commands) and reports each step; throws on a refusal. */
export function* playSteps<G extends Shape>(
  game: Game<G>,
  start: Frozen<G['State']>,
  luckSeed: string,
  policyOf: (seat: Seat) => Policy<G>,
  limit = 20_000,
): Generator<Step<G>, Frozen<G['State']>> {
  const luck = createRng(luckSeed);
  let state = start;
  for (let played = 0; played < limit; played++) {
    const open = game.decisions(state);
    if (open.length === 0) return state;
    const seat = pick(luck, open).seat;
    const command = policyOf(seat)(game, state, seat, luck);
    const outcome = game.apply(state, seat, command);
    if (!outcome.ok) {
      throw new Error(`version ${state.version}: seat ${seat} ${JSON.stringify(command)}: ${outcome.code}`);
    }
    yield { before: state, seat, command, after: outcome.state, news: outcome.news };
    state = outcome.state;
  }
  throw new Error(`not over after ${limit} commands`);
}

export function playOut<G extends Shape>(
  game: Game<G>,
  start: Frozen<G['State']>,
  luckSeed: string,
  policyOf: (seat: Seat) => Policy<G>,
  limit?: number,
): Frozen<G['State']> {
  const steps = playSteps(game, start, luckSeed, policyOf, limit);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
