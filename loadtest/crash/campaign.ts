// Many tables at once, and a server that is killed while they play.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Member } from '../../cli/private-member.ts';
import { temporaryFolder } from '../../cli/temporary-folder.ts';
import { below, createRng, pick, type Rng, spawnSeed } from '../../shared/kernel/rng.ts';
import type { RecordLike } from '../check.ts';
import { familyOf, gameOf } from '../games.ts';
import { Histogram, type Latency, latencyOf } from '../histogram.ts';
import { Diary } from '../history/diary.ts';
import { NO_LIMITS } from '../no-limits.ts';
import type { JudgedNotices } from '../notices/judging.ts';
import { NoticeWatch } from '../notices/watch.ts';
import { exportMatch } from './export.ts';
import { judge } from './judge.ts';
import type { CrashOptions } from './options.ts';
import { CrashTable, type TableNotes } from './table.ts';

export interface CrashResult {
  readonly kills: number;
  readonly matches: number;
  readonly finished: number;
  readonly acknowledged: number;
  /** Sent at the very end; whether they were played is unknown. */
  readonly unanswered: number;
  /** Sent again after their acknowledgement. */
  readonly repeated: number;
  readonly sightings: number;
  /** Milliseconds from the kill. */
  readonly listening: Latency | undefined;
  readonly firstAccepted: Latency | undefined;
  readonly notices: Omit<JudgedNotices, 'findings'>;
  readonly findings: readonly string[];
  readonly serverErrors: readonly string[];
}

/** The time from the first accepted command of a life to its end. */
const LIFE_MS = 1_500;
/** One life in this many ends while the players are still reconnecting. */
const SHORT_LIFE = 5;
const SHORT_LIFE_MS = 250;
/** A server that accepts nothing for this long is a finding. */
const PATIENCE_MS = 180_000;
/** Players who are away are told by then, however many lives end before; and a decision open for so long was told. */
const NOTICE_PATIENCE_MS = 90_000;
const LONG_MS = 5_000;
/** An answer that comes while a notice is being sent. */
const CROSSING_MS = 3_000;
/** A server that has just started is busy. */
const HEAL_MS = 1_000;

export class Campaign {
  readonly #options: CrashOptions;
  readonly #storage: Readonly<Record<string, string>>;
  readonly #server: Member;
  readonly #place = temporaryFolder('crash');
  readonly #luck: Rng;
  readonly #listening = new Histogram();
  readonly #firstAccepted = new Histogram();
  readonly #diary: Diary;
  readonly #notes: TableNotes[] = [];
  readonly #tables = new Set<CrashTable>();
  readonly #findings: string[] = [];
  readonly #gone = new AbortController();
  #notices: NoticeWatch | undefined;
  #accepted = 0;
  #repeated = 0;
  #kills = 0;
  #over = false;

