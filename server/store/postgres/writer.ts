// Group commit over a network: writes requested during a transaction go into the next one. While the database
// is away writes wait, then are refused; those with an unknown outcome wait until it is known.
import { clearInterval, performance, setImmediate, setInterval } from '../../../rooms/clockwork.ts';
import { StoreError } from '../../../rooms/life/store-error.ts';
import type { BatchReport } from '../../process/metrics.ts';
import { reasonOf } from '../../process/reason.ts';
import type { Notify } from '../notice.ts';
import type { Damaged } from '../rows.ts';
import { isFull, isReadOnly, isRefusal } from './connection.ts';
import { Heartbeat, type Sees } from './heartbeat.ts';
import { abandon, type DatabaseLink, type DatabaseLinkOptions, renew, TakenOver } from './link.ts';
import { leave } from './member.ts';
import { asStoreError } from './refusals.ts';
import { Fenced, FILL, PROBE, Transactions, type Write } from './writes.ts';

export interface WriterOptions extends DatabaseLinkOptions {
  /** Writes that may wait; further ones are refused immediately. */
  readonly maxWaiting: number;
  /** A write that could not be sent to the database for this long is refused. */
  readonly patienceMs: number;
  readonly report: (report: BatchReport) => void;
  readonly notify: Notify;
  /** Called once: from now on every write is refused, until a restart. */
  readonly lost: (error: Error) => void;
  /** Called after every beat with the other members; silent ones may be declared gone. */
  readonly sees: Sees;
  readonly damaged: Damaged;
}

interface Job {
  readonly write: Write;
  /** When it was requested. */
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  failure: StoreError | undefined;
}

/** Writes in one transaction. */
const MOST = 1_000;
/** How often a lost connection is retried, and writes that have waited too long are refused. */
const LOOK_MS = 250;

export class Writer {
  readonly #options: WriterOptions;
  readonly #looks: NodeJS.Timeout;
  readonly #heart: Heartbeat;
  #link: DatabaseLink | undefined;
  /** The last open connection. */
  #last: DatabaseLink;
  #transactions: Transactions;
  #waiting: Job[] = [];
  #underWay = 0;
  /** Writes of a transaction without an answer: the database will show whether it was committed. */
  #doubt: readonly Job[] = [];
  #isScheduled = false;
  #running: Promise<void> | undefined;
  #lost: StoreError | undefined;
  #awaySince: number | undefined;
  /** A write was refused for lack of space, and none that takes space has succeeded since. */
  #isFull = false;
  #closed = false;

  constructor(options: WriterOptions, link: DatabaseLink) {
    this.#options = options;
    this.#last = link;
    this.#transactions = this.#use(link);
    this.#heart = new Heartbeat(options, link, options.sees);
    this.#looks = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  get isOwner(): boolean {
    return this.#lost === undefined && this.#heart.isCertain;
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  get waiting(): number {
    return this.#waiting.length + this.#underWay + this.#doubt.length;
  }

  /** Whether writes succeed. One that needs no space would succeed on a full disk too. */
  probe(): Promise<void> {
    return this.add(this.#isFull ? FILL : PROBE);
  }

  add(write: Write): Promise<void> {
    if (this.#closed) return Promise.reject(new StoreError('closed', 'the store is closed'));
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    const { maxWaiting } = this.#options;
    if (this.waiting >= maxWaiting)
      return Promise.reject(new StoreError('overloaded', `${maxWaiting} writes are waiting already`));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, since: performance.now(), resolve, reject, failure: undefined });
      if (this.#isScheduled || this.#running !== undefined) return;
      this.#isScheduled = true;
      // Not a microtask: all sockets that were readable in this turn add their writes first.
      setImmediate(() => {
        this.#isScheduled = false;
        this.#start();
      });
    });
  }

