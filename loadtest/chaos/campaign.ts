// Many tables behind a proxy, and servers, Redis and PostgreSQL that fail while they are played.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, startCluster } from '../../cli/private-cluster.ts';
import type { Member } from '../../cli/private-member.ts';
import { makeSettable, WrongClocks } from '../../cli/wrong-clocks.ts';
import { below, createRng, type Rng, spawnSeed } from '../../shared/kernel/rng.ts';
import { exportMatch } from '../crash/export.ts';
import { CrashTable, type TableNotes } from '../crash/table.ts';
import { familyOf, gameOf } from '../games.ts';
import { Diary } from '../history/diary.ts';
import { NO_LIMITS } from '../no-limits.ts';
import type { JudgedNotices } from '../notices/judging.ts';
import type { ToldPlayer } from '../notices/told-table.ts';
import { NoticeWatch } from '../notices/watch.ts';
import { ClockWatch } from './clock-watch.ts';
import { CLOCKED_SEATS } from './clocked.ts';
import { compareAll, JoinedRooms } from './comparison.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { Follower } from './follower.ts';
import { type Following, type JudgedAll, judgeAll } from './judging.ts';
import { Links, PEER_HOST } from './links.ts';
import { faultsOfLists, WaitingHost } from './listing.ts';
import type { ChaosOptions } from './options.ts';
import { Pace } from './pauses.ts';
import { Returning } from './returning.ts';
import { SelfPlaying } from './self-playing.ts';
import { ownersOf } from './stored.ts';
import type { JudgedClocks } from './timeouts.ts';

/** What one fault did to play. */
interface FaultRecord {
  readonly fault: FaultName;
  readonly seconds: number;
  /** The longest pause of each table, in milliseconds: at the victim's tables, and at all others. */
  readonly there: readonly number[];
  readonly elsewhere: readonly number[];
  /** The same as seen by the typed client, which reconnects by itself, at tables of bots. */
  readonly seenThere: readonly number[];
  readonly seenElsewhere: readonly number[];
}

export interface ChaosResult extends JudgedAll {
  readonly suffered: readonly FaultRecord[];
  readonly matches: number;
  readonly repeated: number;
  /** Whole states of SDK clients that were compared after a fault, and how often an SDK came back by itself, or gave up. */
  readonly compared: number;
  readonly returned: number;
  readonly joinedAgain: number;
  /** Servers that an overloaded machine held up for so long that the others replaced them, as they should. */
  readonly replaced: number;
  readonly clocks: Omit<JudgedClocks, 'findings'>;
  readonly notices: Omit<JudgedNotices, 'findings'>;
  readonly serverErrors: readonly string[];
}

/** A table that takes no command for this long after a fault is a finding. */
const PATIENCE_MS = 90_000;
/** Play without a fault, before the first and after each. */
const CALM_MS = 2_000;
const WAITING_HOSTS = 4;
/** So that people could follow; a pause of the table is longer. */
const BOT_PAUSE_MS = '100';
/** A match may be without a server, and a target belongs to one that is gone, for so long. */
const HEAL_MS = 35_000;
const NOTICE_PATIENCE_MS = 180_000;
/** Others look for what is owed every five seconds. */
const LONG_MS = 6_500;
/** A process that was stopped while it told something. */
const CROSSING_MS = 15_000;
/** Shorter than a server is stopped. */
const CLOCK_SECONDS = 8;
const SHORT_CLOCK = join(import.meta.dirname, '../../server/testing/short-clock.ts');
/** After these nothing may be told twice. */
const GENTLE: readonly FaultName[] = ['term', 'slow-hand-over', 'redis'];
/** Errors that no fault explains. */
const GRAVE = /"msg":"(uncaught|match frozen|damaged match)|UnhandledPromise|FATAL/;

interface Surroundings {
  readonly cluster: Cluster;
  readonly links: Links;
}

export class ChaosCampaign {
  readonly #options: ChaosOptions;
  readonly #luck: Rng;
  readonly #pace = new Pace();
  readonly #seen = new Pace();
  readonly #selfPlaying: SelfPlaying[] = [];
  readonly #returning: Returning[] = [];
  readonly #diary: Diary;
  readonly #notes: TableNotes[] = [];
  readonly #followers = new Map<string, Following>();
  readonly #tables = new Set<CrashTable>();
  readonly #suffered: FaultRecord[] = [];
  readonly #findings: string[] = [];
  readonly #serverErrors: string[] = [];
  readonly #hosts: WaitingHost[] = [];
  readonly #clocks: ClockWatch;
  readonly #wrongClocks = new WrongClocks();
  /** When each place at which matches are played accepted its latest command. */
  readonly #lastAt: number[] = [];
  readonly #flags: readonly string[];
  #notices: NoticeWatch | undefined;
  #accepted = 0;
  #compared = 0;
  #replaced = 0;
  #repeated = 0;
  #what = 'starting';
  readonly #gone = new AbortController();
  #over = false;

