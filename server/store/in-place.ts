// Checks whether the open files are still the ones that the next start would read.
import { statSync } from 'node:fs';

interface Known {
  readonly path: string;
  readonly device: number;
  readonly inode: number;
}

/** A removed or moved file accepts writes as usual as long as it is open. */
export class InPlace {
  readonly #known: readonly Known[];

  /** All of them must exist now. */
  constructor(...paths: readonly string[]) {
    this.#known = paths.map((path) => {
      const { dev: device, ino: inode } = statSync(path);
      return { path, device, inode };
    });
  }

  /** The first one that was removed, moved or replaced, or that the disk no longer tells anything about. */
  missing(): string | undefined {
    return this.#known.find((known) => !isThere(known))?.path;
  }
}

function isThere({ path, device, inode }: Known): boolean {
  try {
    const { dev, ino } = statSync(path);
    return dev === device && ino === inode;
  } catch {
    return false; // whatever the reason (a dead disk says EIO), the next start would not find it either
  }
}
