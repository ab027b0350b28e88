// The outcome of a load test: the seconds of all workers added up, and the figures that are judged.
import { Histogram, type Latency, latencyOf, type PackedHistogram } from './histogram.ts';
import type { Machine } from './machine.ts';
import type { Plan } from './plan.ts';
import type { ServerSample } from './server-watch.ts';
import { COUNTS, type Count, LATENCIES, type LatencyKind, type Tick, type Trouble } from './tally.ts';
import type { SelfReport } from './worker-messages.ts';

/** One second, over all workers. */
export interface Second extends Readonly<Record<Count, number>> {
  readonly second: number;
  readonly playing: number;
  readonly clients: number;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p99: number | null;
  readonly max: number | null;
  readonly troubles: number;
  /** The share of a core that the busiest worker used. */
  readonly generatorCpu: number;
}

interface GeneratorFigures {
  readonly workers: number;
  /** The busiest worker, share of a core, mean over the judged seconds. */
  readonly cpu: number;
  /** All workers together, in cores. */
  readonly cpuAll: number;
  readonly loopDelayP99: number;
  /** How late moves were sent that could have been sent in time. */
  readonly latenessP99: number;
}

interface ServerFigures {
  readonly cpuMean: number;
  readonly cpuPerMoveMicros: number | null;
  readonly residentFirst: number;
  readonly residentMost: number;
  readonly loopDelayMax: number;
  readonly commitMeanMs: number | null;
}

export interface LoadResult {
  readonly format: 'quayside-loadtest';
  readonly formatVersion: 1;
  readonly startedAt: string;
  readonly url: string;
  readonly machine: Machine;
  readonly plan: Plan;
  readonly totals: Readonly<Record<Count, number>>;
  /** Accepted moves a second, over the judged seconds. */
  readonly movesPerSecond: number;
  readonly bytesPerMoveAndClient: number | null;
  readonly latencies: Readonly<Record<LatencyKind, Latency | null>>;
  readonly distribution: PackedHistogram;
  readonly troubles: Readonly<Partial<Record<Trouble, number>>>;
  readonly samples: Readonly<Partial<Record<Trouble, readonly string[]>>>;
  readonly recordsChecked: number;
  readonly commandsChecked: number;
  readonly unfinished: number;
  readonly seconds: readonly Second[];
  readonly generator: GeneratorFigures;
  readonly server: ServerFigures | null;
  /** Cores that other programs on this machine used meanwhile; `null` if the server is elsewhere. */
  readonly othersCores: number | null;
  readonly serverSamples: readonly ServerSample[];
}

/** Adds up what workers report, second by second. */
export class Collector {
  readonly #plan: Plan;
  readonly #latencies = Object.fromEntries(LATENCIES.map((kind) => [kind, new Histogram()])) as Record<
    LatencyKind,
    Histogram
  >;
  readonly #seconds = new Map<number, { ticks: Tick[]; delivery: Histogram; cpu: number }>();
  readonly #selves = new Map<number, SelfReport[]>();
  readonly #troubles: Partial<Record<Trouble, number>> = {};

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  add(worker: number, tick: Tick, self: SelfReport): void {
    for (const kind of LATENCIES) this.#latencies[kind].merge(tick.latencies[kind]);
    for (const [trouble, count] of Object.entries(tick.troubles)) {
      const known = this.#troubles[trouble as Trouble] ?? 0;
      this.#troubles[trouble as Trouble] = known + count;
    }
    const fresh = { ticks: [], delivery: new Histogram(), cpu: 0 };
    const second = this.#seconds.get(tick.second) ?? fresh;
    second.cpu = Math.max(second.cpu, self.cpu);
    second.ticks.push(tick);
    second.delivery.merge(tick.latencies.delivery);
    this.#seconds.set(tick.second, second);
    if (tick.second < this.#plan.warmup || tick.second >= this.#plan.seconds) return;
    const selves = this.#selves.get(worker) ?? [];
    selves.push(self);
    this.#selves.set(worker, selves);
  }

  get troubles(): Readonly<Partial<Record<Trouble, number>>> {
    return this.#troubles;
  }

  latency(kind: LatencyKind): Latency | null {
    return latencyOf(this.#latencies[kind]) ?? null;
  }

  distribution(): PackedHistogram {
    return this.#latencies.delivery.pack();
  }

  seconds(): Second[] {
    return [...this.#seconds.entries()]
      .sort(([a], [b]) => a - b)
      .map(([second, { ticks, delivery, cpu }]) => {
        const sum = (of: (tick: Tick) => number) => ticks.reduce((total, tick) => total + of(tick), 0);
        const counts = Object.fromEntries(COUNTS.map((count) => [count, sum((tick) => tick.counts[count])]));
        const at = (share: number) => delivery.percentile(share) ?? null;
        return {
          ...(counts as Record<Count, number>),
          second,
          playing: sum((tick) => tick.playing),
          clients: sum((tick) => tick.clients),
          p50: at(0.5),
          p90: at(0.9),
          p99: at(0.99),
          max: at(1),
          troubles: sum((tick) => Object.values(tick.troubles).reduce((total, count) => total + count, 0)),
          generatorCpu: cpu,
        };
      });
  }

  totals(): Record<Count, number> {
    const seconds = this.seconds();
    const sum = (count: Count) => seconds.reduce((total, second) => total + second[count], 0);
    return Object.fromEntries(COUNTS.map((count) => [count, sum(count)])) as Record<Count, number>;
  }

  generator(workers: number): GeneratorFigures {
    const means = [...this.#selves.values()].map((all) => mean(all.map(({ cpu }) => cpu)));
    const delays = [...this.#selves.values()].flatMap((all) => all.map(({ loopDelayP99 }) => loopDelayP99));
    return {
      workers,
      cpu: Math.max(0, ...means),
      cpuAll: means.reduce((sum, value) => sum + value, 0),
      loopDelayP99: mean(delays),
      latenessP99: this.#latencies.lateness.percentile(0.99) ?? 0,
    };
  }
}

/** The judged seconds only: after the warm-up, before the end. */
export function judgedSeconds(seconds: readonly Second[], plan: Plan): Second[] {
  return seconds.filter(({ second }) => second >= plan.warmup && second < plan.seconds);
}

export function serverFigures(
  samples: readonly ServerSample[],
  begin: number,
  plan: Plan,
): ServerFigures | null {
  const from = begin + plan.warmup * 1000;
  const judged = samples.filter(({ at }) => at >= from && at <= begin + plan.seconds * 1000 + 500);
  const first = judged[0];
  const last = judged.at(-1);
  if (first === undefined || last === undefined || last.at <= first.at) return null;
  const cpu = last.cpuSeconds - first.cpuSeconds;
  const moves = last.commandsAccepted - first.commandsAccepted;
  const commits = last.commits - first.commits;
  return {
    cpuMean: cpu / ((last.at - first.at) / 1000),
    cpuPerMoveMicros: moves > 0 ? (cpu / moves) * 1e6 : null,
    residentFirst: samples[0]?.residentBytes ?? 0,
    residentMost: Math.max(...samples.map(({ residentBytes }) => residentBytes)),
    loopDelayMax: Math.max(...judged.slice(1).map(({ loopDelayMax }) => loopDelayMax)),
    commitMeanMs: commits > 0 ? ((last.commitSeconds - first.commitSeconds) / commits) * 1000 : null,
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
