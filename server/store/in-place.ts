// Whether the files that are written are still those that the next start would read.
import { statSync } from 'node:fs';

interface Known {
  readonly path: string;
  readonly device: number;
  readonly inode: number;
}

/** A removed or moved file takes writes as if nothing had happened, for as long as it is open. */
export class InPlace {
  readonly #known: readonly Known[];

  /** All of them must be there now. */
  constructor(...paths: readonly string[]) {
    this.#known = paths.map((path) => {
      const { dev: device, ino: inode } = statSync(path);
      return { path, device, inode };
    });
  }

  /** The first one that was removed, moved or replaced. */
  missing(): string | undefined {
    return this.#known.find(({ path, device, inode }) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.ino !== inode || found.dev !== device;
    })?.path;
  }
}