  /** Waiting writes are still stored if the database is available; otherwise refused. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#looks);
    this.#start();
    await this.#running;
    this.#refuse(this.#waiting.splice(0), () => new StoreError('failed', AWAY));
    this.#refuse(this.#doubt, () => new StoreError('unconfirmed', UNANSWERED));
    this.#doubt = [];
    const link = this.#link;
    this.#link = undefined;
    if (link === undefined) return;
    // If it cannot report that it leaves, the others notice.
    await leave(link.client, link.pass).catch(() => undefined);
    await link.client.end();
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      // Requested since the queue was last read.
      if (this.#waiting.length > 0 && this.#link !== undefined) this.#start();
    });
  }

  async #run(): Promise<void> {
    if (this.#link === undefined && this.#lost === undefined) await this.#reconnect();
    while (this.#link !== undefined && (this.#waiting.length > 0 || this.#isBeatDue)) {
      // Not within a transaction, which may be rolled back.
      if (this.#isBeatDue) await this.#beat(this.#link);
      const jobs = this.#waiting.splice(0, MOST);
      if (jobs.length === 0) continue;
      this.#underWay = jobs.length;
      await this.#write(jobs);
      this.#underWay = 0;
    }
  }

  get #isBeatDue(): boolean {
    return !this.#closed && this.#heart.isDue;
  }

  async #beat(link: DatabaseLink): Promise<void> {
    try {
      if (!(await this.#heart.beat(link))) this.#lose(new TakenOver(link.pass.isAlone));
    } catch (error) {
      this.#drop(error);
    }
  }

  #look(): void {
    const late = performance.now() - this.#options.patienceMs;
    // In the order of the requests, oldest first.
    const fresh = this.#waiting.findIndex(({ since }) => since > late);
    const old = this.#waiting.splice(0, fresh < 0 ? this.#waiting.length : fresh);
    this.#refuse(old, () => new StoreError('failed', AWAY));
    if (this.#link === undefined || this.#isBeatDue) this.#start();
  }

  async #write(jobs: readonly Job[]): Promise<void> {
    const begun = performance.now();
    try {
      await this.#carryOut(jobs);
    } catch (error) {
      if (error instanceof Fenced) {
        this.#refuse(jobs, () => this.#lose(new TakenOver(this.#last.pass.isAlone)));
        return;
      }
      // The connection broke, or the server did not answer in time.
      this.#doubt = jobs.filter(({ failure }) => failure === undefined);
      this.#settle(jobs.filter(({ failure }) => failure !== undefined));
      this.#drop(error);
      return;
    }
    if (jobs.some(({ failure, write }) => failure === undefined && takesSpace(write))) this.#isFull = false;
    const failed = this.#settle(jobs);
    this.#options.report({ size: jobs.length, failed, seconds: (performance.now() - begun) / 1000 });
  }

  /** Nearly always succeeds at once. Otherwise the writes are tried one by one, to find the failing one. */
  async #carryOut(jobs: readonly Job[]): Promise<void> {
    const writes = jobs.map(({ write }) => write);
    try {
      await this.#transactions.atOnce(writes);
      return;
    } catch (error) {
      if (!isAnswer(error)) throw error;
    }
    try {
      const note = (index: number, error: unknown) => {
        const job = jobs[index];
        if (job !== undefined) job.failure = this.#told(error);
      };
      await this.#transactions.oneByOne(writes, note, isRefusal);
    } catch (error) {
      if (!isAnswer(error)) throw error;
      // The transaction as a whole is refused: nothing of it was acknowledged.
      for (const job of jobs) job.failure = this.#told(error);
      // After a failover another server has this name.
      if (isReadOnly(error)) this.#drop(error);
    }
  }

  #told(error: unknown): StoreError {
    if (isFull(error)) this.#isFull = true;
    return asStoreError(error, this.#last.pass.isAlone);
  }

  #settle(jobs: readonly Job[]): number {
    let failed = 0;
    for (const { failure, resolve, reject } of jobs) {
      if (failure === undefined) resolve();
      else {
        failed += 1;
        reject(failure);
      }
    }
    return failed;
  }

  #refuse(jobs: readonly Job[], why: () => StoreError): void {
    if (jobs.length === 0) return;
    const error = why();
    for (const { reject } of jobs) reject(error);
    this.#options.report({ size: jobs.length, failed: jobs.length, seconds: 0 });
  }

  async #reconnect(): Promise<void> {
    try {
      const link = await renew(this.#options, this.#last);
      this.#transactions = this.#use(link);
      this.#heart.reconnected();
      await this.#resolveDoubt();
      const seconds = (performance.now() - (this.#awaySince ?? performance.now())) / 1000;
      this.#awaySince = undefined;
      this.#options.notify({ level: 'info', message: 'the database is back', fields: { seconds } });
    } catch (error) {
      if (error instanceof TakenOver) this.#lose(error);
      else this.#drop(error);
    }
  }

  /**
   * No transaction of an older connection can be committed any more: rows that are missing now will never
   * appear.
   */
  async #resolveDoubt(): Promise<void> {
    if (this.#doubt.length === 0) return;
    const rest = await this.#transactions.undone(this.#doubt.map(({ write }) => write));
    const again: Job[] = [];
    for (const [index, job] of this.#doubt.entries()) {
      const write = rest[index];
      if (write === undefined) job.resolve();
      else again.push({ ...job, write });
    }
    this.#doubt = [];
    this.#waiting.unshift(...again);
  }

  #use(link: DatabaseLink): Transactions {
    this.#link = link;
    this.#last = link;
    link.client.once('end', () => {
      if (this.#link === link && !this.#closed) this.#drop(new Error('the connection ended'));
    });
    return new Transactions(link, this.#options.damaged);
  }

  #drop(error: unknown): void {
    const { client } = this.#link ?? {};
    this.#link = undefined;
    if (client !== undefined) abandon(client);
    this.#note(error);
  }

  /** Once per outage. */
  #note(error: unknown): void {
    if (this.#awaySince !== undefined) return;
    this.#awaySince = performance.now();
    this.#options.notify({
      level: 'error',
      message: 'the database is away',
      fields: { reason: reasonOf(error) },
    });
  }

  #lose(error: Error): StoreError {
    if (this.#lost !== undefined) return this.#lost;
    const lost = new StoreError('failed', error.message);
    this.#lost = lost;
    this.#options.lost(lost);
    this.#refuse(this.#waiting.splice(0), () => lost);
    this.#refuse(this.#doubt, () => new StoreError('unconfirmed', error.message));
    this.#doubt = [];
    const { client } = this.#link ?? {};
    this.#link = undefined;
    if (client !== undefined) abandon(client);
    return lost;
  }
}

/** The server reported that it did not do it, and so did we. */
function isAnswer(error: unknown): boolean {
  return error instanceof StoreError || isRefusal(error);
}

function takesSpace(write: Write): boolean {
  return write.kind === 'fill' || (write.kind === 'commit' && write.rows.length > 0);
}

const AWAY = 'the database could not be reached in time';
const UNANSWERED = 'the database did not answer';
