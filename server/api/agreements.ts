// What players agree on at a table: to start, to give up, whom to let in, to play again, and to talk.
import { z } from 'zod';
import { tableRequests } from '../../shared/protocol/messages.ts';
import { REQUEST_ANSWERS } from '../../shared/protocol/room.ts';
import { askTable, done, type Route, route } from '../http/route.ts';
import { invitation, matchParams, NOT_PLAYING } from '../http/table-params.ts';

const common = {
  tag: 'Tables',
  method: 'post',
  auth: 'player',
  params: matchParams,
  about: 'id',
  inRoom: true,
} as const;

export function agreementRoutes(): Route[] {
  return [...matchAgreements(), ...talkRoutes()];
}

function matchAgreements(): Route[] {
  return [
    route({
      ...common,
      id: 'closeTable',
      method: 'delete',
      path: '/tables/{id}',
      summary: 'Close a table before the match',
      description: 'Host only, in the lobby. All clients are disconnected with the reason `closed`.',
      refusals: ['unknown-match', 'not-host', 'already-started', 'match-abandoned', 'storage-unavailable'],
      ...done('close-table'),
    }),
    route({
      ...common,
      id: 'setStartTime',
      method: 'put',
      path: '/tables/{id}/start-time',
      summary: 'Say when a table is to begin',
      description:
        'Host only, in the lobby: at most 30 days ahead, at most 20 times, and not with `startWhenFull`. `null`: that is open. Players keep their seats until then, even while they are away, and are told of the change, an hour before the start, and at the start. The match begins as always: it does not begin by itself.',
      body: tableRequests['set-start-time'],
      example: { startsAt: 1_795_000_000_000 },
      refusals: [
        'unknown-match',
        'not-host',
        'option-not-allowed',
        'already-started',
        'match-abandoned',
        'storage-unavailable',
      ],
      ...done('set-start-time'),
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
      handle: async (call) => ({ status: 200, body: await askTable(call, 'abandon', call.body) }),
    }),
    route({
      ...common,
      id: 'acceptNewcomer',
      path: '/tables/{id}/accept-newcomer',
      summary: 'Agree that a newcomer takes a seat, or withdraw',
      description:
        'The table’s `newcomers` are the people who ask for a seat that was given up. One of them can take it once all present players agree, and at least two.',
      body: tableRequests['accept-newcomer'],
      example: { name: 'Dan' },
      refusals: ['unknown-match', 'not-seated', 'unknown-newcomer', ...NOT_PLAYING],
      ...done('accept-newcomer'),
    }),
    route({
      ...common,
      id: 'commitPart',
      path: '/tables/{id}/commit-part',
      summary: 'Commit to your part of the deal',
      description:
        'In the lobby. The SHA-256 of 32 random hexadecimal digits, which you open once the table is `dealing`. A later one replaces it.',
      body: tableRequests['commit-part'],
      example: { commitment: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
      refusals: ['unknown-match', 'not-seated', 'already-started', 'match-abandoned'],
      ...done('commit-part'),
    }),
    route({
      ...common,
      id: 'openPart',
      path: '/tables/{id}/open-part',
      summary: 'Open your part of the deal',
      description:
        'While the table is `dealing`: once all parts are open, or after three seconds, it is dealt.',
      body: tableRequests['open-part'],
      example: { part: '00112233445566778899aabbccddeeff' },
      refusals: [
        'unknown-match',
        'not-seated',
        'not-started',
        'already-started',
        'wrong-part',
        'match-abandoned',
      ],
      ...done('open-part'),
    }),
    route({
      ...common,
      id: 'sayReady',
      path: '/tables/{id}/ready',
      summary: 'Say whether you are ready',
      description: 'The match starts when every seat is taken and all players are ready.',
      body: tableRequests.ready,
      example: { ready: true },
      refusals: ['unknown-match', 'not-seated', 'already-started', 'match-abandoned'],
      ...done('ready'),
    }),
    route({
      ...common,
      id: 'startMatch',
      path: '/tables/{id}/start',
      summary: 'Start without waiting for all players to be ready',
      description: 'Host only, once every seat is taken.',
      refusals: [
        'unknown-match',
        'not-host',
        'already-started',
        'match-abandoned',
        'seats-not-filled',
        'storage-unavailable',
      ],
      ...done('start'),
    }),
    route({
      ...common,
      id: 'handOver',
      path: '/tables/{id}/hand-over',
      summary: 'Hand over to a bot, or take over again',
      body: tableRequests['hand-over'],
      example: { playing: false },
      refusals: ['unknown-match', 'not-seated'],
      ...done('hand-over'),
    }),
    route({
      ...common,
      id: 'askRematch',
      path: '/tables/{id}/rematch',
      summary: 'Agree to a rematch',
      description:
        'The rematch opens once all connected players have agreed. `commitment`: to your part of its deal.',
      body: tableRequests.rematch,
      example: { commitment: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
      answers: {
        200: {
          description: 'The next match; null until all agree',
          schema: z.strictObject({ rematch: z.nullable(z.string()) }),
          example: { rematch: 'c4x8q2mb7nwt9kzh' },
        },
      },
      refusals: ['unknown-match', 'not-seated', 'not-finished', 'match-abandoned', 'too-many-tables'],
      handle: async (call) => {
        await askTable(call, 'rematch', call.body);
        return { status: 200, body: { rematch: call.room.session.table.rematch } };
      },
    }),
  ];
}

function talkRoutes(): Route[] {
  return [
    route({
      ...common,
      id: 'chat',
      path: '/tables/{id}/chat',
      summary: 'Chat',
      body: z.strictObject({ ...tableRequests.chat.shape, invitation }),
      example: { text: 'Bonjour !' },
      answers: { 204: { description: 'Done' } },
      refusals: ['unknown-match', 'invitation-required', 'spectators-not-allowed', 'muted'],
      handle: async (call) => {
        await askTable(call, 'chat', { text: call.body.text }, call.body.invitation);
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
      refusals: ['unknown-match', 'not-host', 'unknown-seat', 'unknown-spectator'],
      ...done('mute'),
    }),
    route({
      ...common,
      id: 'blockPerson',
      path: '/tables/{id}/block',
      summary: 'Hear nothing more from a person, or keep them from your tables',
      description:
        'For you alone, at every table, until you lift it (`none`, or `DELETE /me/blocks/{blockId}`). `block` does what `mute` does; besides, the person gets no seat at tables of which you are the host, and you are led to none of theirs.',
      body: tableRequests.block,
      example: { name: 'Bob', how: 'mute' },
      refusals: ['unknown-match', 'unknown-person', 'storage-unavailable'],
      ...done('block'),
    }),
  ];
}
