// What is listed over HTTP: the games of a server, public tables, and the tables of a player.
import { z } from 'zod';
import { SEAT_LIMIT } from '../kernel/seat.ts';
import { seatNumber, tableFacts, timeStamp } from './table.ts';

const jsonSchema = z.looseObject({}).describe('A JSON Schema.');
const names = z
  .array(z.nullable(z.string()))
  .max(SEAT_LIMIT)
  .describe('Names by seat, bots included; null for free seats.');
const people = z.array(z.nullable(z.string()));

export const gameFacts = z
  .strictObject({
    id: z.string(),
    title: z.strictObject({ fr: z.string(), en: z.string() }),
    rulesVersion: z.int(),
    seats: z.looseObject({ min: z.int(), max: z.int() }),
    editions: z.array(z.strictObject({ name: z.string(), hash: z.string() })),
    options: jsonSchema,
    commands: z.record(z.string(), jsonSchema),
  })
  .meta({ id: 'Game' });

export const listedTable = z
  .strictObject({
    matchId: z.string(),
    game: z.string(),
    edition: z.string(),
    status: tableFacts.shape.status,
    clock: tableFacts.shape.clock,
    seats: z.int().min(1),
    free: z.int().min(0).describe('Number of free seats.'),
    players: people.describe('Names by seat; null for bots and free seats.'),
    names,
    spectatorsAllowed: z.boolean(),
    startsAt: tableFacts.shape.startsAt,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ListedTable' });

export const LISTED = ['lobby', 'playing', 'finished'] as const;

/** Which public tables are listed: the query. */
export const tablesWish = z.strictObject({
  game: z.string().max(64).optional(),
  status: z.enum(LISTED).default('lobby'),
});

export const myBlock = z
  .strictObject({
    blockId: z.string(),
    name: z.string().describe('What the person was called at the table.'),
    how: z.enum(['mute', 'block']),
    at: z.iso.datetime(),
  })
  .meta({ id: 'MyBlock' });

export const mySeat = z
  .strictObject({
    matchId: z.string(),
    game: z.string(),
    edition: z.string(),
    status: tableFacts.shape.status,
    clock: z.nullable(tableFacts.shape.clock),
    seat: z.nullable(seatNumber),
    players: people.describe('Names by seat; null for bots and free seats.'),
    names,
    asked: z
      .nullable(z.array(seatNumber).max(SEAT_LIMIT))
      .describe('The seats that must act; null before the start, or if that is not known at the moment.'),
    deadline: z
      .nullable(timeStamp)
      .describe('When your own time runs out; null if you are not asked, or without a clock.'),
    startsAt: tableFacts.shape.startsAt,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'MySeat' });

export const myPastMatch = z
  .strictObject({
    matchId: z.string(),
    game: z.string(),
    status: tableFacts.shape.status,
    abandoned: tableFacts.shape.abandoned,
    seat: z.nullable(seatNumber),
    names,
    place: z.nullable(z.int()).describe('1 is the winner; null without a result.'),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'MyPastMatch' });

/** What was done to forget a player. */
export const forgotten = z.strictObject({
  matches: z.int().min(0).describe('Matches from which you were removed.'),
  left: z
    .array(z.strictObject({ matchId: z.string(), code: z.string() }))
    .describe('Matches where this was not possible now, and why: try again later.'),
  complete: z.boolean().describe('`false`: something is left; ask again later.'),
});

export const forgottenPart = forgotten
  .extend({
    complete: forgotten.shape.complete.describe('`false`: it would take too long; continue with `next`.'),
    next: z
      .nullable(z.int())
      .describe('If it is not complete: repeat the request with this as `from`; `null`: without.'),
  })
  .meta({ id: 'Forgotten' });
