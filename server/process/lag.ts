// How far the server's time is behind the wall clock, kept beside the data: a process that starts after a stall goes on
// making it up slowly, instead of charging it to the players at once.
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SLEW, type SteadyClock } from './clock.ts';
import { jsonIn } from './json.ts';

const NAME = 'clock.json';
/** A longer one is taken for an outage: after a start everybody has a minute. */
export const LONGEST_LAG_MS = 60 * 60_000;
/** A smaller difference is not worth a write. */
const NOTED_MS = 200;

const stored = z.strictObject({ behind: z.number().min(0).max(LONGEST_LAG_MS), at: z.number() });
type Stored = z.infer<typeof stored>;

/** Where it is kept. */
export interface Shelter {
  /** `undefined`: nothing is kept. */
  read(): string | undefined;
  write(text: string): Promise<void>;
}

/** Not synced: without it the next start is only less kind. */
export function shelterIn(folder: string): Shelter {
  const file = join(folder, NAME);
  return {
    read: () => {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return undefined;
      }
    },
    write: async (text) => {
      const part = `${file}.part`;
      await writeFile(part, text, { mode: 0o600 });
      await rename(part, file);
    },
  };
}

interface Context {
  readonly clock: SteadyClock;
  readonly shelter: Shelter;
  readonly wall: () => number;
}

export class KeptLag {
  readonly #context: Context;
  #kept: Stored = { behind: 0, at: 0 };
  #isWriting = false;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Sets the clock, before anything is timed by it. */
  begin(): void {
    const { clock, shelter, wall } = this.#context;
    const found = stored.safeParse(jsonIn(shelter.read() ?? ''));
    if (found.success) this.#kept = found.data;
    clock.set(this.#left(wall()));
  }

  /** To be called after each beat of the clock: writes only what the next process could not know. */
  look(): void {
    const { clock, shelter, wall } = this.#context;
    const at = wall();
    const now = Math.max(0, clock.behind);
    const behind = now > LONGEST_LAG_MS ? 0 : Math.round(now);
    if (this.#isWriting || Math.abs(behind - this.#left(at)) < NOTED_MS) return;
    this.#isWriting = true;
    const next = { behind, at };
    const done = () => {
      this.#isWriting = false;
    };
    shelter
      .write(JSON.stringify(next))
      .then(() => {
        this.#kept = next;
      })
      .then(done, done);
  }

  /** What is left of it by then: it is made up all the time, as if the process ran. */
  #left(at: number): number {
    const { behind, at: since } = this.#kept;
    // The wall clock was set back: nothing is known.
    return at < since ? 0 : Math.max(0, behind - (at - since) * SLEW);
  }
}
