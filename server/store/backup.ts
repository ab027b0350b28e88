// A consistent copy of a database that is in use.
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { sync } from '../process/sync.ts';

/** Gets its name only when complete and on disk: a failed backup leaves nothing. */
export function backupTo(db: DatabaseSync, target: string): void {
  if (existsSync(target)) throw new Error(`${target} already exists; a backup never overwrites`);
  const part = `${target}.part`;
  removePart(part); // of one that was killed
  try {
    // Created first with our mode, so that other users cannot read it meanwhile: it contains seeds.
    const made = openSync(part, 'wx', 0o600);
    try {
      db.prepare('VACUUM INTO ?').run(part);
      fsyncSync(made);
    } finally {
      closeSync(made);
    }
    chmodSync(part, 0o600);
    renameSync(part, target);
    sync(dirname(target));
  } catch (error) {
    removePart(part);
    throw error;
  }
}

/** With SQLite's journal next to it, which remains if the disk is full. */
function removePart(part: string): void {
  for (const file of [part, `${part}-journal`]) rmSync(file, { force: true });
}
