// The synchronized state of cabo-da-roca, written by npm run docs: for schema-codegen (docs/colyseus.md).
import { schema, t } from '@colyseus/schema';
import {
  TableUndoQuestion,
  TableSuccessions,
  TableNewcomers,
  TablePatience,
  TableResult,
  TableAbandoned,
  Decisions,
} from './table.state.ts';

export const CaboDaRocaTableOptions = schema(
  {
    targetCoins: t.number(),
    finalRounds: t.number(),
    firstSeat: t.string(),
    hiddenCargo: t.boolean(),
  },
  'CaboDaRocaTableOptions',
);

export const CaboDaRocaTableSeatsPrivSeatViewCargoes = schema(
  {
    shipId: t.string(),
    cardId: t.string(),
  },
  'CaboDaRocaTableSeatsPrivSeatViewCargoes',
);

export const CaboDaRocaTableSeatsPrivSeatView = schema(
  {
    cargoes: t.array(CaboDaRocaTableSeatsPrivSeatViewCargoes),
  },
  'CaboDaRocaTableSeatsPrivSeatView',
);

export const CaboDaRocaTableSeatsPriv = schema(
  {
    invitation: t.string().optional(),
    seatView: t.ref(CaboDaRocaTableSeatsPrivSeatView).optional(),
  },
  'CaboDaRocaTableSeatsPriv',
);

export const CaboDaRocaTableSeats = schema(
  {
    seat: t.number(),
    occupant: t.string(),
    name: t.string().optional(),
    connected: t.boolean(),
    ready: t.boolean(),
    botPlays: t.boolean(),
    strength: t.string().optional(),
    muted: t.boolean(),
    rematch: t.boolean(),
    commitment: t.string().optional(),
    part: t.string().optional(),
    abandon: t.boolean(),
    priv: t.ref(CaboDaRocaTableSeatsPriv).view(),
  },
  'CaboDaRocaTableSeats',
);

export const CaboDaRocaTable = schema(
  {
    matchId: t.string(),
    game: t.string(),
    edition: t.string(),
    editionHash: t.string(),
    rulesVersion: t.number(),
    status: t.string(),
    dealing: t.boolean(),
    startsAt: t.number().optional(),
    hostSeat: t.number().optional(),
    options: t.ref(CaboDaRocaTableOptions),
    clock: t.string(),
    visibility: t.string(),
    spectatorsAllowed: t.boolean(),
    spectators: t.number(),
    spectatorsMuted: t.boolean(),
    absence: t.string(),
    vacancy: t.string(),
    hints: t.boolean(),
    undo: t.string(),
    undoQuestion: t.ref(TableUndoQuestion).optional(),
    successions: t.array(TableSuccessions),
    newcomers: t.array(TableNewcomers),
    patience: t.ref(TablePatience),
    commitment: t.string(),
    seed: t.string().optional(),
    result: t.ref(TableResult).optional(),
    abandoned: t.ref(TableAbandoned).optional(),
    rematch: t.string().optional(),
    seats: t.array(CaboDaRocaTableSeats),
  },
  'CaboDaRocaTable',
);

export const CaboDaRocaViewOptions = schema(
  {
    targetCoins: t.number(),
    finalRounds: t.number(),
    hiddenCargo: t.boolean(),
  },
  'CaboDaRocaViewOptions',
);

export const CaboDaRocaViewBoard = schema(
  {
    tileId: t.string(),
    x: t.number(),
    y: t.number(),
    rotation: t.number(),
  },
  'CaboDaRocaViewBoard',
);

export const CaboDaRocaViewTreasureCards = schema(
  {
    island: t.string().optional(),
    wreck: t.string().optional(),
  },
  'CaboDaRocaViewTreasureCards',
);

export const CaboDaRocaViewSeatsReserve = schema(
  {
    trade: t.number(),
    fishing: t.number(),
    pirate: t.number(),
    sailor: t.number(),
  },
  'CaboDaRocaViewSeatsReserve',
);

