// One owner of a database file: a second server on the same folder would play matches twice. Detects that the open
// database was removed, moved, emptied, or taken over by another process.

import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { StoreError } from '../../rooms/life/store-error.ts';
import { newId } from '../process/chance.ts';
import { reasonOf } from '../process/reason.ts';
import { backupTo } from './backup.ts';
import { rescuedOf } from './mark.ts';
import type { Notify } from './notice.ts';
import { numberOf } from './schema.ts';

const OWNER_LENGTH = 16;

interface WatchOptions {
  readonly file: string;
  readonly lock: FileLock;
  readonly notify: Notify;
  /** No more is copied where that would block the event loop. */
  readonly rescueBytes: number;
  /** Called once: from now on every write is refused, until a restart. */
  readonly lost: (error: Error) => void;
}

/**
 * Every transaction checks the owner of the database and whether its files are in place, and a commit counts only
 * if they still are; between commits they are checked once a second. A lost storage stays lost until a restart.
 */
export class Watch {
  readonly #options: WatchOptions;
  readonly #db: DatabaseSync;
  readonly #files: InPlace;
  readonly #me = newId(OWNER_LENGTH);
  readonly #readOwner: StatementSync;
  readonly #writeOwner: StatementSync;
  #isMine = false;
  #lost: string | undefined;
  #rescuing = false;

  constructor(db: DatabaseSync, options: WatchOptions) {
    this.#db = db;
    this.#options = options;
    this.#readOwner = db.prepare('SELECT owner FROM database');
    this.#writeOwner = db.prepare('UPDATE database SET owner = ?');
    this.#readOwner.get(); // opens the log, if nothing else did
    this.#files = new InPlace(options.file, `${options.file}-wal`);
  }

  /** First in every transaction: throws if this process may not write. */
  guard(): void {
    // Also before: a file that was emptied is no longer empty after the commit.
    const lost = this.#missing();
    if (lost !== undefined) throw new StoreError('failed', lost);
    if (!this.#isMine) this.#writeOwner.run(this.#me);
    else if (!this.#owns()) throw new StoreError('failed', this.#lose(TAKEN_OVER));
  }

  /** After every commit: the reason why it does not count, if any. */
  doubt(): StoreError | undefined {
    this.#isMine = true;
    const missing = this.#missing();
    return missing === undefined ? undefined : new StoreError('unconfirmed', missing);
  }

  /** Once a second, whether anything is written or not. */
  look(): void {
    if (this.#lost === undefined) this.#missing();
    if (this.#lost === undefined) this.#renewLock();
    if (this.#lost === undefined && this.#isMine && !this.#owns()) this.#lose(TAKEN_OVER);
    if (this.#rescuing) this.#rescue();
  }

  #owns(): boolean {
    return this.#readOwner.get()?.['owner'] === this.#me;
  }

  #missing(): string | undefined {
    const missing = this.#files.missing();
    if (missing === undefined || this.#lost !== undefined) return this.#lost;
    this.#rescuing = true;
    return this.#lose(`${missing} was removed, moved, replaced or emptied while it was in use`);
  }

  #renewLock(): void {
    try {
      if (!this.#options.lock.renew()) return;
      this.#options.notify({
        level: 'warn',
        message: 'the lock file was removed and taken again',
        fields: {},
      });
    } catch (error) {
      this.#lose(reasonOf(error));
    }
  }

  #lose(reason: string): string {
    this.#lost = reason;
    this.#options.lost(new StoreError('failed', reason));
    return reason;
  }

  /** Acknowledged data is still in the open files, although they no longer have a name. */
  #rescue(): void {
    this.#rescuing = false;
    const { file, notify, rescueBytes } = this.#options;
    const copy = rescuedOf(file);
    try {
      const bytes = numberOf(this.#db, 'PRAGMA page_count') * numberOf(this.#db, 'PRAGMA page_size');
      if (bytes > rescueBytes) throw new Error(`${bytes} bytes are too many to copy on the event loop`);
      backupTo(this.#db, copy);
      notify({ level: 'error', message: 'copied the contents of the lost database', fields: { copy } });
    } catch (error) {
      notify({
        level: 'error',
        message: 'the database could not be copied',
        fields: { copy, reason: reasonOf(error) },
      });
    }
  }
}

const TAKEN_OVER = 'another Quayside process has taken over the database';

interface Known {
  readonly path: string;
  readonly device: number;
  readonly inode: number;
  /** It was not empty. SQLite never truncates a file in use to nothing. */
  wasFilled: boolean;
}

/** A removed or moved file accepts writes as usual as long as it is open, and so does one that was emptied. */
class InPlace {
  readonly #known: readonly Known[];

  /** All of them must exist now. */
  constructor(...paths: readonly string[]) {
    this.#known = paths.map((path) => {
      const { dev: device, ino: inode, size } = statSync(path);
      return { path, device, inode, wasFilled: size > 0 };
    });
  }

  /** The first one that was removed, moved, replaced or emptied, or that the disk can no longer report on. */
  missing(): string | undefined {
    return this.#known.find((known) => !isThere(known))?.path;
  }
}

function isThere(known: Known): boolean {
  try {
    const { dev, ino, size } = statSync(known.path);
    if (dev !== known.device || ino !== known.inode || (known.wasFilled && size === 0)) return false;
    known.wasFilled ||= size > 0;
    return true;
  } catch {
    return false; // whatever the reason (a dead disk says EIO), the next start would not find it either
  }
}

/**
 * Takes `<file>.lock` until it is released or the process dies. The lock is the operating system's on an
 * SQLite file, so a killed process leaves no lock behind, and the database itself stays readable for backups.
 */
export class FileLock {
  readonly #file: string;
  #lock: DatabaseSync;
  #place: InPlace;

  /** Throws if another process has it. */
  constructor(file: string) {
    this.#file = file;
    [this.#lock, this.#place] = take(file);
  }

  /** If the lock file was removed by hand, it protects nothing: `true` if the lock had to be taken again. */
  renew(): boolean {
    if (this.#place.missing() === undefined) return false;
    const removed = this.#lock;
    [this.#lock, this.#place] = take(this.#file);
    removed.close();
    return true;
  }

  release(): void {
    this.#lock.close();
  }
}

function take(file: string): [DatabaseSync, InPlace] {
  const path = `${file}.lock`;
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return [lock, new InPlace(path)];
  } catch (error) {
    lock.close();
    throw new Error(`${file} is in use by another Quayside process`, { cause: error });
  }
}
