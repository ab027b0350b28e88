// The marker next to the database: that there is one, and which. Without it, a database that was removed or
// truncated would silently be replaced by an empty one.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { sync } from '../process/sync.ts';

const markOf = (file: string) => `${file}.id`;

/** Which database belongs here; `undefined` if there never was one. */
export function markBeside(file: string): string | undefined {
  return existsSync(markOf(file)) ? readFileSync(markOf(file), 'utf8').trim() : undefined;
}

export const rescuedOf = (file: string) => `${file}.rescued`;

/** Throws if a database was lost while in use: the file that is there now may be older than what was acknowledged. */
export function demandNoLoss(file: string): void {
  const rescued = rescuedOf(file);
  if (!existsSync(rescued)) return;
  throw new Error(
    `${rescued} has the contents of the database that was lost while in use: ` +
      `continue with it (mv ${rescued} ${file} && rm -f ${file}-wal ${file}-shm), or remove it`,
  );
}

/** Throws if the database is missing although it should exist. */
export function demandFile(file: string): void {
  if (sizeOf(file) > 0) return;
  const what = existsSync(file) ? 'it is empty' : 'it is gone';
  if (markBeside(file) !== undefined) {
    throw new Error(
      `${what}, but there was a database here: put it or a backup back, or remove ${markOf(file)} to begin with an empty one`,
    );
  }
  if (sizeOf(`${file}-wal`) > 0) {
    throw new Error(
      `${what}, but its log is here: put it or a backup back, or remove ${file}-wal to begin with an empty one`,
    );
  }
}

/** Throws if the database is not the one that belongs here. */
export function demandSame(file: string, name: string): void {
  const mark = markBeside(file);
  if (mark === undefined || mark === name) return;
  throw new Error(
    `it is not the database that was here before: put that one back, or remove ${markOf(file)} to continue with this one`,
  );
}

/** Atomic, and on disk when this returns. */
export function writeMark(file: string, name: string): void {
  const part = `${markOf(file)}.part`;
  const mark = openSync(part, 'w', 0o600);
  try {
    writeSync(mark, `${name}\n`);
    fsyncSync(mark);
  } finally {
    closeSync(mark);
  }
  renameSync(part, markOf(file));
  sync(dirname(file));
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
