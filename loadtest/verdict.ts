// Passed or failed, and whether the generator itself was fit to judge.
import type { LoadResult } from './result.ts';
import { BROKEN_PROMISES, type Trouble } from './tally.ts';

export interface Thresholds {
  /** Milliseconds from the intended moment of a move to the last client's update. */
  readonly maxP50?: number | undefined;
  readonly maxP99?: number | undefined;
  /** Milliseconds from a match's arrival to its start. */
  readonly maxStartP99?: number | undefined;
  /** Moves in all. */
  readonly minMoves?: number | undefined;
  readonly minMovesPerSecond?: number | undefined;
  /** Failures of all kinds; broken promises are never allowed. */
  readonly maxErrors: number;
  readonly maxMemoryMiB?: number | undefined;
}

interface Check {
  readonly what: string;
  readonly ok: boolean;
  readonly found: string;
  readonly wanted: string;
}

export interface Verdict {
  readonly ok: boolean;
  readonly checks: readonly Check[];
  /** What makes the figures doubtful, in words. */
  readonly doubts: readonly string[];
}

/** A worker busier than this has moves waiting behind its own work. */
const BUSY = 0.85;
/** This share of the judged latency may be the generator's own. */
const OWN_SHARE = 0.25;
/** Other programs may use this share of the machine without a warning. */
const OTHERS_SHARE = 0.15;

export function judge(result: LoadResult, thresholds: Thresholds): Verdict {
  const checks: Check[] = [];
  const atMost = (
    what: string,
    found: number | undefined | null,
    limit: number | undefined,
    unit: string,
  ) => {
    if (limit === undefined) return;
    const known = found !== undefined && found !== null;
    checks.push({
      what,
      ok: known && found <= limit,
      found: known ? `${round(found)} ${unit}`.trim() : 'nothing measured',
      wanted: `at most ${limit} ${unit}`.trim(),
    });
  };
  const atLeast = (what: string, found: number, limit: number | undefined, unit: string) => {
    if (limit === undefined) return;
    checks.push({
      what,
      ok: found >= limit,
      found: `${round(found)} ${unit}`.trim(),
      wanted: `at least ${limit} ${unit}`.trim(),
    });
  };
  const { delivery, start } = result.latencies;
  const troubles = Object.entries(result.troubles) as [Trouble, number][];
  const sum = (entries: readonly [Trouble, number][]) =>
    entries.reduce((total, [, count]) => total + count, 0);
  const broken = troubles.filter(([trouble]) => BROKEN_PROMISES.includes(trouble));
  atMost('broken promises', sum(broken), 0, '');
  atMost('errors', sum(troubles), thresholds.maxErrors, '');
  atLeast('moves', result.totals.moves, thresholds.minMoves ?? 1, '');
  atLeast('moves a second', result.movesPerSecond, thresholds.minMovesPerSecond, '');
  atMost('p50 to all clients', delivery?.p50, thresholds.maxP50, 'ms');
  atMost('p99 to all clients', delivery?.p99, thresholds.maxP99, 'ms');
  atMost('p99 to the start', start?.p99, thresholds.maxStartP99, 'ms');
  const memory = result.server === null ? null : result.server.residentMost / 2 ** 20;
  atMost('memory of the server', memory, thresholds.maxMemoryMiB, 'MiB');
  return { ok: checks.every(({ ok }) => ok), checks, doubts: doubtsOf(result) };
}

/** A slow generator would measure itself. */
function doubtsOf(result: LoadResult): string[] {
  const { generator, latencies, totals, unfinished, recordsChecked, othersCores, machine } = result;
  const doubts: string[] = [];
  const p99 = latencies.delivery?.p99 ?? Number.POSITIVE_INFINITY;
  if (generator.cpu > BUSY) {
    const percent = Math.round(generator.cpu * 100);
    doubts.push(`the generator was the bottleneck: its busiest worker used ${percent} % of a core`);
  }
  if (generator.latenessP99 > 2 && generator.latenessP99 > p99 * OWN_SHARE) {
    const [late, all] = [round(generator.latenessP99), round(p99)];
    doubts.push(`the generator was late itself: p99 ${late} ms of the ${all} ms that were measured`);
  }
  if (othersCores !== null && othersCores > machine.cores * OTHERS_SHARE) {
    const used = `${round(othersCores)} of ${machine.cores} cores`;
    doubts.push(`other programs used ${used} meanwhile: the server could be faster alone`);
  }
  if (unfinished > 0) {
    const judged = `${recordsChecked} of ${totals.matchesArrived} matches`;
    doubts.push(`${unfinished} matches did not end in time; only ${judged} were held against their record`);
  }
  return doubts;
}

function round(value: number): string {
  return value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toPrecision(3);
}
