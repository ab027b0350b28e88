// The administrators' interface for programs, all under /admin/api.
import { z } from 'zod';
import { cleanText } from '../../rooms/people/chat.ts';
import { MATCH_STATUSES } from '../../shared/protocol/table.ts';
import { PRINTABLE, playerId } from '../cluster/peers/errands.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { matchParams } from '../http/table-params.ts';
import { sendExport } from '../people/send-export.ts';
import { MATCH_ACTIONS, type Mandate, NOTICE_ACTIONS, type Office } from './office.ts';

/** Cleaned like chat: it is shown in pages and logs. */
export const reason = z
  .string()
  .max(1_000)
  .transform((text) => cleanText(text, 200))
  .refine((text) => text.length >= 3, 'why: at least three characters');
/** 0: lifted; at most a year. */
export const minutes = z.int().min(0).max(525_600);
export const search = z.string().trim().min(1).max(200).regex(PRINTABLE);

const UNFINISHED = ['frozen', 'playing', 'lobby'] as const;

export function adminRouteList(office: Office): Route[] {
  return [...lookRoutes(office), ...actRoutes(office)];
}

function lookRoutes(office: Office): Route[] {
  const common = { tag: '', method: 'get', auth: 'anyone', answers: {} } as const;
  return [
    route({
      ...common,
      id: 'listProcesses',
      path: '/processes',
      summary: 'The processes, with their tables and connections',
      handle: async () => ({ status: 200, body: { processes: await office.processes() } }),
    }),
    route({
      ...common,
      id: 'listRules',
      path: '/rules',
      summary: 'Rules that unfinished matches are played by, and how many processes have them',
      handle: async () => ({ status: 200, body: { rules: await office.rules() } }),
    }),
    route({
      ...common,
      id: 'listAllMatches',
      path: '/matches',
      summary: 'Matches with a given status, or matching a search',
      query: z.strictObject({ status: z.enum(MATCH_STATUSES).optional(), search: search.optional() }),
      handle: async ({ query }) => {
        const { status } = query;
        const wanted = status === undefined ? UNFINISHED : [status];
        const found = query.search === undefined ? office.matches(wanted) : office.find(query.search);
        return { status: 200, body: await found };
      },
    }),
    route({
      ...common,
      id: 'readMatchFacts',
      path: '/matches/{id}',
      summary: 'A match, without what is hidden in it',
      params: matchParams,
      about: 'id',
      handle: async ({ params }) => {
        const match = await office.match(params.id);
        if (match === undefined) throw new Problem('unknown-match');
        return { status: 200, body: { match, actions: await office.actions({ matchId: params.id }) } };
      },
    }),
    route({
      ...common,
      id: 'readPlayerFacts',
      path: '/players',
      summary: 'A player',
      query: z.strictObject({ id: playerId }),
      handle: async ({ query }) => ({ status: 200, body: await office.player(query.id) }),
    }),
    route({
      ...common,
      id: 'readNoticeFacts',
      path: '/notices',
      summary: 'Notices to players who are away, in numbers',
      handle: async () => ({ status: 200, body: await office.notices() }),
    }),
    route({
      ...common,
      id: 'listActions',
      path: '/actions',
      summary: 'Actions by administrators',
      handle: async () => ({ status: 200, body: { actions: await office.actions() } }),
    }),
  ];
}

function actRoutes(office: Office): Route[] {
  const common = { tag: '', method: 'post', auth: 'anyone', answers: {} } as const;
  const aboutPlayer = z.strictObject({ id: playerId, reason });
  return [
    route({
      ...common,
      id: 'actOnMatch',
      path: '/matches/{id}/actions',
      summary: 'Freeze, unfreeze, close or unlist a match',
      params: matchParams,
      about: 'id',
      body: z.strictObject({ action: z.enum(MATCH_ACTIONS), reason }),
      handle: async (call) => {
        const { action, reason: why } = call.body;
        const mandate = mandateOf(call, why);
        const done = await office.act(call.params.id, action, mandate);
        return { status: 200, body: { done } };
      },
    }),
    route({
      ...common,
      id: 'switchNotices',
      path: '/notices/actions',
      summary: 'Stop all sending of notices, or send them again',
      body: z.strictObject({ action: z.enum(NOTICE_ACTIONS), reason }),
      handle: async (call) => {
        const { action, reason: why } = call.body;
        return { status: 200, body: { done: await office.switchNotices(action, mandateOf(call, why)) } };
      },
    }),
    route({
      ...common,
      id: 'silencePlayer',
      path: '/players/silence',
      summary: 'Silence a player in the chat for a number of minutes; 0: end the silence',
      body: aboutPlayer.extend({ minutes }),
      handle: async (call) => {
        const { body } = call;
        await office.silence(body.id, body.minutes, mandateOf(call, body.reason));
        return { status: 200, body: { silenced: body.minutes > 0 } };
      },
    }),
    route({
      ...common,
      id: 'forgetPlayer',
      path: '/players/forget',
      summary: 'Remove a player from everything that is stored',
      body: aboutPlayer.extend({ from: z.int().min(0).optional() }),
      handle: async (call) => {
        const { body } = call;
        const forgotten = await office.forget(body.id, mandateOf(call, body.reason), body.from);
        return { status: 200, body: forgotten };
      },
    }),
    route({
      ...common,
      id: 'exportPlayer',
      path: '/players/export',
      summary: 'Everything that is stored about a player',
      body: aboutPlayer,
      handle: async (call) => {
        const { body, response } = call;
        await sendExport(response, await office.export(body.id, mandateOf(call, body.reason)));
        return undefined;
      },
    }),
  ];
}

export function mandateOf({ administrator }: { readonly administrator: string }, why: string): Mandate {
  return { by: administrator, reason: why };
}
