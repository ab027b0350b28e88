// Group commit: writes requested in one turn of the event loop share one transaction.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { performance, setImmediate, setTimeout } from '../../rooms/clockwork.ts';
import { StoreError } from '../../rooms/life/store-error.ts';
import type { Log } from '../../rooms/ports.ts';
import type { BatchReport } from '../process/metrics.ts';
import { reasonOf } from '../process/reason.ts';

interface Job {
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  failure?: StoreError;
}

interface GroupOptions {
  readonly limit: number;
  readonly report: (report: BatchReport) => void;
  /** Unless `flush` is called by hand. */
  readonly everyTurn: boolean;
  /** Runs first in every transaction; throws if this process may not write. */
  readonly guard: () => void;
  /** Why a successful commit does not count, such as a file that is no longer there. */
  readonly doubt: () => StoreError | undefined;
}

/** SQLite's code for a full disk: then not even the end of the transaction was written. */
const FULL = 13;

/**
 * If more writes than this arrive within a pause, a commit is delayed by that pause:
 * a few unnoticeable milliseconds, for several times fewer commits (docs/measurements.md).
 */
const PAUSE_MS = 2;
const MANY = 3;
/** How long the write rate is remembered. */
const MEMORY_MS = 50;

/**
 * Collects jobs and runs them together; a failing one does not affect the others. All are answered
 * after COMMIT, which with `synchronous=FULL` means: on disk.
 */
export class GroupCommit {
  readonly #options: GroupOptions;
  readonly #db: DatabaseSync;
  readonly #statements: Readonly<
    Record<'begin' | 'save' | 'release' | 'undo' | 'tick' | 'commit' | 'rollback', StatementSync>
  >;
  #waiting: Job[] = [];
  #scheduled = false;
  #writesPerMs = 0;
  #lastBatch = performance.now();
  #closed = false;

  constructor(db: DatabaseSync, options: GroupOptions) {
    this.#db = db;
    this.#options = options;
    this.#statements = {
      begin: db.prepare('BEGIN IMMEDIATE'),
      save: db.prepare('SAVEPOINT job'),
      release: db.prepare('RELEASE job'),
      undo: db.prepare('ROLLBACK TO job'),
      // Never the same twice, or it might equal what the log already contains.
      tick: db.prepare('INSERT INTO pulse VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET at = at + 1'),
      commit: db.prepare('COMMIT'),
      rollback: db.prepare('ROLLBACK'),
    };
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(run: () => void): Promise<void> {
    if (this.#closed) return Promise.reject(new StoreError('closed', 'the store is closed'));
    const { limit, everyTurn } = this.#options;
    if (this.#waiting.length >= limit) {
      return Promise.reject(new StoreError('overloaded', `${limit} writes are waiting already`));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, resolve, reject });
      if (this.#scheduled || !everyTurn) return;
      this.#scheduled = true;
      if (this.#writesPerMs * PAUSE_MS >= MANY) setTimeout(() => this.flush(), PAUSE_MS);
      // Not a microtask: all sockets that were readable in this turn add their writes first.
      else setImmediate(() => this.flush());
    });
  }

  /** Runs waiting jobs now. */
  flush(): void {
    this.#scheduled = false;
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    const begun = performance.now();
    this.#notePace(batch.length, begun);
    this.#write(batch);
    let failed = 0;
    for (const job of batch) {
      if (job.failure === undefined) job.resolve();
      else {
        failed += 1;
        job.reject(job.failure);
      }
    }
    this.#options.report({ size: batch.length, failed, seconds: (performance.now() - begun) / 1000 });
  }

  close(): void {
    this.#closed = true;
    this.flush();
  }

  #notePace(writes: number, now: number): void {
    const passed = Math.max(now - this.#lastBatch, 0.01);
    this.#lastBatch = now;
    this.#writesPerMs += (writes / passed - this.#writesPerMs) * (1 - Math.exp(-passed / MEMORY_MS));
  }

  #write(batch: readonly Job[]): void {
    const first = this.#writeAtOnce(batch);
    const last = first === 'written' ? first : this.#writeOneByOne(batch);
    if (last === 'written') {
      const doubt = this.#options.doubt();
      if (doubt !== undefined) for (const job of batch) job.failure ??= doubt;
    } else if ((first === 'uncertain' || last === 'uncertain') && !this.#overwrite()) {
      for (const job of batch) job.failure = unconfirmed(job.failure);
    }
  }

  /** Nearly always succeeds. Otherwise the jobs are run again one by one, to find the failing one. */
  #writeAtOnce(batch: readonly Job[]): Outcome {
    return this.#transaction(
      () => {
        for (const job of batch) job.run();
      },
      () => {}, // not swallowed: each job runs again on its own and then reports its error
    );
  }

  /** With a savepoint for each job, so that the others succeed if one fails. */
  #writeOneByOne(batch: readonly Job[]): Outcome {
    const { save, release, undo } = this.#statements;
    const run = (job: Job) => {
      save.run();
      try {
        job.run();
      } catch (error) {
        // A full disk may have ended the whole transaction; the rest must not run outside of one.
        if (!this.#db.isTransaction) throw error;
        job.failure = asStoreError(error);
        undo.run();
      }
      release.run();
    };
    return this.#transaction(
      () => {
        for (const job of batch) run(job);
      },
      (error) => {
        // The transaction as a whole is lost: nothing of it was acknowledged.
        for (const job of batch) job.failure = asStoreError(error);
      },
    );
  }

  /**
   * A commit whose sync failed is undone for us, but the log holds it: after a crash SQLite would find it
   * there and consider it committed. A later commit overwrites it; so write an empty one.
   */
  #overwrite(): boolean {
    const { tick } = this.#statements;
    return (
      this.#transaction(
        () => tick.run(),
        () => {},
      ) === 'written'
    );
  }

  #transaction(work: () => void, failed: (error: unknown) => void): Outcome {
    const { begin, commit, rollback } = this.#statements;
    let committing = false;
    try {
      if (this.#db.isTransaction) rollback.run(); // one that could not be ended before
      begin.run();
      this.#options.guard();
      work();
      committing = true;
      commit.run();
      return 'written';
    } catch (error) {
      failed(error);
      try {
        if (this.#db.isTransaction) rollback.run();
      } catch (worse) {
        // The connection is unusable: the outcome of later writes would be unknown.
        failed(worse);
        return 'uncertain';
      }
      return committing && errcodeOf(error) !== FULL ? 'uncertain' : 'absent';
    }
  }
}

/** `absent`: certainly not in the file. */
type Outcome = 'written' | 'absent' | 'uncertain';

function errcodeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : undefined;
}

function unconfirmed(failure: StoreError | undefined): StoreError {
  return new StoreError('unconfirmed', failure?.message ?? 'the storage did not confirm a write', failure);
}

function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  return new StoreError('failed', `the storage refused a write: ${reasonOf(error)}`, error);
}

/** A disk that takes longer for one write is too slow to play on. */
export const SLOW_MS = 2_000;

/** On the same thread requests were not answered meanwhile. */
export function tellSlow(log: Log, { seconds, size }: BatchReport): void {
  if (seconds * 1000 >= SLOW_MS) log.warn({ seconds, size }, 'slow commit');
}
