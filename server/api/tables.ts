// Tables: finding, opening and joining them, and what players agree on there.
import { z } from 'zod';
import { RateLimiter } from '../../rooms/allowance.ts';
import { creation, matchOfInvitation } from '../../rooms/index.ts';
import type { MatchStore } from '../../rooms/ports.ts';
import { joinOptions, tableRequests } from '../../shared/protocol/messages.ts';
import { REQUEST_ANSWERS } from '../../shared/protocol/room.ts';
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
      .describe('The id of the match and its table.'),
  })
  .meta({ missing: { id: 'unknown-match' } });

const invitation = joinOptions.shape.invitation.describe(
  'The invitation, for a private table where you have no seat.',
);
export const invited = z.strictObject({ invitation });

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
  readonly access: RoomAccess;
  readonly store: MatchStore;
  readonly limits: ProcessLimits;
  /** Limits the opening of tables, over either transport. */
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
      summary: 'Public tables, those with waiting players first',
      description:
        'Tables where a player is waiting come before empty ones, then newer before older ones. The number of tables per player and address is limited.',
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
      description: 'You become its host and take a seat, unless you only want to watch (`spectate`).',
      body: z
        .strictObject({ game: z.string().max(64), ...creation.shape })
        .omit({ invitation: true, language: true }),
      example: { game: 'borneo', seats: 3, bots: 1, clock: 'normal' },
      answers: {
        201: {
          description: 'The table; its URL is in `Location`',
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
      description: 'Takes a seat if the table is in its lobby. Otherwise, or to watch, you only get its URL.',
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
        'seat-given-up',
      ],
      handle: async (call) => {
        const { body, language } = call;
        take(joins, call.address);
        const id = matchOfInvitation(body.invitation);
        const room = await access.open({ ...call, params: { id } });
        const isOpen = room.session.status === 'lobby' || room.seating.invitesToSeat(body.invitation);
        if (!body.spectate && isOpen) {
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
      summary: 'Take a seat, or change seats',
      description:
        'In the lobby; in a running match a seat that was given up, with the invitation to it. Without `seat`: the first free one.',
      body: joinOptions.pick({ seat: true, invitation: true }),
      example: { seat: 1 },
      answers: {
        200: { description: 'Your seat', schema: z.strictObject({ seat: seatNumber }), example: { seat: 1 } },
      },
      refusals: [
        'unknown-match',
        'invitation-required',
        'already-started',
        'match-abandoned',
        'table-full',
        'seat-taken',
        'unknown-seat',
        'seat-given-up',
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
      summary: 'Leave your seat',
      description:
        'In the lobby, frees the seat. In a running match it stays yours: a bot or the clock plays until you return.',
      answers: { 204: { description: 'Done' } },
      refusals: ['unknown-match', 'not-seated'],
      handle: async (call) => {
        await access.ask(call, 'leave-seat', {});
        return { status: 204 };
      },
    }),
    route({
      ...common,
      id: 'giveUpSeat',
      method: 'post',
      path: '/tables/{id}/give-up-seat',
      summary: 'Give your seat up for good',
      description:
        'In a running match. The table’s `vacancy` says who takes it: a bot, only the clock, or an invited person. You cannot take a seat at this table again. If you are its last player, the match ends as `abandoned`.',
      answers: { 204: { description: 'Done' } },
      refusals: ['unknown-match', 'not-seated', ...NOT_PLAYING],
      handle: async (call) => {
        await access.ask(call, 'give-up-seat', {});
        return { status: 204 };
      },
    }),
    route({
      ...common,
      id: 'arrangeSeat',
      method: 'put',
      path: '/tables/{id}/seats/{seat}',
      summary: 'Put a bot on a seat, or free a seat',
      description: 'Host only, in the lobby. A player whose seat is freed loses it.',
      params: matchParams
        .extend({ seat: z.coerce.number().pipe(seatNumber) })
        .meta({ missing: { id: 'unknown-match' } }),
      body: tableRequests['set-seat'].pick({ occupant: true }),
      example: { occupant: 'bot' },
      answers: { 204: { description: 'Done' } },
      refusals: [
        'unknown-match',
        'not-host',
        'already-started',
        'match-abandoned',
        'unknown-seat',
        'seat-taken',
      ],
      handle: async (call) => {
        await access.ask(call, 'set-seat', { seat: call.params.seat, ...call.body });
        return { status: 204 };
      },
    }),
  ];
}

