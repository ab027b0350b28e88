// How far this player came in the first match of each game: it can be left, resumed, and played again.
import { guided, noted } from '../guide/guided.ts';
import { shared } from '../lib/remembered.ts';

interface Progress {
  /** Steps that are done. */
  readonly step: number;
  /** It was played to its end at least once. */
  readonly isPlayed: boolean;
}

type All = Readonly<Record<string, Progress>>;

const isAll = (value: unknown): value is All =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (one: Partial<Progress> | null) => typeof one?.step === 'number' && typeof one.isPlayed === 'boolean',
  );

const all = shared<All>('first-matches', {}, isAll);
const NONE: Progress = { step: 0, isPlayed: false };

export function progressIn(game: string): Progress {
  return all.value[game] ?? NONE;
}

export function reached(game: string, step: number): void {
  all.value = { ...all.value, [game]: { ...progressIn(game), step } };
}

/** The next time it begins anew; these kinds of decisions have been explained. */
export function finished(game: string, kinds: readonly string[]): void {
  guided.value = kinds.reduce((known, kind) => noted(known, `${game}/${kind}`), guided.value);
  all.value = { ...all.value, [game]: { step: 0, isPlayed: true } };
}
