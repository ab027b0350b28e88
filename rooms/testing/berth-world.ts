// Matches that come, go, move and are changed in a random order, with everything that a berth may not let happen.
import type { Scheduler } from 'fast-check';
import type { Berth, Berths } from '../berth/berth.ts';
import type { Peer } from '../berth/cluster.ts';

export const DEEDS = ['bring', 'change', 'fail', 'clock', 'play', 'sleep', 'move', 'lose', 'free'] as const;
type Deed = { readonly deed: (typeof DEEDS)[number]; readonly matchId: string };

const PEER: Peer = { number: 2, address: 'elsewhere' };
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
/** Fewer than there are matches, so that some must sleep for others. */
const MOST = 1;

class Room {
  readonly roomId: string;
  readonly #world: World;
  readonly #berth: Berth<Room>;
  #writing: Promise<unknown> = Promise.resolve();
  #leaving: Promise<boolean> | undefined;

  constructor(matchId: string, world: World, berth: Berth<Room>) {
    this.roomId = matchId;
    this.#world = world;
    this.#berth = berth;
  }

  get idleSince(): number | undefined {
    return this.isLeaving ? undefined : 1;
  }

  get isLeaving(): boolean {
    return this.#leaving !== undefined;
  }

  async write(): Promise<void> {
    const written = this.#writing.then(() => this.#world.write(this.roomId));
    this.#writing = written.catch(() => undefined);
    await written;
  }

  async sleep(): Promise<void> {
    await this.leave(() => Promise.resolve(false));
  }

  async leave(handOver: () => Promise<boolean>): Promise<void> {
    this.#leaving ??= this.#berth.leave({
      finish: () => this.write(),
      handOver,
      disband: async () => {
        await this.#world.pause(`disband ${this.roomId}`);
        this.#world.rooms.delete(this);
      },
    });
    await this.#leaving;
  }
}

/** `given`, `lost`: another process has it. */
type Owner = 'mine' | 'given' | 'lost';

export class World {
  readonly rooms = new Set<Room>();
  readonly faults = new Set<string>();
  readonly #owners = new Map<string, Owner>();
  readonly #inUse = new Set<string>();
  readonly #scheduler: Scheduler;
  readonly #berths: Berths<Room>;
  #underWay = 0;

  constructor(scheduler: Scheduler, kind: typeof Berths) {
    this.#scheduler = scheduler;
    const ownership = {
      claim: (matchId: string) => this.#claim(matchId),
      release: (matchId: string) => this.#release(matchId),
    };
    const limits = { maxLiveTables: MOST };
    this.#berths = new kind<Room>({ ownership, limits, log: SILENT, left: () => undefined });
  }

  async pause(label: string): Promise<void> {
    await this.#scheduler.schedule(Promise.resolve(), label);
  }

