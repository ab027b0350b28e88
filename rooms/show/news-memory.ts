// The latest news of a match, for clients that missed some.

import type { News } from '../../shared/kernel/game.ts';
import { type Actor, newsFor } from '../../shared/kernel/journal.ts';
import type { Seat } from '../../shared/kernel/seat.ts';

/** Versions kept per match. */
const KEPT = 48;
/** Size limit of an answer, as JSON; older news count as dropped. */
const ANSWER_BYTES = 64 * 1024;

type GameEvent = { readonly type: string };

/** One version's news, with all private parts. */
export interface Bulletin {
  readonly version: number;
  /** `null` for the setup. */
  readonly seat: Seat | null;
  readonly by: Actor | null;
  readonly at: number;
  readonly news: readonly News<GameEvent>[];
}

/** As one viewer gets it. */
export interface NewsMessage {
  readonly version: number;
  readonly seat: Seat | null;
  readonly by: Actor | null;
  readonly at: number;
  readonly events: readonly GameEvent[];
}

export function messageFor(bulletin: Bulletin, viewer: Seat | null): NewsMessage {
  const { version, seat, by, at } = bulletin;
  return { version, seat, by, at, events: newsFor(bulletin.news, viewer) };
}

const NO_SEATS: ReadonlySet<Seat> = new Set();

/** Seats that see more of this bulletin than the public part. */
export function entitledSeats({ news }: Bulletin): ReadonlySet<Seat> {
  let seats: Set<Seat> | undefined;
  for (const { only } of news) {
    for (const { seat } of only ?? []) {
      seats ??= new Set();
      seats.add(seat);
    }
  }
  return seats ?? NO_SEATS;
}

export class NewsMemory {
  readonly #bulletins: Bulletin[] = [];
  /** Their sizes as JSON with all private parts, computed on first use. */
  readonly #lengths = new WeakMap<Bulletin, number>();

  add(bulletin: Bulletin): void {
    this.#bulletins.push(bulletin);
    if (this.#bulletins.length > KEPT) this.#bulletins.shift();
  }

  /** The news after a version; `complete` is false if some were dropped. */
  since(version: number, viewer: Seat | null): { complete: boolean; news: NewsMessage[] } {
    const newest = this.#bulletins.at(-1)?.version;
    if (newest === undefined) return { complete: version < 0, news: [] };
    // A version that has not happened belongs to another match.
    if (version > newest) return { complete: false, news: [] };
    const later: Bulletin[] = [];
    let left = ANSWER_BYTES;
    for (const bulletin of [...this.#bulletins].reverse()) {
      left -= this.#lengthOf(bulletin);
      if (bulletin.version <= version || left < 0) break;
      later.unshift(bulletin);
    }
    const complete = version === newest || later[0]?.version === Math.max(0, version + 1);
    return { complete, news: later.map((bulletin) => messageFor(bulletin, viewer)) };
  }

  #lengthOf(bulletin: Bulletin): number {
    const length = this.#lengths.get(bulletin) ?? JSON.stringify(bulletin.news).length;
    this.#lengths.set(bulletin, length);
    return length;
  }
}
