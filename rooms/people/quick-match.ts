// Quick matches at the same moment: while one player's table is being opened, the others wait, and then find it.
import { pause, performance } from '../clockwork.ts';

/** If the storage hangs, players do not wait for each other's tables. */
const PATIENCE_MS = 5_000;

export class QuickMatches {
  readonly #patienceMs: number;
  /** Tables being opened, by game. */
  readonly #opening = new Map<string, Promise<void>>();

  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /** A place at a table of this game that is found, or else opened. */
  async findOrOpen<Place>(
    game: string,
    find: () => Promise<Place | undefined>,
    open: () => Promise<Place>,
  ): Promise<Place> {
    const until = performance.now() + this.#patienceMs;
    for (;;) {
      const found = await find();
      if (found !== undefined) return found;
      const opening = this.#opening.get(game);
      const left = until - performance.now();
      if (opening === undefined || left <= 0) return await this.#open(game, open);
      await Promise.race([opening, pause(left, undefined, { ref: false })]);
    }
  }

  async #open<Place>(game: string, open: () => Promise<Place>): Promise<Place> {
    const settled = Promise.withResolvers<void>();
    this.#opening.set(game, settled.promise);
    try {
      return await open();
    } finally {
      if (this.#opening.get(game) === settled.promise) this.#opening.delete(game);
      settled.resolve();
    }
  }
}
