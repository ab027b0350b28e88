// Waves of load and rest, and what each leaves behind in the server.
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../cli/temporary-folder.ts';
import { families } from '../../shared/games/index.ts';
import { createRng, spawnSeed } from '../../shared/kernel/rng.ts';
import { runLoad } from '../chief.ts';
import { type BenchProcess, startProcess } from '../compare/process.ts';
import { NO_LIMITS } from '../no-limits.ts';
import { readServer } from '../server-watch.ts';
import type { Trouble } from '../tally.ts';
import type { SoakOptions } from './options.ts';

/** Levels after a wave, once all tables sleep. */
export interface Level {
  /** Seconds since the beginning. */
  readonly at: number;
  readonly liveBytes: number;
  readonly residentBytes: number;
  readonly descriptors: number | null;
  readonly timers: number;
  readonly rooms: number;
  readonly clients: number;
  /** The moves of the wave before. */
  readonly moves: number;
  readonly matches: number;
  readonly p99: number | null;
}

export interface SoakResult {
  readonly levels: readonly Level[];
  readonly moves: number;
  readonly matches: number;
  readonly troubles: Readonly<Partial<Record<Trouble, number>>>;
  readonly samples: readonly string[];
}

/** Tables leave memory soon after a wave, so that the levels can be compared. */
const SLEEP_SECONDS = 2;
const REST_SECONDS = 60;

export async function soak(options: SoakOptions, onLevel: (level: Level) => void): Promise<SoakResult> {
  const { folder, remove } = temporaryFolder('soak');
  const settings = { ...NO_LIMITS, TABLE_SLEEP_SECONDS: `${SLEEP_SECONDS}` };
  const server = await startProcess({ folder, settings });
  const luck = createRng('50a4'.repeat(8));
  const levels: Level[] = [];
  const troubles: Partial<Record<Trouble, number>> = {};
  const samples: string[] = [];
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  try {
    do {
      const load = await runLoad({ url: server.url, plan: planOf(options, spawnSeed(luck)), workers: 1 });
      for (const [trouble, count] of Object.entries(load.troubles) as [Trouble, number][])
        troubles[trouble] = (troubles[trouble] ?? 0) + count;
      for (const [trouble, texts] of Object.entries(load.samples))
        samples.push(...texts.map((what) => `${trouble}: ${what}`));
      const level = {
        at: elapsed(),
        ...(await atRest(server)),
        moves: load.totals.moves,
        matches: load.totals.matchesStarted,
        p99: load.latencies.delivery?.p99 ?? null,
      };
      levels.push(level);
      onLevel(level);
    } while (elapsed() < options.minutes * 60);
  } finally {
    await server.kill();
    remove();
  }
  const sum = (of: (level: Level) => number) => levels.reduce((total, level) => total + of(level), 0);
  return {
    levels,
    moves: sum(({ moves }) => moves),
    matches: sum(({ matches }) => matches),
    troubles,
    samples: samples.slice(0, 10),
  };
}

function planOf({ wave, rate, drops }: SoakOptions, seed: string) {
  return {
    games: families.map(({ id }) => id),
    matches: 100_000,
    rate,
    ramp: 0,
    seconds: wave,
    warmup: 0,
    drain: 60,
    seats: undefined,
    spectators: 1,
    captains: 0,
    drops,
    think: 100,
    bot: 'random' as const,
    compareEvery: 8,
    seed,
  };
}

/** Waits until every table has left memory, then collects garbage and measures. */
async function atRest(server: BenchProcess): Promise<Omit<Level, 'at' | 'moves' | 'matches' | 'p99'>> {
  const deadline = performance.now() + REST_SECONDS * 1000;
  let sample = await readServer(server.url, undefined, Date.now);
  while (sample === undefined || sample.rooms > 0) {
    if (performance.now() > deadline) break;
    await sleep(1_000);
    sample = await readServer(server.url, undefined, Date.now);
  }
  // Connections that are kept alive for the next request are closed by the client after some seconds.
  await sleep(5_000);
  const { liveBytes, residentBytes, descriptors, timers } = await server.usage('tidy');
  const { rooms = -1, clients = -1 } = sample ?? {};
  return { liveBytes, residentBytes, descriptors, timers, rooms, clients };
}
