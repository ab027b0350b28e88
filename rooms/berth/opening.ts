// Loads tables into memory: new ones, and stored ones that are woken.

import { reasonOf } from '../../shared/kernel/reason.ts';
import { createRoom } from '../colyseus/framework.ts';
import type { MatchRoom } from '../colyseus/match-room.ts';
import type { RoomOrder } from '../colyseus/room-parts.ts';
import type { MatchRow } from '../life/match-store.ts';
import { codeOfUnavailable } from '../life/store-error.ts';
import { AtPeer, refusal, type TableRefusal } from '../life/table-refusal.ts';
import type { RateLimiter } from '../people/allowance.ts';
import type { GameShelf, RoomDeps } from '../ports.ts';
import type { OtherOwner } from './berth.ts';
import type { Berths } from './berths.ts';

/** Players whose rate is tracked; the least recently seen one is evicted. */
const REMEMBERED = 10_000;

export class Opening {
  readonly #deps: RoomDeps;
  readonly #berths: Berths<MatchRoom>;
  /** Tables that one player may bring into memory in a minute, by opening or waking them. */
  readonly #pace: RateLimiter;
  /** What each player is opening: one table at a time, so that they are counted. */
  readonly #opening = new Map<string, Promise<unknown>>();
  #isLeaving = false;
  #closed = false;

  constructor(deps: RoomDeps, berths: Berths<MatchRoom>) {
    const { limiter, limits, now } = deps;
    this.#deps = deps;
    this.#berths = berths;
    const amount = limits.tablesPerMinute;
    this.#pace = limiter({ name: 'tables', amount, seconds: 60, maxKeys: REMEMBERED, now });
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
   * The room of a stored match, opened unless it is in memory. Waking counts against the player's rate limit like a
   * new table; waking by the server itself does not. `firstRef`: of its synchronized state, if it comes from an older
   * process, which did not store that. Throws `TableRefusal`.
   */
  async wake(matchId: string, player?: string, firstRef?: number): Promise<MatchRoom> {
    if (this.#closed) throw refusal('shutting-down');
    if (!/^[\w-]{1,64}$/.test(matchId)) throw refusal('unknown-match');
    return await this.#berths.at(matchId).bring({
      claim: () => this.#claim(matchId),
      load: () => this.#load(matchId, player, firstRef),
    });
  }

  /** Stores a new table and opens its room, if this player may; throws `TableRefusal`. */
  async open(row: MatchRow, player: string, startNow: boolean): Promise<MatchRoom> {
    const before = this.#opening.get(player) ?? Promise.resolve();
    const opened = before.then(() => this.#open(row, player, startNow));
    const settled = opened.catch(() => undefined);
    this.#opening.set(player, settled);
    void settled.then(() => {
      if (this.#opening.get(player) === settled) this.#opening.delete(player);
    });
    return await opened;
  }

  async #open(row: MatchRow, player: string, startNow: boolean): Promise<MatchRoom> {
    const most = this.#deps.limits.maxTablesPerPlayer;
    if (this.#isLeaving) throw refusal('shutting-down');
    if (!this.#pace.take(player).ok) throw refusal('rate-limited');
    const open = { status: ['lobby', 'playing'], player, limit: most } as const;
    if ((await this.#stored(null, this.#deps.store.list(open))).length >= most)
      throw refusal('too-many-tables');
    const { matchId } = row;
    return await this.#berths.at(matchId).bring({
      claim: async () => {
        await this.#enter(matchId);
        await this.#stored(matchId, this.#deps.store.create(row));
      },
      load: () => this.#openRoom({ row, startNow, firstRef: undefined }),
    });
  }

  async #enter(matchId: string): Promise<void> {
    if (!(await this.#berths.enter(matchId))) throw refusal('server-full');
    if (this.#closed) throw refusal('shutting-down');
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
  async #openRoom(order: RoomOrder): Promise<MatchRoom> {
    const { row } = order;
    try {
      return await createRoom(order);
    } catch (fault) {
      const unavailable = codeOfUnavailable(fault);
      if (unavailable !== undefined) throw refusal(unavailable);
      const stack = fault instanceof Error ? fault.stack : String(fault);
      this.#deps.log.error({ matchId: row.matchId, game: row.game, stack }, 'room not opened');
      throw refusal('internal-error');
    }
  }

  /** Another process may have owned and changed it until now. */
  async #claim(matchId: string): Promise<void> {
    if (this.#isLeaving) await this.#leaveTo(matchId);
    const owner = await this.#stored(matchId, this.#deps.ownership.claim(matchId));
    if (owner !== 'mine') throw await this.refusalAt(owner, matchId);
  }

  /** Why a match of another owner, or of none, is not loaded or changed here. */
  async refusalAt(owner: OtherOwner, matchId: string): Promise<TableRefusal> {
    if (owner === undefined) return refusal('unknown-match');
    return owner === 'unknown-rules' ? refusal(await this.#missing(matchId)) : new AtPeer(owner);
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

  async #load(matchId: string, player: string | undefined, firstRef: number | undefined): Promise<MatchRoom> {
    const row = await this.#stored(matchId, this.#deps.store.load(matchId));
    if (row === undefined || isRemoved(row)) throw refusal('unknown-match');
    const lack = lackOf(this.#deps.shelf, row);
    if (lack !== undefined) throw refusal(lack);
    if (player !== undefined && !this.#pace.take(player).ok) throw refusal('rate-limited');
    const started = performance.now();
    const order = { row, startNow: false, firstRef: this.#deps.ownership.firstRef(matchId) ?? firstRef };
    await this.#enter(matchId);
    const room = await this.#openRoom(order);
    this.#deps.metrics.matchWoken(row.game, (performance.now() - started) / 1000);
    return room;
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
