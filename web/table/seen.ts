// How far each match was watched in this browser, for «since you were away».
import { remembered } from '../lib/remembered.ts';

/** Maximum number of matches, the ones watched last. */
const KEPT = 20;

type Seen = Readonly<Record<string, number>>;

const isSeen = (value: unknown): value is Seen =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((version) => typeof version === 'number');

const seen = remembered<Seen>('seen', {}, isSeen);

/** Null for a match that was never watched here. */
export function lastSeen(matchId: string): number | null {
  return seen.peek()[matchId] ?? null;
}

export function saw(matchId: string, version: number): void {
  const { [matchId]: before = -1, ...others } = seen.peek();
  if (version <= before) return;
  seen.value = Object.fromEntries([...Object.entries(others).slice(1 - KEPT), [matchId, version]]);
}
