// Loads tables into memory: new ones, and stored ones that are woken.

import { reasonOf } from '../../shared/kernel/reason.ts';
import { createRoom, liveRoom } from '../colyseus/framework.ts';
import type { RoomOrder } from '../colyseus/room-parts.ts';
import type { MatchRow } from '../life/match-store.ts';
import { codeOfUnavailable } from '../life/store-error.ts';
import { AtPeer, refusal } from '../life/table-refusal.ts';
import type { GameShelf, RoomDeps } from '../ports.ts';
import type { Gate } from './gate.ts';

interface LiveRooms {
  /** Sees every table that comes into memory. */
  readonly gate: Gate;
  /** Resolves when a room that is about to close is gone. */
  readonly leaving: (matchId: string) => Promise<unknown> | undefined;
}

export class Opening {
  readonly #deps: RoomDeps;
  /** What each player is opening: one table at a time, so that they are counted. */
  readonly #opening = new Map<string, Promise<unknown>>();
  readonly #waking = new Map<string, Promise<void>>();
  /** Stored matches that are being changed: waking one waits. */
  readonly #aside = new Map<string, Promise<unknown>>();
  readonly #rooms: LiveRooms;
  #isLeaving = false;
  #closed = false;

  constructor(deps: RoomDeps, rooms: LiveRooms) {
    this.#deps = deps;
    this.#rooms = rooms;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
  }

  /** From now on matches are loaded by other processes, if there are any. */
  leave(): void {
    this.#isLeaving = true;
  }