  /** `storage`: where matches are stored, if not in a file. `flags`: further options of Node, for every life. */
  constructor(
    options: CrashOptions,
    storage: Readonly<Record<string, string>> = {},
    flags: readonly string[] = [],
  ) {
    this.#options = options;
    this.#diary = new Diary(options.history);
    const { folder } = this.#place;
    this.#storage = { DATA_DIR: join(folder, 'data'), ...storage };
    this.#server = new Member({
      name: 'the server',
      folder,
      port: 0,
      settings: { ...NO_LIMITS, NOTIFY_PRIVATE: 'on', ...this.#storage },
      flags,
    });
    this.#luck = createRng(options.seed);
  }

  get progress(): string {
    return `kills ${this.#kills} of ${this.#options.kills}  commands ${this.#accepted}  matches ${this.#notes.length + this.#tables.size}`;
  }

  get found(): readonly string[] {
    return this.#findings;
  }

  async run(): Promise<CrashResult> {
    try {
      await this.#boot();
      this.#notices = await this.#watchNotices();
      const places = Array.from({ length: this.#options.tables }, (_, index) => this.#keepPlaying(index));
      await this.#killAgainAndAgain();
      await sleep(this.#options.calmSeconds * 1_000);
      this.#over = true;
      for (const table of this.#tables) table.stop();
      await Promise.all(places);
      await this.#notices.end();
      await this.#notices.settle();
      return await this.#judge(this.#notices);
    } finally {
      this.#gone.abort();
      this.#notices?.close();
      await this.#server.kill();
      this.#place.remove();
    }
  }

  async #watchNotices(): Promise<NoticeWatch> {
    const { games, told, deadSeconds } = this.#options;
    const notices = await NoticeWatch.open({
      url: this.#server.url,
      games,
      seed: spawnSeed(this.#luck),
      patienceMs: NOTICE_PATIENCE_MS,
      healMs: HEAL_MS,
      newToken: () => this.#newToken(),
      gone: this.#gone.signal,
    });
    await notices.begin({ tables: told, deadMs: deadSeconds * 1_000 });
    return notices;
  }

  /** A new match begins where one has ended, until all kills are done. */
  async #keepPlaying(index: number): Promise<void> {
    const luck = createRng(spawnSeed(this.#luck));
    for (let n = 0; !this.#over; n++) {
      const game = gameOf(this.#options.games[(index + n) % this.#options.games.length] ?? '');
      const table = new CrashTable({
        url: this.#server.url,
        game,
        seats: game.seats.min + below(luck, game.seats.max - game.seats.min + 1),
        options: familyOf(game.id).short ?? {},
        luck: spawnSeed(luck),
        newToken: () => this.#newToken(),
        diary: this.#diary,
        accepted: () => {
          this.#accepted += 1;
        },
        repeated: () => {
          this.#repeated += 1;
        },
      });
      this.#tables.add(table);
      this.#notes.push(await table.play());
      this.#tables.delete(table);
    }
  }

  async #newToken(): Promise<string> {
    for (;;) {
      try {
        const response = await fetch(`${this.#server.url}/api/v1/guests`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{"name":"Guest"}',
        });
        return ((await response.json()) as { token: string }).token;
      } catch {
        // The server is down; it will return.
        await sleep(50);
      }
    }
  }

  async #killAgainAndAgain(): Promise<void> {
    await this.#firstCommand();
    while (this.#kills < this.#options.kills) {
      await sleep(below(this.#luck, LIFE_MS));
      const killed = performance.now();
      await this.#die();
      if (this.#kills < this.#options.kills && below(this.#luck, SHORT_LIFE) === 0) {
        await sleep(below(this.#luck, SHORT_LIFE_MS));
        await this.#die();
        await this.#firstCommand();
        continue;
      }
      this.#listening.add(performance.now() - killed);
      await this.#firstCommand();
      this.#firstAccepted.add(performance.now() - killed);
    }
    await sleep(LIFE_MS);
  }

  async #die(): Promise<void> {
    this.#kills += 1;
    const over = this.#notices?.trouble();
    await this.#server.kill();
    await this.#boot();
    over?.();
  }

  /** Each life writes its database on the event loop or in a thread. */
  #boot(): Promise<void> {
    return this.#server.start({ STORE_THREAD: pick(this.#luck, ['on', 'off']), ...this.#storage });
  }

  async #firstCommand(): Promise<void> {
    const before = this.#accepted;
    const deadline = performance.now() + PATIENCE_MS;
    while (this.#accepted === before) {
      if (performance.now() > deadline) {
        this.#findings.push(`no command was accepted for ${PATIENCE_MS / 1000} s after kill ${this.#kills}`);
        return;
      }
      await sleep(2);
    }
  }

  async #judge(watch: NoticeWatch): Promise<CrashResult> {
    const finished = this.#notes.filter(({ status }) => status === 'finished');
    const records = new Map<string, RecordLike | undefined>();
    for (const { matchId } of finished) records.set(matchId, await this.#recordOf(matchId));
    await this.#server.kill('SIGTERM');
    const sums = { acknowledged: 0, unanswered: 0, sightings: 0 };
    for (const notes of this.#notes) {
      if (notes.matchId === '') {
        this.#findings.push(...notes.findings);
        continue;
      }
      const record = records.get(notes.matchId) ?? exportMatch(notes.matchId, this.#storage);
      this.#diary.stored(notes.matchId, record.entries);
      const judged = judge(gameOf(notes.game), notes, record);
      sums.acknowledged += judged.acknowledged;
      sums.unanswered += judged.unanswered;
      sums.sightings += judged.sightings;
      this.#findings.push(...judged.findings);
    }
    this.#findings.push(...this.#diary.write());
    const rules = { longMs: LONG_MS, lateMs: CROSSING_MS };
    const { findings, ...notices } = watch.judge((matchId) => exportMatch(matchId, this.#storage), rules);
    this.#findings.push(...findings);
    return {
      kills: this.#kills,
      matches: this.#notes.length,
      finished: finished.length,
      ...sums,
      repeated: this.#repeated,
      listening: latencyOf(this.#listening),
      firstAccepted: latencyOf(this.#firstAccepted),
      notices,
      findings: this.#findings,
      serverErrors: this.#server.errors,
    };
  }

  async #recordOf(matchId: string): Promise<RecordLike | undefined> {
    const response = await fetch(`${this.#server.url}/api/v1/matches/${matchId}/record`);
    if (response.ok) return (await response.json()) as RecordLike;
    this.#findings.push(`${matchId}: the record is answered with ${response.status}`);
    return undefined;
  }
}
