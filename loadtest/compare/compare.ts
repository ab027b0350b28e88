// Servers side by side: interleaved rounds, one generator, the same bots.
import { Histogram, type Latency, latencyOf } from '../histogram.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { bare } from './bare.ts';
import { boardgame } from './boardgame.ts';
import { journaled } from './journaled.ts';
import { type IdleFigures, measureIdle, measureRound, type RoundFigures, type Sizes } from './measure.ts';
import { CLUSTERS, quayside, quaysideOnPostgres } from './quayside.ts';
import { measureRecovery, type Recovery } from './recovery.ts';
import { relay } from './relay.ts';
import { type RunningSystem, SEATS, type System } from './system.ts';

const SYSTEMS: readonly System[] = [quayside, journaled, boardgame, bare, relay];
/** Measured only if named: they need more than npm installs. */
const FURTHER: readonly System[] = [quaysideOnPostgres, ...CLUSTERS];

export interface SystemFigures {
  readonly id: string;
  readonly title: string;
  readonly movesPerSecond: number;
  /** What one core could do, from the server's processor time at full speed. */
  readonly movesPerCoreSecond: number;
  readonly cpuPerMoveMicros: { readonly equalLoad: number; readonly fullSpeed: number };
  readonly latency: Latency | null;
  readonly bytesPerMoveAndClient: number;
  readonly idleMatch: IdleFigures;
  readonly joinsPerSecond: number;
  readonly cpuPerJoinMicros: number;
  readonly generatorShare: number;
}

export interface Comparison {
  readonly format: 'quayside-bench';
  readonly formatVersion: 1;
  readonly startedAt: string;
  readonly machine: Machine;
  readonly sizes: Sizes;
  readonly systems: readonly SystemFigures[];
  readonly recovery: Recovery | null;
}

interface Entry {
  readonly system: System;
  readonly server: RunningSystem;
  /** The load of one process, for each process. */
  readonly load: Sizes;
  readonly rounds: RoundFigures[];
  idle: IdleFigures;
}

export async function compare(
  sizes: Sizes,
  only: readonly string[],
  onProgress: (text: string) => void,
): Promise<Comparison> {
  const startedAt = new Date().toISOString();
  const machine = describeMachine();
  const chosen = only.length === 0 ? SYSTEMS : [...SYSTEMS, ...FURTHER].filter(({ id }) => only.includes(id));
  const running: Entry[] = [];
  try {
    for (const system of chosen) {
      onProgress(`${system.title}: idle matches`);
      const server = await system.start();
      const { processes = 1 } = system;
      const load = { ...sizes, tables: sizes.tables * processes, rate: sizes.rate * processes };
      const entry: Entry = { system, server, load, rounds: [], idle: { residentBytes: 0, liveBytes: 0 } };
      running.push(entry);
      entry.idle = await measureIdle(server, sizes.idleTables);
    }
    for (const { system, server, load } of running) {
      for (let round = 1; round <= sizes.warmUps; round++) {
        onProgress(`${system.title}: warming up, ${round} of ${sizes.warmUps}`);
        await measureRound(server, { ...load, pacedSeconds: 0 }, SEATS);
      }
    }
    for (let round = 1; round <= sizes.rounds; round++) {
      for (const { system, server, load, rounds } of running) {
        onProgress(`${system.title}: round ${round} of ${sizes.rounds}`);
        rounds.push(await measureRound(server, load, SEATS));
      }
    }
  } finally {
    for (const { server } of running) await server.stop();
  }
  const isOursThere = chosen.some(({ id }) => id === quayside.id);
  onProgress('recovery after a kill');
  const recovery = sizes.recover > 0 && isOursThere ? await measureRecovery(sizes.recover) : null;
  return {
    format: 'quayside-bench',
    formatVersion: 1,
    startedAt,
    machine,
    sizes,
    systems: running.map(({ system, rounds, idle }) => figuresOf(system, rounds, idle)),
    recovery,
  };
}

function figuresOf({ id, title }: System, rounds: readonly RoundFigures[], idle: IdleFigures): SystemFigures {
  const all = new Histogram();
  for (const { latency } of rounds) all.merge(latency.pack());
  const of = (pick: (round: RoundFigures) => number) => median(rounds.map(pick));
  const fullSpeed = of(({ fullCpu }) => fullCpu);
  return {
    id,
    title,
    movesPerSecond: of(({ movesPerSecond }) => movesPerSecond),
    movesPerCoreSecond: 1e6 / fullSpeed,
    cpuPerMoveMicros: { equalLoad: of(({ pacedCpu }) => pacedCpu), fullSpeed },
    latency: latencyOf(all) ?? null,
    bytesPerMoveAndClient: of(({ bytesPerMoveAndClient }) => bytesPerMoveAndClient),
    idleMatch: idle,
    joinsPerSecond: of(({ joinsPerSecond }) => joinsPerSecond),
    cpuPerJoinMicros: of(({ joinCpu }) => joinCpu),
    generatorShare: of(({ generator }) => generator),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
