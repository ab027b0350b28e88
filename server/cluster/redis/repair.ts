// Removes our keys that another program has overwritten with something of another type: every script that uses them
// would fail for as long as they exist. What they held is published again.
import { z } from 'zod';
import type { Log } from '../../../rooms/ports.ts';
import { RedisAway, type RedisLink } from './link.ts';
import { AskedTask } from './repeated-task.ts';
import { REPAIR } from './scripts.ts';

/** Between two searches. */
const PAUSE_MS = 500;
/** Keys per script, so that Redis is never busy for long. */
const PORTION = 1_000;
const FIRST = '0';

/** Where the search continues, and how many keys were removed. */
const answered = z.tuple([z.string(), z.int()]);

export class Repair {
  readonly #link: RedisLink;
  readonly #prefix: string;
  readonly #log: Log;
  readonly #task: AskedTask;

  constructor(link: RedisLink, prefix: string, log: Log) {
    this.#link = link;
    this.#prefix = prefix;
    this.#log = log;
    this.#task = new AskedTask(PAUSE_MS, () => this.#search());
    link.onWrongType(() => this.#task.ask());
  }

  close(): void {
    this.#task.stop();
  }

  async #search(): Promise<void> {
    let keys = 0;
    try {
      let cursor = FIRST;
      do {
        const [next, removed] = await this.#link.run(REPAIR, [this.#prefix, cursor, PORTION], answered);
        keys += removed;
        cursor = next;
      } while (cursor !== FIRST);
    } catch (error) {
      if (!(error instanceof RedisAway)) throw error;
    }
    if (keys === 0) return;
    this.#log.warn(
      { keys },
      'another program had written to our keys in Redis: they are removed and written again',
    );
    this.#link.startAnew();
  }
}
