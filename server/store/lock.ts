// One owner of a database file: a second server on the same folder would play matches twice.
import { DatabaseSync } from 'node:sqlite';
import { InPlace } from './watch.ts';

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
