// Long work in slices, over all matches of the process: in each turn of the event loop one slice at most, so that
// commands and requests are handled in between.
import { performance, setImmediate } from '../clockwork.ts';
import type { JournalRow, MatchStore } from '../life/match-store.ts';

/** A slice ends with the first item after this. */
const SLICE_MS = 4;
/** Rows that are read for one slice: reading takes a few microseconds per row, too. */
const ROWS = 256;

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