export const CaboDaRocaViewSeats = schema(
  {
    colour: t.string(),
    coins: t.number(),
    homePort: t.string().optional(),
    homeLaid: t.boolean(),
    eliminated: t.number(),
    reserve: t.ref(CaboDaRocaViewSeatsReserve),
    lost: t.array('string'),
  },
  'CaboDaRocaViewSeats',
);

export const CaboDaRocaViewShips = schema(
  {
    id: t.string(),
    seat: t.number(),
    kind: t.string(),
    x: t.number(),
    y: t.number(),
    heading: t.number(),
    docked: t.boolean(),
    hasCargo: t.boolean(),
    cargo: t.string().optional(),
    origin: t.string().optional(),
    bonusOld: t.number(),
    bonusNew: t.number(),
    credited: t.array('string'),
    dockedAtTurnStart: t.boolean(),
    enteredPort: t.boolean(),
    loadedThisTurn: t.boolean(),
    cardRefused: t.boolean(),
    justLeftPort: t.boolean(),
    pirateMode: t.string(),
  },
  'CaboDaRocaViewShips',
);

export const CaboDaRocaViewSailors = schema(
  {
    id: t.string(),
    seat: t.number(),
    x: t.number(),
    y: t.number(),
    moved: t.boolean(),
  },
  'CaboDaRocaViewSailors',
);

export const CaboDaRocaViewBerth = schema(
  {
    owner: t.number(),
    portId: t.string(),
    shipKind: t.string(),
    fee: t.number(),
  },
  'CaboDaRocaViewBerth',
);

export const CaboDaRocaViewRansom = schema(
  {
    pirateId: t.string(),
    shipId: t.string(),
    amount: t.number(),
  },
  'CaboDaRocaViewRansom',
);

export const CaboDaRocaViewDues = schema(
  {
    lighthouseId: t.string(),
    seat: t.number(),
    amount: t.number(),
  },
  'CaboDaRocaViewDues',
);

export const CaboDaRocaViewResultScores = schema(
  {
    seat: t.number(),
    coins: t.number(),
    fishPorts: t.number(),
    fishShips: t.number(),
    fleet: t.number(),
    ports: t.number(),
    treasures: t.number(),
    total: t.number(),
  },
  'CaboDaRocaViewResultScores',
);

export const CaboDaRocaViewResult = schema(
  {
    reason: t.string(),
    winner: t.number(),
    ranking: t.array('number'),
    scores: t.array(CaboDaRocaViewResultScores),
  },
  'CaboDaRocaViewResult',
);

export const CaboDaRocaView = schema(
  {
    version: t.number(),
    options: t.ref(CaboDaRocaViewOptions),
    phase: t.string(),
    round: t.number(),
    firstSeat: t.number(),
    turnSeat: t.number(),
    actionsAllowed: t.number(),
    actionsUsed: t.number(),
    finalPhase: t.boolean(),
    finalTurns: t.array('number'),
    idleTurns: t.number(),
    turnIdle: t.boolean(),
    board: t.array(CaboDaRocaViewBoard),
    drawnTile: t.string().optional(),
    stackCount: t.number(),
    removedTiles: t.array('string'),
    deckCount: t.number(),
    discard: t.array('string'),
    setAside: t.array('string'),
    treasureCards: t.ref(CaboDaRocaViewTreasureCards),
    cardsTurned: t.array('string'),
    seats: t.array(CaboDaRocaViewSeats),
    ships: t.array(CaboDaRocaViewShips),
    sailors: t.array(CaboDaRocaViewSailors),
    truces: t.array('string'),
    berthAsked: t.array('number'),
    berth: t.ref(CaboDaRocaViewBerth).optional(),
    ransom: t.ref(CaboDaRocaViewRansom).optional(),
    dues: t.array(CaboDaRocaViewDues),
    result: t.ref(CaboDaRocaViewResult).optional(),
  },
  'CaboDaRocaView',
);

export const CaboDaRoca = schema(
  {
    version: t.number(),
    table: t.ref(CaboDaRocaTable),
    decisions: t.array(Decisions),
    banks: t.array('number'),
    view: t.ref(CaboDaRocaView).optional(),
  },
  'CaboDaRoca',
);