  /** `flags`: further options of Node, for every server. */
  constructor(options: ChaosOptions, flags: readonly string[] = []) {
    this.#options = options;
    this.#diary = new Diary(options.history);
    this.#flags = flags;
    this.#luck = createRng(options.seed);
    const lateMs = options.lateSeconds * 1_000;
    this.#clocks = new ClockWatch({ allowedMs: CLOCK_SECONDS * 1_000, lateMs });
  }

  get progress(): string {
    return `${this.#what}  commands ${this.#accepted}  matches ${this.#notes.length + this.#tables.size}  findings ${this.found.length}`;
  }

  get found(): readonly string[] {
    return [...this.#findings, ...this.#notes.flatMap(({ findings }) => findings)];
  }

  async run(): Promise<ChaosResult> {
    const started = await startCluster({
      members: this.#options.servers,
      settings: {
        ...NO_LIMITS,
        BOT_THREADS: '0',
        BOT_PAUSE_MS,
        SHUTDOWN_SECONDS: '10',
        NOTIFY_PRIVATE: 'on',
        SHORT_CLOCK_SECONDS: String(CLOCK_SECONDS),
        ...this.#wrongClocks.settings,
      },
      flags: ['--import', SHORT_CLOCK, ...this.#flags, ...this.#wrongClocks.flags],
      peerHost: PEER_HOST,
      prepare: makeSettable,
      onStep: (what) => {
        this.#what = `starting ${what}`;
      },
      onError: (member, line) => {
        if (GRAVE.test(line)) this.#serverErrors.push(`${member}: ${line}`);
      },
    });
    const joined = new JoinedRooms();
    let links: Links | undefined;
    try {
      links = await Links.open(started, this.#options.linkMs);
      const cluster = { ...started, url: links.url };
      this.#what = 'playing';
      const places = Array.from({ length: this.#options.tables }, (_, place) =>
        this.#keepPlaying(cluster, place),
      );
      while (this.#hosts.length < WAITING_HOSTS)
        this.#hosts.push(await WaitingHost.open(cluster.url, await this.#newToken(cluster)));
      for (let n = 0; n < this.#options.selfPlaying; n++) this.#letPlay(cluster, n);
      for (let n = 0; n < this.#options.returning; n++) this.#letReturn(cluster, n);
      const watched = [...this.#selfPlaying, ...this.#returning].map((one) => one.run());
      this.#what = 'adding targets';
      this.#notices = await this.#watchNotices(cluster);
      const { told, clocked, deadSeconds } = this.#options;
      const others = clocked * CLOCKED_SEATS;
      const away = await this.#notices.begin({ tables: told, others, deadMs: deadSeconds * 1_000 });
      for (let n = 0; n < clocked; n++)
        await this.#leaveToClock(cluster, n, away.slice(n * CLOCKED_SEATS, (n + 1) * CLOCKED_SEATS));
      this.#what = 'playing';
      await this.#allPlay(performance.now(), 'the start');
      await sleep(CALM_MS);
      for (let round = 0; round < this.#options.rounds; round++)
        for (const fault of this.#options.faults) {
          await this.#suffer({ cluster, links }, fault);
          await this.#compare(joined, FAULTS[fault].what);
        }
      this.#what = 'looking at lists';
      await this.#listsHeal(cluster, 'at the end');
      for (const { matchId, broken } of this.#hosts)
        if (broken !== undefined) this.#findings.push(`${matchId}: its host did not come back: ${broken}`);
      this.#what = 'finishing';
      this.#over = true;
      for (const one of [...this.#selfPlaying, ...this.#returning]) one.end();
      await Promise.all(watched);
      await Promise.race([Promise.all(places), sleep(this.#options.finishSeconds * 1_000)]);
      for (const table of this.#tables) table.stop();
      await Promise.all(places);
      this.#what = 'waiting for time-outs';
      await this.#clocks.graceEnds();
      this.#what = 'waiting for notices';
      await this.#notices.end();
      await this.#notices.settle();
      return await this.#judge(cluster, this.#notices);
    } finally {
      this.#over = true;
      this.#gone.abort();
      this.#notices?.close();
      for (const table of this.#tables) table.stop();
      for (const one of [...this.#selfPlaying, ...this.#returning]) one.end();
      joined.stop();
      for (const host of this.#hosts) host.close();
      for (const { follower } of this.#followers.values()) follower.close();
      await links?.close();
      await started.remove();
      this.#wrongClocks.remove();
    }
  }

  #watchNotices(cluster: Cluster): Promise<NoticeWatch> {
    return NoticeWatch.open({
      url: cluster.url,
      games: this.#options.games,
      seed: spawnSeed(this.#luck),
      patienceMs: NOTICE_PATIENCE_MS,
      healMs: HEAL_MS,
      newToken: () => this.#newToken(cluster),
      gone: this.#gone.signal,
    });
  }

  /** A new match begins where one has ended, until all faults are over. */
  async #keepPlaying(cluster: Cluster, place: number): Promise<void> {
    const luck = createRng(spawnSeed(this.#luck));
    const { games, drops, think } = this.#options;
    this.#lastAt[place] = 0;
    for (let n = 0; !this.#over; n++) {
      const game = gameOf(games[(place + n) % games.length] ?? '');
      let matchId = '';
      const table = new CrashTable({
        url: cluster.url,
        game,
        seats: game.seats.min + below(luck, game.seats.max - game.seats.min + 1),
        options: familyOf(game.id).short ?? {},
        luck: spawnSeed(luck),
        drops,
        think,
        gone: this.#gone.signal,
        newToken: () => this.#newToken(cluster),
        diary: this.#diary,
        begun: (id) => {
          matchId = id;
          void this.#follow(cluster, id, place % 2 === 0 ? 'stream' : 'socket');
        },
        accepted: () => {
          this.#accepted += 1;
          this.#lastAt[place] = performance.now();
          this.#pace.accepted(matchId, performance.now());
        },
        repeated: () => {
          this.#repeated += 1;
        },
      });
      this.#tables.add(table);
      const notes = await table.play();
      this.#notes.push(notes);
      this.#tables.delete(table);
      // Not again and again if nothing works.
      if (notes.findings.length > 0) await sleep(1_000);
    }
  }

  #letPlay(cluster: Cluster, n: number): void {
    this.#selfPlaying.push(
      new SelfPlaying({
        url: cluster.url,
        game: 'cabo-da-roca',
        seats: 4,
        transport: n % 2 === 0 ? 'stream' : 'socket',
        newToken: () => this.#newToken(cluster),
        heard: (matchId) => this.#seen.accepted(matchId, performance.now()),
      }),
    );
  }

  #letReturn(cluster: Cluster, n: number): void {
    const { games } = this.#options;
    const game = gameOf(games[n % games.length] ?? '');
    this.#returning.push(new Returning({ url: cluster.url, game, newToken: () => this.#newToken(cluster) }));
  }

  async #compare(joined: JoinedRooms, when: string): Promise<void> {
    const { right, findings } = await compareAll(joined.current);
    this.#compared += right;
    this.#findings.push(...findings.map((found) => `${when}: ${found}`));
  }

  /** Half of these matches are watched and stay in memory; the others fall asleep and are woken for each time-out. */
  async #leaveToClock(cluster: Cluster, n: number, players: readonly ToldPlayer[]): Promise<void> {
    const tokens = players.map(({ token }) => token);
    const matchId = await this.#clocks.open(cluster.url, tokens);
    this.#notices?.watch(matchId, players);
    if (n % 2 === 0) void this.#follow(cluster, matchId, n % 4 === 0 ? 'stream' : 'socket');
  }

  async #follow(cluster: Cluster, matchId: string, transport: 'stream' | 'socket'): Promise<void> {
    const follower = new Follower(matchId, transport);
    const token = await this.#newToken(cluster);
    this.#followers.set(matchId, { follower, notes: follower.follow(cluster.url, token) });
  }

  async #newToken({ url }: Cluster): Promise<string> {
    for (;;) {
      this.#gone.signal.throwIfAborted();
      try {
        const response = await fetch(`${url}/api/v1/guests`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{"name":"Guest"}',
          signal: AbortSignal.timeout(15_000),
        });
        if (response.ok) return ((await response.json()) as { token: string }).token;
      } catch {
        // All players are disconnected; they will return.
      }
      await sleep(100);
    }
  }

  async #suffer({ cluster, links }: Surroundings, fault: FaultName): Promise<void> {
    const { stoppedSeconds, awaySeconds, redisSeconds } = this.#options;
    const { what } = FAULTS[fault];
    const victim = cluster.members[this.#suffered.length % cluster.members.length];
    if (victim === undefined) throw new Error('a cluster without servers');
    this.#what = what;
    const owners = await ownersOf(cluster.postgres);
    const began = performance.now();
    const from = Date.now();
    const over = GENTLE.includes(fault) ? undefined : this.#notices?.trouble();
    await FAULTS[fault].run({
      cluster,
      links,
      newToken: () => this.#newToken(cluster),
      clocks: this.#wrongClocks,
      victim,
      stoppedSeconds,
      awaySeconds,
      redisSeconds,
      allPlay: (when) => this.#allPlay(performance.now(), when),
      listsHeal: () => this.#listsHeal(cluster, what),
      find: (found) => this.#findings.push(`${what}: ${found}`),
      lose: (member) => this.#clocks.lose(cluster.postgres, member, what),
    });
    over?.();
    // A clock that is set ahead looks like a stall, after which players have more time.
    if (fault === 'database' || fault === 'clocks') this.#clocks.outage({ from, to: Date.now() });
    await this.#allPlay(performance.now(), what);
    await Promise.all(cluster.members.map((member) => this.#ready(member, what)));
    await sleep(CALM_MS);
    await this.#clocks.noteTaken(cluster.postgres);
    const ended = performance.now();
    const pauses = (pace: Pace, there: boolean) =>
      [...owners]
        .filter(([, port]) => (port === victim.port) === there)
        .map(([matchId]) => pace.longestPause(matchId, began, ended))
        .filter((pause) => pause !== undefined);
    this.#suffered.push({
      fault,
      seconds: (ended - began) / 1_000,
      there: pauses(this.#pace, true),
      elsewhere: pauses(this.#pace, false),
      seenThere: pauses(this.#seen, true),
      seenElsewhere: pauses(this.#seen, false),
    });
  }

  async #listsHeal(cluster: Cluster, when: string): Promise<void> {
    const waiting = this.#hosts.map(({ matchId }) => matchId);
    const faults = await faultsOfLists(cluster.members, waiting, await this.#newToken(cluster));
    this.#findings.push(...faults.map((fault) => `${when}: ${fault}`));
  }

  /** Until a command was accepted at every place. */
  async #allPlay(since: number, what: string): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const still = this.#lastAt.filter((at) => at <= since).length;
      if (still === 0) return;
      if (performance.now() > deadline) {
        this.#findings.push(
          `${what}: ${still} tables took no command for ${PATIENCE_MS / 1_000} s afterwards`,
        );
        return;
      }
      await sleep(20);
    }
  }

  async #ready(member: Member, what: string): Promise<void> {
    const { url, name } = member;
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      if (!member.isRunning) await this.#supervise(member, what);
      const status = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(5_000) }).then(
        (response) => response.status,
        (error: unknown) => String(error),
      );
      if (status === 200) return;
      if (performance.now() > deadline) {
        this.#findings.push(`${what}: ${name} is not ready ${PATIENCE_MS / 1_000} s afterwards: ${status}`);
        return;
      }
      await sleep(100);
    }
  }

  /** One that was declared gone exits with 1, for its supervisor to start it again. */
  async #supervise(member: Member, what: string): Promise<void> {
    const code = await member.ended;
    if (code === 1) this.#replaced += 1;
    else this.#findings.push(`${what}: ${member.name} ended by itself with ${code}`);
    await member.start();
  }

  async #judge(cluster: Cluster, watch: NoticeWatch): Promise<ChaosResult> {
    this.#what = 'judging';
    // Their matches continue: later moves must not be judged.
    for (const matchId of this.#clocks.matchIds) this.#followers.get(matchId)?.follower.close();
    const { matches: clocked, findings, ...clocks } = await this.#clocks.judge(cluster.postgres);
    const judged = await judgeAll({
      cluster,
      notes: this.#notes,
      diary: this.#diary,
      followers: this.#followers,
      selfPlaying: this.#selfPlaying,
      clocked,
      returning: this.#returning.flatMap(({ seen }) => seen),
    });
    for (const { seen } of this.#returning)
      if (seen.every(({ sightings }) => sightings.length === 0))
        this.#findings.push('a bare SDK saw nothing of any match');
    const { findings: lostOrDoubled, ...notices } = watch.judge(
      (matchId) => exportMatch(matchId, { DATABASE_URL: cluster.postgres.url }),
      { longMs: LONG_MS, lateMs: CROSSING_MS },
    );
    const sums = this.#returning.map(({ counts }) => counts);
    return {
      suffered: this.#suffered,
      matches: this.#notes.length,
      repeated: this.#repeated,
      compared: this.#compared,
      returned: sums.reduce((sum, { returned }) => sum + returned, 0),
      joinedAgain: sums.reduce((sum, { joinedAgain }) => sum + joinedAgain, 0),
      replaced: this.#replaced,
      clocks,
      notices,
      ...judged,
      findings: [...this.#findings, ...findings, ...judged.findings, ...lostOrDoubled],
      serverErrors: this.#serverErrors,
    };
  }
}
