// Counters of playing bots. Each worker has its own; the chief adds them up by second.
import { Histogram, type PackedHistogram } from './histogram.ts';

export const COUNTS = [
  'matchesArrived',
  'matchesStarted',
  'matchesFinished',
  'moves',
  /** Refused because another seat's move came first, where several may move at once. */
  'overtaken',
  /** Moves that were taken back. */
  'takenBack',
  'newsReceived',
  'viewsCompared',
  'drops',
  'returns',
  'bytesIn',
  'bytesOut',
  'messagesIn',
] as const;
export type Count = (typeof COUNTS)[number];

export const LATENCIES = [
  /** The time from the intended moment of a move to the last client's update. */
  'delivery',
  /** The time from the intended moment to the acknowledgement. */
  'acknowledged',
  /** The time from the sending to the acknowledgement. */
  'service',
  /** The time from a match's arrival to its start, all seats filled. */
  'start',
  /** The time from reconnecting to the welcome. */
  'return',
  /** How late the generator itself sent a move that it could have sent in time. */
  'lateness',
] as const;
export type LatencyKind = (typeof LATENCIES)[number];

/** Possible failures. The second group are broken promises of the server, regardless of load. */
const TROUBLES = [
  'join-failed',
  'refused',
  'timed-out',
  'disconnected',
  'bot-failed',
  'check-failed',
  'version-gap',
  'views-differ',
  'command-lost',
  'record-differs',
] as const;
export type Trouble = (typeof TROUBLES)[number];
export const BROKEN_PROMISES: readonly Trouble[] = [
  'version-gap',
  'views-differ',
  'command-lost',
  'record-differs',
];

/** What one worker saw in one second. */
export interface Tick {
  readonly second: number;
  readonly counts: Readonly<Record<Count, number>>;
  readonly latencies: Readonly<Record<LatencyKind, PackedHistogram>>;
  readonly troubles: Readonly<Partial<Record<Trouble, number>>>;
  readonly playing: number;
  readonly clients: number;
}

/** Kept of each kind of trouble, to show what happened. */
const SAMPLES = 5;

export class Tally {
  #counts = zeroes();
  #latencies = empties();
  #troubles: Partial<Record<Trouble, number>> = {};
  readonly samples: Partial<Record<Trouble, string[]>> = {};

  count(what: Count, amount = 1): void {
    this.#counts[what] += amount;
  }

  took(what: LatencyKind, milliseconds: number): void {
    this.#latencies[what].add(milliseconds);
  }

  trouble(what: Trouble, detail: string): void {
    this.#troubles[what] = (this.#troubles[what] ?? 0) + 1;
    const samples = this.samples[what] ?? [];
    if (samples.length < SAMPLES) samples.push(detail);
    this.samples[what] = samples;
  }

  /** What was counted since the last call. */
  take(second: number, playing: number, clients: number): Tick {
    const tick = {
      second,
      counts: this.#counts,
      latencies: Object.fromEntries(
        LATENCIES.map((kind) => [kind, this.#latencies[kind].pack()]),
      ) as unknown as Tick['latencies'],
      troubles: this.#troubles,
      playing,
      clients,
    };
    this.#counts = zeroes();
    this.#latencies = empties();
    this.#troubles = {};
    return tick;
  }
}

function zeroes(): Record<Count, number> {
  return Object.fromEntries(COUNTS.map((count) => [count, 0])) as Record<Count, number>;
}

function empties(): Record<LatencyKind, Histogram> {
  return Object.fromEntries(LATENCIES.map((kind) => [kind, new Histogram()])) as Record<
    LatencyKind,
    Histogram
  >;
}
