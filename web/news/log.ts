// The news of a table, newest last. Pure functions.
import type { GameTypes } from '../../client/index.ts';

/** Older news are forgotten here; the history has them. */
export const NEWS_KEPT = 300;

/** One version as it was told. */
export interface News<G extends GameTypes> {
  readonly version: number;
  readonly seat: number | null;
  readonly by: 'player' | 'clock' | 'bot' | null;
  readonly at: number;
  readonly events: readonly G['Event'][];
}

export type Log<G extends GameTypes> = readonly News<G>[];
export const NO_NEWS: Log<never> = [];

/** Each version once, in order, the newest of them. */
export function logWith<G extends GameTypes>(log: Log<G>, more: readonly News<G>[]): Log<G> {
  const known = new Set(log.map(({ version }) => version));
  const fresh = more
    .filter(({ version }) => !known.has(version))
    .map(({ version, seat, by, at, events }) => ({ version, seat, by, at, events }));
  if (fresh.length === 0) return log;
  return [...log, ...fresh].sort((one, other) => one.version - other.version).slice(-NEWS_KEPT);
}

/** The same log if there is nothing later in it. */
export function logUpTo<G extends GameTypes>(log: Log<G>, newest: number): Log<G> {
  const last = log.at(-1)?.version ?? newest;
  return last > newest ? log.filter(({ version }) => version <= newest) : log;
}

/** So many commands at most are taken back at once. */
const REACH = 8;

/** Whether the seat's latest command is the newest, or followed by few of other people only. */
export function isWithinReach<G extends GameTypes>(log: Log<G>, seat: number, version: number): boolean {
  const latest = log.slice(-REACH);
  const own = latest.findLastIndex((one) => one.seat === seat);
  return (
    latest.at(-1)?.version === version && own >= 0 && latest.slice(own).every(({ by }) => by === 'player')
  );
}

/** Whether the seat has done something since, or something was taken back: only then may what stood be taken back. */
export function mayGoAgain<G extends GameTypes>(log: Log<G>, seat: number, since: number): boolean {
  return log.some(
    (one) =>
      one.version > since && (one.seat === seat || one.events.some((event) => takenBackBy(event).length > 0)),
  );
}

/** What was taken back: by version, the version that took it back. */
export function takenBackIn(
  log: readonly Pick<News<GameTypes>, 'version' | 'events'>[],
): Map<number, number> {
  const taken = new Map<number, number>();
  for (const { version, events } of log)
    for (const event of events) for (const gone of takenBackBy(event)) taken.set(gone, version);
  return taken;
}

/** What events took back, told in its order, as far as it is `known`. */
export function goneBy<E extends { readonly type: string }>(
  events: readonly E[],
  known: readonly { readonly version: number; readonly events: readonly E[] }[],
): E[] {
  const gone = new Set(events.flatMap(takenBackBy));
  return gone.size === 0 ? [] : known.flatMap((one) => (gone.has(one.version) ? one.events : []));
}

/** The versions that an event takes back. */
export function takenBackBy(event: { readonly type: string }): readonly number[] {
  return event.type === 'taken-back' && 'versions' in event ? (event.versions as readonly number[]) : [];
}
