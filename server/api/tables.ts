// Tables: finding, opening and joining them.

import { z } from 'zod';
import { creation, matchOfInvitation, type RoomService } from '../../rooms/index.ts';
import { isLobby } from '../../rooms/life/states.ts';
import type { RateLimiter } from '../../rooms/people/rate-limits.ts';
import { listedTable, tablesWish } from '../../shared/protocol/lists.ts';
import { joinOptions } from '../../shared/protocol/messages.ts';
import { seatNumber, tableFacts } from '../../shared/protocol/table.ts';
import type { Counting } from '../http/counting.ts';
import { accepted } from '../http/problem.ts';
import { callerOf, type Naming, type RoomCall, type Route, route } from '../http/route.ts';
import { invited, matchParams } from '../http/table-params.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { agreementRoutes } from './agreements.ts';
import type { Listing } from './listing.ts';
import { sampleTable } from './samples.ts';
import { seatRoutes } from './seats.ts';

const place = z
  .strictObject({
    seat: z.nullable(seatNumber).describe('Your seat; null if you have none.'),
    invitation: z
      .nullable(z.string())
      .describe('The invitation to pass on, if you have a seat at a private table.'),
    table: tableFacts,
  })
  .meta({ id: 'Place', description: 'A table and your place at it.' });

export interface TableRouteDeps {
  readonly rooms: Pick<RoomService, 'create' | 'open'>;
  readonly listing: Listing;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
  /** Limits the opening of tables, over either transport. */
  readonly openings: RateLimiter;
}

export function tableRoutes(deps: TableRouteDeps): Route[] {
  return [
    listRoute(deps),
    openRoute(deps),
    readRoute(),
    joinRoute(deps),
    ...seatRoutes(),
    ...agreementRoutes(),
  ];
}

function listRoute({ limits, listing }: TableRouteDeps): Route {
  return route({
    id: 'listTables',
    isAnywhere: true,
    tag: 'Tables',
    method: 'get',
    path: '/tables',
    auth: 'player',
    isSameForAll: true,
    summary: 'Public tables, those with waiting players first',
    description:
      'Tables where a player is waiting come before empty ones, then newer before older ones. The number of tables per player and address is limited. A long list may be a second old.',
    query: tablesWish,
    answers: {
      200: {
        description: `At most ${limits.tablesListed}`,
        schema: z.strictObject({ tables: z.array(listedTable).max(limits.tablesListed) }),
        example: { tables: [] },
      },
    },
    handle: async ({ query }) => ({
      status: 200,
      body: { tables: await listing.tables(query) },
    }),
  });
}

function openRoute({ rooms, openings }: TableRouteDeps): Route {
  return route({
    id: 'openTable',
    tag: 'Tables',
    method: 'post',
    path: '/tables',
    auth: 'player',
    summary: 'Open a table',
    description: 'You become its host and take a seat, unless you only want to watch (`spectate`).',
    body: z
      .strictObject({ game: z.string().max(64), ...creation.shape })
      .omit({ invitation: true, language: true, messages: true }),
    example: { game: 'borneo', seats: 3, bots: 1, clock: 'normal' },
    answers: {
      201: {
        description: 'The table; its URL is in `Location`',
        schema: place,
        example: { seat: 0, invitation: null, table: sampleTable },
      },
    },
    refusals: ['unknown-game', 'option-not-allowed', 'too-many-tables', 'server-full', 'storage-unavailable'],
    opensMatch: true,
    limit: openings,
    handle: async (call) => {
      const { body, who, address } = call;
      const { game, ...options } = body;
      const id = await rooms.create(game, options, who, address);
      const place = placeIn({ ...call, room: await rooms.open(id, who) });
      return { status: 201, headers: { Location: `/api/v1/tables/${id}` }, body: place };
    },
  });
}

function readRoute(): Route {
  return route({
    id: 'readTable',
    tag: 'Tables',
    method: 'get',
    path: '/tables/{id}',
    auth: 'player',
    summary: 'A table',
    params: matchParams,
    query: invited,
    answers: {
      200: {
        description: 'The table and your place',
        schema: place,
        example: { seat: null, invitation: null, table: sampleTable },
      },
    },
    refusals: ['unknown-match', 'invitation-required', 'spectators-not-allowed'],
    about: 'id',
    inRoom: true,
    handle: (call) => ({ status: 200, body: placeIn(call, call.query.invitation) }),
  });
}

function joinRoute({ limits, counting }: TableRouteDeps): Route {
  const joins = counting.limiter({
    name: 'joins',
    amount: limits.joinsPerMinute,
    seconds: 60,
    maxKeys: limits.rememberedKeys,
  });
  return route({
    id: 'joinTable',
    tag: 'Tables',
    method: 'post',
    path: '/join',
    auth: 'player',
    summary: 'Follow an invitation',
    description: 'Takes a seat if the table is in its lobby. Otherwise, or to watch, you only get its URL.',
    body: joinOptions.omit({ language: true, messages: true }).required({ invitation: true }),
    example: { invitation: 'p7qk2wz9bxnf5h3t.r8d4m6y2kvw3' },
    answers: {
      200: {
        description: 'The table and your place',
        schema: place,
        example: { seat: 1, invitation: 'p7qk2wz9bxnf5h3t.r8d4m6y2kvw3', table: sampleTable },
      },
    },
    refusals: [
      'unknown-match',
      'invitation-required',
      'spectators-not-allowed',
      'table-full',
      'seat-taken',
      'seat-given-up',
      'consent-needed',
      'removed-by-host',
      'too-many-lobbies',
    ],
    about: invitedTo,
    inRoom: true,
    limit: joins,
    handle: async (call) => {
      const { body, room } = call;
      const isOpen = isLobby(room.session) || room.seating.invitesToSeat(body.invitation);
      if (!body.spectate && isOpen) {
        const answer = await room.http.seat(callerOf(call, body.invitation), body.seat);
        accepted(answer, room.roomName);
      }
      return { status: 200, body: placeIn(call, body.invitation) };
    },
  });
}

function placeIn(call: RoomCall, invitation?: string): z.infer<typeof place> {
  const { room } = call;
  const {
    seat,
    invitation: own,
    table,
  } = accepted(room.http.look(callerOf(call, invitation)), room.roomName);
  return { seat, invitation: own, table };
}

function invitedTo({ body }: Naming): string | undefined {
  const invitation = typeof body === 'object' && body !== null && 'invitation' in body && body.invitation;
  return typeof invitation === 'string' ? matchOfInvitation(invitation) : undefined;
}
