// Tables: finding, opening, sitting down, and what is agreed there.
import { z } from 'zod';
import { RateLimiter } from '../../rooms/allowance.ts';
import { creation, matchOfInvitation } from '../../rooms/index.ts';
import type { MatchStore } from '../../rooms/ports.ts';
import { joinOptions, tableRequests } from '../../shared/protocol/messages.ts';
import { seatNumber, tableFacts } from '../../shared/protocol/table.ts';
import type { ProcessLimits } from '../limits.ts';
import { brief, LISTED, listTables } from './listing.ts';
import { callerOf, type MatchCall, type RoomAccess } from './rooms.ts';
import { type Route, route, take } from './route.ts';
import { sampleTable } from './samples.ts';

export const matchParams = z
  .strictObject({
    id: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .describe('The match’s id, which is its table’s too.'),
  })
  .meta({ missing: { id: 'unknown-match' } });

const invitation = joinOptions.shape.invitation.describe('Of a private table where you have no seat.');
export const invited = z.strictObject({ invitation });

const place = z
  .strictObject({
    seat: z.nullable(seatNumber).describe('Yours; null: you have none.'),
    invitation: z.nullable(z.string()).describe('To pass on, if you sit at a private table.'),
    table: tableFacts,
  })
  .meta({ id: 'Place', description: 'A table and your place at it.' });

export interface TableRouteDeps {
  readonly access: RoomAccess;
  readonly store: MatchStore;
  readonly limits: ProcessLimits;
  /** What opens tables, through whichever door. */
  readonly openings: RateLimiter;
}

export function tableRoutes(deps: TableRouteDeps): Route[] {
  return [...findingRoutes(deps), ...seatRoutes(deps.access), ...agreementRoutes(deps.access)];
}

function findingRoutes({ access, store, limits, openings }: TableRouteDeps): Route[] {
  const joins = new RateLimiter({
    amount: limits.joinsPerMinute,
    seconds: 60,
    maxKeys: limits.rememberedKeys,
  });
  const show = async (id: string, call: Omit<MatchCall, 'params'>, code?: string) => {
    const { language } = call;
    const room = await access.open({ ...call, params: { id } });
    const truth = access.accepted(room, language, room.http.look(callerOf(call, code)));
    return { seat: truth.seat, invitation: truth.invitation, table: truth.table };
  };
  return [
    route({
      id: 'listTables',
      tag: 'Tables',
      method: 'get',
      path: '/tables',
      auth: 'player',
      summary: 'Public tables, first those where people are',
      description:
        'A table where somebody waits comes before all where nobody is, however new those are, and no player or address has many tables in the list. Apart from that, the newest come first.',
      query: z.strictObject({
        game: z.string().max(64).optional(),
        status: z.enum(LISTED).default('lobby'),
      }),
      answers: {
        200: {
          description: `At most ${limits.tablesListed}`,
          schema: z.strictObject({ tables: z.array(brief).max(limits.tablesListed) }),
          example: { tables: [] },
        },
      },
      handle: async ({ query }) => ({
        status: 200,
        body: { tables: await listTables({ access, store, limits }, query) },
      }),
    }),
    route({
      id: 'openTable',
      tag: 'Tables',
      method: 'post',
      path: '/tables',
      auth: 'player',
      summary: 'Open a table',
      description: 'You are its host and sit down at it, unless you only want to watch (`spectate`).',
      body: z
        .strictObject({ game: z.string().max(64), ...creation.shape })
        .omit({ invitation: true, language: true }),
      example: { game: 'borneo', seats: 3, bots: 1, clock: 'normal' },
      answers: {
        201: {
          description: 'The table; its address is in Location',
          schema: place,
          example: { seat: 0, invitation: null, table: sampleTable },
        },
      },
      refusals: [
        'unknown-game',
        'option-not-allowed',
        'too-many-tables',
        'server-full',
        'storage-unavailable',
      ],
      handle: async ({ body, who, language, address }) => {
        take(openings, address);
        const { game, ...options } = body;
        const room = await access.create(game, options, { who, language });
        const headers = { Location: `/api/v1/tables/${room.roomId}` };
        return { status: 201, headers, body: await show(room.roomId, { who, language, address }) };
      },
    }),
    route({
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
      handle: async (call) => ({
        status: 200,
        body: await show(call.params.id, call, call.query.invitation),
      }),
    }),
    route({
      id: 'joinTable',
      tag: 'Tables',
      method: 'post',
      path: '/join',
      auth: 'player',
      summary: 'Follow an invitation',
      description:
        'Gives you a seat in the lobby. Whoever comes later or asks to watch gets the address only.',
      body: joinOptions.omit({ language: true }).required({ invitation: true }),
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
      ],
      handle: async (call) => {
        const { body, language } = call;
        take(joins, call.address);
        const id = matchOfInvitation(body.invitation);
        const room = await access.open({ ...call, params: { id } });
        if (!body.spectate && room.session.status === 'lobby') {
          const answer = await room.http.seat(callerOf(call, body.invitation), body.seat);
          access.accepted(room, language, answer);
        }
        return { status: 200, body: await show(id, call, body.invitation) };
      },
    }),
  ];
}

