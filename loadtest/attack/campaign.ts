// Bursts of attacks on a server with the limits of a public one, and their effects.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../cli/temporary-folder.ts';
import { createRng, pick, spawnSeed } from '../../shared/kernel/rng.ts';
import { type BenchProcess, startProcess } from '../compare/process.ts';
import { gameOf } from '../games.ts';
import { Histogram, type Latency, latencyOf } from '../histogram.ts';
import { sumsOf } from '../server-watch.ts';
import { Chance } from './chance.ts';
import { Eyes, type Finding } from './eyes.ts';
import { HonestTable } from './honest.ts';
import { KINDS } from './kinds/index.ts';
import type { Target } from './line.ts';
import { readOperations } from './operations.ts';
import type { AttackOptions } from './options.ts';
import type { Regression } from './regressions.ts';

export interface AttackResult {
  readonly seconds: number;
  readonly inputs: number;
  readonly bursts: Readonly<Record<string, number>>;
  readonly bytes: number;
  readonly honestMoves: number;
  readonly honestLatency: Latency | undefined;
  /** Live memory of the server before and after, idle, and the maximum. */
  readonly liveBefore: number;
  readonly liveAfter: number;
  readonly residentMost: number;
  /** Processor time of the longest turn of its event loop. */
  readonly heldMost: number;
  readonly findings: readonly Finding[];
}

const MIB = 2 ** 20;
/**
 * Ten limits remember some 7,000 attackers' addresses at about 100 bytes each until their time is over, and
 * 10,000 tokens at about 600 bytes: 13 MiB. The records of the long matches, which are kept up to 16 MB, have
 * 13 MiB, and code that is compiled meanwhile 8 MiB. The rest is some room.
 */
const MAY_STAY_BYTES = 40 * MIB;
/**
 * Above what it holds at the start. Up to 580 MiB were measured at 3,000 inputs a second, most of it objects of four
 * threads that V8 has not collected yet, the rest outside its heaps. A leak shows in what stays.
 */
const MAY_HOLD_BYTES = 768 * MIB;
/** All requests of one turn of the event loop together. */
const MAY_TAKE_MS = 200;
const FILLER = join(import.meta.dirname, '../../server/testing/fill-folder.ts');
/** Long matches of each kind, and lobbies, stored before the start. */
const LONG_MATCHES = 4;
const LOBBIES = 300;
const LOOK_MS = 1_000;
const REST_MS = 45_000;
/** A server that does not answer its parent for this long counts as dead. */
const MUTE_MS = 30_000;
/** How long honest players may take to stop. */
const FAREWELL_MS = 20_000;

/** What is attacked; tests replace it by something weaker. */
interface Stage {
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly mayHoldBytes: number;
  readonly mayStayBytes: number;
  readonly mayTakeMs: number;
  /** Bursts that found something in the past, repeated first. */
  readonly regressions: readonly Regression[];
}

export const STAGE: Omit<Stage, 'regressions'> = {
  script: join(import.meta.dirname, '../../server/main.ts'),
  environment: {},
  mayHoldBytes: MAY_HOLD_BYTES,
  mayStayBytes: MAY_STAY_BYTES,
  mayTakeMs: MAY_TAKE_MS,
};

export class AttackCampaign {
  readonly #options: AttackOptions;
  readonly #stage: Stage;
  /** Bursts that have not ended yet. */
  readonly #underway = new Set<{ readonly kind: string; readonly seed: string }>();
  readonly #eyes = new Eyes();
  readonly #bursts: Record<string, number> = {};
  #inputs = 0;
  #residentMost = 0;
  #heldMost = 0;
  #over = false;

  constructor(options: AttackOptions, stage: Stage) {
    this.#options = options;
    this.#stage = stage;
  }

  get progress(): string {
    const found = this.#eyes.findings.length;
    return `${this.#inputs} inputs  ${Math.round(this.#residentMost / MIB)} MiB at most  ${found} findings`;
  }

  async run(): Promise<AttackResult> {
    const { folder, remove } = temporaryFolder('attack');
    const log: string[] = [];
    await this.#fill(join(folder, 'data'));
    const { script, environment } = this.#stage;
    const server = await startProcess({
      folder,
      script,
      settings: { BOT_PAUSE_MS: '0', TABLE_SLEEP_SECONDS: '5', WATCH_TURNS: 'on', ...environment },
      onLine: (line) => noteErrors(log, line),
    });
    try {
      return await this.#attack(server, log);
    } finally {
      await server.kill();
      remove();
    }
  }

