// The history of a match: while it runs, as the caller saw it; afterwards, as any seat saw it.
import { z } from 'zod';
import type { RoomService } from '../../rooms/index.ts';
import type { MatchStore } from '../../rooms/life/match-store.ts';
import { historyPage } from '../../shared/protocol/history.ts';
import { historyRequest } from '../../shared/protocol/messages.ts';
import { seatNumber } from '../../shared/protocol/table.ts';
import { accepted } from '../http/problem.ts';
import { askTable, callerOf, type Route, route } from '../http/route.ts';
import { invited, matchParams } from '../http/table-params.ts';
import { isOver } from '../records/record.ts';
import { sampleHistory } from './samples.ts';

interface HistoryRouteDeps {
  readonly rooms: Pick<RoomService, 'history' | 'open'>;
  readonly store: MatchStore;
}

const { from, count } = historyRequest.shape;

/** As in the request over sockets, with text for numbers. */
const query = z.strictObject({
  ...invited.shape,
  from: z.coerce.number().pipe(from.unwrap()).default(0).describe('The first version; 0 is the setup.'),
  count: z.coerce.number().pipe(count.unwrap()).default(50).describe('The maximum number of versions.'),
  as: z
    .union([z.enum(['spectator', 'all']), z.coerce.number().pipe(seatNumber)])
    .optional()
    .describe(
      'Whose view: a seat’s, a spectator’s, or all. Default: your own. Until the match is finished: your own or a spectator’s.',
    ),
  views: z.enum(['true', 'false']).default('true').describe('`false`: only the news, without the views.'),
});

export function historyRoute({ rooms, store }: HistoryRouteDeps): Route {
  return route({
    id: 'readHistory',
    tag: 'Matches',
    method: 'get',
    path: '/matches/{id}/history',
    auth: 'player',
    summary: 'What happened so far, version by version',
    description:
      'The news of each version and the views after it, from the setup (version 0) on. While the match runs: as you saw it, or could have seen it as a spectator. Once it is finished, anyone may read it as any seat saw it, or as all of them did. Pages are limited: `next` says where the next one begins.',
    params: matchParams,
    about: 'id',
    query,
    answers: {
      200: { description: 'Consecutive versions', schema: historyPage, example: sampleHistory },
    },
    refusals: [
      'unknown-match',
      'invitation-required',
      'spectators-not-allowed',
      'not-started',
      'not-finished',
      'unknown-seat',
      'unknown-edition',
      'other-rules',
      'frozen',
      'match-damaged',
      'storage-unavailable',
    ],
    handle: async (call) => {
      const { invitation, views, ...rest } = call.query;
      const asked = { ...rest, views: views === 'true' };
      const row = await store.load(call.params.id);
      // Its record is public, so it needs neither a room nor an invitation.
      if (row !== undefined && isOver(row))
        return {
          status: 200,
          body: accepted(await rooms.history(row, asked, callerOf(call)), row.game),
        };
      const room = await rooms.open(call.params.id, call.who);
      return { status: 200, body: await askTable({ ...call, room }, 'history', asked, invitation) };
    },
  });
}
