// The administrators' pages and their forms, by address.
import type { Response } from 'express';
import { z } from 'zod';
import { TableRefusal } from '../../rooms/index.ts';
import { RefusalTexts } from '../../rooms/life/refusal-texts.ts';
import { KERNEL_CODES } from '../../shared/kernel/codes.ts';
import type { Language } from '../../shared/kernel/game.ts';
import { isTableCode } from '../../shared/protocol/codes.ts';
import { MATCH_STATUSES } from '../../shared/protocol/table.ts';
import { playerId } from '../cluster/peers/errands.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { matchParams } from '../http/table-params.ts';
import { sendExport } from '../people/send-export.ts';
import type { Say } from '../process/language.ts';
import { mandateOf, minutes, reason, search } from './api.ts';
import type { MatchFacts } from './facts.ts';
import {
  actionsPage,
  matchPage,
  type Notice,
  noticesPage,
  overviewPage,
  playerPage,
  type Question,
  questionPage,
} from './html.ts';
import {
  MATCH_ACTIONS,
  type MatchActionName,
  NOTICE_ACTIONS,
  type NoticeActionName,
  type Office,
} from './office.ts';
import { matchLink, NOTICES, playerLink, Words } from './words.ts';

export interface PageDeps {
  readonly office: Office;
  readonly sentences: (language: Language) => Say;
  /** Titles of the games by id, in one language. */
  readonly titles: (language: Language) => ReadonlyMap<string, string>;
  readonly now: () => number;
  /** With its page that checks matches. */
  readonly hasWebClient: boolean;
}

const UNFINISHED = ['frozen', 'playing', 'lobby'] as const;
const PLAYER_ACTIONS = ['silence', 'unsilence', 'export', 'forget'] as const;
const DURATIONS = [60, 1_440, 10_080, 43_200] as const;

const empty = z.literal('').transform(() => undefined);
const overviewQuery = z.object({
  search: z.union([empty, search]).optional(),
  status: z.union([empty, z.enum(MATCH_STATUSES)]).optional(),
});
const matchQuery = z.object({
  do: z.enum(MATCH_ACTIONS).optional(),
  done: z.enum(MATCH_ACTIONS).optional(),
  nothing: z.string().optional(),
  refused: z.string().max(64).optional(),
});
const playerQuery = z.object({
  id: playerId,
  do: z.enum(PLAYER_ACTIONS).optional(),
  done: z.enum(PLAYER_ACTIONS).optional(),
  matches: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
  left: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
});
const noticesQuery = z.object({
  do: z.enum(NOTICE_ACTIONS).optional(),
  done: z.enum(NOTICE_ACTIONS).optional(),
});
const noticesForm = z.object({ action: z.enum(NOTICE_ACTIONS), reason });
const matchForm = z.object({ action: z.enum(MATCH_ACTIONS), reason });
const playerForm = z.object({
  id: playerId,
  action: z.enum(PLAYER_ACTIONS),
  reason,
  minutes: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .pipe(minutes)
    .optional(),
});

const common = { tag: '', summary: '', auth: 'anyone', answers: {} } as const;

export function adminPages(deps: PageDeps): Route[] {
  const { office } = deps;
  return [
    route({
      ...common,
      id: 'showOverview',
      method: 'get',
      path: '/',
      query: overviewQuery,
      handle: async (call) => {
        const { search: text = '', status } = call.query;
        const wanted = status === undefined ? UNFINISHED : [status];
        const [processes, rules, found] = await Promise.all([
          office.processes(),
          office.rules(),
          text === '' ? office.matches(wanted) : office.find(text),
        ]);
        const facts = { processes, rules, found, status: status ?? '', search: text };
        return send(call, deps, (words) => overviewPage(words, facts));
      },
    }),
    route({
      ...common,
      id: 'showActions',
      method: 'get',
      path: '/actions',
      handle: async (call) => {
        const actions = await office.actions();
        return send(call, deps, (words) => actionsPage(words, actions));
      },
    }),
    ...matchPages(deps),
    ...noticePages(deps),
    ...playerPages(deps),
  ];
}

function matchPages(deps: PageDeps): Route[] {
  const { office } = deps;
  const match = { ...common, path: '/matches/{id}', params: matchParams, about: 'id' } as const;
  return [
    route({
      ...match,
      id: 'showMatch',
      method: 'get',
      query: matchQuery,
      handle: async (call) => {
        const { query } = call;
        const matchId = call.params.id;
        const facts = await office.match(matchId);
        if (facts === undefined) throw new Problem('unknown-match');
        const wish = query.do;
        if (wish !== undefined)
          return send(call, deps, (words) => questionPage(words, matchQuestion(words, facts, wish)));
        const actions = await office.actions({ matchId });
        return send(call, deps, (words) =>
          matchPage(words, facts, actions, { notice: noticeOf(words, query), canCheck: deps.hasWebClient }),
        );
      },
    }),
    route({
      ...match,
      id: 'actOnMatchPage',
      method: 'post',
      body: matchForm,
      handle: async (call) => {
        const matchId = call.params.id;
        const { action, reason: why } = call.body;
        const outcome = await outcomeOf(office.act(matchId, action, mandateOf(call, why)), action);
        call.response.redirect(303, matchLink(matchId, outcome));
        return undefined;
      },
    }),
  ];
}

