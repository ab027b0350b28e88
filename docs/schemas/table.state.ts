// What the synchronized states of all games share, written by npm run docs: for schema-codegen (docs/colyseus.md).
import { schema, t } from '@colyseus/schema';

export const TableUndoQuestion = schema(
  {
    id: t.number(),
    seat: t.number(),
    versions: t.array('number'),
    asked: t.array('number'),
    agreed: t.array('number'),
    until: t.number(),
  },
  'TableUndoQuestion',
);

export const TableSuccessions = schema(
  {
    seat: t.number(),
    version: t.number(),
    at: t.number(),
    from: t.string().optional(),
    occupant: t.string(),
    name: t.string().optional(),
  },
  'TableSuccessions',
);

export const TableNewcomers = schema(
  {
    name: t.string(),
    agreed: t.array('number'),
  },
  'TableNewcomers',
);

export const TablePatience = schema(
  {
    left: t.number().optional(),
    idle: t.number().optional(),
  },
  'TablePatience',
);

export const TableResultRanking = schema(
  {
    seat: t.number(),
    place: t.number(),
    total: t.number(),
    parts: t.map('number'),
    tieBreak: t.map('number').optional(),
  },
  'TableResultRanking',
);

export const TableResult = schema(
  {
    reason: t.string(),
    ranking: t.array(TableResultRanking),
    winners: t.array('number'),
  },
  'TableResult',
);

export const TableAbandoned = schema(
  {
    why: t.string(),
    seats: t.array('number'),
    at: t.number(),
  },
  'TableAbandoned',
);

export const Decisions = schema(
  {
    id: t.number(),
    seat: t.number(),
    kind: t.string(),
    deadline: t.number().optional(),
  },
  'Decisions',
);
