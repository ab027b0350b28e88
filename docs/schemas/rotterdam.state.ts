// The synchronized state of rotterdam, written by npm run docs: for schema-codegen (docs/colyseus.md).
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

export const RotterdamTableOptions = schema(
  {
    safeHarbour: t.boolean(),
    openProducts: t.boolean(),
    firstSeat: t.string(),
    targetMissionPoints: t.number(),
    maxRounds: t.number(),
  },
  'RotterdamTableOptions',
);

export const RotterdamTableSeatsPrivSeatViewOffers = schema(
  {
    id: t.number(),
    from: t.number(),
    to: t.string(),
    give: t.map('number'),
    want: t.map('number'),
  },
  'RotterdamTableSeatsPrivSeatViewOffers',
);

export const RotterdamTableSeatsPrivSeatView = schema(
  {
    missions: t.array('string'),
    products: t.map('number'),
    navigation: t.array('string'),
    offers: t.array(RotterdamTableSeatsPrivSeatViewOffers),
  },
  'RotterdamTableSeatsPrivSeatView',
);

export const RotterdamTableSeatsPriv = schema(
  {
    invitation: t.string().optional(),
    seatView: t.ref(RotterdamTableSeatsPrivSeatView).optional(),
  },
  'RotterdamTableSeatsPriv',
);

export const RotterdamTableSeats = schema(
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
    priv: t.ref(RotterdamTableSeatsPriv).view(),
  },
  'RotterdamTableSeats',
);

export const RotterdamTable = schema(
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
    options: t.ref(RotterdamTableOptions),
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
    seats: t.array(RotterdamTableSeats),
  },
  'RotterdamTable',
);

export const RotterdamViewPlayersHand = schema(
  {
    missions: t.array('string'),
    products: t.map('number'),
    navigation: t.array('string'),
  },
  'RotterdamViewPlayersHand',
);

export const RotterdamViewPlayers = schema(
  {
    seat: t.number(),
    colour: t.string(),
    missionPoints: t.number(),
    laid: t.array('string'),
    fulfilled: t.array('string'),
    missionCount: t.number(),
    productCount: t.number(),
    navigationCount: t.number(),
    pendingDraws: t.number(),
    tradingDone: t.boolean(),
    revealed: t.map('number'),
    hand: t.ref(RotterdamViewPlayersHand).optional(),
  },
  'RotterdamViewPlayers',
);

export const RotterdamViewShips = schema(
  {
    owner: t.number(),
    position: t.string().optional(),
    cargo: t.string().optional(),
  },
  'RotterdamViewShips',
);

export const RotterdamViewProductDecks = schema(
  {
    count: t.number(),
    top: t.string().optional(),
  },
  'RotterdamViewProductDecks',
);

export const RotterdamViewOffers = schema(
  {
    id: t.number(),
    from: t.number(),
    to: t.string(),
    giveCount: t.number(),
    wantCount: t.number(),
    give: t.map('number').optional(),
    want: t.map('number').optional(),
  },
  'RotterdamViewOffers',
);

export const RotterdamViewOptions = schema(
  {
    safeHarbour: t.boolean(),
    openProducts: t.boolean(),
    firstSeat: t.string(),
    targetMissionPoints: t.number(),
    maxRounds: t.number(),
  },
  'RotterdamViewOptions',
);

export const RotterdamViewResultScores = schema(
  {
    missionPoints: t.number(),
    navigationPoints: t.number(),
    productPoints: t.number(),
    total: t.number(),
    productCount: t.number(),
    rank: t.number(),
  },
  'RotterdamViewResultScores',
);

export const RotterdamViewResult = schema(
  {
    reason: t.string(),
    winners: t.array('number'),
    scores: t.array(RotterdamViewResultScores),
  },
  'RotterdamViewResult',
);

export const RotterdamView = schema(
  {
    version: t.number(),
    phase: t.string(),
    round: t.number(),
    captain: t.number(),
    turn: t.number().optional(),
    step: t.string().optional(),
    colour: t.string().optional(),
    keepTurn: t.boolean(),
    movedShips: t.number(),
    blockedShips: t.number(),
    players: t.array(RotterdamViewPlayers),
    ships: t.map(RotterdamViewShips),
    harbourQueues: t.string(),
    stock: t.map('number'),
    productDecks: t.map(RotterdamViewProductDecks),
    missionDeckCount: t.number(),
    navigationPileCount: t.number(),
    navigationDiscard: t.array('string'),
    offers: t.array(RotterdamViewOffers),
    nextOffer: t.number(),
    options: t.ref(RotterdamViewOptions),
    result: t.ref(RotterdamViewResult).optional(),
  },
  'RotterdamView',
);

export const Rotterdam = schema(
  {
    version: t.number(),
    table: t.ref(RotterdamTable),
    decisions: t.array(Decisions),
    banks: t.array('number'),
    view: t.ref(RotterdamView).optional(),
  },
  'Rotterdam',
);