  /**
   * Opens a room for a stored match that has none; does nothing if it is live. Waking counts
   * against the player's rate limit like a new table; waking by the server itself does not.
   * `firstRef`: of its synchronized state, if it comes from an older process, which did not store that.
   */
  wake(matchId: string, player?: string, firstRef?: number): Promise<void> {
    if (this.#closed) return Promise.reject(refusal('shutting-down'));
    const going = this.#waking.get(matchId);
    if (going !== undefined) return going;
    const waking = this.#wake(matchId, player, firstRef).finally(() => this.#waking.delete(matchId));
    this.#waking.set(matchId, waking);
    return waking;
  }

  /** On its way into memory. */
  isWaking(matchId: string): boolean {
    return this.#waking.has(matchId) || this.#aside.has(matchId);
  }

  /** Resolves when a match that is on its way into or out of memory has arrived. */
  async settled(matchId: string): Promise<void> {
    await Promise.allSettled([
      this.#waking.get(matchId),
      this.#aside.get(matchId),
      this.#rooms.leaving(matchId),
    ]);
  }

  /** Changes a stored match, which cannot be woken meanwhile; `false`: not done, since it is not asleep. */
  async aside(matchId: string, work: () => Promise<void>): Promise<boolean> {
    if (this.isWaking(matchId) || this.#rooms.leaving(matchId) !== undefined) return false;
    if (liveRoom(matchId) !== undefined) return false;
    const working = this.#withClaim(matchId, work).finally(() => this.#aside.delete(matchId));
    this.#aside.set(matchId, working);
    await working;
    return true;
  }

  async #withClaim(matchId: string, work: () => Promise<void>): Promise<void> {
    await this.#claim(matchId, 'unplayed');
    await work().finally(() => this.#deps.ownership.release(matchId));
  }

  /** Ends a stored match, which cannot be woken meanwhile; `false`: not done, since it is in memory. */
  async undisturbed(matchId: string, work: () => Promise<void>): Promise<boolean> {
    const isBusy = this.isWaking(matchId) || this.#rooms.leaving(matchId) !== undefined;
    if (isBusy || liveRoom(matchId) !== undefined) return false;
    const working = this.#claimed(matchId, work).finally(() => this.#waking.delete(matchId));
    const gone = working.then((isDone) => {
      throw refusal(isDone ? 'unknown-match' : 'shutting-down');
    });
    // For callers that want to wake it meanwhile; usually there are none.
    gone.catch(() => undefined);
    this.#waking.set(matchId, gone);
    return await working;
  }

  /** `false`: another process has it. */
  async #claimed(matchId: string, work: () => Promise<void>): Promise<boolean> {
    if ((await this.#deps.ownership.claim(matchId, 'unplayed')) !== 'mine') return false;
    await work().finally(() => this.#deps.ownership.release(matchId));
    return true;
  }

  /** Stores a new table and opens its room, if this player may; throws `TableRefusal`. */
  async open(row: MatchRow, player: string, startNow: boolean): Promise<void> {
    const before = this.#opening.get(player) ?? Promise.resolve();
    const opened = before.then(() => this.#open(row, player, startNow));
    const settled = opened.catch(() => undefined);
    this.#opening.set(player, settled);
    void settled.then(() => {
      if (this.#opening.get(player) === settled) this.#opening.delete(player);
    });
    await opened;
  }

  async #open(row: MatchRow, player: string, startNow: boolean): Promise<void> {
    const most = this.#deps.limits.maxTablesPerPlayer;
    if (this.#isLeaving) throw refusal('shutting-down');
    if (!this.#rooms.gate.take(player)) throw refusal('rate-limited');
    const open = { status: ['lobby', 'playing'], player, limit: most } as const;
    if ((await this.#stored(null, this.#deps.store.list(open))).length >= most)
      throw refusal('too-many-tables');
    await this.#inMemory(row.matchId, async () => {
      await this.#stored(row.matchId, this.#deps.store.create(row));
      await this.#orReleased(row.matchId, this.#openRoom({ row, startNow, firstRef: undefined }));
    });
  }

  /** Loads a table into memory if there is a place. */
  async #inMemory(matchId: string, bring: () => Promise<void>): Promise<void> {
    if (!(await this.#rooms.gate.enter(matchId))) throw refusal('server-full');
    try {
      if (this.#closed) throw refusal('shutting-down');
      await bring();
    } catch (fault) {
      this.#rooms.gate.leave(matchId);
      throw fault;
    }
  }

  /** Translates refusals of the storage for clients. */
  async #stored<T>(matchId: string | null, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (fault) {
      const code = codeOfUnavailable(fault);
      if (code === undefined) throw fault;
      this.#deps.log.error({ matchId, reason: reasonOf(fault) }, 'the storage refused a request');
      throw refusal(code);
    }
  }

  /** An error while opening is internal: the client learns that it happened, not what it was. */
  async #openRoom(order: RoomOrder): Promise<void> {
    const { row } = order;
    try {
      await createRoom(order);
    } catch (fault) {
      const unavailable = codeOfUnavailable(fault);
      if (unavailable !== undefined) throw refusal(unavailable);
      const stack = fault instanceof Error ? fault.stack : String(fault);
      this.#deps.log.error({ matchId: row.matchId, game: row.game, stack }, 'room not opened');
      throw refusal('internal-error');
    }
  }

  async #wake(matchId: string, player: string | undefined, firstRef: number | undefined): Promise<void> {
    await this.#rooms.leaving(matchId);
    // Success or not, it has completed.
    await Promise.allSettled([this.#aside.get(matchId)]);
    if (liveRoom(matchId) !== undefined) return;
    if (!/^[\w-]{1,64}$/.test(matchId)) throw refusal('unknown-match');
    if (this.#isLeaving) await this.#leaveTo(matchId);
    await this.#claim(matchId);
    await this.#orReleased(matchId, this.#load(matchId, player, firstRef));
  }

  async #orReleased(matchId: string, opening: Promise<void>): Promise<void> {
    try {
      await opening;
    } catch (fault) {
      await this.#deps.ownership.release(matchId);
      throw fault;
    }
  }

  /** Another process may have owned and changed it until now. */
  async #claim(matchId: string, how?: 'unplayed'): Promise<void> {
    const owner = await this.#stored(matchId, this.#deps.ownership.claim(matchId, how));
    if (owner === undefined) throw refusal('unknown-match');
    if (owner === 'unknown-rules') throw refusal(await this.#missing(matchId));
    if (owner !== 'mine') throw new AtPeer(owner);
  }

  /** Why no process can play it. */
  async #missing(matchId: string): Promise<'unknown-match' | 'unknown-edition' | 'other-rules'> {
    const row = await this.#stored(matchId, this.#deps.store.load(matchId));
    if (row === undefined) return 'unknown-match';
    return lackOf(this.#deps.shelf, row) ?? 'other-rules';
  }

  async #leaveTo(matchId: string): Promise<void> {
    const { ownership } = this.#deps;
    const owner = await this.#stored(matchId, ownership.ownerOf(matchId, 'fresh'));
    const [other] = ownership.peers();
    const peer = typeof owner === 'object' ? owner : other;
    if (peer !== undefined) throw new AtPeer(peer);
  }

  async #load(matchId: string, player: string | undefined, firstRef: number | undefined): Promise<void> {
    const row = await this.#stored(matchId, this.#deps.store.load(matchId));
    if (row === undefined || isRemoved(row)) throw refusal('unknown-match');
    const lack = lackOf(this.#deps.shelf, row);
    if (lack !== undefined) throw refusal(lack);
    if (player !== undefined && !this.#rooms.gate.take(player)) throw refusal('rate-limited');
    const started = performance.now();
    const order = { row, startNow: false, firstRef: this.#deps.ownership.firstRef(matchId) ?? firstRef };
    await this.#inMemory(matchId, () => this.#openRoom(order));
    this.#deps.metrics.matchWoken(row.game, (performance.now() - started) / 1000);
  }
}

/** What is not installed for it; a match that is over is only viewed, for which the current rules are enough. */
function lackOf(shelf: GameShelf, row: MatchRow): 'unknown-edition' | 'other-rules' | undefined {
  const game = shelf.gameOf(row);
  if (game === undefined) return 'unknown-edition';
  const isOpen = row.status === 'lobby' || row.status === 'playing';
  return isOpen && game.rulesVersion !== row.rulesVersion ? 'other-rules' : undefined;
}

/** An abandoned match can be viewed until its removal begins. */
function isRemoved({ status, table }: MatchRow): boolean {
  return status === 'abandoned' && table.abandoned === null;
}