  /** Does all this, in an order that the scheduler chooses; afterwards `faults` says what went wrong. */
  async suffer(deeds: readonly Deed[]): Promise<void> {
    for (const deed of deeds) {
      this.#underWay += 1;
      void this.#do(deed).finally(() => {
        this.#underWay -= 1;
      });
    }
    await this.#scheduler.waitIdle();
    if (this.#underWay > 0) this.faults.add('something waits for ever');
    for (const matchId of new Set(deeds.map((deed) => deed.matchId))) this.#inspect(matchId);
  }

  /** Of the match, by its room or while it is stored. */
  async write(matchId: string): Promise<void> {
    await this.#alone(matchId, async () => {
      await this.pause(`write ${matchId}`);
      if (this.#owners.get(matchId) === 'lost') throw new Error('the store refuses it');
    });
  }

  async #do({ deed, matchId }: Deed): Promise<void> {
    await this.pause(`${deed} ${matchId}`);
    const room = this.#berths.here(matchId);
    const work = {
      bring: () => this.#bring(matchId),
      change: () => this.#change(matchId),
      fail: () => this.#change(matchId, new Error('planned')),
      clock: () => (this.#berths.get(matchId) === undefined ? this.#change(matchId) : Promise.resolve()),
      play: () => room?.write(),
      sleep: () => room?.sleep(),
      move: () => room?.leave(() => this.#give(matchId)),
      lose: () => this.#lose(matchId),
      free: () => this.#free(matchId),
    };
    await work[deed]()?.catch(() => undefined);
  }

  async #bring(matchId: string): Promise<void> {
    const leaving = [...this.rooms].filter(({ isLeaving }) => isLeaving);
    const room = await this.#berths.at(matchId).bring(() => this.#load(matchId));
    if (leaving.includes(room)) this.faults.add('a room is given out that was leaving already');
  }

  async #load(matchId: string): Promise<Room> {
    if ((await this.#claim(matchId)) !== 'mine') throw new Error('elsewhere');
    await this.write(matchId);
    if (!(await this.#berths.enter(matchId))) throw new Error('full');
    await this.pause(`open ${matchId}`);
    const room = new Room(matchId, this, this.#berths.at(matchId));
    this.rooms.add(room);
    if (this.rooms.size > MOST) this.faults.add('more rooms than there are places');
    return room;
  }

  async #change(matchId: string, fault?: Error): Promise<void> {
    const stored = async () => {
      await this.write(matchId);
      if (fault !== undefined) throw fault;
    };
    await this.#berths
      .at(matchId)
      .exclusive({ here: (room) => room.write(), stored, elsewhere: () => undefined });
  }

  /** Nothing else touches it meanwhile, and it is this process's. */
  async #alone(matchId: string, work: () => Promise<void>): Promise<void> {
    if (this.#inUse.has(matchId)) this.faults.add('two at once');
    this.#inUse.add(matchId);
    const owned = () => ['mine', 'lost'].includes(this.#owners.get(matchId) ?? '');
    if (!owned()) this.faults.add('written without owning it');
    await work().finally(() => this.#inUse.delete(matchId));
    if (!owned()) this.faults.add('let go while it was written');
  }

  async #claim(matchId: string): Promise<'mine' | Peer> {
    await this.pause(`claim ${matchId}`);
    if ((this.#owners.get(matchId) ?? 'mine') !== 'mine') return PEER;
    this.#owners.set(matchId, 'mine');
    return 'mine';
  }

  async #release(matchId: string): Promise<void> {
    if (this.#owners.get(matchId) === 'given' && this.#roomsOf(matchId).length > 0)
      this.faults.add('released by the room that had given it');
    await this.pause(`release ${matchId}`);
    if (this.#owners.get(matchId) === 'mine') this.#owners.delete(matchId);
  }

  async #give(matchId: string): Promise<boolean> {
    await this.pause(`give ${matchId}`);
    if (this.#owners.get(matchId) !== 'mine') return false;
    this.#owners.set(matchId, 'given');
    return true;
  }

  /** Another process has taken it, and this one notices. */
  async #lose(matchId: string): Promise<void> {
    if (this.#owners.get(matchId) !== 'mine') return;
    this.#owners.set(matchId, 'lost');
    await (await this.#berths.get(matchId)?.found())?.sleep();
  }

  /** The other process lets go. */
  #free(matchId: string): undefined {
    const isInUse = this.#berths.get(matchId) !== undefined;
    if (!isInUse && this.#owners.get(matchId) !== 'mine') this.#owners.delete(matchId);
  }

  #inspect(matchId: string): void {
    const room = this.#berths.here(matchId);
    const isMine = this.#owners.get(matchId) === 'mine';
    if (room === undefined && this.#berths.get(matchId) !== undefined)
      this.faults.add('remembered though it is stored');
    if (room === undefined && isMine) this.faults.add('owned though it is stored');
    if (room !== undefined && !isMine) this.faults.add('in memory without owning it');
    if (this.#roomsOf(matchId).length !== (room === undefined ? 0 : 1))
      this.faults.add('a room that no one knows');
  }

  #roomsOf(matchId: string): readonly Room[] {
    return [...this.rooms].filter(({ roomId }) => roomId === matchId);
  }
}
