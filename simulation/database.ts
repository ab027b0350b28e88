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
import type { Owing } from '../rooms/life/notices.ts';
import { StoreError } from '../rooms/life/store-error.ts';
import { MemoryStore } from '../rooms/testing/memory-store.ts';
import type { Outbox, OutboxReads, OutboxWrites } from '../server/store/outbox.ts';
import { OwnTables, SharedTables } from './tables.ts';

/** As in server/store/postgres/member.ts. */
export const LEASE_MS = 3_000;
export const CERTAIN_MS = 2_500;

interface Owned {
  readonly owner: number;
  readonly interruptedAt: number | null;
  readonly firstRef: number | null;
}

interface Registered extends Peer {
  /** How far its time is ahead of the true one; `undefined`: it has not said. */
  ahead: number | undefined;
  hasLearned: boolean;
  isAnnounced: boolean;
  seenAt: number;
  isGone: boolean;
}

/** What a process learns by a sign of life: the time, and who else lives. */
interface Beaten {
  readonly time: number;
  readonly others: readonly Pick<Registered, 'number' | 'address' | 'ahead' | 'isAnnounced'>[];
}

/** Told as soon as something is stored, before anybody is answered. */
export interface Onlooker {
  created(row: MatchRow): void;
  committed(matchId: string, rows: readonly JournalRow[], change: MatchChange, told?: Owing): void;
}

export class Database {
  readonly disk: MemoryStore;
  readonly tables: SharedTables;
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
    this.tables = new SharedTables(now(), (matchId) => this.ownerOf(matchId)?.number);
  }

  // --- matches; `member`: `undefined` owns all ---

  async create(row: MatchRow, member: number | undefined): Promise<void> {
    this.mayWrite(member);
    await this.disk.create(row);
    if (member !== undefined)
      this.#owners.set(row.matchId, { owner: member, interruptedAt: null, firstRef: null });
    this.#onlooker.created(row);
  }

  async commit(
    matchId: string,
    rows: readonly JournalRow[],
    change: MatchChange,
    { member, tables, told }: { member?: number | undefined; tables: OwnTables; told?: Owing | undefined },
  ): Promise<void> {
    await this.disk.commit(matchId, rows, change, undefined, () => {
      this.mayWrite(member);
      if (member !== undefined && this.#owners.get(matchId)?.owner !== member)
        throw new StoreError('not-owner', 'this process has no such match');
    });
    if (told !== undefined) tables.tell(matchId, told);
    this.#onlooker.committed(matchId, rows, change, told);
  }

  async removeSome(matchId: string, rows: number, member: number | undefined): Promise<boolean> {
    this.mayWrite(member);
    return await this.disk.removeSome(matchId, rows);
  }

  mayWrite(member: number | undefined): void {
    if (this.#now() < this.failsUntil) throw new StoreError('failed', 'the storage failed');
    if (member !== undefined && this.#members.get(member)?.isGone !== false)
      throw new StoreError('failed', 'this process was declared gone');
  }

  // --- members ---

  enter(peer: Peer): void {
    this.#members.set(peer.number, {
      ...peer,
      ahead: undefined,
      hasLearned: false,
      isAnnounced: false,
      seenAt: this.#now(),
      isGone: false,
    });
  }

  /** From now on the others hand matches over to it. */
  announce(member: number): void {
    const entered = this.#members.get(member);
    if (entered !== undefined) entered.isAnnounced = true;
  }

  leave(member: number): void {
    const left = this.#members.get(member);
    if (left !== undefined) left.isGone = true;
  }

  /** A sign of life. Those that give none are gone. `undefined`: the caller itself is. */
  beat(member: number, ahead: number): Beaten | undefined {
    const now = this.#now();
    const self = this.#members.get(member);
    if (self === undefined || self.isGone) return undefined;
    self.ahead = self.hasLearned ? ahead : undefined;
    self.hasLearned = true;
    self.seenAt = now;
    for (const one of this.#members.values()) if (now - one.seenAt > LEASE_MS) one.isGone = true;
    // By their numbers, the oldest first.
    const others = [...this.#members.values()].filter((one) => !one.isGone && one.number !== member);
    return { time: now, others };
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

/** How a process reaches the database. `write`: its answer may be ambiguous; `sign`: of life. */
export type Reach = <T>(work: () => T | Promise<T>, how?: 'write' | 'sign') => Promise<T>;

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
export class ModelStore implements MatchStore, Outbox {
  readonly #access: Access;
  readonly #tables: OwnTables;
  readonly #begun = new Set<Promise<unknown>>();
  #isOpen = true;
  #isLost = false;

  constructor(access: Access) {
    this.#access = access;
    this.#tables = new OwnTables(access.database.tables, access.member);
  }

  create(row: MatchRow): Promise<void> {
    const { database, member, created } = this.#access;
    const copy = structuredClone(row);
    return this.#write(() => database.create(copy, member)).then(() => created?.(row.matchId));
  }

  commit(matchId: string, rows: readonly JournalRow[], change: MatchChange, told?: Owing): Promise<void> {
    const { database, member, refused } = this.#access;
    const copy = structuredClone({ rows, change });
    const as = { member, tables: this.#tables, told };
    return this.#write(() => database.commit(matchId, copy.rows, copy.change, as)).catch((error: unknown) => {
      const isLost = error instanceof StoreError && ['not-owner', 'version-missing'].includes(error.code);
      if (isLost) refused?.(matchId);
      throw error;
    });
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
    return this.#write(() => database.removeSome(matchId, rows, member));
  }

  readOutbox<Name extends keyof OutboxReads>(
    name: Name,
    ...args: OutboxReads[Name]['args']
  ): Promise<readonly OutboxReads[Name]['row'][]> {
    return this.#ask(() => this.#tables.readOutbox(name, ...args));
  }

  writeOutbox<Name extends keyof OutboxWrites>(name: Name, ...args: OutboxWrites[Name]): Promise<void> {
    const { database, member } = this.#access;
    return this.#write(async () => {
      database.mayWrite(member);
      await this.#tables.writeOutbox(name, ...args);
    });
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

  /** After an ambiguous answer nothing is written until a restart (server/store/group-commit.ts). */
  #write<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isLost) return Promise.reject(new StoreError('failed', 'the storage is lost until a restart'));
    return this.#ask(work, 'write').catch((error: unknown) => {
      this.#isLost ||= error instanceof StoreError && error.code === 'unconfirmed';
      throw error;
    });
  }

  #ask<T>(work: () => Promise<T>, how?: 'write'): Promise<T> {
    if (!this.#isOpen) return Promise.reject(new StoreError('closed', 'the store is closed'));
    const asked = this.#access.reach(work, how);
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
