// Loads tables into memory: new ones, and stored ones that are woken.

import { reasonOf } from '../../shared/kernel/reason.ts';
import { performance } from '../clockwork.ts';
import { createRoom } from '../colyseus/framework.ts';
import type { MatchRoom } from '../colyseus/match-room.ts';
import type { RoomOrder } from '../colyseus/room-parts.ts';
import type { MatchRow } from '../life/match-store.ts';
import { stateOf } from '../life/states.ts';
import { codeOfUnavailable } from '../life/store-error.ts';
import { AtPeer, refusal } from '../life/table-refusal.ts';
import type { RateLimiter } from '../people/rate-limits.ts';
import type { GameShelf, RoomDeps } from '../ports.ts';
import type { Berths, OtherOwner } from './berth.ts';

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
    return await this.#bring(matchId, () => this.#load(matchId, player, firstRef));
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
    const { matchId } = row;
    return await this.#bring(matchId, async () => {
      const open = { status: ['lobby', 'playing'], player, limit: most } as const;
      if ((await this.#deps.store.list(open)).length >= most) throw refusal('too-many-tables');
      await this.#enter(matchId);
      await this.#deps.store.create(row);
      return await this.#openRoom({ row, startNow, firstRef: undefined });
    });
  }

  async #enter(matchId: string): Promise<void> {
    if (!(await this.#berths.enter(matchId))) throw refusal('server-full');
    if (this.#closed) throw refusal('shutting-down');
  }

  /** Translates refusals of the storage for clients. */
  async #bring(matchId: string, load: () => Promise<MatchRoom>): Promise<MatchRoom> {
    return await this.#berths.at(matchId).bring(async () => {
      try {
        return await load();
      } catch (fault) {
        const code = codeOfUnavailable(fault);
        if (code === undefined) throw fault;
        this.#deps.log.error({ matchId, reason: reasonOf(fault) }, 'the storage refused a request');
        throw refusal(code);
      }
    });
  }

  /** An error while opening is internal: the client learns that it happened, not what it was. */
  async #openRoom(order: RoomOrder): Promise<MatchRoom> {
    const { row } = order;
    try {
      return await createRoom(order);
    } catch (fault) {
      const stack = fault instanceof Error ? fault.stack : String(fault);
      this.#deps.log.error({ matchId: row.matchId, game: row.game, stack }, 'room not opened');
      throw refusal('internal-error');
    }
  }

  /** Another process may have owned and changed it until now. */
  async #claim(matchId: string): Promise<void> {
    const { ownership } = this.#deps;
    if (this.#isLeaving) {
      const owner = await ownership.ownerOf(matchId, 'fresh');
      const peer = typeof owner === 'object' ? owner : ownership.peers()[0];
      if (peer !== undefined) throw new AtPeer(peer);
    }
    const owner = await ownership.claim(matchId);
    if (owner !== 'mine') await this.refuse(matchId, owner);
  }

  /** Throws why a match of another owner, or of none, is not loaded or changed here. */
  async refuse(matchId: string, owner: OtherOwner): Promise<never> {
    if (typeof owner === 'object') throw new AtPeer(owner);
    const row = owner === undefined ? undefined : await this.#deps.store.load(matchId);
    throw refusal(row === undefined ? 'unknown-match' : (lackOf(this.#deps.shelf, row) ?? 'other-rules'));
  }

  async #load(matchId: string, player?: string, firstRef?: number): Promise<MatchRoom> {
    await this.#claim(matchId);
    const row = await this.#deps.store.load(matchId);
    if (row === undefined || stateOf(row) === 'removed') throw refusal('unknown-match');
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
