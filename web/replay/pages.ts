// The versions of a past match that are in memory: those around the position, loaded page by page.
import type { GameTypes, HistoryPage, PastVersion } from '../../client/index.ts';

/** Versions before and after the position that are loaded in advance. */
const BEHIND = 6;
const AHEAD = 12;
/** Requested at once; the server may send fewer. */
const PAGE = 24;
/** Beyond this the versions furthest from the position are dropped. */
const KEPT = 200;

type ReadPage<G extends GameTypes> = (from: number, count: number) => Promise<HistoryPage<G>>;

export class Pages<G extends GameTypes> {
  readonly #read: ReadPage<G>;
  readonly #kept = new Map<number, PastVersion<G>>();
  #newest: number | null = null;
  #position = 0;
  #loading: Promise<void> | null = null;

  constructor(read: ReadPage<G>) {
    this.#read = read;
  }

  /** The last version so far; null until the first page is here. */
  get newest(): number | null {
    return this.#newest;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** All that are here, in order. */
  get kept(): readonly PastVersion<G>[] {
    return [...this.#kept.values()].sort((one, other) => one.version - other.version);
  }

  at(version: number): PastVersion<G> | undefined {
    return this.#kept.get(version);
  }

  /** This version, or the last one if there are fewer; undefined if the reader has moved on meanwhile. */
  async moveTo(version: number): Promise<PastVersion<G> | undefined> {
    this.#position = version;
    while (this.#position === version) {
      const found = this.#kept.get(this.#clamped(version));
      if (found !== undefined) {
        void this.#prepare();
        return found;
      }
      // If the pending page fails, this version is requested separately.
      if (this.#loading !== null) await this.#loading.catch(() => undefined);
      else await this.#load(this.#clamped(version), PAGE);
    }
    return undefined;
  }

  /** Updates the newest version. */
  async refresh(): Promise<number> {
    await this.#load(this.#newest ?? 0, PAGE);
    return this.#newest ?? 0;
  }

  #clamped(version: number): number {
    return Math.min(version, this.#newest ?? version);
  }

  /** Loads the versions around the position. */
  async #prepare(): Promise<void> {
    for (let gap = this.#gap(); gap !== undefined && this.#loading === null; gap = this.#gap()) {
      try {
        await this.#load(gap.from, gap.count);
      } catch {
        // Nothing waits for it: going there requests it again, and reports the reason.
        return;
      }
    }
  }

  /** What is missing after the position, or else before it. */
  #gap(): { readonly from: number; readonly count: number } | undefined {
    const newest = this.#newest ?? 0;
    const here = this.#clamped(this.#position);
    const next = this.#missing(here + 1, Math.min(newest, here + AHEAD));
    if (next !== undefined) return { from: next, count: PAGE };
    if (this.#missing(Math.max(0, here - BEHIND), here - 1) === undefined) return undefined;
    const from = this.#missing(Math.max(0, here - PAGE), here - 1) ?? here;
    return { from, count: here - from };
  }

  #missing(first: number, last: number): number | undefined {
    for (let version = first; version <= last; version++) if (!this.#kept.has(version)) return version;
    return undefined;
  }

  async #load(from: number, count: number): Promise<void> {
    const loading = this.#read(from, count).then((page) => {
      if (page.versions.length === 0 && from <= page.newest) throw new Error('a page without versions');
      this.#keep(page);
    });
    this.#loading = loading.finally(() => {
      this.#loading = null;
    });
    await this.#loading;
  }

  #keep({ versions, newest }: HistoryPage<G>): void {
    this.#newest = newest;
    for (const version of versions) this.#kept.set(version.version, version);
    const distance = (version: number) => Math.abs(version - this.#clamped(this.#position));
    const far = [...this.#kept.keys()].sort((one, other) => distance(other) - distance(one));
    for (const version of far.slice(0, Math.max(0, far.length - KEPT))) this.#kept.delete(version);
  }
}
