// The points of all seats at every version of a match that is over, loaded little by little.
import { type ReadonlySignal, signal } from '@preact/signals';
import type { GameTypes, HistoryPage, PageWish } from '../../client/index.ts';
import type { Standings } from './chart.ts';

/** As many as the server sends at once. */
const PAGE = 200;
/** Of a match that never ended by itself; beyond it the lines break off. */
const MOST = 50_000;

export class Scores {
  readonly #standings = signal<Standings>([]);
  #isClosed = false;

  /** Grows while it loads. Empty: this game counts no points before its end. */
  readonly standings: ReadonlySignal<Standings> = this.#standings;

  async load<G extends GameTypes>(read: (wish: PageWish) => Promise<HistoryPage<G>>): Promise<void> {
    for (let from: number | null = 0; from !== null && from < MOST && !this.#isClosed; ) {
      const page: HistoryPage<G> = await read({ from, count: PAGE, as: 'spectator', views: false });
      const counted = page.versions.flatMap(({ standing }) => (standing === null ? [] : [standing]));
      if (counted.length < page.versions.length) return;
      this.#standings.value = [...this.#standings.value, ...counted];
      from = page.next;
    }
  }

  close(): void {
    this.#isClosed = true;
  }
}
