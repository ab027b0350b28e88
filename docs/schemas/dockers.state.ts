// The synchronized state of dockers, written by npm run docs: for schema-codegen (docs/colyseus.md).
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

export const DockersTableOptions = schema(
  {
    events: t.boolean(),
    targetPrimes: t.number(),
    firstSeat: t.string(),
    maxRounds: t.number(),
  },
  'DockersTableOptions',
);

export const DockersTableSeatsPrivSeatView = schema(
  {
    goods: t.array('string'),
  },
  'DockersTableSeatsPrivSeatView',
);

export const DockersTableSeatsPriv = schema(
  {
    invitation: t.string().optional(),
    seatView: t.ref(DockersTableSeatsPrivSeatView).optional(),
  },
  'DockersTableSeatsPriv',
);

export const DockersTableSeats = schema(
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
    priv: t.ref(DockersTableSeatsPriv).view(),
  },
  'DockersTableSeats',
);

export const DockersTable = schema(
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
    options: t.ref(DockersTableOptions),
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
    seats: t.array(DockersTableSeats),
  },
  'DockersTable',
);

export const DockersViewOptions = schema(
  {
    events: t.boolean(),
    targetPrimes: t.number(),
    firstSeat: t.string(),
    maxRounds: t.number(),
  },
  'DockersViewOptions',
);

export const DockersViewQuaysEvent = schema(
  {
    id: t.string(),
    kind: t.string(),
    seat: t.number(),
  },
  'DockersViewQuaysEvent',
);

export const DockersViewQuays = schema(
  {
    quay: t.number(),
    shipId: t.string().optional(),
    value: t.number(),
    goods: t.string().optional(),
    event: t.ref(DockersViewQuaysEvent).optional(),
    porters: t.array('number'),
    departing: t.boolean(),
  },
  'DockersViewQuays',
);

export const DockersViewPlayers = schema(
  {
    seat: t.number(),
    colour: t.string(),
    primes: t.number(),
    reserve: t.number(),
    relationsInHand: t.array('string'),
    relationsPlayed: t.array('string'),
    events: t.array('string'),
    goodsCount: t.number(),
  },
  'DockersViewPlayers',
);

export const DockersViewTurn = schema(
  {
    relationPlayed: t.string().optional(),
    auctionHeld: t.boolean(),
    eventPlayed: t.boolean(),
    departQueue: t.array('number'),
    newQuays: t.array('number'),
  },
  'DockersViewTurn',
);

export const DockersViewAuction = schema(
  {
    eventId: t.string(),
    openerSeat: t.number(),
    highBid: t.number(),
    highSeat: t.number().optional(),
    nextSeat: t.number(),
    passed: t.array('number'),
  },
  'DockersViewAuction',
);

export const DockersViewResultRanking = schema(
  {
    seat: t.number(),
    primes: t.number(),
    goods: t.string(),
    rank: t.number(),
  },
  'DockersViewResultRanking',
);

export const DockersViewResult = schema(
  {
    reason: t.string(),
    ranking: t.array(DockersViewResultRanking),
    winners: t.array('number'),
  },
  'DockersViewResult',
);

export const DockersView = schema(
  {
    version: t.number(),
    options: t.ref(DockersViewOptions),
    phase: t.string(),
    actorSeat: t.number().optional(),
    activeSeat: t.number(),
    round: t.number(),
    roundFirstSeat: t.number(),
    turnsPlayedInRound: t.number(),
    slateSeat: t.number(),
    slateUsedThisRound: t.boolean(),
    finalRound: t.boolean(),
    targetReached: t.boolean(),
    quays: t.array(DockersViewQuays),
    nextShipId: t.string().optional(),
    shipPileCount: t.number(),
    goodsPileCount: t.number(),
    eventPileCount: t.number(),
    shipDiscard: t.array('string'),
    eventDiscard: t.array('string'),
    removedShips: t.array('string'),
    removedGoods: t.array('string'),
    removedEvents: t.array('string'),
    players: t.array(DockersViewPlayers),
    turn: t.ref(DockersViewTurn),
    auction: t.ref(DockersViewAuction).optional(),
    result: t.ref(DockersViewResult).optional(),
  },
  'DockersView',
);

export const Dockers = schema(
  {
    version: t.number(),
    table: t.ref(DockersTable),
    decisions: t.array(Decisions),
    banks: t.array('number'),
    view: t.ref(DockersView).optional(),
  },
  'Dockers',
);
