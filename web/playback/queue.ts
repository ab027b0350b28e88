// Moves that wait to be shown, one after the other, and how long each is shown. Pure functions.
import type { Pace } from '../lib/preferences.ts';

/** Maximum queue; beyond it only the newest are played. */
export const MOST_WAITING = 60;

interface Numbered {
  readonly version: number;
}

export interface Queue<Item extends Numbered> {
  /** The shown position; null before the first. */
  readonly shown: Item | null;
  /** In order, all later than that. */
  readonly waiting: readonly Item[];
}

export const EMPTY: Queue<never> = { shown: null, waiting: [] };

/** The same version again replaces a waiting one: more is known about it. */
export function withItem<Item extends Numbered>(queue: Queue<Item>, item: Item): Queue<Item> {
  const { shown, waiting } = queue;
  if (shown !== null && item.version <= shown.version) return queue;
  const others = waiting.filter(({ version }) => version !== item.version);
  const sorted = [...others, item].sort((one, other) => one.version - other.version);
  return { shown, waiting: sorted.slice(-MOST_WAITING) };
}

/** The next one shown; nothing changes while it has yet to come. `gaps`: whether some may be left out. */
export function advanced<Item extends Numbered>(queue: Queue<Item>, gaps: boolean): Queue<Item> {
  const [next, ...rest] = queue.waiting;
  if (next === undefined) return queue;
  if (!gaps && next.version !== (queue.shown?.version ?? Number.NaN) + 1) return queue;
  return { shown: next, waiting: rest };
}

/** The newest shown, all others left out. */
export function caughtUp<Item extends Numbered>({ shown, waiting }: Queue<Item>): Queue<Item> {
  return { shown: waiting.at(-1) ?? shown, waiting: [] };
}

/** For a sentence of usual length, at the usual pace. */
const BEGIN_MS = 600;
const LETTER_MS = 22;
/** A move of many sentences is shown faster, not longer. */
const MOVE_MS = 4_500;
/** Minimum, so that each can be seen. */
const LEAST_MS = 90;
/** With more moves waiting, each is shown more briefly. */
const UNHURRIED = 3;
/** Faster while the player must act, and may not have noticed yet. */
const AWAITED = 0.6;
const FACTORS: Readonly<Record<Pace, number>> = { instant: 0, fast: 0.45, normal: 1, slow: 1.9 };

interface Told {
  readonly letters: number;
  /** Of the same move. */
  readonly sentences: number;
  readonly waiting: number;
  /** Whether the player is asked meanwhile. */
  readonly isAsked: boolean;
}

/** How long one sentence of a move stays, in milliseconds. */
export function dwellOf(pace: Pace, { letters, sentences, waiting, isAsked }: Told): number {
  const factor = FACTORS[pace];
  if (factor === 0) return 0;
  const wished = Math.min(BEGIN_MS + LETTER_MS * letters, MOVE_MS / Math.max(1, sentences));
  const hurry = waiting <= UNHURRIED ? 1 : UNHURRIED / waiting;
  return Math.max(LEAST_MS, wished * factor * hurry * (isAsked && waiting > 0 ? AWAITED : 1));
}