/** Why a match cannot be left. */
const NOT_PLAYING = ['not-started', 'game-over', 'match-abandoned', 'frozen', 'storage-unavailable'];

function agreementRoutes(access: RoomAccess): Route[] {
  const common = { tag: 'Tables', method: 'post', auth: 'player', params: matchParams } as const;
  const done = { 204: { description: 'Done' } };
  return [
    route({
      ...common,
      id: 'closeTable',
      method: 'delete',
      path: '/tables/{id}',
      summary: 'Close a table before the match',
      description: 'Host only, in the lobby. All clients are disconnected with the reason `closed`.',
      answers: done,
      refusals: ['unknown-match', 'not-host', 'already-started', 'match-abandoned', 'storage-unavailable'],
      handle: async (call) => {
        await access.ask(call, 'close-table', {});
        return { status: 204 };
      },
    }),
    route({
      ...common,
      id: 'abandonMatch',
      path: '/tables/{id}/abandon',
      summary: 'Agree to give the match up, or withdraw',
      description:
        'The match ends as `abandoned` once all present players agree, which is at once if you are the only one. Until then `abandon` is true at your seat; your next command withdraws it.',
      body: tableRequests.abandon,
      example: { agree: true },
      answers: {
        200: {
          description: 'Whether the match has ended',
          schema: REQUEST_ANSWERS.abandon,
          example: { abandoned: false },
        },
      },
      refusals: ['unknown-match', 'not-seated', ...NOT_PLAYING],
      handle: async (call) => ({ status: 200, body: await access.ask(call, 'abandon', call.body) }),
    }),
    route({
      ...common,
      id: 'sayReady',
      path: '/tables/{id}/ready',
      summary: 'Say whether you are ready',
      description: 'The match starts when every seat is taken and all players are ready.',
      body: tableRequests.ready,
      example: { ready: true },
      answers: done,
      refusals: ['unknown-match', 'not-seated', 'already-started', 'match-abandoned'],
      handle: async (call) => {
        await access.ask(call, 'ready', call.body);
        return { status: 204 };
      },
    }),
    route({
      ...common,
      id: 'startMatch',
      path: '/tables/{id}/start',
      summary: 'Start without waiting for all players to be ready',
      description: 'Host only, once every seat is taken.',
      answers: done,
      refusals: [
        'unknown-match',
        'not-host',
        'already-started',
        'match-abandoned',
        'seats-not-filled',
        'storage-unavailable',
      ],
      handle: async (call) => {
        await access.ask(call, 'start', {});
        return { status: 204 };
      },
    }),
    route({
      ...common,
      id: 'handOver',
      path: '/tables/{id}/hand-over',
      summary: 'Hand over to a bot, or take over again',
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
      summary: 'Agree to a rematch',
      description: 'The rematch opens once all connected players have agreed.',
      answers: {
        200: {
          description: 'The next match; null until all agree',
          schema: z.strictObject({ rematch: z.nullable(z.string()) }),
          example: { rematch: 'c4x8q2mb7nwt9kzh' },
        },
      },
      refusals: ['unknown-match', 'not-seated', 'not-finished', 'match-abandoned', 'too-many-tables'],
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
      summary: 'Chat',
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
      summary: 'Mute a seat or spectators in the chat',
      description: 'Host only. `seat: null` means the spectators: all of them, or the one called `name`.',
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
