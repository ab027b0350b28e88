// Long matches and many lobbies in a store, all asleep.
import type { MatchStore } from '../../rooms/life/match-store.ts';
import type { Table } from '../../rooms/life/table.ts';
import { longMatch } from '../../rooms/testing/long-matches.ts';
import { SEATED } from '../../rooms/testing/rows.ts';
import type { Sleeper } from '../../rooms/testing/sleepers.ts';

export interface Crowd {
  /** Ids of the four players of each match. */
  readonly people: readonly string[];
  /**
   * Matches `running-1`, `spare-1`, `over-1` and `old-1` to this number; the old ones have more commands than are
   * allowed now.
   */
  readonly copies: number;
  readonly lobbies: number;
  /** Commands that a match may have. */
  readonly most: number;
  readonly now: number;
}

/** Of matches of older programs. */
const ONCE_ALLOWED = 20_000;
/** Rows in one transaction. */
const AT_ONCE = 1_000;

export async function crowd(store: MatchStore, { people, copies, lobbies, most, now }: Crowd): Promise<void> {
  const made = (commands: number, status: 'playing' | 'abandoned') =>
    longMatch('', { commands, at: now, people, status });
  // Not at the bound: then the server would play it to its end at once.
  const running = made(most - 500, 'playing');
  const kinds = {
    running,
    // For what changes who plays.
    spare: running,
    over: made(most, 'abandoned'),
    old: made(ONCE_ALLOWED, 'abandoned'),
  };
  for (const [name, match] of Object.entries(kinds))
    for (let n = 1; n <= copies; n++) await keep(store, `${name}-${n}`, match);
  await Promise.all(Array.from({ length: lobbies }, (_, n) => store.create(lobbyOf(n, now, running))));
}

/** No bot plays for players who are away. */
async function keep(store: MatchStore, matchId: string, { row, journal }: Sleeper): Promise<void> {
  await store.create({ ...row, matchId, table: { ...row.table, absence: 'clock' } });
  for (let at = 0; at < journal.length; at += AT_ONCE)
    await store.commit(matchId, journal.slice(at, at + AT_ONCE), {});
}

function lobbyOf(n: number, createdAt: number, { row }: Sleeper): Sleeper['row'] {
  const host = `host-${n}`;
  const waiting = { ...SEATED, id: host, name: host, away: true };
  const table: Table = {
    ...row.table,
    clock: 'days',
    host,
    occupants: [waiting, ...[1, 2, 3].map(() => ({ kind: 'open' as const }))],
    names: [],
    startedAt: null,
    crew: host,
  };
  return { ...row, matchId: `lobby-${n}`, status: 'lobby', createdAt, table };
}
