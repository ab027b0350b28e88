// What a comparison says about ours in figures that mean the same on every machine, and what got worse since they were
// stored.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Comparison, SystemFigures } from './compare.ts';
import { columns } from './compare-words.ts';
import { journaled } from './journaled.ts';
import { quayside } from './quayside.ts';

/** It does the same work as ours in the same round, so most of what disturbs one disturbs the other. */
const YARDSTICK = journaled.id;
export const CHECKED: readonly string[] = [quayside.id, YARDSTICK];
/** A larger part more is worse. */
const BOUND = 0.1;
/** The same for processor time in small comparisons, beside other programs. */
const LOOSE_BOUND = 0.4;

const FILE = join(import.meta.dirname, 'ratios.json');

interface Figure {
  readonly what: string;
  /** Less is better. */
  readonly of: (figures: SystemFigures) => number;
  /** As a multiple of the yardstick’s. The others hardly differ from run to run. */
  readonly isRatio: boolean;
}

const FIGURES = {
  fullSpeed: { what: 'µs a move, full speed', of: (f) => f.cpuPerMoveMicros.fullSpeed, isRatio: true },
  equalLoad: { what: 'µs a move, equal load', of: (f) => f.cpuPerMoveMicros.equalLoad, isRatio: true },
  join: { what: 'µs a seat taken', of: (f) => f.cpuPerJoinMicros, isRatio: true },
  bytes: { what: 'bytes per move and client', of: (f) => f.bytesPerMoveAndClient, isRatio: false },
  idle: { what: 'live KiB an idle match', of: (f) => f.idleMatch.liveBytes / 1024, isRatio: false },
} as const satisfies Readonly<Record<string, Figure>>;

type Name = keyof typeof FIGURES;
const NAMES = Object.keys(FIGURES) as Name[];

const ratios = z.strictObject({
  fullSpeed: z.number(),
  equalLoad: z.number(),
  join: z.number(),
  bytes: z.number(),
  idle: z.number(),
});
export type Ratios = z.infer<typeof ratios>;

/** By the size of the comparison: figures of different sizes cannot be compared. */
const stored = z.strictObject({ whole: ratios, quick: ratios });
type Size = keyof z.infer<typeof stored>;

export function ratiosOf({ systems }: Pick<Comparison, 'systems'>): Ratios {
  const [ours, base] = CHECKED.map((id) => systems.find((system) => system.id === id));
  if (ours === undefined || base === undefined) throw new Error(`needed: ${CHECKED.join(' and ')}`);
  const of = (name: Name) => {
    const { of, isRatio }: Figure = FIGURES[name];
    return Number((isRatio ? of(ours) / of(base) : of(ours)).toFixed(3));
  };
  return {
    fullSpeed: of('fullSpeed'),
    equalLoad: of('equalLoad'),
    join: of('join'),
    bytes: of('bytes'),
    idle: of('idle'),
  };
}

/** The better of two runs in each figure: what is worse stays worse, what was disturbed does not. */
export function better(one: Ratios, other: Ratios | undefined): Ratios {
  if (other === undefined) return one;
  const pairs = NAMES.map((name) => [name, Math.min(one[name], other[name])] as const);
  return { ...one, ...Object.fromEntries(pairs) };
}

interface Change {
  readonly what: string;
  readonly before: number;
  readonly now: number;
  readonly change: number;
  readonly bound: number;
}

export function changesOf(before: Ratios, now: Ratios, size: Size): Change[] {
  return NAMES.map((name) => {
    const { what, isRatio } = FIGURES[name];
    return {
      what: isRatio ? `${what}, as a multiple of ${YARDSTICK}` : what,
      before: before[name],
      now: now[name],
      change: now[name] / before[name] - 1,
      bound: isRatio && size === 'quick' ? LOOSE_BOUND : BOUND,
    };
  });
}

export function isWorse({ change, bound }: Change): boolean {
  return change > bound;
}

export function changesInWords(changes: readonly Change[]): string {
  const rows = changes.map((one) => [
    one.what,
    one.before.toFixed(2),
    one.now.toFixed(2),
    percent(one.change),
    percent(one.bound),
    isWorse(one) ? 'WORSE' : '',
  ]);
  return columns([['', 'stored', 'now', 'change', 'bound', ''], ...rows]);
}

function percent(part: number): string {
  return `${part < 0 ? '−' : '+'}${Math.abs(Math.round(part * 100))} %`;
}

export function storedRatios(): Readonly<Record<Size, Ratios>> {
  return stored.parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

export function storeRatios(size: Size, now: Ratios): void {
  writeFileSync(FILE, `${JSON.stringify({ ...storedRatios(), [size]: now }, null, 2)}\n`);
}
