// Examples for the documentation; the tests check them against the schemas they illustrate.
import type { Analysis } from '../../shared/protocol/advice.ts';
import type { HistoryPage } from '../../shared/protocol/history.ts';
import type { Truth } from '../../shared/protocol/lines.ts';
import type { SeatFacts, TableFacts } from '../../shared/protocol/table.ts';

const seat = (number: number, change: Partial<SeatFacts>): SeatFacts => ({
  seat: number,
  occupant: 'open',
  name: null,
  connected: false,
  ready: false,
  botPlays: false,
  strength: null,
  muted: false,
  rematch: false,
  commitment: null,
  part: null,
  abandon: false,
  ...change,
});

export const sampleTable: TableFacts = {
  matchId: 'p7qk2wz9bxnf5h3t',
  game: 'borneo',
  edition: 'reconstruction-1',
  editionHash: '5b0e1f7f3f6f0f7a51a7a8f7b8a55e9a3a9a4e7df1d61b0de8d0a6c2b1f0c9d3',
  rulesVersion: 1,
  status: 'playing',
  dealing: false,
  startsAt: null,
  hostSeat: 0,
  options: {},
  clock: 'normal',
  visibility: 'public',
  spectatorsAllowed: true,
  spectators: 2,
  spectatorsMuted: false,
  absence: 'bot',
  vacancy: 'bot',
  hints: false,
  undo: 'free',
  undoQuestion: null,
  successions: [],
  newcomers: [],
  patience: { left: null, idle: null },
  commitment: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  seed: null,
  result: null,
  abandoned: null,
  rematch: null,
  seats: [
    seat(0, { occupant: 'player', name: 'Zoé', connected: true, ready: true }),
    seat(1, { occupant: 'player', name: 'Bob', connected: true }),
    seat(2, { occupant: 'bot', name: 'Bergen', botPlays: true, strength: 'mate' }),
  ],
};

export const sampleTruth: Truth = {
  seat: 0,
  version: 12,
  now: 1_795_000_000_000,
  table: sampleTable,
  invitation: null,
  view: { version: 12 },
  seatView: {},
  decisions: [{ id: 96, seat: 0, kind: 'turn', deadline: 1_795_000_090_000 }],
  banks: [360_000, 342_000, 360_000],
};

export const sampleHistory: HistoryPage = {
  matchId: sampleTable.matchId,
  table: sampleTable,
  as: 0,
  newest: 12,
  versions: [
    {
      version: 11,
      seat: 1,
      by: 'player',
      at: 1_794_999_990_000,
      command: null,
      events: [{ type: 'turn-started', turn: 4, seat: 0 }],
      seatView: {},
      view: { version: 11 },
      standing: null,
      result: null,
    },
  ],
  next: 12,
};

const missed = {
  version: 11,
  seat: 1,
  played: { type: 'pass' },
  choice: { type: 'end-turn' },
  loss: 0.125,
};

export const sampleAnalysis: Analysis = {
  matchId: sampleTable.matchId,
  status: 'done',
  progress: { at: 12, of: 12 },
  chances: [
    { version: 0, chances: [0.334, 0.333, 0.333] },
    { version: 12, chances: [0.6, 0.15, 0.25] },
  ],
  moves: [missed],
  seats: [{ seat: 1, judged: 1, agreed: 0, misses: [11] }],
};
