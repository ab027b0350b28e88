// The tables at which the player has a seat.

import { z } from 'zod';
import type { RoomService } from '../../rooms/index.ts';
import type { MatchRow, MatchStatus, MatchStore } from '../../rooms/life/match-store.ts';
import { startsAt } from '../../rooms/life/start-time.ts';
import { isPlaying } from '../../rooms/life/states.ts';
import { namesBySeat, namesOf, seatOf } from '../../rooms/life/table.ts';
import { myPastMatch, mySeat } from '../../shared/protocol/lists.ts';
import { tableFacts } from '../../shared/protocol/table.ts';
import { type Route, route } from '../http/route.ts';
import type { ProcessLimits } from '../process/limits.ts';

type Asked = Awaited<ReturnType<RoomService['askedAnywhere']>>;

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

export interface MyRouteDeps {
  readonly rooms: Pick<RoomService, 'askedAnywhere'>;
  readonly store: MatchStore;
  readonly limits: ProcessLimits;
}

export function myRoutes({ rooms, store, limits }: MyRouteDeps): Route[] {
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
            finished: z.array(myPastMatch).max(finishedListed),
          }),
          example: { seats: [], finished: [] },
        },
      },
      handle: async ({ who }) => {
        const [seats, over] = await Promise.all([
          openSeats({ rooms, store, limits }, who.id),
          store.list({ player: who.id, status: ['finished', 'abandoned'], limit: finishedListed }),
        ]);
        const finished = over.map((row) => pastOf(row, who.id));
        return { status: 200, body: { seats: seats.map(({ facts }) => facts), finished } };
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

/** The player's unfinished tables, and what each waits for. */
export async function openSeats(
  { rooms, store, limits }: MyRouteDeps,
  player: string,
): Promise<{ row: MatchRow; facts: z.infer<typeof mySeat> }[]> {
  const open = await store.list({ player, status: UNFINISHED, limit: limits.matchesListed });
  const asked = await rooms.askedAnywhere(open.filter(isPlaying));
  return open.map((row) => ({ row, facts: seatOfMine(row, player, asked.get(row.matchId)) }));
}

function describeMatch(row: MatchRow): z.infer<typeof mine> {
  return { ...headOf(row), seats: row.table.seats, players: row.table.names };
}

function seatOfMine(row: MatchRow, id: string, asked: ReturnType<Asked['get']>): z.infer<typeof mySeat> {
  const { table } = row;
  const seat = seatOf(table, id) ?? null;
  return {
    ...headOf(row),
    clock: table.clock,
    seat,
    players: namesOf(table),
    names: namesBySeat(table),
    asked: asked?.map((one) => one.seat) ?? null,
    deadline: asked?.find((one) => one.seat === seat)?.deadline ?? null,
    startsAt: startsAt(row),
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

function pastOf(row: MatchRow, id: string): z.infer<typeof myPastMatch> {
  const { table } = row;
  const seat = seatOf(table, id) ?? null;
  return {
    matchId: row.matchId,
    game: row.game,
    status: row.status,
    abandoned: table.abandoned,
    seat,
    names: namesBySeat(table),
    place: row.result?.ranking.find((ranked) => ranked.seat === seat)?.place ?? null,
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}
