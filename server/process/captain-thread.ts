// A thread in which captains think: answers one question at a time.
import { workerData } from 'piscina';
import { performance } from '../../rooms/clockwork.ts';
import type { CaptainsQuestion, JudgesAnswer, JudgesQuestion } from '../../rooms/play/captains.ts';
import type { Budget } from '../../shared/kernel/bots/budget.ts';
import { captain, judge } from '../../shared/kernel/bots/captain.ts';
import type { Seen } from '../../shared/kernel/bots/seen.ts';
import type { Game, GameFamily, Shape } from '../../shared/kernel/game.ts';
import { underRules } from '../../shared/kernel/past.ts';
import { createRng } from '../../shared/kernel/rng.ts';

export interface CaptainsStart {
  /** URL of the module that exports `families`. */
  readonly registry: string;
  readonly editions: readonly {
    readonly game: string;
    readonly editionHash: string;
    readonly raw: unknown;
  }[];
}

interface Timed {
  readonly ms: number;
}
export type CaptainsTask = CaptainsQuestion & Timed;
export type JudgesTask = JudgesQuestion & Timed;

const { registry, editions }: CaptainsStart = workerData;
const { families }: { readonly families: readonly GameFamily[] } = await import(registry);
const games = new Map<string, Game>();

/** What the pool calls, by name. */
export interface ThreadCalls {
  choose(task: CaptainsTask): { readonly type: string };
  compare(task: JudgesTask): JudgesAnswer;
}

export const choose: ThreadCalls['choose'] = (task) => captain(gameOf(task), seenIn(task), within(task.ms));

export const compare: ThreadCalls['compare'] = (task) =>
  judge(gameOf(task), seenIn(task), task.played, within(task.ms)) ?? null;

function seenIn({ all, own, seat, seed }: CaptainsQuestion): Seen<Shape> {
  return { all, own, seat, luck: createRng(seed) };
}

function within(ms: number): Budget {
  const start = performance.now();
  return () => (performance.now() - start) / ms;
}

function gameOf({ game: id, editionHash, rulesVersion }: CaptainsTask): Game {
  const key = `${editionHash} ${rulesVersion}`;
  const known = games.get(key);
  if (known !== undefined) return known;
  const current = families.find((one) => one.id === id);
  const family = current === undefined ? undefined : underRules(current, rulesVersion);
  const edition = editions.find((one) => one.game === id && one.editionHash === editionHash);
  if (family === undefined || edition === undefined) throw new Error(`${id}: unknown rules or edition`);
  const parsed = family.parseEdition(edition.raw);
  if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
  const game = family.withEdition(parsed.value);
  games.set(key, game);
  return game;
}