function noticePages(deps: PageDeps): Route[] {
  const { office } = deps;
  const page = { ...common, path: '/notices' } as const;
  return [
    route({
      ...page,
      id: 'showNotices',
      method: 'get',
      query: noticesQuery,
      handle: async (call) => {
        const { do: wish, done } = call.query;
        if (wish !== undefined)
          return send(call, deps, (words) => questionPage(words, noticesQuestion(words, wish)));
        const facts = await office.notices();
        return send(call, deps, (words) => {
          const text = done === undefined ? undefined : words.say(`admin.done-${done}`);
          return noticesPage(words, facts, text === undefined ? undefined : { kind: 'done', text });
        });
      },
    }),
    route({
      ...page,
      id: 'actOnNoticesPage',
      method: 'post',
      body: noticesForm,
      handle: async (call) => {
        const { action, reason: why } = call.body;
        await office.switchNotices(action, mandateOf(call, why));
        call.response.redirect(303, `${NOTICES}?done=${action}`);
        return undefined;
      },
    }),
  ];
}

function noticesQuestion(words: Words, wish: NoticeActionName): Question {
  return {
    title: words.say(`admin.ask-${wish}`),
    explanation: words.say(`admin.why-${wish}`),
    button: words.say(`admin.do-${wish}`),
    action: NOTICES,
    back: NOTICES,
    hidden: { action: wish },
  };
}

async function outcomeOf(acting: Promise<boolean>, action: string): Promise<string> {
  try {
    return (await acting) ? `?done=${action}` : '?nothing=1';
  } catch (error) {
    if (error instanceof TableRefusal) return `?refused=${error.refusal}`;
    throw error;
  }
}

function matchQuestion(words: Words, { game, matchId }: MatchFacts, wish: MatchActionName): Question {
  const address = matchLink(matchId);
  return {
    title: words.say(`admin.ask-${wish}`, { match: `${words.titleOf(game)} ${matchId}` }),
    explanation: words.say(`admin.why-${wish}`),
    button: words.say(`admin.do-${wish}`),
    action: address,
    back: address,
    hidden: { action: wish },
  };
}

function noticeOf(words: Words, query: z.infer<typeof matchQuery>): Notice | undefined {
  const { done, nothing, refused } = query;
  if (done !== undefined) return { kind: 'done', text: words.say(`admin.done-${done}`) };
  if (nothing !== undefined) return { kind: 'done', text: words.say('admin.nothing') };
  if (refused === undefined || !isCode(refused)) return undefined;
  return { kind: 'refused', text: new RefusalTexts(undefined).ofCode(refused, words.language) };
}

function playerPages(deps: PageDeps): Route[] {
  const { office } = deps;
  return [
    route({
      ...common,
      id: 'showPlayer',
      method: 'get',
      path: '/players',
      query: playerQuery,
      handle: async (call) => {
        const { id, do: wish, done, matches = '0', left = '0' } = call.query;
        const player = await office.player(id);
        if (wish !== undefined)
          return send(call, deps, (words) =>
            questionPage(words, playerQuestion(words, id, wish, player.names[0] ?? id)),
          );
        return send(call, deps, (words) => {
          const text = done === undefined ? undefined : words.say(`admin.done-${done}`, { matches, left });
          return playerPage(words, player, text === undefined ? undefined : { kind: 'done', text });
        });
      },
    }),
    route({
      ...common,
      id: 'actOnPlayerPage',
      method: 'post',
      path: '/players',
      body: playerForm,
      handle: async (call) => {
        const { id, action, reason: why, minutes: time } = call.body;
        const { response } = call;
        const mandate = mandateOf(call, why);
        switch (action) {
          case 'export':
            await sendExport(response, await office.export(id, mandate));
            return undefined;
          case 'forget': {
            const { matches, left, complete } = await office.forget(id, mandate);
            const rest = complete ? left.length : Math.max(1, left.length);
            response.redirect(303, playerLink(id, `&done=forget&matches=${matches}&left=${rest}`));
            return undefined;
          }
          case 'silence':
          case 'unsilence':
            if (action === 'silence' && time === undefined)
              throw new Problem('bad-payload', { detail: 'minutes: for how long?' });
            await office.silence(id, action === 'silence' ? (time ?? 0) : 0, mandate);
            response.redirect(303, playerLink(id, `&done=${action}`));
            return undefined;
        }
      },
    }),
  ];
}

function playerQuestion(
  words: Words,
  id: string,
  wish: (typeof PLAYER_ACTIONS)[number],
  name: string,
): Question {
  const durations = DURATIONS.map((one) => `<option value="${one}">${words.duration(one * 60)}</option>`);
  return {
    title: words.say(`admin.ask-${wish}`, { name }),
    explanation: words.say(`admin.why-${wish}`),
    button: words.say(`admin.do-${wish}`),
    action: '/admin/players',
    back: playerLink(id),
    hidden: { id, action: wish },
    ...(wish === 'silence'
      ? {
          fields: `<label>${words.text('for')} <select name="minutes">${durations.join('')}</select></label>`,
        }
      : {}),
  };
}

function isCode(text: string): boolean {
  return isTableCode(text) || (KERNEL_CODES as readonly string[]).includes(text);
}

function send(
  { response, language }: { readonly response: Response; readonly language: Language },
  { sentences, titles, now }: PageDeps,
  pageWith: (words: Words) => string,
): undefined {
  const words = new Words(language, sentences(language), titles(language), now());
  response.set('Content-Language', language).vary('Accept-Language').type('html').send(pageWith(words));
}
