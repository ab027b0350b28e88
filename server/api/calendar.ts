// The player's deadlines as a calendar, at a private address.
import { z } from 'zod';
import type { Counting } from '../http/counting.ts';
import { originOf } from '../http/found.ts';
import { Problem, take } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import type { CalendarEntry, Calendars } from '../notices/calendar.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { type MyRouteDeps, openSeats } from './me.ts';

interface CalendarRouteDeps extends MyRouteDeps {
  readonly calendars: Calendars;
  readonly counting: Counting;
  readonly limits: ProcessLimits;
}

const made = z.strictObject({
  path: z
    .string()
    .describe(
      'Where this server publishes it, for anyone who knows the address. Shown only now: only its hash is stored.',
    ),
});
const known = z.strictObject({ since: z.nullable(z.int()).describe('When its address was made.') });
const keyParams = z
  .strictObject({ key: z.string().regex(/^[\w-]{32}\.ics$/) })
  .meta({ missing: { key: 'unknown-target' } });

const EXAMPLE = { path: '/api/v1/calendars/k3vn2x8tq5hwjd7ybm4cpeasr6Q_-1aB.ics' };

function entriesOf({ row, facts }: Awaited<ReturnType<typeof openSeats>>[number]): CalendarEntry[] {
  const { matchId, game, deadline, startsAt } = facts;
  if (deadline !== null) return [{ matchId, game, kind: 'deadline', at: deadline, changes: null }];
  const { changes = 0 } = row.table.startTime ?? {};
  return startsAt === null ? [] : [{ matchId, game, kind: 'start', at: startsAt, changes }];
}

export function calendarRoutes(deps: CalendarRouteDeps): Route[] {
  const { calendars, counting, limits } = deps;
  const tries = counting.limiter({
    name: 'calendars',
    amount: limits.noticeTriesPerHour,
    seconds: 3_600,
    maxKeys: limits.rememberedKeys,
  });
  const common = { tag: 'You', auth: 'player', path: '/me/calendar', isAnywhere: true } as const;
  return [
    route({
      ...common,
      id: 'readCalendar',
      method: 'get',
      summary: 'Whether your deadlines are published as a calendar',
      answers: { 200: { description: 'Since when', schema: known, example: { since: null } } },
      refusals: ['storage-unavailable'],
      handle: async ({ who }) => ({ status: 200, body: { since: (await calendars.since(who.id)) ?? null } }),
    }),
    route({
      ...common,
      id: 'makeCalendar',
      method: 'post',
      summary: 'Publish your deadlines as a calendar',
      description:
        'At a new private address, to which calendar programs subscribe (iCalendar); an earlier one ends.',
      answers: { 201: { description: 'Its address', schema: made, example: EXAMPLE } },
      refusals: ['too-many-targets', 'rate-limited', 'storage-unavailable'],
      handle: async (call) => {
        take(tries, call.who.id);
        const key = await calendars.make(call.who.id, originOf(call.request));
        if (key === undefined) throw new Problem('too-many-targets');
        return { status: 201, body: { path: `/api/v1/calendars/${key}.ics` } };
      },
    }),
    route({
      ...common,
      id: 'removeCalendar',
      method: 'delete',
      summary: 'Publish your deadlines no more',
      answers: { 204: { description: 'Done' } },
      refusals: ['storage-unavailable'],
      handle: async ({ who }) => {
        await calendars.remove(who.id);
        return { status: 204 };
      },
    }),
    route({
      tag: 'You',
      auth: 'anyone',
      id: 'calendar',
      method: 'get',
      path: '/calendars/{key}',
      summary: 'A calendar of deadlines',
      description:
        'For anyone who knows its address: the open decisions of one player with their deadlines, and the tables with a start time where the player sits.',
      params: keyParams,
      answers: {
        200: { description: 'In UTC, as RFC 5545 says', mediaType: 'text/calendar', schema: z.string() },
      },
      refusals: ['unknown-target', 'storage-unavailable'],
      handle: async ({ params: { key }, response }) => {
        const found = await calendars.find(key.replace(/\.ics$/, ''));
        if (found === undefined) throw new Problem('unknown-target');
        const entries = (await openSeats(deps, found.player)).flatMap(entriesOf);
        response
          .writeHead(200, {
            'Content-Type': 'text/calendar; charset=utf-8',
            'Content-Disposition': 'inline; filename="quayside.ics"',
            'Cache-Control': 'private, max-age=300',
          })
          .end(calendars.text(entries, found));
        return undefined;
      },
    }),
  ];
}