  /** Only for those who want it: it takes seconds. */
  async #fill(data: string): Promise<void> {
    const { kind } = this.#options;
    if (kind !== undefined && kind !== 'dear') return;
    await promisify(execFile)(process.execPath, [FILLER, data, String(LONG_MATCHES), String(LOBBIES)]);
  }

  async #attack(server: BenchProcess, log: string[]): Promise<AttackResult> {
    const gone = new AbortController();
    void server.ended.then(() => gone.abort());
    const honest = (['public', 'private'] as const).map(
      (visibility, n) =>
        new HonestTable({
          url: server.url,
          game: gameOf('borneo'),
          visibility,
          eyes: this.#eyes,
          seed: `${n}`.repeat(32),
          gone: gone.signal,
        }),
    ) as [HonestTable, HonestTable];
    const playing = honest.map((table) => table.play());
    while (honest.some(({ moves }) => moves < 3) && this.#eyes.findings.length === 0 && !gone.signal.aborted)
      await sleep(50);
    const before = await server.usage('tidy');
    const begun = performance.now();
    const watch = this.#watch(server, before.residentBytes);
    const target: Target = {
      operations: await readOperations(server.url),
      port: Number(new URL(server.url).port),
      eyes: this.#eyes,
      publicMatch: () => honest[0].matchId,
      privateMatch: () => honest[1].matchId,
      longMatches: LONG_MATCHES,
    };
    await this.#repeatRegressions(target);
    const end = begun + this.#options.minutes * 60_000;
    const luck = createRng(this.#options.seed);
    const workers = Array.from({ length: this.#options.workers }, async () => {
      while (performance.now() < end && !this.#over) {
        const kind = this.#options.kind ?? pick(luck, Object.keys(KINDS));
        await this.#burst(target, kind, spawnSeed(luck));
      }
    });
    await Promise.all(workers);
    const seconds = (performance.now() - begun) / 1000;
    for (const table of honest) table.stop();
    await Promise.race([Promise.all(playing), sleep(FAREWELL_MS, undefined, { ref: false })]);
    const after = this.#over ? undefined : await this.#rest(server);
    if (after === undefined && !this.#over) this.#find('the server has ended');
    this.#over = true;
    await watch;
    const liveAfter = after?.liveBytes ?? 0;
    if (liveAfter > before.liveBytes + this.#stage.mayStayBytes)
      this.#find(`live memory rose from ${mib(before.liveBytes)} to ${mib(liveAfter)} MiB and stays there`);
    for (const line of log) this.#find(`the server logged ${line}`);
    const latencies = new Histogram();
    for (const table of honest) latencies.merge(table.latencies.pack());
    return {
      seconds,
      inputs: this.#inputs,
      bursts: this.#bursts,
      bytes: this.#eyes.bytes,
      honestMoves: honest.reduce((sum, { moves }) => sum + moves, 0),
      honestLatency: latencyOf(latencies),
      liveBefore: before.liveBytes,
      liveAfter,
      residentMost: this.#residentMost,
      heldMost: this.#heldMost,
      findings: this.#eyes.findings,
    };
  }

  async #burst(target: Target, kind: string, seed: string): Promise<void> {
    const attack = KINDS[kind];
    if (attack === undefined) throw new Error(`no attack ${kind}`);
    const burst = { kind, seed };
    this.#underway.add(burst);
    try {
      const sent = await attack({ ...target, kind, seed }, new Chance(seed));
      this.#inputs += sent;
    } catch (error) {
      this.#eyes.find(`the attack itself failed: ${String(error)}`, kind, seed);
    }
    this.#underway.delete(burst);
    this.#bursts[kind] = (this.#bursts[kind] ?? 0) + 1;
  }

  async #repeatRegressions(target: Target): Promise<void> {
    for (const { kind, seed } of this.#stage.regressions)
      if (this.#options.kind === undefined || this.#options.kind === kind)
        await this.#burst(target, kind, seed);
  }

  /** Memory and life of the process, once a second. */
  async #watch(server: BenchProcess, residentAtStart: number): Promise<void> {
    const mayHold = residentAtStart + this.#stage.mayHoldBytes;
    while (!this.#over) {
      await sleep(LOOK_MS);
      const seen = await Promise.race([
        server.ended.then(() => 'ended' as const),
        server.usage().catch(() => 'ended' as const),
        sleep(MUTE_MS, 'mute' as const, { ref: false }),
      ]);
      if (this.#over) break;
      if (seen === 'ended') this.#findUnderway('the server has ended');
      else if (seen === 'mute') this.#findUnderway(`the server does nothing for ${MUTE_MS} ms`);
      else {
        this.#residentMost = Math.max(this.#residentMost, seen.residentBytes);
        this.#heldMost = Math.max(this.#heldMost, seen.heldMs);
        if (seen.heldMs > this.#stage.mayTakeMs)
          this.#findUnderway(`the event loop was held for ${Math.round(seen.heldMs)} ms of processor time`);
        if (seen.residentBytes <= mayHold) continue;
        this.#findUnderway(`the server holds ${mib(seen.residentBytes)} MiB`);
      }
      this.#over = true;
    }
  }

  /** Once all tables sleep and all connections are gone. */
  async #rest(server: BenchProcess): Promise<{ readonly liveBytes: number } | undefined> {
    const deadline = performance.now() + REST_MS;
    for (;;) {
      const response = await fetch(`${server.url}/metrics`).catch(() => undefined);
      const sums = sumsOf((await response?.text()) ?? '');
      if (sums.size === 0) this.#find('the server shows no metrics after the attack');
      if ((sums.get('quayside_uncaught_total') ?? 0) > 0) {
        this.#find('an exception or a rejection was not caught');
        break;
      }
      if (sums.get('quayside_rooms') === 0 || performance.now() > deadline) break;
      await sleep(2_000);
    }
    return await server.usage('tidy').catch(() => undefined);
  }

  #find(what: string): void {
    this.#eyes.find(what, 'server', this.#options.seed);
  }

  /** Any of them may have been the cause. */
  #findUnderway(what: string): void {
    this.#find(what);
    for (const { kind, seed } of this.#underway) this.#eyes.find(`${what} during this burst`, kind, seed);
  }
}

/** Internal errors are logged as errors; refusals are not. */
function noteErrors(log: string[], line: string): void {
  if (log.length < 20 && /"level":"?(error|fatal|[56]0)\b/.test(line)) log.push(line.slice(0, 400));
}

function mib(bytes: number): number {
  return Math.round(bytes / MIB);
}
