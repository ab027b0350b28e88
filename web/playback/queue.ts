// Moves that wait to be shown, one after the other, and how long each is shown. Pure functions.
import type { Weight } from '../boards/board.ts';
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

/** A sentence that is to be shown, and for how long at the usual pace. */
export interface Wish {
  readonly weight: Weight;
  readonly ms: number;
}

/** Not shown by itself. */
const UNTOLD: Wish = { weight: 'none', ms: 0 };
/** The least time, and for each letter. */
const TIMES: Readonly<Record<Exclude<Weight, 'none'>, { readonly begin: number; readonly letter: number }>> =
  {
    short: { begin: 500, letter: 8 },
    usual: { begin: 600, letter: 20 },
    long: { begin: 1_400, letter: 24 },
  };
/** However long the sentence is: the news have it too. */
const MOST_LETTERS = 100;

export function wishOf(weight: Weight, letters: number): Wish {
  if (weight === 'none' || letters === 0) return UNTOLD;
  const { begin, letter } = TIMES[weight];
  return { weight, ms: begin + letter * Math.min(letters, MOST_LETTERS) };
}

/** How long it may take until the present is shown: while nothing is asked of the player, and from the question on. */
export const LAG_MS = 10_000;
export const ASKED_LAG_MS = 5_000;
/** Shown for a smaller share of its time, a sentence cannot be read: then some are left out. */
const READABLE = 0.6;
const FACTORS: Readonly<Record<Pace, number>> = { instant: 0, fast: 0.45, normal: 1, slow: 1.9 };
const BY_WEIGHT: readonly Weight[] = ['none', 'short', 'usual', 'long'];

interface Backlog {
  /** Of all that has yet to be shown, in order; the first is shown next. */
  readonly wishes: readonly Wish[];
  /** Whether the player is asked meanwhile. */
  readonly isAsked: boolean;
  /** For how long sentences have been shown since then, or since the present was shown. */
  readonly spent: number;
}

/** How long the first sentence stays, in milliseconds; 0: it is left out. What matters most, and the latest, stays. */
export function dwellOf(pace: Pace, { wishes, isAsked, spent }: Backlog): number {
  const [first] = wishes;
  const factor = FACTORS[pace];
  if (first === undefined || first.ms === 0 || factor === 0) return 0;
  const room = (isAsked ? ASKED_LAG_MS : LAG_MS) * factor - spent;
  const ranked = wishes
    .map(({ weight, ms }, n) => ({ n, rank: BY_WEIGHT.indexOf(weight), ms: ms * factor }))
    .sort((one, other) => other.rank - one.rank || other.n - one.n);
  let kept = 0;
  let isKept = false;
  for (const { n, ms } of ranked) {
    if ((kept + ms) * READABLE > room) continue;
    kept += ms;
    isKept ||= n === 0;
  }
  return isKept ? first.ms * factor * Math.min(1, room / kept) : 0;
}
