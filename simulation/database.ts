// What outlives processes: the stored matches, who owns them, and which processes live. A model of PostgreSQL for members
// of a cluster, and of the disk for a process that is alone.
import type { Ownership, Peer } from '../rooms/berth/cluster.ts';
import type {
  JournalPart,
  JournalRow,
  MatchChange,
  MatchRow,
  MatchStore,
  OldQuery,
} from '../rooms/life/match-store.ts';
import { StoreError } from '../rooms/life/store-error.ts';
import { MemoryStore } from '../rooms/testing/memory-store.ts';

/** As in server/store/postgres/member.ts. */
export const LEASE_MS = 3_000;
export const CERTAIN_MS = 2_500;

interface Owned {
  readonly owner: number;
  readonly interruptedAt: number | null;
  readonly firstRef: number | null;
}

interface Registered extends Peer {
  seenAt: number;
  isGone: boolean;
}

/** Told as soon as something is stored, before anybody is answered. */
export interface Onlooker {
  created(row: MatchRow): void;
  committed(matchId: string, rows: readonly JournalRow[], change: MatchChange): void;
}

export class Database {
  readonly disk: MemoryStore;
  /** Commits fail until then. */
  failsUntil = 0;
  readonly #owners = new Map<string, Owned>();
  readonly #members = new Map<number, Registered>();
  readonly #now: () => number;
  readonly #onlooker: Onlooker;

  constructor(now: () => number, onlooker: Onlooker) {
    this.#now = now;
    this.#onlooker = onlooker;
    this.disk = new MemoryStore(undefined, now);
  }

  // --- matches; `member`: `undefined` owns all ---

  async create(row: MatchRow, member: number | undefined): Promise<void> {
    this.#mayWrite(member);
    await this.disk.create(row);
    if (member !== undefined)
      this.#owners.set(row.matchId, { owner: member, interruptedAt: null, firstRef: null });
    this.#onlooker.created(row);
  }

