// The tables at which the player has a seat.
import { z } from 'zod';
import type { MatchRow, MatchStatus, MatchStore } from '../../rooms/ports.ts';
import { seatOf, tableSchema } from '../../rooms/table.ts';
import { seatNumber, tableFacts } from '../../shared/protocol/table.ts';
import type { ProcessLimits } from '../limits.ts';
import { tableOf } from '../record.ts';
import { type Route, route } from './route.ts';

const UNFINISHED: readonly MatchStatus[] = ['lobby', 'playing', 'frozen'];

const mine = z
  .strictObject({
    matchId: z.string(),
    game: z.string(),
    edition: z.string(),
    status: tableFacts.shape.status,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    seats: z.nullable(z.int()),
    players: z.array(z.nullable(z.string())).describe('Names by seat, once the match has started.'),
  })
  .meta({ id: 'MyMatch' });

const mySeat = z
  .strictObject({
    matchId: z.string(),
    game: z.string(),
    edition: z.string(),
    status: tableFacts.shape.status,
    seat: z.nullable(seatNumber),
    players: z.array(z.nullable(z.string())).describe('Names by seat; null for bots and free seats.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'MySeat' });

const past = z
  .strictObject({
    matchId: z.string(),
    game: z.string(),
    status: tableFacts.shape.status,
    abandoned: tableFacts.shape.abandoned,
    seat: z.nullable(seatNumber),
    place: z.nullable(z.int()).describe('1 is the winner; null without a result.'),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'MyPastMatch' });

export function myRoutes(store: MatchStore, limits: ProcessLimits): Route[] {
  const { matchesListed, finishedListed } = limits;
  const common = { tag: 'You', method: 'get', auth: 'player' } as const;
  return [
    route({
      ...common,
      id: 'listMySeats',
      path: '/me/seats',
      summary: 'Your seats',
      description:
        'All unfinished tables, and the latest finished or abandoned ones. A client that returns asks for this first.',
      answers: {
        200: {
          description: `At most ${matchesListed} and ${finishedListed}, newest first`,
          schema: z.strictObject({
            seats: z.array(mySeat).max(matchesListed),
            finished: z.array(past).max(finishedListed),
          }),
          example: { seats: [], finished: [] },
        },
      },
      handle: async ({ who }) => {
        const [open, over] = await Promise.all([
          store.list({ player: who.id, status: UNFINISHED, limit: matchesListed }),
          store.list({ player: who.id, status: ['finished', 'abandoned'], limit: finishedListed }),
        ]);
        const seats = open.map((row) => seatOfMine(row, who.id));
        return { status: 200, body: { seats, finished: over.map((row) => pastOf(row, who.id)) } };
      },
    }),
    route({
      ...common,
      id: 'listMyMatches',
      path: '/me/matches',
      summary: 'Your unfinished matches',
      answers: {
        200: {
          description: `At most ${matchesListed}, newest first`,
          schema: z.strictObject({ matches: z.array(mine).max(matchesListed) }),
          example: { matches: [] },
        },
      },
      handle: async ({ who }) => {
        const rows = await store.list({ player: who.id, status: UNFINISHED, limit: matchesListed });
        return { status: 200, body: { matches: rows.map(describeMatch) } };
      },
    }),
  ];
}

function describeMatch(row: MatchRow): z.infer<typeof mine> {
  const table = tableOf(row);
  return { ...headOf(row), seats: table?.seats ?? null, players: table?.names ?? [] };
}

function seatOfMine(row: MatchRow, id: string): z.infer<typeof mySeat> {
  const table = tableSchema.safeParse(row.table).data;
  return {
    ...headOf(row),
    seat: table === undefined ? null : (seatOf(table, id) ?? null),
    players: (table?.occupants ?? []).map((place) => (place.kind === 'player' ? place.name : null)),
  };
}

function headOf(row: MatchRow) {
  return {
    matchId: row.matchId,
    game: row.game,
    edition: row.edition,
    status: row.status,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

function pastOf(row: MatchRow, id: string): z.infer<typeof past> {
  const table = tableSchema.safeParse(row.table).data;
  const seat = table === undefined ? null : (seatOf(table, id) ?? null);
  return {
    matchId: row.matchId,
    game: row.game,
    status: row.status,
    abandoned: table?.abandoned ?? null,
    seat,
    place: row.result?.ranking.find((ranked) => ranked.seat === seat)?.place ?? null,
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}
