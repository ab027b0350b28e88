// Short codes for invitations, to be said over a table. They live for minutes, and after a restart a table asks for
// a new one.
import { Recent } from '../../rooms/show/recent.ts';

/** Consonants only: no code is a word, and none of them is taken for a digit. */
const LETTERS = 'bcdfghjklmnpqrstvwxz';
const LENGTH = 6;
export const SPOKEN_CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

const VALID_MS = 15 * 60_000;
/** With less time left a table gets a new one. */
const LEAST_MS = VALID_MS / 2;
/** Each code takes two entries. The oldest are forgotten. */
const MOST_ENTRIES = 20_000;
/** That many codes in a row are never all taken, unless something else is wrong. */
const TRIES = 10;

interface SpokenCode {
  readonly code: string;
  /** In `now()`’s time. */
  readonly expiresAt: number;
}

/** Texts that are kept for a while under a name. */
export interface ShortMemory {
  get(name: string): Promise<string | undefined>;
  /** `false`: something else is kept under this name. */
  put(name: string, text: string, milliseconds: number): Promise<boolean>;
}

export class OwnMemory implements ShortMemory {
  readonly #now: () => number;
  readonly #kept = new Recent<string, { readonly text: string; readonly until: number }>(MOST_ENTRIES);

  constructor(now: () => number) {
    this.#now = now;
  }

  get(name: string): Promise<string | undefined> {
    return Promise.resolve(this.#textOf(name));
  }

  /** Looks and keeps in one go: of two at the same moment one is first. */
  put(name: string, text: string, milliseconds: number): Promise<boolean> {
    const isFree = (this.#textOf(name) ?? text) === text;
    if (isFree) this.#kept.set(name, { text, until: this.#now() + milliseconds });
    return Promise.resolve(isFree);
  }

  #textOf(name: string): string | undefined {
    const kept = this.#kept.get(name);
    return kept !== undefined && kept.until > this.#now() ? kept.text : undefined;
  }
}

interface SpokenCodesOptions {
  readonly memory: ShortMemory;
  readonly now: () => number;
  /** A whole number below `bound`, from the system's generator. */
  readonly pick: (bound: number) => number;
}

export class SpokenCodes {
  readonly #options: SpokenCodesOptions;

  constructor(options: SpokenCodesOptions) {
    this.#options = options;
  }

  /** The code of an invitation: the one that others at the table see, while it has time left. */
  async of(invitation: string): Promise<SpokenCode> {
    const { memory } = this.#options;
    const [code = '', until = ''] = (await memory.get(`of ${invitation}`))?.split(' ') ?? [];
    return code === '' ? await this.#make(invitation) : { code, expiresAt: Number(until) };
  }

  /** `undefined`: there is none, or not any more. */
  async invitation(code: string): Promise<string | undefined> {
    return await this.#options.memory.get(`code ${code}`);
  }

  async #make(invitation: string): Promise<SpokenCode> {
    const { memory, now, pick } = this.#options;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const code = Array.from({ length: LENGTH }, () => LETTERS.charAt(pick(LETTERS.length))).join('');
      const expiresAt = now() + VALID_MS;
      if (!(await memory.put(`code ${code}`, invitation, VALID_MS))) continue;
      // If somebody else was faster, the table has two codes for a while.
      await memory.put(`of ${invitation}`, `${code} ${expiresAt}`, VALID_MS - LEAST_MS);
      return { code, expiresAt };
    }
    throw new Error('no code is free');
  }
}
