// The matches of this process that are not merely stored, and how many of them may be in memory.
import { reasonOf } from '../../shared/kernel/reason.ts';
import type { Log } from '../ports.ts';
import { Berth } from './berth.ts';
import type { Ownership } from './cluster.ts';

/** How many tables may be put to sleep without success for one that needs a place. */
const TRIES = 8;

interface Sleeper {
  readonly roomId: string;
  /** `undefined` unless it may be put to sleep. */
  readonly idleSince: number | undefined;
  sleep(): Promise<void>;
}

interface BerthsContext {
  readonly ownership: Pick<Ownership, 'claim' | 'release'>;
  readonly limits: { readonly maxLiveTables: number };
  readonly log: Log;
  /** A match has left memory. */
  readonly left: () => void;
}

export class Berths<Room extends Sleeper> {
  readonly #context: BerthsContext;
  readonly #berths = new Map<string, Berth<Room>>();
  /** Matches that are in memory or about to be. */
  readonly #places = new Set<string>();

  constructor(context: BerthsContext) {
    this.#context = context;
  }

  /** To be used at once: one that nothing is done with is forgotten. */
  at(matchId: string): Berth<Room> {
    const known = this.#berths.get(matchId);
    if (known !== undefined) return known;
    const berth: Berth<Room> = new Berth(matchId, {
      ownership: this.#context.ownership,
      ended: () => this.#ended(matchId, berth),
    });
    this.#berths.set(matchId, berth);
    return berth;
  }

  /** `undefined`: the match is merely stored. */
  get(matchId: string): Berth<Room> | undefined {
    return this.#berths.get(matchId);
  }

  get all(): readonly Berth<Room>[] {
    return [...this.#berths.values()];
  }

  /** Those that are leaving as well. */
  get rooms(): readonly Room[] {
    return this.all.flatMap(({ room }) => room ?? []);
  }

  /** One that is not about to leave. */
  here(matchId: string): Room | undefined {
    const berth = this.#berths.get(matchId);
    return berth?.place === 'here' ? berth.room : undefined;
  }

  /**
   * Keeps a place for a match that is about to come into memory, until its turn ends without a room. If all are taken,
   * the table that has been idle longest is put to sleep; `false` if none is idle: `server-full`, to be retried later.
   */
  async enter(matchId: string): Promise<boolean> {
    // Others may take the freed place, and a table may be unable to sleep.
    for (let tries = 0; this.#places.size >= this.#context.limits.maxLiveTables; tries++) {
      const asleep = tries < TRIES ? this.#sleepIdlest() : undefined;
      if (asleep === undefined) return false;
      await asleep;
    }
    this.#places.add(matchId);
    return true;
  }

  #sleepIdlest(): Promise<void> | undefined {
    let idlest: Room | undefined;
    for (const room of this.rooms)
      if ((room.idleSince ?? Infinity) < (idlest?.idleSince ?? Infinity)) idlest = room;
    return idlest
      ?.sleep()
      .catch((fault: unknown) =>
        this.#context.log.error({ matchId: idlest.roomId, reason: reasonOf(fault) }, 'not put to sleep'),
      );
  }

  #ended(matchId: string, berth: Berth<Room>): void {
    if (berth.room !== undefined || this.#berths.get(matchId) !== berth) return;
    if (berth.place === 'stored') this.#berths.delete(matchId);
    if (this.#places.delete(matchId)) this.#context.left();
  }
}
