// How many of something each address or player has open, over all processes. Each process decides at once by
// the counts it knows of the others; they are updated within milliseconds of every change.
import { z } from 'zod';
import type { CountElsewhere, Ownership } from '../../../rooms/berth/cluster.ts';
import { Recent } from '../../../rooms/show/recent.ts';
import type { Alias } from './aliases.ts';
import { RedisAway, type RedisLink } from './link.ts';
import { AskedTask } from './repeated-task.ts';
import { COUNT } from './scripts.ts';

const SOON_MS = 10;
const PORTION = 200;
/** A process's counts expire after this; they are repeated every second. */
const FORGOTTEN_MS = 5_000;

const answered = z.tuple([z.int(), z.array(z.int())]);

interface CountsOptions {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly alias: Alias;
  readonly ownership: Pick<Ownership, 'self' | 'peers'>;
  /** Keys with known counts of other processes; the least recently used one is evicted. */
  readonly maxKeys: number;
}

export class SharedCounts {
  readonly #options: CountsOptions;
  readonly #here = new Map<string, number>();
  readonly #elsewhere: Recent<string, number>;
  readonly #changed = new Set<string>();
  readonly #exchange: AskedTask;
  /** Redis may have old counts of this process. */
  #isAnew = true;

  constructor(options: CountsOptions) {
    this.#options = options;
    this.#elsewhere = new Recent(options.maxKeys);
    this.#exchange = new AskedTask(SOON_MS, async () => void (await this.#tell()));
    options.link.onUp(() => this.#tellAll());
    options.link.onBeat(async () => {
      if (!(await this.#tell())) this.#tellAll();
    });
  }

  /** Of one kind; its name is the same in all processes. */
  of(name: string): CountElsewhere {
    const idOf = (key: string) => `${name}|${key}`;
    return {
      count: (key) => (this.#options.link.isUp ? (this.#elsewhere.get(idOf(key)) ?? 0) : 0),
      note: (key, here) => this.#note(idOf(key), here),
    };
  }

  close(): void {
    this.#exchange.stop();
  }

  #note(id: string, here: number): void {
    if (here > 0) this.#here.set(id, here);
    else this.#here.delete(id);
    if (!this.#options.link.isUp) return;
    this.#changed.add(id);
    this.#exchange.ask();
  }

  #tellAll(): void {
    this.#isAnew = true;
    this.#exchange.ask();
  }

  /** Sent even without changes, as a sign of life. `false`: Redis has lost something. */
  async #tell(): Promise<boolean> {
    if (this.#isAnew) for (const id of this.#here.keys()) this.#changed.add(id);
    const ids = [...this.#changed];
    this.#changed.clear();
    let isKnown = true;
    try {
      for (let at = 0; at === 0 || at < ids.length; at += PORTION)
        isKnown = await this.#tellSome(ids.slice(at, at + PORTION));
    } catch (error) {
      if (!(error instanceof RedisAway)) throw error;
      this.#isAnew = true;
    }
    return isKnown;
  }

  /** Whether Redis has all counts of this process. */
  async #tellSome(ids: readonly string[]): Promise<boolean> {
    const { link, prefix, alias, ownership } = this.#options;
    const others = ownership.peers().map(({ number }) => number);
    // Later changes are sent next.
    const expected = this.#changed.size === 0 ? this.#here.size : undefined;
    const anew = this.#isAnew ? 1 : 0;
    this.#isAnew = false;
    const counts = ids.flatMap((id) => [alias(id), this.#here.get(id) ?? 0]);
    const values = [prefix, ownership.self, FORGOTTEN_MS, anew, others.length, ...others, ...counts];
    const [known, elsewhere] = await link.run(COUNT, values, answered);
    ids.forEach((id, at) => {
      const count = elsewhere[at] ?? 0;
      if (count > 0) this.#elsewhere.set(id, count);
      else this.#elsewhere.delete(id);
    });
    return expected === undefined || known === expected;
  }
}
