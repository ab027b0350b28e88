// The synchronized state of borneo, written by npm run docs: for schema-codegen (docs/colyseus.md).
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

export const BorneoTableOptions = schema(
  {
    fourMerchants: t.boolean(),
    blackbeard: t.boolean(),
    distinctSetupCompanies: t.boolean(),
    firstSeat: t.string(),
  },
  'BorneoTableOptions',
);

export const BorneoTableSeatsPrivSeatView = schema(
  {
    hand: t.array('string'),
    missions: t.array('string'),
  },
  'BorneoTableSeatsPrivSeatView',
);

export const BorneoTableSeatsPriv = schema(
  {
    invitation: t.string().optional(),
    seatView: t.ref(BorneoTableSeatsPrivSeatView).optional(),
  },
  'BorneoTableSeatsPriv',
);

export const BorneoTableSeats = schema(
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
    priv: t.ref(BorneoTableSeatsPriv).view(),
  },
  'BorneoTableSeats',
);

export const BorneoTable = schema(
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
    options: t.ref(BorneoTableOptions),
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
    seats: t.array(BorneoTableSeats),
  },
  'BorneoTable',
);

export const BorneoViewOptions = schema(
  {
    fourMerchants: t.boolean(),
    blackbeard: t.boolean(),
    distinctSetupCompanies: t.boolean(),
    firstSeat: t.string(),
  },
  'BorneoViewOptions',
);

export const BorneoViewSlotsCounts = schema(
  {
    red: t.number(),
    blue: t.number(),
    yellow: t.number(),
    green: t.number(),
  },
  'BorneoViewSlotsCounts',
);

export const BorneoViewSlots = schema(
  {
    harbourId: t.string().optional(),
    pile: t.array('string'),
    counts: t.ref(BorneoViewSlotsCounts),
  },
  'BorneoViewSlots',
);

export const BorneoViewCompanies = schema(
  {
    red: t.array('string'),
    blue: t.array('string'),
    yellow: t.array('string'),
    green: t.array('string'),
  },
  'BorneoViewCompanies',
);

export const BorneoViewPlayers = schema(
  {
    seat: t.number(),
    handCount: t.number(),
    warehouse: t.array('string'),
    missionCount: t.number(),
    unplacedMerchants: t.number(),
  },
  'BorneoViewPlayers',
);

export const BorneoViewFight = schema(
  {
    company: t.string(),
    attacker: t.string(),
    defender: t.string(),
    attackCards: t.array('string'),
    defenceCards: t.array('string'),
    bonus: t.number(),
  },
  'BorneoViewFight',
);

export const BorneoViewDistribution = schema(
  {
    slot: t.number(),
    harbourId: t.string(),
    kind: t.string(),
    companies: t.array('string'),
    remaining: t.array('string'),
    rank: t.number(),
    merchant: t.string(),
    seat: t.number(),
  },
  'BorneoViewDistribution',
);

export const BorneoViewScores = schema(
  {
    seat: t.number(),
    warehouseVp: t.number(),
    missionVp: t.number(),
    piratePenalty: t.number(),
    total: t.number(),
    missions: t.array('string'),
  },
  'BorneoViewScores',
);

export const BorneoView = schema(
  {
    version: t.number(),
    phase: t.string(),
    options: t.ref(BorneoViewOptions),
    placementRound: t.number(),
    activeSeat: t.number(),
    firstSeat: t.number(),
    turn: t.number(),
    deckCount: t.number(),
    discard: t.array('string'),
    harbourPileCount: t.number(),
    removedHarbours: t.array('string'),
    slots: t.array(BorneoViewSlots),
    companies: t.ref(BorneoViewCompanies),
    availableMissions: t.array('string'),
    players: t.array(BorneoViewPlayers),
    fight: t.ref(BorneoViewFight).optional(),
    distribution: t.ref(BorneoViewDistribution).optional(),
    pirateShip: t.string(),
    endReason: t.string().optional(),
    scores: t.array(BorneoViewScores).optional(),
  },
  'BorneoView',
);

export const Borneo = schema(
  {
    version: t.number(),
    table: t.ref(BorneoTable),
    decisions: t.array(Decisions),
    banks: t.array('number'),
    view: t.ref(BorneoView).optional(),
  },
  'Borneo',
);
