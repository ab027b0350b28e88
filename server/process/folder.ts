// Creates the folders named in the settings.
import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Including its parents, readable only by us; returns those it made, the outermost first. By hand, since
 * Node's `recursive` retries forever if a parent exists in which nothing can be created (`/proc`).
 */
export function makeFolder(path: string): readonly string[] {
  if (existsSync(path)) return [];
  const above = dirname(path);
  const made = above === path ? [] : makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (existsSync(path)) return made;
    removeFolders(made);
    throw error;
  }
  return [...made, path];
}

/** Undoes `makeFolder`, except where something is in them now. */
export function removeFolders(made: readonly string[]): void {
  for (const path of made.toReversed())
    if (existsSync(path) && readdirSync(path).length === 0) rmdirSync(path);
}
