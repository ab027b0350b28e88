// What happens to a simulated world from outside, drawn from its seed: who plays, and which faults come when.

import { gameOf } from '../loadtest/games.ts';
import { below, createRng, pick, type Rng, spawnSeed } from '../shared/kernel/rng.ts';
import type { ClockPreset } from '../shared/protocol/messages.ts';
import type { PartyPlan } from './people.ts';

export type Clock = ClockPreset;

const FAULTS = [
  ...(['crash', 'end', 'stop', 'clock'] as const),
  ...(['failing-store', 'slow-store', 'ambiguous-store', 'lossy-wire', 'late-signs'] as const),
] as const;

export interface Fault {
  readonly kind: (typeof FAULTS)[number];
  readonly at: number;
  /** Of a process that it strikes, or how long it lasts. */
  readonly member: number;
  readonly milliseconds: number;
}

export interface Plan {
  readonly seed: string;
  readonly members: number;
  readonly parties: readonly PartyPlan[];
  readonly faults: readonly Fault[];
  /** After the last fault there are quiet times. */
  readonly troubledMs: number;
  readonly quietMs: number;
}

const TROUBLED_MS = 20 * 60_000;
const QUIET_MS = 12 * 60_000;
const MOST_MEMBERS = 3;
const MOST_PARTIES = 8;
const MOST_FAULTS = 14;
const CLOCKS = ['fast', 'fast', 'normal', 'none'] as const;

export function planOf(seed: string, games: readonly string[]): Plan {
  const luck = createRng(seed);
  const members = below(luck, 2) === 0 ? 1 : 2 + below(luck, MOST_MEMBERS - 1);
  const parties = Array.from({ length: 1 + below(luck, MOST_PARTIES) }, () => partyOf(luck, games));
  const faults = Array.from({ length: below(luck, MOST_FAULTS + 1) }, () => faultOf(luck, members));
  return {
    seed: spawnSeed(luck),
    members,
    parties,
    faults: faults.sort((one, other) => one.at - other.at),
    troubledMs: TROUBLED_MS,
    quietMs: QUIET_MS,
  };
}

function partyOf(luck: Rng, games: readonly string[]): PartyPlan {
  const game = pick(luck, games);
  const { min, max } = gameOf(game).seats;
  const seats = min + below(luck, max - min + 1);
  return {
    game,
    clock: pick(luck, CLOCKS),
    seats,
    isBrisk: below(luck, 2) === 0,
    bots: below(luck, 3) === 0 ? below(luck, seats) : 0,
    absence: pick(luck, ['clock', 'clock', 'bot'] as const),
    undo: pick(luck, ['free', 'consent', 'off'] as const),
    isLazy: below(luck, 4) === 0,
    streams: below(luck, 3),
    at: below(luck, TROUBLED_MS / 2),
  };
}

function faultOf(luck: Rng, members: number): Fault {
  return {
    kind: pick(luck, FAULTS),
    at: below(luck, TROUBLED_MS),
    member: below(luck, members),
    milliseconds: 200 + below(luck, pick(luck, [2_000, 20_000])),
  };
}

/** Smaller plans, of which one may fail in the same way. */
export function* smaller(plan: Plan): Generator<Plan> {
  const { faults, parties } = plan;
  for (let size = faults.length; size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < faults.length; from += size)
      yield { ...plan, faults: faults.toSpliced(from, size) };
  for (let index = 0; index < parties.length && parties.length > 1; index++)
    yield { ...plan, parties: parties.toSpliced(index, 1) };
  if (plan.members > 1) yield { ...plan, members: plan.members - 1 };
}
