// Checks whether the open files are still the ones that the next start would read.
import { statSync } from 'node:fs';

interface Known {
  readonly path: string;
  readonly device: number;
  readonly inode: number;
  /** It was not empty. SQLite never truncates a file in use to nothing. */
  wasFilled: boolean;
}

/** A removed or moved file accepts writes as usual as long as it is open, and so does one that was emptied. */
export class InPlace {
  readonly #known: readonly Known[];

  /** All of them must exist now. */
  constructor(...paths: readonly string[]) {
    this.#known = paths.map((path) => {
      const { dev: device, ino: inode, size } = statSync(path);
      return { path, device, inode, wasFilled: size > 0 };
    });
  }

  /** The first one that was removed, moved, replaced or emptied, or that the disk can no longer report on. */
  missing(): string | undefined {
    return this.#known.find((known) => !isThere(known))?.path;
  }
}

function isThere(known: Known): boolean {
  try {
    const { dev, ino, size } = statSync(known.path);
    if (dev !== known.device || ino !== known.inode || (known.wasFilled && size === 0)) return false;
    known.wasFilled ||= size > 0;
    return true;
  } catch {
    return false; // whatever the reason (a dead disk says EIO), the next start would not find it either
  }
}
