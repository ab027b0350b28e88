// Decides whether anything grew from wave to wave.
import type { Level, SoakResult } from './soak.ts';

export interface SoakCheck {
  readonly what: string;
  readonly ok: boolean;
  readonly found: string;
  readonly wanted: string;
}

/** Compilers and caches still fill in the first waves, if there are enough of them. */
const WARMUP_WAVES = 2;
const MEMORY_SHARE = 0.1;
const MEMORY_BYTES = 8 * 2 ** 20;
/** With fewer waves a single one decides, which may find a record or two still cached. */
const FEW_WAVES = 6;
/** Connections of the metrics and of the load generator come and go. */
const LOOSE_ENDS = 5;

export function judgeSoak({ levels, troubles, moves }: SoakResult): SoakCheck[] {
  const settled = levels.length > WARMUP_WAVES + 1 ? levels.slice(WARMUP_WAVES) : levels;
  const before = settled.slice(0, Math.ceil(settled.length / 3));
  const after = settled.slice(-Math.ceil(settled.length / 3));
  const grown = (
    what: string,
    of: (level: Level) => number,
    allowed: number,
    unit: (n: number) => string,
  ) => {
    const [from, to] = [median(before.map(of)), median(after.map(of))];
    return {
      what,
      ok: to - from <= allowed,
      found: `${unit(from)} → ${unit(to)}`,
      wanted: `at most ${unit(allowed)} more`,
    };
  };
  const live = median(before.map(({ liveBytes }) => liveBytes));
  const memory = Math.max(MEMORY_BYTES, live * MEMORY_SHARE) * (settled.length < FEW_WAVES ? 3 : 1);
  const rooms = Math.max(...levels.map((level) => level.rooms));
  const clients = Math.max(...levels.map((level) => level.clients));
  const wrong = Object.values(troubles).reduce((sum, count) => sum + count, 0);
  const whole = (n: number) => String(Math.round(n));
  return [
    grown('live memory', ({ liveBytes }) => liveBytes, memory, mebibytes),
    grown('open files and sockets', ({ descriptors }) => descriptors ?? 0, LOOSE_ENDS, whole),
    grown('timers', ({ timers }) => timers, LOOSE_ENDS, whole),
    { what: 'rooms at rest', ok: rooms === 0, found: `${rooms}`, wanted: 'none' },
    { what: 'clients at rest', ok: clients === 0, found: `${clients}`, wanted: 'none' },
    { what: 'troubles of the players', ok: wrong === 0, found: `${wrong}`, wanted: 'none' },
    { what: 'moves', ok: moves > 0, found: `${moves}`, wanted: 'some' },
  ];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
