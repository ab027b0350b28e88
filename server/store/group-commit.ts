// Group commit: writes asked for in one turn of the event loop share one transaction.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StoreError } from '../../rooms/store-error.ts';
import { reasonOf } from '../reason.ts';

interface Job {
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  failure?: StoreError;
}

export interface BatchReport {
  readonly size: number;
  readonly failed: number;
  readonly seconds: number;
}

export interface GroupOptions {
  readonly limit: number;
  readonly report: (report: BatchReport) => void;
  /** Unless somebody calls `flush` himself. */
  readonly everyTurn: boolean;
}

/**
 * Where writes come faster than this many in the time of a pause, a commit is put off by that pause:
 * a few milliseconds that nobody notices, for several times fewer commits (docs/performance.md).
 */
const PAUSE_MS = 2;
const MANY = 3;
/** How long the pace of the past is remembered. */
const MEMORY_MS = 50;

/**
 * Collects jobs and runs them together; one that fails fails alone. All are answered after COMMIT,
 * which with `synchronous=FULL` means: on the disk.
 */
export class GroupCommit {
  readonly #options: GroupOptions;
  readonly #db: DatabaseSync;
  readonly #statements: Readonly<
    Record<'begin' | 'save' | 'release' | 'undo' | 'commit' | 'rollback', StatementSync>
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
      // Not a microtask: all sockets that were readable in this turn get their writes in first.
      else setImmediate(() => this.flush());
    });
  }

  /** Runs what waits now. */
  flush(): void {
    this.#scheduled = false;
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    const begun = performance.now();
    this.#notePace(batch.length, begun);
    if (!this.#writeAtOnce(batch)) this.#writeOneByOne(batch);
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

  /** What nearly always goes well. `false`: something failed, and nothing of the batch was written. */
  #writeAtOnce(batch: readonly Job[]): boolean {
    const { begin, commit, rollback } = this.#statements;
    try {
      begin.run();
      for (const job of batch) job.run();
      commit.run();
      return true;
    } catch {
      // Not swallowed: each job is run again by itself, and says then what was wrong.
      if (this.#db.isTransaction) rollback.run();
      return false;
    }
  }

  /** With a savepoint for each job, so that the others go on where one fails. */
  #writeOneByOne(batch: readonly Job[]): void {
    const { begin, save, release, undo, commit, rollback } = this.#statements;
    try {
      begin.run();
      for (const job of batch) {
        save.run();
        try {
          job.run();
        } catch (error) {
          // A full disk may have ended the whole transaction; then the rest must not slip in without one.
          if (!this.#db.isTransaction) throw error;
          job.failure = asStoreError(error);
          undo.run();
        }
        release.run();
      }
      commit.run();
    } catch (error) {
      // The transaction as a whole is lost: nothing of it was acknowledged.
      if (this.#db.isTransaction) rollback.run();
      for (const job of batch) job.failure = asStoreError(error);
    }
  }
}

function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  return new StoreError('failed', `the storage refused a write: ${reasonOf(error)}`, error);
}
