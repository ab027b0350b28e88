// Creates the folders named in the settings.
import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { trySync } from './sync.ts';

/**
 * Including its parents, readable only by us, and there after a power failure; returns those it made, the outermost
 * first. By hand, since Node's `recursive` retries forever if a parent exists in which nothing can be created (`/proc`).
 */
export function makeFolder(path: string, mode = 0o700): readonly string[] {
  if (existsSync(path)) return [];
  const above = dirname(path);
  const made = above === path ? [] : makeFolder(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process was faster.
    if (existsSync(path)) return made;
    removeFolders(made);
    throw error;
  }
  trySync(above);
  return [...made, path];
}

/** Undoes `makeFolder`, except where something is in them now. */
export function removeFolders(made: readonly string[]): void {
  for (const path of made.toReversed())
    if (existsSync(path) && readdirSync(path).length === 0) rmdirSync(path);
}
