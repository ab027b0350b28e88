// The last news of a match, so that a client that missed some can ask for them.
import type { News } from '../shared/kernel/game.ts';
import { type Actor, newsFor } from '../shared/kernel/journal.ts';
import type { Seat } from '../shared/kernel/seat.ts';

/** Versions remembered per match. */
const KEPT = 48;

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

  add(bulletin: Bulletin): void {
    this.#bulletins.push(bulletin);
    if (this.#bulletins.length > KEPT) this.#bulletins.shift();
  }

  /** What came after a version; `complete` is false if some of it is forgotten. */
  since(version: number, viewer: Seat | null): { complete: boolean; news: NewsMessage[] } {
    const later = this.#bulletins.filter((bulletin) => bulletin.version > version);
    const oldest = this.#bulletins[0]?.version;
    const newest = this.#bulletins.at(-1)?.version ?? 0;
    // Nobody can have seen what did not happen: such a version belongs to another match.
    const complete = version <= newest && (oldest === undefined || oldest <= version + 1);
    return { complete, news: later.map((bulletin) => messageFor(bulletin, viewer)) };
  }
}