function seatRoutes(access: RoomAccess): Route[] {
  const common = { tag: 'Tables', auth: 'player', params: matchParams } as const;
  return [
    route({
      ...common,
      id: 'takeSeat',
      method: 'post',
      path: '/tables/{id}/seat',
      summary: 'Sit down, or change seats',
      description: 'In the lobby. Without a wish: the first free seat.',
      body: joinOptions.pick({ seat: true, invitation: true }),
      example: { seat: 1 },
      answers: {
        200: { description: 'Your seat', schema: z.strictObject({ seat: seatNumber }), example: { seat: 1 } },
      },
      refusals: [
        'unknown-match',
        'invitation-required',
        'already-started',
        'table-full',
        'seat-taken',
        'unknown-seat',
      ],
      handle: async (call) => {
        const room = await access.open(call);
        const answer = await room.http.seat(callerOf(call, call.body.invitation), call.body.seat);
        return { status: 200, body: access.accepted(room, call.language, answer) };
      },
    }),
    route({
      ...common,
      id: 'leaveSeat',
      method: 'delete',
      path: '/tables/{id}/seat',
      summary: 'Get up',
      description:
        'In the lobby the seat is free again. In a running match it stays yours: a bot or the clock plays until you come back.',
      answers: { 204: { description: 'Done' } },
      refusals: ['unknown-match', 'not-seated'],
      handle: async (call) => {
        await access.ask(call, 'leave-seat', {});
        return { status: 204 };
      },
    }),
    route({
      ...common,
      id: 'arrangeSeat',
      method: 'put',
      path: '/tables/{id}/seats/{seat}',
      summary: 'Let a bot sit down, or free a seat',
      description: 'Only the host, in the lobby. A player on a seat that is freed has to get up.',
      params: matchParams
        .extend({ seat: z.coerce.number().pipe(seatNumber) })
        .meta({ missing: { id: 'unknown-match' } }),
      body: tableRequests['set-seat'].pick({ occupant: true }),
      example: { occupant: 'bot' },
      answers: { 204: { description: 'Done' } },
      refusals: ['unknown-match', 'not-host', 'already-started', 'unknown-seat', 'seat-taken'],
      handle: async (call) => {
        await access.ask(call, 'set-seat', { seat: call.params.seat, ...call.body });
        return { status: 204 };
      },
    }),
  ];
}

function agreementRoutes(access: RoomAccess): Route[] {
  const common = { tag: 'Tables', method: 'post', auth: 'player', params: matchParams } as const;
  const done = { 204: { description: 'Done' } };
  return [
    route({
      ...common,
      id: 'sayReady',
      path: '/tables/{id}/ready',
      summary: 'Be ready, or not yet',
      description: 'The match starts when every seat is taken and all players are ready.',
      body: tableRequests.ready,
      example: { ready: true },
      answers: done,
      refusals: ['unknown-match', 'not-seated', 'already-started'],
      handle: async (call) => {
        await access.ask(call, 'ready', call.body);
        return { status: 204 };
      },
    }),
    route({
      ...common,
      id: 'startMatch',
      path: '/tables/{id}/start',
      summary: 'Start without waiting for everybody to be ready',
      description: 'Only the host, when every seat is taken.',
      answers: done,
      refusals: ['unknown-match', 'not-host', 'already-started', 'seats-not-filled', 'storage-unavailable'],
      handle: async (call) => {
        await access.ask(call, 'start', {});
        return { status: 204 };
      },
    }),
    route({
      ...common,
      id: 'handOver',
      path: '/tables/{id}/hand-over',
      summary: 'Let a bot play for you, or play yourself again',
      body: tableRequests['hand-over'],
      example: { playing: false },
      answers: done,
      refusals: ['unknown-match', 'not-seated'],
      handle: async (call) => {
        await access.ask(call, 'hand-over', call.body);
        return { status: 204 };
      },
    }),
    route({
      ...common,
      id: 'askRematch',
      path: '/tables/{id}/rematch',
      summary: 'Play again at the same table',
      description: 'The next match is opened when all players who are here have asked for it.',
      answers: {
        200: {
          description: 'The next match; null until all agree',
          schema: z.strictObject({ rematch: z.nullable(z.string()) }),
          example: { rematch: 'c4x8q2mb7nwt9kzh' },
        },
      },
      refusals: ['unknown-match', 'not-seated', 'not-finished', 'too-many-tables'],
      handle: async (call) => {
        await access.ask(call, 'rematch', {});
        const room = await access.open(call);
        return { status: 200, body: { rematch: room.session.table.rematch } };
      },
    }),
    route({
      ...common,
      id: 'chat',
      path: '/tables/{id}/chat',
      summary: 'Say something at the table',
      body: z.strictObject({ ...tableRequests.chat.shape, invitation }),
      example: { text: 'Bonjour !' },
      answers: done,
      refusals: ['unknown-match', 'invitation-required', 'spectators-not-allowed', 'muted'],
      handle: async (call) => {
        await access.ask(call, 'chat', { text: call.body.text }, call.body.invitation);
        return { status: 204 };
      },
    }),
    route({
      ...common,
      id: 'muteSeat',
      path: '/tables/{id}/mute',
      summary: 'Silence a seat in the chat, or spectators',
      description:
        'Only the host. `seat: null` is for the spectators: all of them, or the one whose lines bear `name`.',
      body: tableRequests.mute,
      example: { seat: 1, muted: true },
      answers: done,
      refusals: ['unknown-match', 'not-host', 'unknown-seat', 'unknown-spectator'],
      handle: async (call) => {
        await access.ask(call, 'mute', call.body);
        return { status: 204 };
      },
    }),
  ];
}
