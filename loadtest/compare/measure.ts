// The measurements: equal load, full speed, joining and idling; the same code for every server.
import { now, sleepUntil } from '../clock.ts';
import { Histogram } from '../histogram.ts';
import type { BenchTable, RunningSystem } from './system.ts';

export interface Sizes {
  readonly rounds: number;
  /** Warm-up rounds at full speed, until the compilers are done. */
  readonly warmUps: number;
  readonly tables: number;
  /** Equal load: moves a second over all tables, and for how long. */
  readonly rate: number;
  readonly pacedSeconds: number;
  /** Full speed: the maximum number of moves per table, and of seconds. */
  readonly movesPerTable: number;
  readonly fullSeconds: number;
  readonly idleTables: number;
  /** Matches to recover after a kill; 0: not measured. */
  readonly recover: number;
}

export const SIZES: Sizes = {
  rounds: 3,
  warmUps: 8,
  tables: 40,
  rate: 300,
  pacedSeconds: 4,
  movesPerTable: 90,
  fullSeconds: 4,
  idleTables: 100,
  recover: 100,
};

export const QUICK: Sizes = {
  rounds: 1,
  warmUps: 3,
  tables: 12,
  rate: 150,
  pacedSeconds: 2,
  movesPerTable: 60,
  fullSeconds: 1.5,
  idleTables: 25,
  recover: 20,
};

/** For comparing with stored ratios: more rounds, since their differences matter more than their lengths. */
export const QUICK_CHECK: Sizes = { ...QUICK, rounds: 3, warmUps: 4, idleTables: 40, recover: 0 };

/** The figures of one server in one round. */
export interface RoundFigures {
  readonly joinsPerSecond: number;
  /** Microseconds of the server's processor for each seat that is taken. */
  readonly joinCpu: number;
  /** At equal load, milliseconds from the intended moment to the last client's update. */
  readonly latency: Histogram;
  /** Microseconds of the server's processor, at equal load and at full speed. */
  readonly pacedCpu: number;
  readonly fullCpu: number;
  readonly movesPerSecond: number;
  readonly bytesPerMoveAndClient: number;
  /** Share of a core that this process used at full speed. */
  readonly generator: number;
}

/** Tables that are opened at the same time. */
const DOORS = 8;

export async function measureRound(
  system: RunningSystem,
  sizes: Sizes,
  seats: number,
): Promise<RoundFigures> {
  await system.expect(sizes.tables);
  const began = now();
  const joined = await used(system, () => openTables(system, sizes.tables));
  const tables = joined.value;
  const joins = sizes.tables * seats;
  const joinsPerSecond = joins / ((now() - began) / 1000);
  try {
    const bytes = system.bytes();
    const paced = await used(system, () => playPaced(tables, sizes));
    const bytesPerMoveAndClient = (system.bytes() - bytes) / paced.value.count / seats;
    const own = process.cpuUsage();
    const full = await used(system, () => playFull(tables, sizes));
    const { user, system: kernel } = process.cpuUsage(own);
    return {
      joinsPerSecond,
      joinCpu: joined.cpu / joins,
      latency: paced.value,
      pacedCpu: paced.cpu / paced.value.count,
      fullCpu: full.cpu / full.value.moves,
      movesPerSecond: full.value.moves / full.value.seconds,
      bytesPerMoveAndClient,
      generator: (user + kernel) / 1e6 / full.value.seconds,
    };
  } finally {
    for (const table of tables) table.close();
  }
}

export async function openTables(system: RunningSystem, count: number): Promise<BenchTable[]> {
  const tables: BenchTable[] = [];
  let left = count;
  const open = async () => {
    while (left-- > 0) tables.push(await system.openTable());
  };
  await Promise.all(Array.from({ length: DOORS }, open));
  return tables;
}

/** Memory of one idle match with its clients. */
export interface IdleFigures {
  /** What the process takes from the system: what a host pays, but in large steps. */
  readonly residentBytes: number;
  /** Objects and buffers alive after a collection: steadier. */
  readonly liveBytes: number;
}

export async function measureIdle(system: RunningSystem, count: number): Promise<IdleFigures> {
  await system.expect(count + DOORS);
  // The first tables bring in what all share.
  const first = await openTables(system, DOORS);
  const before = await system.usage('tidy');
  const tables = await openTables(system, count);
  const after = await system.usage('tidy');
  for (const table of [...first, ...tables]) table.close();
  return {
    residentBytes: (after.residentBytes - before.residentBytes) / count,
    liveBytes: (after.liveBytes - before.liveBytes) / count,
  };
}

async function used<T>(system: RunningSystem, work: () => Promise<T>): Promise<{ value: T; cpu: number }> {
  const before = await system.usage();
  const value = await work();
  return { value, cpu: (await system.usage()).cpu - before.cpu };
}

/** Every table at its own steady pace, regardless of the server. */
async function playPaced(tables: readonly BenchTable[], sizes: Sizes): Promise<Histogram> {
  const latency = new Histogram();
  const step = (tables.length / sizes.rate) * 1000;
  const begin = now() + 50;
  const end = begin + sizes.pacedSeconds * 1000;
  await Promise.all(
    tables.map(async (table, index) => {
      for (let due = begin + (index / tables.length) * step; due < end; due += step) {
        if (!table.prepare()) return;
        const isInTime = now() <= due;
        await sleepUntil(due);
        const sent = now();
        // A bot that was ready but woke up late was delayed by this process; one that was not ready, by the server.
        const intended = isInTime ? sent : due;
        await table.send();
        latency.add(now() - intended);
      }
    }),
  );
  return latency;
}

/** Each table's next move as soon as all clients have seen the last one. */
async function playFull(
  tables: readonly BenchTable[],
  sizes: Sizes,
): Promise<{ readonly moves: number; readonly seconds: number }> {
  const begin = now();
  const end = begin + sizes.fullSeconds * 1000;
  let moves = 0;
  await Promise.all(
    tables.map(async (table) => {
      for (let played = 0; played < sizes.movesPerTable && now() < end; played++) {
        if (!table.prepare()) return;
        await table.send();
        moves += 1;
      }
    }),
  );
  return { moves, seconds: (now() - begin) / 1000 };
}
