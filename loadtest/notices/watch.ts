// The tables of a campaign whose players are away, and everything their targets were told.
import { setTimeout as sleep } from 'node:timers/promises';
import { createRng, type Rng, spawnSeed } from '../../shared/kernel/rng.ts';
import type { RecordLike } from '../check.ts';
import { gameOf } from '../games.ts';
import { type AgreedNotes, AgreedTable, FOUND_MS } from './agreed-table.ts';
import { type Arrival, HookHost, type Mood } from './hooks.ts';
import {
  decisionsOf,
  type JudgedMatch,
  type JudgedNotices,
  type JudgeRules,
  judgeNotices,
} from './judging.ts';
import { type ToldNotes, type ToldPlayer, ToldTable } from './told-table.ts';

interface WatchOrder {
  readonly url: string;
  readonly games: readonly string[];
  readonly seed: string;
  readonly patienceMs: number;
  /** After something has failed, what others have left is found by then. */
  readonly healMs: number;
  readonly newToken: () => Promise<string>;
  readonly gone: AbortSignal;
}

interface Beginnings {
  readonly tables: number;
  readonly others?: number;
  readonly deadMs: number;
}

/** Other processes of a cluster know a new target after this. */
const KNOWN_MS = 3_000;
const AGAIN_MS = 100;
const QUIET_MS = 12_000;
const LONGEST_QUIET_MS = 30_000;

export class NoticeWatch {
  readonly #order: WatchOrder;
  readonly #luck: Rng;
  readonly #hooks: HookHost;
  readonly #tables = new Set<ToldTable | AgreedTable>();
  readonly #agreed: AgreedNotes[] = [];
  readonly #notes: ToldNotes[] = [];
  readonly #away: Omit<JudgedMatch, 'decisions'>[] = [];
  /** When servers ended or stood still. */
  readonly #troubles: { from: number; to: number }[] = [];
  #revival: NodeJS.Timeout | undefined;
  #isOver = false;
  #places: Promise<unknown> = Promise.resolve();

  private constructor(order: WatchOrder, hooks: HookHost) {
    this.#order = order;
    this.#hooks = hooks;
    this.#luck = createRng(order.seed);
  }

  static async open(order: WatchOrder): Promise<NoticeWatch> {
    return new NoticeWatch(order, await HookHost.open(order.seed));
  }

  /** A call that is under way becomes ambiguous, and decisions may wait. Returns the end of it. */
  trouble(): () => void {
    const one = { from: Date.now(), to: Number.POSITIVE_INFINITY };
    this.#troubles.push(one);
    const over = this.#hooks.trouble();
    return () => {
      one.to = Date.now();
      over();
    };
  }

