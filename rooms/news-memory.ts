// The last news of a match, so that a client that missed some can ask for them.
import type { News } from '../shared/kernel/game.ts';
import { type Actor, newsFor } from '../shared/kernel/journal.ts';
import type { Seat } from '../shared/kernel/seat.ts';

/** Versions remembered per match. */
const KEPT = 48;
/** Of an answer, as JSON; what is older counts as forgotten. */
const ANSWER_BYTES = 64 * 1024;

type GameEvent = { readonly type: string };

/** One version's news, with everybody's parts. */
export interface Bulletin {
  readonly version: number;
  /** `null` for the setup, which nobody sent. */
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

const NOBODY: ReadonlySet<Seat> = new Set();

/** Seats that see more of this bulletin than everybody. */
export function entitledSeats({ news }: Bulletin): ReadonlySet<Seat> {
  let seats: Set<Seat> | undefined;
  for (const { only } of news) {
    for (const { seat } of only ?? []) {
      seats ??= new Set();
      seats.add(seat);
    }
  }
  return seats ?? NOBODY;
}

export class NewsMemory {
  readonly #bulletins: Bulletin[] = [];
  /** How long each is as JSON with everybody's parts, once somebody has asked. */
  readonly #lengths = new WeakMap<Bulletin, number>();

  add(bulletin: Bulletin): void {
    this.#bulletins.push(bulletin);
    if (this.#bulletins.length > KEPT) this.#bulletins.shift();
  }

  /** What came after a version; `complete` is false if some of it is forgotten. */
  since(version: number, viewer: Seat | null): { complete: boolean; news: NewsMessage[] } {
    const newest = this.#bulletins.at(-1)?.version;
    if (newest === undefined) return { complete: version <= 0, news: [] };
    // Nobody can have seen what did not happen: such a version belongs to another match.
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
