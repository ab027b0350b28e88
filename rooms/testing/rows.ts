// Rows of matches for tests of stores.
import { createHash } from 'node:crypto';
import { ASLEEP, type Circumstances } from '../life/life.ts';
import type { JournalRow, MatchRow } from '../life/match-store.ts';
import type { Table } from '../life/table.ts';

/** `players`: the ids of those who have a seat. */
export function matchRow(
  matchId: string,
  { players = ['anne', 'bo'], ...change }: Partial<MatchRow> & { readonly players?: readonly string[] } = {},
): MatchRow {
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
    table: storedTable({ seats: 2, names: ['Zoé', null], startedAt: 1_000, occupants: seated(players) }),
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

/** The table of a row: nobody is seated. */
export function storedTable(change: Partial<Table> = {}): Table {
  return {
    seats: 3,
    options: {},
    clock: 'normal',
    visibility: 'public',
    spectators: true,
    spectatorsMuted: false,
    absence: 'bot',
    vacancy: 'bot',
    undo: 'off',
    hints: false,
    invitation: '',
    seatInvitation: '',
    commitment: '',
    host: 'ann',
    occupants: [{ kind: 'open' }, { kind: 'open' }, { kind: 'open' }],
    names: [],
    successions: [],
    former: [],
    crew: '',
    slept: null,
    startedAt: null,
    finishedAt: null,
    abandoned: null,
    rematch: null,
    ...change,
  };
}

export function seated(players: readonly string[]): Table['occupants'] {
  return players.map((id) => ({ ...SEATED, id, away: false }));
}

/** An occupant, without id and presence. */
export const SEATED = {
  kind: 'player',
  name: 'Ann',
  ready: true,
  delegated: false,
  muted: false,
  rematch: false,
  abandon: null,
} as const;

/** What a change depends on while nobody is there and nothing has been played. */
export const ALONE: Circumstances = {
  ...ASLEEP,
  now: 5_000,
  newId: (length) => 'x'.repeat(length),
  hash: (text) => createHash('sha256').update(text).digest('hex'),
  version: 0,
  due: 0,
};
