// Captains think in their own threads, a bounded number at a time; beyond it they answer like mates.
import { Piscina } from 'piscina';
import { clearTimeout, deadline, setTimeout } from '../../rooms/clockwork.ts';
import type { Captains, CaptainsQuestion, JudgesAnswer, JudgesQuestion } from '../../rooms/play/captains.ts';
import type { Log } from '../../rooms/ports.ts';
import { SHARE_OF_TIME } from '../../shared/kernel/bots/budget.ts';
import type { CaptainsStart, ThreadCalls } from './captain-thread.ts';
import type { Metrics } from './metrics.ts';
import { reasonOf } from './reason.ts';
import type { Shelf } from './shelf.ts';

export interface CaptainOptions {
  /** 0: captains never think. */
  readonly threads: number;
  /** Decisions that may wait for a thread. */
  readonly waiting: number;
  /** Heap limit per thread. */
  readonly megabytes: number;
  /** For the main choice of a turn. */
  readonly ms: number;
  readonly shelf: Pick<Shelf, 'games' | 'editions'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'captainAnswered'>;
  /** The module that exports `families`. */
  readonly registry?: URL;
  /** A thread that misbehaves, for tests. */
  readonly script?: URL;
  /** A thread that has not answered after this is terminated: its rules hang. */
  readonly graceMs?: number;
  /** How much later than its time an answer may be. */
  readonly lateMs?: number;
  /** The same for a hint. */
  readonly lateAdviceMs?: number;
}

/** A thread without work ends after this. */
const IDLE_MS = 60_000;
/** Longer than any time to think, even on a busy machine that has yet to start the thread. */
const GRACE_MS = 180_000;
const LATE_MS = 2_000;
/** A thread that has to start first takes seconds on a busy machine; proxies and clients wait for an answer longer. */
const LATE_ADVICE_MS = 8_000;
/** Time for a move of an analysis, as a share of the time for a move. */
const JUDGED = 0.25;
/** Lower priority than the thread that serves players. */
const NICE = 10;

export class CaptainThreads implements Captains {
  readonly #options: CaptainOptions;
  #pool: Piscina | undefined;
  /** Captains that are thinking or waiting for a thread. */
  #thinking = 0;
  #isClosed = false;

  constructor(options: CaptainOptions) {
    this.#options = options;
  }

  async choose(
    question: CaptainsQuestion,
    asker: 'bot' | 'person' = 'bot',
  ): Promise<{ readonly type: string } | undefined> {
    const { threads, waiting, metrics, lateMs = LATE_MS, lateAdviceMs = LATE_ADVICE_MS } = this.#options;
    const places = threads === 0 ? 0 : threads + waiting;
    // The last place is reserved for bots at tables, however many hints are requested.
    const open = asker === 'bot' ? places : Math.max(threads, places - 1);
    if (this.#isClosed || this.#thinking >= open) {
      metrics.captainAnswered('declined');
      return undefined;
    }
    const ms = this.#options.ms * SHARE_OF_TIME[question.weight];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const patience = setTimeout(
      () => {
        metrics.captainAnswered('late');
        resolve(undefined);
      },
      ms * (2 + waiting / threads) + (asker === 'bot' ? lateMs : lateAdviceMs),
    );
    const answer = await Promise.race([this.#think('choose', { ...question, ms }), promise]);
    clearTimeout(patience);
    return answer;
  }

  /** Shorter than for a move, since there are many, and only while a thread is free. */
  async judge(question: JudgesQuestion): Promise<JudgesAnswer | undefined> {
    if (this.#isClosed || this.#thinking >= this.#options.threads) return undefined;
    const ms = JUDGED * this.#options.ms * SHARE_OF_TIME[question.weight];
    return await this.#think('compare', { ...question, ms });
  }

  async #think<Name extends keyof ThreadCalls>(
    name: Name,
    task: Parameters<ThreadCalls[Name]>[0],
  ): Promise<ReturnType<ThreadCalls[Name]> | undefined> {
    const { log, metrics, graceMs = GRACE_MS } = this.#options;
    this.#thinking += 1;
    try {
      this.#pool ??= this.#start();
      const answer = await this.#pool.run(task, { name, signal: deadline(graceMs) });
      metrics.captainAnswered(name === 'choose' ? 'thought' : 'compared');
      return answer;
    } catch (fault) {
      if (this.#isClosed) return undefined;
      metrics.captainAnswered('failed');
      log.error({ game: task.game, reason: reasonOf(fault) }, 'captain failed');
      return undefined;
    } finally {
      this.#thinking -= 1;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool?.destroy();
  }

  #start(): Piscina {
    const { threads, waiting, megabytes, shelf, registry, script } = this.#options;
    const editions = shelf.games.flatMap((game) =>
      shelf.editions(game).map(({ editionHash, raw }) => ({ game, editionHash, raw })),
    );
    const start: CaptainsStart = {
      registry: (registry ?? new URL('../../shared/games/index.ts', import.meta.url)).href,
      editions,
    };
    return new Piscina({
      filename: (script ?? new URL('./captain-thread.ts', import.meta.url)).href,
      workerData: start,
      minThreads: 0,
      maxThreads: threads,
      maxQueue: waiting,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
      niceIncrement: NICE,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
  }
}
