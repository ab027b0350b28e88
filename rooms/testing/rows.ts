// Rows of matches for tests of stores.
import type { JournalRow, MatchRow } from '../match-store.ts';

export function matchRow(matchId: string, change: Partial<MatchRow> = {}): MatchRow {
  return {
    matchId,
    game: 'toy',
    edition: 'reconstruction-1',
    editionHash: 'a'.repeat(64),
    rulesVersion: 1,
    status: 'playing',
    createdAt: 1_000,
    updatedAt: 1_000,
    wakeAt: null,
    seed: '0123456789abcdef0123456789abcdef',
    table: { options: {}, seats: 2, names: ['Zoé', null], startedAt: 1_000 },
    players: ['anne', 'bo'],
    result: null,
    ...change,
  };
}

export function journalRow(version: number, change: Partial<JournalRow> = {}): JournalRow {
  return {
    version,
    seat: version % 2,
    by: 'player',
    decision: version * 8,
    command: { type: 'take', tokens: 2 } as { type: string },
    at: 1_000 + version,
    ...change,
  };
}
