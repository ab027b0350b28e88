// What must be there after a power failure.
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './reason.ts';

/** A file's contents, or the names in a folder: these last only once the folder itself is synced. */
export function sync(path: string): void {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The same where possible: one may create names in a folder that one may not read. */
export function trySync(folder: string): void {
  try {
    sync(folder);
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
  }
}

/** A folder with everything in it. */
export function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncAll(path);
    else if (entry.isFile()) sync(path);
  }
  sync(folder);
}
