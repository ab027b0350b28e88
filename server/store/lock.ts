// One owner of a database file: a second server on the same folder would play matches twice.
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes `<file>.lock` until the returned function is called or the process dies. The lock is the
 * operating system's on an SQLite file, so a killed process leaves none behind, and the database
 * itself stays readable for a backup.
 */
export function lockFile(file: string): () => void {
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Error(`${file} is in use by another Quayside process`, { cause: error });
  }
  return () => lock.close();
}
