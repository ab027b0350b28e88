// Where a match is in this process. Everything that brings it into memory, takes it out or changes it while it is
// stored takes its turn here, and this process owns it meanwhile.
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
  #last: Promise<unknown> = Promise.resolve();
  #turns = 0;

  constructor(matchId: string, context: BerthContext) {
    this.#matchId = matchId;
    this.#context = context;
  }

  get place(): Place {
    if (this.#departing !== undefined) return 'leaving';
    if (this.#room !== undefined) return 'here';
    if (this.#arriving !== undefined) return 'coming';
    return this.#turns > 0 ? 'busy' : 'stored';
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
    this.#arriving ??= this.#inTurn(() => this.#arrive(load));
    return await this.#arriving;
  }

  /** Works on it while it neither comes nor leaves. `unplayed`: see `Ownership.claim`. */
  exclusive<Answer>(cases: Cases<Room, Answer>, how?: 'unplayed'): Promise<Answer> {
    return this.#inTurn(async () => {
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
    this.#departing = this.#inTurn(async () => {
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

  #inTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    this.#turns += 1;
    const turn = this.#last.then(work).finally(() => {
      this.#turns -= 1;
      this.#context.ended();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
