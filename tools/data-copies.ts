// Copies everything a host must back up: the database, the key of the guest tokens, the editions.
import { chmodSync, cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../server/process/config.ts';
import { makeFolder, removeFolders } from '../server/process/folder.ts';
import { BACKUP_MARK } from '../server/process/keeping.ts';
import { sync, syncAll } from '../server/process/sync.ts';
import { backupTo } from '../server/store/backup.ts';
import { APPLICATION_ID, numberOf } from '../server/store/schema.ts';
import { FileLock } from '../server/store/watch.ts';
import { Complaint, demandReadable } from './read-file.ts';

type Place = Pick<Config, 'dataDir' | 'editionsDir'>;

const DATABASE = 'quayside.sqlite';
const KEY = 'identity.key';
const EDITIONS = 'editions';
/** The names that `backup` uses, and therefore the only ones it removes. */
const DATED = /^quayside-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** Throws a `Complaint` if the matches are not in a file. */
export function demandFileStore({ databaseUrl }: Pick<Config, 'databaseUrl'>, instead: string): void {
  if (databaseUrl !== undefined)
    throw new Complaint(`DATABASE_URL is set, the matches are in PostgreSQL: ${instead}`);
}

/** A consistent copy of the database, also while the server runs; atomic. */
export function copyDatabase({ dataDir }: Pick<Place, 'dataDir'>, target: string): void {
  const source = join(dataDir, DATABASE);
  demandReadable(source);
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  try {
    backupTo(database, target);
  } finally {
    database.close();
  }
}

/** A dated folder with everything, from which a server can start directly. A failed backup leaves nothing. */
export function copyEverything(place: Place, folder: string, now: Date): string {
  const name = `quayside-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const target = join(folder, name);
  if (existsSync(target)) throw new Complaint(`${target} exists; a backup never overwrites`);
  const aside = `${target}.part`;
  rmSync(aside, { recursive: true, force: true });
  const made = makeFolder(aside);
  try {
    copyDatabase(place, join(aside, DATABASE));
    cpSync(join(place.dataDir, KEY), join(aside, KEY));
    if (existsSync(place.editionsDir)) cpSync(place.editionsDir, join(aside, EDITIONS), { recursive: true });
    syncAll(aside);
    renameSync(aside, target);
    sync(folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
    removeFolders(made);
  }
  return target;
}

/** Removes the oldest backups in a folder, and nothing with other names. */
export function keepNewest(folder: string, count: number): readonly string[] {
  const backups = readdirSync(folder)
    .filter((name) => DATED.test(name))
    .sort();
  const old = backups.slice(0, Math.max(0, backups.length - count));
  for (const name of old) rmSync(join(folder, name), { recursive: true });
  return old;
}

/** From this file the server knows the age of the last backup (docs/operations.md). */
export function noteBackup({ dataDir }: Pick<Place, 'dataDir'>, now: Date): void {
  writeFileSync(join(dataDir, BACKUP_MARK), `${now.toISOString()}\n`);
}

/** Restores a backup where there is no database yet. */
export function restore(backup: string, place: Place): void {
  const source = join(backup, DATABASE);
  checkCopy(source);
  demandReadable(join(backup, KEY));
  const target = join(place.dataDir, DATABASE);
  makeFolder(place.dataDir);
  const lock = new FileLock(target);
  try {
    for (const name of [DATABASE, `${DATABASE}-wal`])
      if (existsSync(join(place.dataDir, name)))
        throw new Complaint(`${join(place.dataDir, name)} exists; move the old data away first`);
    cpSync(join(backup, KEY), join(place.dataDir, KEY));
    sync(join(place.dataDir, KEY));
    if (existsSync(join(backup, EDITIONS))) {
      makeFolder(place.editionsDir);
      cpSync(join(backup, EDITIONS), place.editionsDir, { recursive: true });
      syncAll(place.editionsDir);
    }
    sync(place.dataDir);
    // Last, so that its presence means a complete restore.
    const aside = `${target}.part`;
    cpSync(source, aside);
    chmodSync(aside, 0o600);
    sync(aside);
    renameSync(aside, target);
    sync(place.dataDir);
  } finally {
    lock.release();
  }
}

function checkCopy(file: string): void {
  demandReadable(file, ': is that the folder of a backup?');
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const verdict = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
    if (verdict !== 'ok') throw new Complaint(`${file} is damaged: ${String(verdict)}`);
    if (numberOf(database, 'PRAGMA application_id') !== APPLICATION_ID)
      throw new Complaint(`${file} is not a database of Quayside`);
  } finally {
    database.close();
  }
}
