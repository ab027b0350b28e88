// Seats at a table: taking, arranging, leaving them and giving them up.
import { z } from 'zod';
import { joinOptions, tableRequests } from '../../shared/protocol/messages.ts';
import { seatNumber } from '../../shared/protocol/table.ts';
import { accepted } from '../http/problem.ts';
import { askTable, callerOf, done, type Route, route } from '../http/route.ts';
import { matchParams, NOT_PLAYING } from '../http/table-params.ts';

export function seatRoutes(): Route[] {
  const common = { tag: 'Tables', auth: 'player', params: matchParams, about: 'id', inRoom: true } as const;
  return [
    route({
      ...common,
      id: 'takeSeat',
      method: 'post',
      path: '/tables/{id}/seat',
      summary: 'Take a seat, or change seats',
      description:
        'In the lobby; in a running match a seat that was given up, with the invitation to it. If several players remain, they are asked first (`consent-needed`): ask again until they have agreed. Without `seat`: the first free one.',
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
        'consent-needed',
        'removed-by-host',
        'too-many-lobbies',
      ],
      handle: async (call) => {
        const { room, body } = call;
        const answer = await room.http.seat(callerOf(call, body.invitation), body.seat);
        return { status: 200, body: accepted(answer, room.roomName) };
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
      refusals: ['unknown-match', 'not-seated'],
      ...done('leave-seat'),
    }),
    route({
      ...common,
      id: 'giveUpSeat',
      method: 'post',
      path: '/tables/{id}/give-up-seat',
      summary: 'Give up your seat permanently',
      description:
        'In a running match. The table’s `vacancy` says who takes it: a bot, only the clock, or an invited person. You cannot take a seat at this table again. If you are its last player, the match ends as `abandoned`.',
      refusals: ['unknown-match', 'not-seated', ...NOT_PLAYING],
      ...done('give-up-seat'),
    }),
    route({
      ...common,
      id: 'arrangeSeat',
      method: 'put',
      path: '/tables/{id}/seats/{seat}',
      summary: 'Put a bot on a seat, or free a seat',
      description:
        'Host only, in the lobby. A player whose seat is freed loses it, and cannot take a seat at this table again.',
      params: matchParams
        .extend({ seat: z.coerce.number().pipe(seatNumber) })
        .meta({ missing: { id: 'unknown-match' } }),
      body: tableRequests['set-seat'].omit({ seat: true }),
      example: { occupant: 'bot', strength: 'captain' },
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
        await askTable(call, 'set-seat', { seat: call.params.seat, ...call.body });
        return { status: 204 };
      },
    }),
  ];
}
