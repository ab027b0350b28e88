// Where a part waits for the deal: a page that is loaded anew before it still opens the part that it committed to. In the
// storage of this session of the browser, so that no other page and no address has it; elsewhere in memory alone.
import { sha256 } from '../shared/kernel/sha256.ts';
import type { Platform } from './platform.ts';

export interface Part {
  readonly part: string;
  readonly commitment: string;
}

const DIGITS = /^[0-9a-f]{32}$/;

export class PartDrawer {
  readonly #platform: Platform;
  readonly #key: string;

  constructor(platform: Platform, key: string) {
    this.#platform = platform;
    this.#key = `quayside-part ${key}`;
  }

  read(): Part | undefined {
    const part = this.#with((storage) => storage.getItem(this.#key)) ?? '';
    return DIGITS.test(part) ? { part, commitment: sha256(part) } : undefined;
  }

  write({ part }: Part): void {
    this.#with((storage) => storage.setItem(this.#key, part));
  }

  empty(): void {
    this.#with((storage) => storage.removeItem(this.#key));
  }

  /** A browser may forbid its storage, or have none left: then the part is in memory alone. */
  #with<Answer>(work: (storage: NonNullable<Platform['sessionStorage']>) => Answer): Answer | undefined {
    try {
      const { sessionStorage } = this.#platform;
      return sessionStorage === undefined ? undefined : work(sessionStorage);
    } catch {
      return undefined;
    }
  }
}
