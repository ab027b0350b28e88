// Where a match is in this process. Everything that brings it into memory, takes it out or changes it while it is
// stored takes its turn here, and this process owns it meanwhile.
import { reasonOf } from '../../shared/kernel/reason.ts';
import type { Log } from '../ports.ts';
import { Queue } from '../schedule.ts';
import type { Ownership, Peer } from './cluster.ts';

/** `leaving` as soon as it is asked to, even if something else is completed first. */
type Place = 'stored' | 'coming' | 'here' | 'busy' | 'leaving';

/** Why this process may not touch it: its owner, or none that could be. */
export type OtherOwner = Peer | 'unknown-rules' | undefined;

/** How it leaves memory, in this order. */
interface Departure {
  /** Completes what is under way; nothing is stored afterwards. */
  readonly finish: () => Promise<unknown>;
  /** Whether another process has taken it. */
  readonly handOver: () => Promise<boolean>;
  /** Sends away those who are here; they may return at once, to its next owner. */
  readonly disband: (isMoved: boolean) => Promise<unknown>;
}

/** What is done with a match, by where it is found. */
interface Cases<Room, Answer> {
  readonly here: (room: Room) => Answer | Promise<Answer>;
  readonly stored: () => Answer | Promise<Answer>;
  readonly elsewhere: (owner: OtherOwner) => Answer | Promise<Answer>;
}

interface BerthContext {
  readonly ownership: Pick<Ownership, 'claim' | 'release'>;
  /** To be called after each turn. */
  readonly ended: () => void;
}

export class Berth<Room> {
  readonly #matchId: string;
  readonly #context: BerthContext;
  #room: Room | undefined;
  #arriving: Promise<Room> | undefined;
  #departing: Promise<boolean> | undefined;
  readonly #turns: Queue;

  constructor(matchId: string, context: BerthContext) {
    this.#matchId = matchId;
    this.#context = context;
    this.#turns = new Queue(context.ended);
  }

  get place(): Place {
    if (this.#departing !== undefined) return 'leaving';
    if (this.#room !== undefined) return 'here';
    if (this.#arriving !== undefined) return 'coming';
    return this.#turns.length > 0 ? 'busy' : 'stored';
  }

  /** Until it has left. */
  get room(): Room | undefined {
    return this.#room;
  }

  /** Settles when a match that is leaving has left; otherwise `undefined`. */
  get departure(): Promise<unknown> | undefined {
    return this.#departing;
  }

  /** Its room, once one that is coming has arrived; `undefined`: it is not in memory. */
  async found(): Promise<Room | undefined> {
    return this.#room ?? (await this.#arriving?.catch(() => undefined));
  }

  /** Brings it into memory, once for all who ask meanwhile. `load` claims it first; if it fails, the claim is released. */
  async bring(load: () => Promise<Room>): Promise<Room> {
    if (this.place === 'here' && this.#room !== undefined) return this.#room;
    this.#arriving ??= this.#turns.run(() => this.#arrive(load));
    return await this.#arriving;
  }

  /** Works on it while it neither comes nor leaves. `unplayed`: see `Ownership.claim`. */
  exclusive<Answer>(cases: Cases<Room, Answer>, how?: 'unplayed'): Promise<Answer> {
    return this.#turns.run(async () => {
      if (this.#room !== undefined) return await cases.here(this.#room);
      const owner = await this.#context.ownership.claim(this.#matchId, how);
      if (owner !== 'mine') return await cases.elsewhere(owner);
      try {
        return await cases.stored();
      } finally {
        await this.#release();
      }
    });
  }

  /** Takes it out of memory, which its room does once; resolves with whether another process has taken it. */
  leave(departure: Departure): Promise<boolean> {
    this.#departing = this.#turns.run(async () => {
      try {
        return this.#room !== undefined && (await this.#depart(departure));
      } finally {
        this.#room = undefined;
        this.#departing = undefined;
      }
    });
    return this.#departing;
  }

  async #arrive(load: () => Promise<Room>): Promise<Room> {
    try {
      this.#room = await load();
      return this.#room;
    } finally {
      if (this.#room === undefined) await this.#release();
      this.#arriving = undefined;
    }
  }

  async #depart({ finish, handOver, disband }: Departure): Promise<boolean> {
    let isMoved = false;
    try {
      await finish();
      isMoved = await handOver();
      if (!isMoved) await this.#release();
    } finally {
      await disband(isMoved);
    }
    return isMoved;
  }

  async #release(): Promise<void> {
    await this.#context.ownership.release(this.#matchId);
  }
}

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

/** The matches of this process that are not merely stored, and how many of them may be in memory. */
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
