// The embedded store in a separate thread, so that no slow disk sync blocks the event loop
// (docs/adr/0008; `open.ts` says when).
import { Worker } from 'node:worker_threads';
import { alone } from '../../rooms/berth/cluster.ts';
import { setImmediate, wall } from '../../rooms/clockwork.ts';
import type { JournalRow, MatchChange } from '../../rooms/life/match-store.ts';
import type { Owing } from '../../rooms/life/notices.ts';
import { StoreError } from '../../rooms/life/store-error.ts';
import type { BatchReport } from '../process/metrics.ts';
import { reasonOf } from '../process/reason.ts';
import type { Notify } from './notice.ts';
import type { SqliteOptions } from './sqlite.ts';
import {
  type Answers,
  CALLS,
  callsThrough,
  errorOf,
  type FileStore,
  type FirstWord,
  type Returned,
  type StoreCall,
} from './thread-calls.ts';
import type { ThreadStart } from './thread-loop.ts';

export interface ThreadedOptions extends SqliteOptions {
  /** For tests: a misbehaving thread. */
  readonly script?: URL;
}

const MAX_WAITING = 10_000;
const WATCHED = 'watch:import';

interface NotOurs {
  readonly [WATCHED]: readonly string[];
}

interface Pending {
  readonly text: string;
  readonly kind: (typeof CALLS)[StoreCall[0]];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Opens the file in a thread. Rejects with the same readable reasons as `openSqliteStore`. */
export async function openThreadedStore(options: ThreadedOptions): Promise<FileStore> {
  const { file, maxWaiting = MAX_WAITING, maxPages, now = wall } = options;
  const store = { file, maxWaiting, ...(maxPages === undefined ? {} : { maxPages }) };
  const worker = new Worker(options.script ?? new URL('./thread.ts', import.meta.url), {
    name: 'store',
    // Options of the process (`--import`, a profiler) do not apply to this thread.
    execArgv: [],
    workerData: { store } satisfies ThreadStart,
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const word = await new Promise<FirstWord>((resolve, reject) => {
    hear<FirstWord>(worker, resolve);
    worker.once('error', reject);
    void ended.then(() => reject(new Error('the storage thread ended at its start')));
  });
  if ('fault' in word) {
    await ended;
    throw errorOf(word.fault);
  }
  worker.removeAllListeners('error').removeAllListeners('message');
  const thread = new StoreThread(worker, options);
  const calls = callsThrough((call) => thread.ask(call));
  return Object.assign(thread, calls, {
    commit: (matchId: string, rows: readonly JournalRow[], change: MatchChange, told?: Owing) => {
      // Timestamped here: the thread has no access to the clock. Commands have their own time.
      const isStamped = rows.length > 0 && Object.keys(change).length === 0;
      const stamped = isStamped ? change : { updatedAt: now(), ...change };
      return calls.commit(matchId, rows, stamped, ...(told === undefined ? [] : [told]));
    },
  });
}

/**
 * Sends the requests of one turn of the event loop as one list. The thread runs all lists that
 * arrived while it was busy in order and in one transaction, so batches grow by themselves when the
 * disk is slow.
 */
export class StoreThread {
  readonly #worker: Worker;
  readonly #limit: number;
  readonly #report: (report: BatchReport) => void;
  readonly #notify: Notify;
  readonly #sayLost: (error: Error) => void;
  readonly #ended: Promise<void>;
  readonly #unanswered = { read: 0, write: 0, close: 0 };
  /** Requests of this turn of the event loop. */
  #queue: Pending[] = [];
  /** Requests the thread has not answered yet, in order. */
  #sent: Pending[] = [];
  #scheduled = false;
  #closing: Promise<void> | undefined;
  #lost: StoreError | undefined;

  constructor(worker: Worker, options: ThreadedOptions) {
    this.#worker = worker;
    this.#limit = options.maxWaiting ?? MAX_WAITING;
    this.#report = options.report ?? (() => {});
    this.#notify = options.notify ?? (() => {});
    this.#sayLost = options.lost ?? (() => {});
    let reason: string | undefined;
    hear<Answers>(worker, (answers) => this.#answered(answers));
    worker.on('error', (error) => {
      reason = reasonOf(error);
    });
    this.#ended = new Promise((resolve) => {
      worker.once('exit', (code) => {
        resolve();
        if (this.#closing !== undefined && this.#idle) return;
        this.#sayLost(this.#lose(reason ?? `exit code ${code}`));
      });
    });
    // It keeps the process alive only while it owes an answer.
    worker.unref();
  }

  get waiting(): number {
    return this.#unanswered.write;
  }

  /** A lock keeps every other process out of the folder. */
  readonly ownership = alone;
  readonly isOwner = true;

  get isWaitingForDisk(): boolean {
    return !this.#idle;
  }

  get #idle(): boolean {
    return this.#sent.length === 0 && this.#queue.length === 0;
  }

  /** Makes a call, unless too many are waiting. */
  ask(call: StoreCall): Promise<unknown> {
    const kind = CALLS[call[0]];
    if (kind === 'close') {
      this.#closing ??= this.#end(call);
      return this.#closing;
    }
    if (this.#closing !== undefined) return Promise.reject(new StoreError('closed', 'the store is closed'));
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    if (this.#unanswered[kind] >= this.#limit) {
      return Promise.reject(new StoreError('overloaded', `${this.#limit} ${kind}s are waiting already`));
    }
    return this.#enqueue(kind, call);
  }

  async #end(call: StoreCall): Promise<void> {
    if (this.#lost === undefined) await this.#enqueue('close', call);
    await this.#ended;
  }

  #enqueue(kind: Pending['kind'], call: StoreCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // Serialised now, not when sent: the stored value is the one at the time of the request.
      const text = textOf(call);
      if (this.#idle) this.#worker.ref();
      this.#queue.push({ text, kind, resolve, reject });
      this.#unanswered[kind] += 1;
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Not a microtask: all sockets that were readable in this turn add their writes first.
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#lost !== undefined) return;
      const list = this.#queue;
      this.#queue = [];
      this.#sent.push(...list);
      this.#worker.postMessage(list.map((pending) => pending.text));
    });
  }

  #answered({ answers, reports, notices, lost }: Answers): void {
    const list = JSON.parse(answers) as readonly Returned[];
    const done = this.#sent.splice(0, list.length);
    for (const [index, { kind, resolve, reject }] of done.entries()) {
      const answer = list[index];
      this.#unanswered[kind] -= 1;
      if (answer === undefined) continue;
      if ('fault' in answer) reject(errorOf(answer.fault));
      else resolve(answer.value);
    }
    for (const report of reports) this.#report(report);
    for (const notice of notices) this.#notify(notice);
    if (lost !== undefined) this.#sayLost(new StoreError('failed', lost));
    if (this.#idle && this.#closing === undefined) this.#worker.unref();
  }

  /** Requests in progress may or may not be on disk; unsent ones are not. */
  #lose(reason: string): StoreError {
    const message = `the storage thread ended: ${reason}`;
    this.#lost = new StoreError('failed', message);
    const unconfirmed = new StoreError('unconfirmed', message);
    const [sent, queue] = [this.#sent, this.#queue];
    this.#sent = [];
    this.#queue = [];
    for (const { kind, reject } of sent) {
      this.#unanswered[kind] -= 1;
      reject(unconfirmed);
    }
    for (const { kind, reject } of queue) {
      this.#unanswered[kind] -= 1;
      reject(this.#lost);
    }
    return this.#lost;
  }
}

/** Only what the thread itself says: under `node --watch` Node posts which modules a thread has loaded. */
function hear<Said extends FirstWord | Answers>(worker: Worker, each: (said: Said) => void): void {
  worker.on('message', (message: Said | NotOurs) => {
    if (!(WATCHED in message)) each(message);
  });
}

function textOf(call: StoreCall): string {
  try {
    return JSON.stringify(call);
  } catch (error) {
    throw new StoreError('failed', `the storage refused a write: ${reasonOf(error)}`, error);
  }
}