  /**
   * Of every second player one target is shaky; at the first table it is dead, until `deadMs` have passed. Returns
   * further players, for tables at which nobody moves.
   */
  async begin({ tables, others = 0, deadMs }: Beginnings): Promise<readonly ToldPlayer[]> {
    const games = this.#order.games.map(gameOf);
    const players: ToldPlayer[][] = [];
    for (let n = 0; n < tables; n++) {
      const { seats } = games[n % games.length] ?? { seats: { min: 2 } };
      players.push(await this.#players(seats.min, n === 0 ? 'dead' : 'shaky'));
    }
    const rest = await this.#players(others, 'shaky');
    const agreeing = tables === 0 ? [] : await this.#players(2, 'shaky');
    await sleep(KNOWN_MS);
    const playing = players.map((some, n) => this.#keepPlaying(some, n));
    this.#places = Promise.all([...playing, this.#keepAgreeing(agreeing)]);
    this.#revival = setTimeout(() => this.#revive('dead'), deadMs);
    return rest;
  }

  async #players(count: number, other: Mood): Promise<ToldPlayer[]> {
    const made: ToldPlayer[] = [];
    for (let n = 0; n < count; n++) {
      const token = await this.#order.newToken();
      const moods = n % 2 === 0 || other === 'dead' ? (['good', other] as const) : (['good'] as const);
      const targets = moods.map((mood) => this.#hooks.add(mood));
      for (const { url } of targets) await this.#add(token, url);
      made.push({ token, targets });
    }
    return made;
  }

  /** A match at which nobody moves. `players`: by seat. */
  watch(matchId: string, players: readonly ToldPlayer[]): void {
    this.#away.push({ matchId, players });
  }

  #revive(mood: Mood): void {
    for (const target of this.#hooks.targets) if (target.mood === mood) target.mood = 'good';
  }

  /** Nobody moves any more; whatever is still open must be told. */
  async end(): Promise<void> {
    this.#isOver = true;
    for (const table of this.#tables) table.stop();
    await this.#places;
  }

  /** Until nothing comes any more, and every target was called that was resting after its failures. */
  async settle(): Promise<void> {
    clearTimeout(this.#revival);
    this.#revive('dead');
    this.#revive('shaky');
    const { targets } = this.#hooks;
    const rested = Math.max(...targets.map(({ calledBy }) => calledBy)) + QUIET_MS;
    const latest = Date.now() + LONGEST_QUIET_MS;
    const found = this.#agreed.length === 0 ? 0 : Date.now() + FOUND_MS;
    const counted = () => targets.reduce((sum, { arrivals }) => sum + arrivals.length, 0);
    let before = counted();
    let since = Date.now();
    // At tables with a clock decisions open again and again.
    while (Date.now() < Math.max(rested, found, Math.min(latest, since + QUIET_MS))) {
      await sleep(AGAIN_MS);
      if (counted() === before) continue;
      before = counted();
      since = Date.now();
    }
  }

  judge(
    recordOf: (matchId: string) => RecordLike,
    rules: Pick<JudgeRules, 'longMs' | 'lateMs'>,
  ): JudgedNotices {
    const now = Date.now();
    const told = this.#notes.filter(({ matchId }) => matchId !== '');
    const matches = [...told, ...this.#away].map(({ matchId, players }) => {
      const record = recordOf(matchId) as RecordLike & { readonly game: string };
      return { matchId, players, decisions: decisionsOf(gameOf(record.game), record) };
    });
    const agreed = this.#agreed.map((notes) => ({ ...notes, kind: 'start-near' as const }));
    const { healMs } = this.#order;
    const undisturbedMs: JudgeRules['undisturbedMs'] = (since, until) => {
      const troubles = this.#troubles.filter(({ from }) => from < until);
      return until - Math.max(since, ...troubles.map(({ to }) => to + healMs));
    };
    const isCalm = ({ notice, at }: Arrival) =>
      this.#troubles.every(({ from, to }) => at < from || notice.at > to + healMs);
    const judged = judgeNotices([...matches, ...agreed], { ...rules, undisturbedMs, now }, isCalm);
    const own = this.#notes.flatMap(({ findings }) => findings);
    return { ...judged, findings: [...own, ...judged.findings] };
  }

  close(): void {
    clearTimeout(this.#revival);
    this.#isOver = true;
    for (const table of this.#tables) table.stop();
    this.#hooks.close();
  }

  /** A new match begins where one has ended. */
  async #keepPlaying(players: readonly ToldPlayer[], n: number): Promise<void> {
    const { games, url, gone, patienceMs } = this.#order;
    while (!this.#isOver) {
      const game = gameOf(games[n % games.length] ?? '');
      const table = new ToldTable({ url, game, luck: spawnSeed(this.#luck), players, gone, patienceMs });
      this.#tables.add(table);
      const notes = await table.play();
      this.#notes.push(notes);
      this.#tables.delete(table);
      if (notes.findings.length > 0) await sleep(AGAIN_MS * 10);
    }
  }

  /** A new table waits where one has had its start times. */
  async #keepAgreeing(players: readonly ToldPlayer[]): Promise<void> {
    const { games, url, gone, patienceMs } = this.#order;
    while (!this.#isOver && players.length > 0) {
      const game = gameOf(games[0] ?? '');
      const table = new AgreedTable({ url, game, luck: spawnSeed(this.#luck), players, gone, patienceMs });
      this.#tables.add(table);
      const notes = await table.play();
      this.#agreed.push(notes);
      this.#tables.delete(table);
    }
  }

  /** Once, even if an answer is lost. */
  async #add(token: string, url: string): Promise<void> {
    const { gone } = this.#order;
    const ask = (method: string, path: string, body?: object) =>
      fetch(`${this.#order.url}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        signal: AbortSignal.timeout(10_000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    let known = -1;
    for (;;) {
      gone.throwIfAborted();
      try {
        const { targets } = (await (await ask('GET', '/me/notices')).json()) as { targets: unknown[] };
        if (known === -1) known = targets.length;
        if (targets.length > known) return;
        if ((await ask('POST', '/me/notices/targets', { type: 'json', url })).status === 201) return;
      } catch {
        // The server is down; it will return.
      }
      await sleep(AGAIN_MS);
    }
  }
}
