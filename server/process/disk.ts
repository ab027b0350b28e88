// Disk usage of the data folder, and free space.
import { type Stats, statfs } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BACKUP_MARK } from './keeping.ts';
import { codeOf } from './reason.ts';

export interface DiskUse {
  readonly databaseBytes: number;
  /** SQLite's log, which is regularly written back into the database. */
  readonly logBytes: number;
  readonly freeBytes: number;
  /** Seconds since 1970; 0: never. */
  readonly lastBackup: number;
}

export async function diskUse(dataDir: string): Promise<DiskUse> {
  const [database, log, backup, disk] = await Promise.all([
    statOf(join(dataDir, 'quayside.sqlite')),
    statOf(join(dataDir, 'quayside.sqlite-wal')),
    statOf(join(dataDir, BACKUP_MARK)),
    promisify(statfs)(dataDir),
  ]);
  return {
    databaseBytes: database?.size ?? 0,
    logBytes: log?.size ?? 0,
    freeBytes: disk.bavail * disk.bsize,
    lastBackup: Math.floor((backup?.mtimeMs ?? 0) / 1000),
  };
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
