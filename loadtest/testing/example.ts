// A small result of a load test, for tests of reports and verdicts.
import { Histogram, type Latency, latencyOf } from '../histogram.ts';
import type { Plan } from '../plan.ts';
import type { LoadResult, Second } from '../result.ts';
import type { ServerSample } from '../server-watch.ts';

export const PLAN: Plan = {
  games: ['borneo'],
  matches: 200,
  rate: 2,
  ramp: 0,
  seconds: 3,
  warmup: 1,
  drain: 5,
  seats: undefined,
  spectators: 0,
  captains: 0,
  drops: 0,
  think: 250,
  bot: 'random',
  compareEvery: 4,
  seed: '0'.repeat(32),
};

function latencyFrom(values: readonly number[]): { histogram: Histogram; latency: Latency } {
  const histogram = new Histogram();
  for (const value of values) histogram.add(value);
  const latency = latencyOf(histogram);
  if (latency === undefined) throw new Error('no values');
  return { histogram, latency };
}

export function exampleResult(changes: Partial<LoadResult> = {}): LoadResult {
  const { histogram, latency } = latencyFrom([1, 2, 3, 4, 80]);
  return {
    format: 'quayside-loadtest',
    formatVersion: 1,
    startedAt: '2026-11-18T10:00:00.000Z',
    url: 'http://127.0.0.1:1234',
    machine: { cpu: 'A <fast> CPU', cores: 2, memoryGiB: 8, system: 'Linux 6', node: 'v24.0.0', load: 0.1 },
    plan: PLAN,
    totals: counts(60),
    movesPerSecond: 20,
    bytesPerMoveAndClient: 300,
    latencies: {
      delivery: latency,
      acknowledged: latency,
      service: latency,
      start: latency,
      return: null,
      lateness: null,
    },
    distribution: histogram.pack(),
    troubles: {},
    samples: {},
    recordsChecked: 6,
    commandsChecked: 60,
    unfinished: 0,
    seconds: [0, 1, 2, 3].map(second),
    generator: { workers: 1, cpu: 0.3, cpuAll: 0.3, loopDelayP99: 1, latenessP99: 0.5 },
    server: {
      cpuMean: 0.4,
      cpuPerMoveMicros: 400,
      residentFirst: 100 * 2 ** 20,
      residentMost: 150 * 2 ** 20,
      loopDelayMax: 0.012,
      commitMeanMs: 0.3,
    },
    othersCores: 0,
    serverSamples: [0, 1, 2, 3].map(sample),
    ...changes,
  };
}

function counts(each: number): LoadResult['totals'] {
  return {
    matchesArrived: each,
    matchesStarted: each,
    matchesFinished: each,
    moves: each,
    overtaken: 0,
    takenBack: 0,
    newsReceived: each,
    viewsCompared: each,
    drops: 0,
    returns: 0,
    bytesIn: each,
    bytesOut: each,
    messagesIn: each,
  };
}

function second(n: number): Second {
  const quiet = { ...counts(20), second: n, playing: 3, clients: 9, troubles: 0, generatorCpu: 0.3 };
  return n === 3
    ? { ...quiet, p50: null, p90: null, p99: null, max: null }
    : { ...quiet, p50: 1 + n, p90: 2 + n, p99: 3 + n, max: 4 + n };
}

function sample(n: number): ServerSample {
  return {
    at: 1_000 * n,
    residentBytes: (100 + n) * 2 ** 20,
    heapBytes: 50 * 2 ** 20,
    cpuSeconds: 0.4 * n,
    loopDelayMax: 0.012,
    rooms: 3,
    clients: 9,
    commandsAccepted: 20 * n,
    commitSeconds: 0.01 * n,
    commits: 20 * n,
  };
}
