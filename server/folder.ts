// Makes folders that settings name.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * With all folders above it, readable by us alone. By hand, as Node's `recursive` tries forever where a
 * folder exists in which nothing can be made (`/proc`).
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (!existsSync(path)) throw error;
  }
}