  async commit(
    matchId: string,
    rows: readonly JournalRow[],
    change: MatchChange,
    member: number | undefined,
  ): Promise<void> {
    await this.disk.commit(matchId, rows, change, undefined, () => {
      this.#mayWrite(member);
      if (member !== undefined && this.#owners.get(matchId)?.owner !== member)
        throw new StoreError('not-owner', 'this process has no such match');
    });
    this.#onlooker.committed(matchId, rows, change);
  }

  async removeSome(matchId: string, rows: number, member: number | undefined): Promise<boolean> {
    this.#mayWrite(member);
    return await this.disk.removeSome(matchId, rows);
  }

  #mayWrite(member: number | undefined): void {
    if (this.#now() < this.failsUntil) throw new StoreError('failed', 'the storage failed');
    if (member !== undefined && this.#members.get(member)?.isGone !== false)
      throw new StoreError('failed', 'this process was declared gone');
  }

  // --- members ---

  enter(peer: Peer): void {
    this.#members.set(peer.number, { ...peer, seenAt: this.#now(), isGone: false });
  }

  leave(member: number): void {
    const left = this.#members.get(member);
    if (left !== undefined) left.isGone = true;
  }

  /** A sign of life. Those that give none are gone. `undefined`: the caller itself is. */
  beat(member: number): readonly Peer[] | undefined {
    const now = this.#now();
    const self = this.#members.get(member);
    if (self === undefined || self.isGone) return undefined;
    self.seenAt = now;
    for (const one of this.#members.values()) if (now - one.seenAt > LEASE_MS) one.isGone = true;
    return [...this.#members.values()]
      .filter((one) => !one.isGone && one.number !== member)
      .map(({ number, address }) => ({ number, address }));
  }

  // --- owners ---

  async claim(matchId: string, member: number): Promise<Owned | Peer | undefined> {
    if ((await this.disk.load(matchId)) === undefined) return undefined;
    if (this.#members.get(member)?.isGone !== false)
      throw new StoreError('failed', 'the other processes have declared this one gone');
    const before = this.#owners.get(matchId);
    const owner = before && this.#members.get(before.owner);
    if (owner?.isGone === false && owner.number !== member) return owner;
    const isTaken = before !== undefined && before.owner !== member;
    const interruptedAt = isTaken ? Math.round(this.#now()) : (before?.interruptedAt ?? null);
    const owned = { owner: member, interruptedAt, firstRef: before?.firstRef ?? null };
    this.#owners.set(matchId, owned);
    return owned;
  }

  release(matchId: string, member: number): void {
    if (this.#owners.get(matchId)?.owner === member) this.#owners.delete(matchId);
  }

  give(matchId: string, member: number, to: Peer, firstRef: number): boolean {
    const owned = this.#owners.get(matchId);
    if (owned?.owner === to.number) return true;
    if (owned?.owner !== member || this.#members.get(to.number)?.isGone !== false) return false;
    this.#owners.set(matchId, { ...owned, owner: to.number, firstRef });
    return true;
  }

  ownerOf(matchId: string): Peer | undefined {
    const owner = this.#members.get(this.#owners.get(matchId)?.owner ?? -1);
    return owner === undefined || owner.isGone ? undefined : owner;
  }
}

/** How a process reaches the database. */
export type Reach = <T>(work: () => T | Promise<T>) => Promise<T>;

interface Access {
  readonly database: Database;
  readonly reach: Reach;
  /** `undefined`: it is alone. */
  readonly member?: number | undefined;
  /** The database says that the match is not this process's. */
  readonly refused?: (matchId: string) => void;
  readonly created?: (matchId: string) => void;
}

/** The store of one process. */
export class ModelStore implements MatchStore {
  readonly #access: Access;
  readonly #begun = new Set<Promise<unknown>>();
  #isOpen = true;

  constructor(access: Access) {
    this.#access = access;
  }

  create(row: MatchRow): Promise<void> {
    const { database, member, created } = this.#access;
    const copy = structuredClone(row);
    return this.#ask(async () => {
      await database.create(copy, member);
    }).then(() => created?.(row.matchId));
  }

  commit(matchId: string, rows: readonly JournalRow[], change: MatchChange): Promise<void> {
    const { database, member, refused } = this.#access;
    const copy = structuredClone({ rows, change });
    return this.#ask(() => database.commit(matchId, copy.rows, copy.change, member)).catch(
      (error: unknown) => {
        const isLost = error instanceof StoreError && ['not-owner', 'version-missing'].includes(error.code);
        if (isLost) refused?.(matchId);
        throw error;
      },
    );
  }

  load(matchId: string): Promise<MatchRow | undefined> {
    return this.#read((disk) => disk.load(matchId));
  }

  journal(matchId: string, part?: JournalPart): Promise<readonly JournalRow[]> {
    return this.#read((disk) => disk.journal(matchId, part));
  }

  list(filter: Parameters<MatchStore['list']>[0]): Promise<readonly MatchRow[]> {
    return this.#read((disk) => disk.list(filter));
  }

  due(from: number, to: number, limit: number): ReturnType<MatchStore['due']> {
    return this.#read((disk) => disk.due(from, to, limit));
  }

  nextWake(from: number): Promise<number | undefined> {
    return this.#read((disk) => disk.nextWake(from));
  }

  old(query: OldQuery): ReturnType<MatchStore['old']> {
    return this.#read((disk) => disk.old(query));
  }

  removeSome(matchId: string, rows: number): Promise<boolean> {
    const { database, member } = this.#access;
    return this.#ask(() => database.removeSome(matchId, rows, member));
  }

  shrink(): Promise<boolean> {
    return this.#read((disk) => disk.shrink());
  }

  countSome(after: number, limit: number): ReturnType<MatchStore['countSome']> {
    return this.#read((disk) => disk.countSome(after, limit));
  }

  countOpen(): ReturnType<MatchStore['countOpen']> {
    return this.#read((disk) => disk.countOpen());
  }

  check(): Promise<void> {
    return this.#read((disk) => disk.check());
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await Promise.allSettled(this.#begun);
  }

  #read<T>(look: (disk: MemoryStore) => Promise<T>): Promise<T> {
    return this.#ask(() => look(this.#access.database.disk));
  }

  #ask<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#isOpen) return Promise.reject(new StoreError('closed', 'the store is closed'));
    const asked = this.#access.reach(work);
    this.#begun.add(asked);
    const done = () => void this.#begun.delete(asked);
    asked.then(done, done);
    return asked;
  }
}

/** As `Membership` in server/store/postgres/membership.ts, without its cache of owners. */
export class ModelOwnership implements Ownership {
  readonly self: number;
  readonly #database: Database;
  readonly #reach: Reach;
  readonly #since: number;
  readonly #mine = new Map<string, Pick<Owned, 'interruptedAt' | 'firstRef'>>();
  readonly #goneListeners = new Set<(peer: Peer) => void>();
  readonly #lostListeners = new Set<(matchId: string) => void>();
  #living: readonly Peer[] = [];

  constructor(self: number, database: Database, reach: Reach, since: number) {
    this.self = self;
    this.#database = database;
    this.#reach = reach;
    this.#since = since;
  }

  async claim(matchId: string): ReturnType<Ownership['claim']> {
    if (this.#mine.has(matchId)) return 'mine';
    const claimed = await this.#reach(() => this.#database.claim(matchId, this.self));
    if (claimed === undefined) return undefined;
    if ('address' in claimed) return { number: claimed.number, address: claimed.address };
    this.#mine.set(matchId, claimed);
    return 'mine';
  }

  created(matchId: string): void {
    this.#mine.set(matchId, { interruptedAt: null, firstRef: null });
  }

  async release(matchId: string): Promise<void> {
    if (!this.#mine.has(matchId)) return;
    await this.#reach(() => this.#database.release(matchId, this.self));
    this.#mine.delete(matchId);
  }

  async give(matchId: string, to: Peer, firstRef: number): Promise<boolean> {
    const isGiven = await this.#reach(() => this.#database.give(matchId, this.self, to, firstRef));
    if (isGiven) this.#mine.delete(matchId);
    return isGiven;
  }

  async isGiven(matchId: string): Promise<boolean> {
    return !this.#mine.has(matchId) && (await this.ownerOf(matchId)) === 'mine';
  }

  firstRef(matchId: string): number | undefined {
    return this.#mine.get(matchId)?.firstRef ?? undefined;
  }

  async ownerOf(matchId: string): Promise<'mine' | Peer | undefined> {
    if (this.#mine.has(matchId)) return 'mine';
    const owner = await this.#reach(() => this.#database.ownerOf(matchId));
    if (owner === undefined) return undefined;
    return owner.number === this.self ? 'mine' : { number: owner.number, address: owner.address };
  }

  peers(): readonly Peer[] {
    return this.#living;
  }

  playableElsewhere(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  onGone(listener: (peer: Peer) => void): () => void {
    this.#goneListeners.add(listener);
    return () => void this.#goneListeners.delete(listener);
  }

  onLost(listener: (matchId: string) => void): () => void {
    this.#lostListeners.add(listener);
    return () => void this.#lostListeners.delete(listener);
  }

  recoveredAt(matchId?: string): number {
    const interrupted = matchId === undefined ? null : this.#mine.get(matchId)?.interruptedAt;
    return Math.max(this.#since, interrupted ?? 0);
  }

  refused(matchId: string): void {
    this.#mine.delete(matchId);
    for (const listener of this.#lostListeners) listener(matchId);
  }

  sees(living: readonly Peer[]): void {
    const before = this.#living;
    this.#living = living;
    const isGone = (peer: Peer) => !living.some(({ number }) => number === peer.number);
    for (const peer of before.filter(isGone)) for (const listener of this.#goneListeners) listener(peer);
  }
}
