// A replayed match: the reader's position, the view, and what is shown.
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { GameTypes, HistoryPage, PageWish, PastVersion, TableFacts } from '../../client/index.ts';
import { goneBy, takenBackIn } from '../news/log.ts';
import { Pages } from './pages.ts';

/** Whose view; `own`: the reader's seat, or a spectator's without one. */
type Eyes = number | 'spectator' | 'all' | 'own';

interface ReplayDoor<G extends GameTypes> {
  readonly read: (wish: PageWish) => Promise<HistoryPage<G>>;
  /** Between two moves while it plays by itself. */
  readonly pause: () => Promise<void>;
}

export class Replay<G extends GameTypes> {
  readonly #door: ReplayDoor<G>;
  readonly #position = signal(0);
  readonly #shown = signal<PastVersion<G> | null>(null);
  readonly #newest = signal(0);
  readonly #table = signal<TableFacts | null>(null);
  readonly #eyes = signal<Eyes>('own');
  readonly #seenAs = signal<HistoryPage<G>['as']>('spectator');
  readonly #fault = signal<unknown>(null);
  readonly #isPlaying = signal(false);
  readonly #takenBack = signal<ReadonlyMap<number, number>>(new Map());
  #pages: Pages<G>;
  /** Counts starts and stops, to cancel earlier ones. */
  #run = 0;

  /** The requested version. */
  readonly position: ReadonlySignal<number> = this.#position;
  /** The shown version: the requested one, or the last one until that is loaded. Null before the first page. */
  readonly shown: ReadonlySignal<PastVersion<G> | null> = this.#shown;
  readonly newest: ReadonlySignal<number> = this.#newest;
  readonly table: ReadonlySignal<TableFacts | null> = this.#table;
  readonly eyes: ReadonlySignal<Eyes> = this.#eyes;
  /** The view that `own` stands for. */
  readonly seenAs: ReadonlySignal<HistoryPage<G>['as']> = this.#seenAs;
  /** Why the position cannot be shown. */
  readonly fault: ReadonlySignal<unknown> = this.#fault;
  readonly isPlaying: ReadonlySignal<boolean> = this.#isPlaying;
  /** By version, as far as is known, the version that took it back. */
  readonly takenBack: ReadonlySignal<ReadonlyMap<number, number>> = this.#takenBack;
  readonly isLoading: ReadonlySignal<boolean> = computed(
    () => this.#shown.value?.version !== this.#position.value && this.#fault.value === null,
  );
  /** Its record is public, so any view is allowed. */
  readonly isOver: ReadonlySignal<boolean> = computed(() => {
    const status = this.#table.value?.status;
    return status === 'finished' || status === 'abandoned';
  });

  constructor(door: ReplayDoor<G>) {
    this.#door = door;
    this.#pages = this.#pagesOf('own');
  }

  /** `version` null: the beginning of a match that is over, the latest move of one that runs. */
  async open(eyes: Eyes, version: number | null): Promise<void> {
    this.#eyes.value = eyes;
    this.#pages = this.#pagesOf(eyes);
    await this.go(version ?? 0);
    if (version === null && !this.isOver.value && this.#fault.value === null)
      await this.go(this.#newest.value);
  }

  /** The same moment in another view. */
  async look(eyes: Eyes): Promise<void> {
    this.pause();
    this.#eyes.value = eyes;
    this.#pages = this.#pagesOf(eyes);
    await this.#show(this.#position.value);
  }

  async go(version: number): Promise<void> {
    const last = this.#table.value === null ? version : this.#newest.value;
    await this.#show(Math.max(0, Math.min(version, last)));
  }

  /** By the reader: it no longer plays by itself. */
  async step(by: number): Promise<void> {
    this.pause();
    await this.go(this.#position.value + by);
  }

  async jump(version: number): Promise<void> {
    this.pause();
    await this.go(version);
  }

  /** From the beginning, if it has come to the end. */
  async play(): Promise<void> {
    const run = ++this.#run;
    this.#isPlaying.value = true;
    if (this.#position.value >= this.#newest.value) await this.go(0);
    while (run === this.#run && this.#position.value < this.#newest.value && this.#fault.value === null) {
      await this.#door.pause();
      if (run === this.#run) await this.go(this.#position.value + 1);
    }
    if (run === this.#run) this.#isPlaying.value = false;
  }

  pause(): void {
    this.#run += 1;
    this.#isPlaying.value = false;
  }

  /** Retries what could not be loaded, or updates a running match. */
  async refresh(): Promise<void> {
    try {
      this.#newest.value = await this.#pages.refresh();
    } catch (fault) {
      this.#fault.value = fault;
      return;
    }
    await this.#show(this.#position.value);
  }

  /** What these events took back, as far as it is loaded. */
  gone(events: readonly G['Event'][]): readonly G['Event'][] {
    return goneBy(events, this.#pages.kept);
  }

  async #show(version: number): Promise<void> {
    const pages = this.#pages;
    batch(() => {
      this.#position.value = version;
      this.#fault.value = null;
    });
    try {
      const found = await pages.moveTo(version);
      if (found === undefined || pages !== this.#pages) return;
      batch(() => {
        this.#position.value = found.version;
        this.#shown.value = found;
      });
    } catch (fault) {
      if (pages !== this.#pages || this.#position.value !== version) return;
      this.pause();
      this.#fault.value = fault;
    }
  }

  #pagesOf(eyes: Eyes): Pages<G> {
    const pages: Pages<G> = new Pages<G>(async (from, count) => {
      const page = await this.#door.read({ from, count, ...(eyes !== 'own' && { as: eyes }) });
      if (pages === this.#pages)
        batch(() => {
          this.#takenBack.value = new Map([...this.#takenBack.peek(), ...takenBackIn(page.versions)]);
          this.#newest.value = page.newest;
          this.#seenAs.value = page.as;
          // Pages come often, a table that changes rarely.
          if (this.#table.value?.status !== page.table.status) this.#table.value = page.table;
        });
      return page;
    });
    return pages;
  }
}

/** From an address. */
export function eyesIn(text: string): Eyes {
  if (text === 'spectator' || text === 'all') return text;
  return /^\d$/.test(text) ? Number(text) : 'own';
}
