// The administrators' pages and their forms, by address.
import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { TableRefusal } from '../../rooms/index.ts';
import { RefusalTexts } from '../../rooms/life/refusal-texts.ts';
import { languageOf } from '../../rooms/people/language.ts';
import { KERNEL_CODES } from '../../shared/kernel/codes.ts';
import type { Language } from '../../shared/kernel/game.ts';
import { isTableCode } from '../../shared/protocol/codes.ts';
import { MATCH_STATUSES } from '../../shared/protocol/table.ts';
import type { Say } from '../door/language.ts';
import { Problem } from '../door/problem.ts';
import { sendExport } from '../people/send-export.ts';
import { mandateOf, minutes, reason, search } from './api.ts';
import { playerId } from './facts.ts';
import {
  actionsPage,
  matchPage,
  type Notice,
  overviewPage,
  playerPage,
  type Question,
  questionPage,
} from './html.ts';
import { MATCH_ACTIONS, type Office } from './office.ts';
import { matchLink, playerLink, Words } from './words.ts';

export interface PageDeps {
  readonly office: Office;
  readonly sentences: (language: Language) => Say;
  /** Titles of the games by id, in one language. */
  readonly titles: (language: Language) => ReadonlyMap<string, string>;
  readonly now: () => number;
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

export function adminPages(deps: PageDeps): Router {
  const { office } = deps;
  const router = Router({ caseSensitive: true });
  router.get('/', async (request, response) => {
    const { search: text = '', status } = parsed(overviewQuery, request.query);
    const wanted = status === undefined ? UNFINISHED : [status];
    const [processes, rules, found] = await Promise.all([
      office.processes(),
      office.rules(),
      text === '' ? office.matches(wanted) : office.find(text),
    ]);
    const words = wordsFor(deps, request);
    send(
      response,
      words,
      overviewPage(words, { processes, rules, found, status: status ?? '', search: text }),
    );
  });
  router.get('/actions', async (request, response) => {
    const words = wordsFor(deps, request);
    send(response, words, actionsPage(words, await office.actions()));
  });
  matchPages(router, deps);
  playerPages(router, deps);
  return router;
}

function matchPages(router: Router, deps: PageDeps): void {
  const { office } = deps;
  router.get('/matches/:id', async (request, response) => {
    const matchId = request.params.id;
    const words = wordsFor(deps, request);
    const query = parsed(matchQuery, request.query);
    const match = await office.match(matchId);
    if (match === undefined) throw new Problem('unknown-match');
    const wish = query.do;
    if (wish !== undefined) {
      const title = words.say(`admin.ask-${wish}`, { match: `${words.titleOf(match.game)} ${matchId}` });
      const explanation = words.say(`admin.why-${wish}`);
      const button = words.say(`admin.do-${wish}`);
      const address = matchLink(matchId);
      const question = {
        title,
        explanation,
        button,
        action: address,
        back: address,
        hidden: { action: wish },
      };
      send(response, words, questionPage(words, question));
      return;
    }
    const actions = await office.actions({ matchId });
    send(response, words, matchPage(words, match, actions, noticeOf(words, query)));
  });
  router.post('/matches/:id', async (request, response) => {
    const matchId = request.params.id;
    const form = parsed(matchForm, request.body);
    response.redirect(303, matchLink(matchId, await outcomeOf(office, matchId, form, response)));
  });
}

async function outcomeOf(
  office: Office,
  matchId: string,
  { action, reason: why }: z.infer<typeof matchForm>,
  response: Response,
): Promise<string> {
  try {
    const done = await office.act(matchId, action, mandateOf(response, why));
    return done ? `?done=${action}` : '?nothing=1';
  } catch (error) {
    if (error instanceof TableRefusal) return `?refused=${error.refusal}`;
    throw error;
  }
}

function noticeOf(words: Words, query: z.infer<typeof matchQuery>): Notice | undefined {
  const { done, nothing, refused } = query;
  if (done !== undefined) return { kind: 'done', text: words.say(`admin.done-${done}`) };
  if (nothing !== undefined) return { kind: 'done', text: words.say('admin.nothing') };
  if (refused === undefined || !isCode(refused)) return undefined;
  return { kind: 'refused', text: new RefusalTexts(undefined).ofCode(refused, words.language) };
}

function playerPages(router: Router, deps: PageDeps): void {
  const { office } = deps;
  router.get('/players', async (request, response) => {
    const words = wordsFor(deps, request);
    const { id, do: wish, done, matches = '0', left = '0' } = parsed(playerQuery, request.query);
    const player = await office.player(id);
    if (wish !== undefined) {
      send(response, words, questionPage(words, playerQuestion(words, id, wish, player.names[0] ?? id)));
      return;
    }
    const text = done === undefined ? undefined : words.say(`admin.done-${done}`, { matches, left });
    send(response, words, playerPage(words, player, text === undefined ? undefined : { kind: 'done', text }));
  });
  router.post('/players', async (request, response) => {
    const { id, action, reason: why, minutes: time } = parsed(playerForm, request.body);
    const mandate = mandateOf(response, why);
    switch (action) {
      case 'export':
        await sendExport(response, await office.export(id, mandate));
        return;
      case 'forget': {
        const { matches, left, complete } = await office.forget(id, mandate);
        const rest = complete ? left.length : Math.max(1, left.length);
        response.redirect(303, playerLink(id, `&done=forget&matches=${matches}&left=${rest}`));
        return;
      }
      case 'silence':
      case 'unsilence':
        if (action === 'silence' && time === undefined)
          throw new Problem('bad-payload', { detail: 'minutes: for how long?' });
        await office.silence(id, action === 'silence' ? (time ?? 0) : 0, mandate);
        response.redirect(303, playerLink(id, `&done=${action}`));
    }
  });
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

function wordsFor({ sentences, titles, now }: PageDeps, request: Request): Words {
  const language = languageOf(request.headers['accept-language']);
  return new Words(language, sentences(language), titles(language), now());
}

function send(response: Response, { language }: Words, html: string): void {
  response.set('Content-Language', language).vary('Accept-Language').type('html').send(html);
}

function parsed<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const result = schema.safeParse(raw ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Problem('bad-payload', { detail: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` });
}
