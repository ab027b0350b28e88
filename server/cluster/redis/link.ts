// The connection to Redis. Redis is never the authority, so nothing waits long for it: while it is away,
// requests fail at once and callers continue with what this process knows.
import { Redis } from 'ioredis';
import type { z } from 'zod';
import type { Log } from '../../../rooms/ports.ts';
import { reasonOf } from '../../process/reason.ts';
import { RepeatedTask } from './repeated-task.ts';
import type { Script } from './scripts.ts';

/** An answer takes a millisecond; without one for this long, Redis counts as away. */
const ANSWER_MS = 1_000;
const CONNECT_MS = 2_000;
const LONGEST_RETRY_MS = 1_000;
const BEAT_MS = 1_000;

/** Redis is away, or did not answer. */
export class RedisAway extends Error {}

interface RedisLinkOptions {
  /** Contains the password. */
  readonly url: string;
  readonly scripts: readonly Script[];
  readonly log: Log;
  /** Counts unanswered requests. */
  readonly failed: () => void;
}

export class RedisLink {
  readonly #options: RedisLinkOptions;
  readonly #client: Redis;
  readonly #up = new Set<() => void>();
  readonly #beats: (() => Promise<void>)[] = [];
  readonly #mistyped = new Set<() => void>();
  readonly #heart: RepeatedTask;
  readonly #hashes = new Map<Script, string>();
  #isUp = false;
  /** Absences are logged once, not at every attempt. */
  #isMissed = false;
  #complaint = '';
  #isClosed = false;

  constructor(options: RedisLinkOptions) {
    this.#options = options;
    this.#client = new Redis(options.url, {
      lazyConnect: true,
      // Commands are never queued: by then they would be outdated.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      // Loading its scripts is the check.
      enableReadyCheck: false,
      connectTimeout: CONNECT_MS,
      commandTimeout: ANSWER_MS,
      retryStrategy: (attempts) => Math.min(50 * attempts, LONGEST_RETRY_MS),
    });
    this.#client.on('error', (error) => this.#missed(error));
    this.#client.on('ready', () => void this.#prepare());
    this.#client.on('close', () => this.#missed(new Error('connection closed')));
    this.#heart = new RepeatedTask(BEAT_MS, () => this.#beat());
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Called after each connection; Redis may be empty. */
  onUp(listener: () => void): void {
    this.#up.add(listener);
  }

  /** Called if a script fails because a key has another type than ours. */
  onWrongType(listener: () => void): void {
    this.#mistyped.add(listener);
  }

  /** Some of our keys are gone: as after a new connection. */
  startAnew(): void {
    if (this.#isUp) for (const listener of this.#up) listener();
  }

  /** Called every second while connected. */
  onBeat(listener: () => Promise<void>): void {
    this.#beats.push(listener);
  }

  /** Resolves at the first connection or failure; then it keeps trying. */
  async open(): Promise<void> {
    await this.#client.connect().catch((error: unknown) => this.#missed(error));
    await this.#prepare();
    this.#heart.start();
  }

  /**
   * Rejects with `RedisAway` within a second, also if the answer has an unexpected form: then another program
   * has written there. Scripts run in the order of the calls.
   */
  async run<Answer>(
    script: Script,
    values: readonly (string | number)[],
    form: z.ZodType<Answer>,
  ): Promise<Answer> {
    const answer = form.safeParse(await this.#answer(script, values));
    if (answer.success) return answer.data;
    this.#options.failed();
    const reason = 'what it holds is not ours';
    this.#complain(reason);
    throw new RedisAway(reason);
  }

  async #answer(script: Script, values: readonly (string | number)[]): Promise<unknown> {
    const hash = this.#hashes.get(script);
    if (!this.#isUp || hash === undefined) throw new RedisAway('not connected');
    try {
      return await this.#client.evalsha(hash, 0, ...values);
    } catch (error) {
      this.#options.failed();
      // Later requests must not pile up behind one without an answer.
      const reason = reasonOf(error);
      const isAnswer = error instanceof Error && error.name === 'ReplyError';
      if (isAnswer && !reason.startsWith('NOSCRIPT')) this.#complain(reason);
      else this.#lose(error);
      // Its place in the text differs between versions of Redis.
      if (isAnswer && reason.includes('WRONGTYPE')) for (const listener of this.#mistyped) listener();
      throw new RedisAway(reason, { cause: error });
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#isUp = false;
    this.#heart.stop();
    this.#client.disconnect();
  }

  async #prepare(): Promise<void> {
    if (this.#isUp || this.#isClosed || this.#client.status !== 'ready') return;
    try {
      for (const script of this.#options.scripts)
        this.#hashes.set(script, String(await this.#client.script('LOAD', script.text)));
    } catch (error) {
      this.#lose(error);
      return;
    }
    if (this.#isUp || this.#isClosed) return;
    this.#isUp = true;
    this.#isMissed = false;
    this.#options.log.info({}, 'Redis is connected');
    this.startAnew();
  }

  async #beat(): Promise<void> {
    for (const beat of this.#beats) if (this.#isUp) await beat();
  }

  /** Redis answers with an error, such as a lack of memory: logged once until the error changes. */
  #complain(reason: string): void {
    if (this.#complaint === reason) return;
    this.#complaint = reason;
    this.#options.log.warn({ reason }, 'Redis refused a request');
  }

  #lose(error: unknown): void {
    if (this.#isClosed) return;
    this.#missed(error);
    this.#client.disconnect(true);
  }

  #missed(error: unknown): void {
    this.#isUp = false;
    if (this.#isMissed || this.#isClosed) return;
    this.#isMissed = true;
    this.#options.log.warn(
      { reason: reasonOf(error) },
      'Redis is away: this process lists only its own tables and counts limits alone',
    );
  }
}
