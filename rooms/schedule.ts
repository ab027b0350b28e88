// When work is done: after a time, after what has arrived was read, one after the other, or in slices.
import { clearTimeout, performance, setImmediate, setTimeout } from './clockwork.ts';
import type { JournalRow, MatchStore } from './life/match-store.ts';

const LONGEST_MS = 2 ** 31 - 1;

/** A resettable timer without Node's maximum delay. */
export class Alarm {
  #timer: NodeJS.Timeout | undefined;

  set(milliseconds: number, ring: () => void): void {
    this.stop();
    const wait = Math.max(0, milliseconds);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (wait > LONGEST_MS) this.set(wait - LONGEST_MS, ring);
        else ring();
      },
      Math.min(wait, LONGEST_MS),
    );
  }

  get isSet(): boolean {
    return this.#timer !== undefined;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/**
 * Runs after all data that has already arrived has been read. Node runs timers before it reads, so without
 * this a time-out would win over an answer that arrived first. Two turns, since a connection accepted in
 * the first is read in the second.
 */
export function afterInput(work: () => void): void {
  setImmediate(() => setImmediate(work));
}

/** Work that is done one after the other. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #ended: () => void;

  /** `ended` is called after each piece of work. */
  constructor(ended: () => void = () => undefined) {
    this.#ended = ended;
  }

  /** What is under way or waits for its turn. */
  get length(): number {
    return this.#waiting;
  }

  run<Done>(work: () => Promise<Done>): Promise<Done> {
    this.#waiting += 1;
    return this.#keep(this.#last.then(work).finally(() => this.#end()));
  }

  /** Begins at once if nothing else is under way. */
  enter<Done>(work: () => Promise<Done>): Promise<Done> {
    return this.#keep(this.#follow(this.#waiting === 0 ? undefined : this.#last, work));
  }

  /** Whatever comes next waits for this too. */
  waitFor(done: Promise<unknown>): void {
    this.#last = Promise.all([this.#last, done]);
  }

  /** Resolves when nothing is under way or waits. */
  async idle(): Promise<void> {
    await this.#last;
  }

  async #follow<Done>(before: Promise<unknown> | undefined, work: () => Promise<Done>): Promise<Done> {
    this.#waiting += 1;
    try {
      if (before !== undefined) await before;
      return await work();
    } finally {
      this.#end();
    }
  }

  #keep<Done>(done: Promise<Done>): Promise<Done> {
    // Without its result: the last one would be kept.
    const over = () => undefined;
    this.#last = done.then(over, over);
    return done;
  }

  #end(): void {
    this.#waiting -= 1;
    this.#ended();
  }
}

/** A slice ends with the first item after this. */
const SLICE_MS = 4;
/** Rows that are read for one slice: reading takes a few microseconds per row, too. */
const ROWS = 256;

/**
 * Long work in slices, over all matches of the process: in each turn of the event loop one slice at most, so that
 * commands and requests are handled in between.
 */
export class Slices {
  readonly #waiting: (() => void)[] = [];

  async forEach<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
    let ends = 0;
    for (const item of items) {
      if (performance.now() >= ends) {
        await this.#next();
        ends = performance.now() + SLICE_MS;
      }
      work(item);
    }
  }

  /** All of it. */
  async journal(store: Pick<MatchStore, 'journal'>, matchId: string): Promise<JournalRow[]> {
    const rows: JournalRow[] = [];
    for (;;) {
      await this.#next();
      const part = await store.journal(matchId, { after: rows.at(-1)?.version ?? 0, most: ROWS });
      rows.push(...part);
      if (part.length < ROWS) return rows;
    }
  }

  /** Resolves when it is this work's turn. */
  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(() => this.#begin());
    });
  }

  #begin(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#begin());
  }
}
