// All rooms of one server: one Colyseus room per game, and the service that wakes and closes them.

import { Encoder } from '@colyseus/schema';
import { CloseCode, matchMaker, type Server } from 'colyseus';
import type { z } from 'zod';
import { accept, type Parsed, reject } from '../shared/kernel/codes.ts';
import type { HistoryPage, HistoryRequest } from '../shared/protocol/history.ts';
import { type Asked, askedInSleep } from './asked.ts';
import type { Answer } from './asker.ts';
import { Gate } from './gate.ts';
import { History } from './history.ts';
import { LiveRooms, type LiveTable, type TableFilter } from './live-rooms.ts';
import { MatchRoom, type MatchRoomKind } from './match-room.ts';
import { SharedEncoding } from './match-serializer.ts';
import { type creation, Matchmaking, type MatchmakingCall, type SeatReservation } from './matchmaking.ts';
import { rematchOf } from './new-table.ts';
import { Opening } from './opening.ts';
import type { Identity, MatchRow, RoomDeps } from './ports.ts';
import { type Candidate, inFairOrder } from './ranking.ts';
import { Sentences } from './sentences.ts';
import { type StateMirrors, stateMirrorsFor } from './showcase.ts';
import { Sweep } from './sweep.ts';
import { isFilled, seatOf, type Table, tableSchema } from './table.ts';
import { TableRefusal } from './table-refusal.ts';
import { Waking } from './waking.ts';

/** Every room holds two buffers of this size; they grow, with a warning, if a state needs more (so far 4.3 KB). */
const ENCODER_BUFFER = 8 * 1024;

export interface RoomService {
  /** From now on matches are woken when their time-outs are due. */
  start(): Promise<void>;
  /** Notifies all clients, completes pending writes, closes all rooms. No room opens afterwards. */
  drain(): Promise<void>;
  stats(): { rooms: number; clients: number };
  /** The public tables in memory with this status, newest first. */
  publicTables(filter: TableFilter): LiveTable[];
  /** Who must act at a started match; `undefined` if that is not known without waking it. */
  askedAt(row: MatchRow): readonly Asked[] | undefined;
  /** In the order for players who look for a table. */
  inFairOrder<Table extends Candidate>(tables: readonly Table[]): Table[];
  /** Answers an SDK's matchmaking call with a reservation for a socket; throws `TableRefusal`. */
  reserve(call: MatchmakingCall, options: unknown): Promise<SeatReservation>;
  /** Opens a table; resolves with its match id, throws `TableRefusal`. */
  create(game: string, options: CreationOptions, who: Identity): Promise<string>;
  /** A page of the history of a finished match, which needs no room; or why there is none. */
  history(row: MatchRow, asked: HistoryRequest, who: Identity): Promise<Answer<HistoryPage>>;
  /** The room of a match, woken for this player if it sleeps; throws `TableRefusal`. */
  open(matchId: string, who: Identity): Promise<MatchRoom>;
}

export type CreationOptions = z.output<typeof creation>;

export function defineRooms(server: Server, deps: RoomDeps): RoomService {
  Encoder.BUFFER_SIZE = ENCODER_BUFFER;
  const service = new Rooms(deps);
  for (const game of deps.shelf.games) server.define(game, service.roomClass(game));
  // Its own route would let any client open any number of rooms: if it is ever reached, it does nothing.
  matchMaker.controller.exposedMethods = [];
  return service;
}

class Rooms implements RoomService {
  readonly #deps: RoomDeps;
  readonly #gate: Gate;
  readonly #matchmaking: Matchmaking;
  readonly #opening: Opening;
  readonly #history: History;
  readonly #live = new LiveRooms();
  readonly #mirrors = new Map<string, StateMirrors>();
  readonly #encoding = new SharedEncoding();
  readonly #waking: Waking;
  readonly #since: number;
  readonly #sweep: Sweep;
  #closed = false;

  constructor(deps: RoomDeps) {
    this.#deps = deps;
    const { now, limits } = deps;
    this.#since = now();
    this.#gate = new Gate({ ...limits, now, sleepIdlest: () => this.#sleepIdlest() });
    this.#waking = new Waking({
      deps,
      since: this.#since,
      isLive: (matchId) => this.#live.get(matchId) !== undefined || this.#opening.isWaking(matchId),
    });
    this.#opening = new Opening(deps, {
      gate: this.#gate,
      leaving: (matchId) => this.#live.get(matchId)?.closing ?? this.#waking.playing(matchId),
    });
    this.#matchmaking = new Matchmaking(deps, {
      opening: this.#opening,
      // The longest waiting comes first.
      lobbies: (game) => this.inFairOrder(this.publicTables({ status: 'lobby', game }).toReversed()),
    });
    this.#history = new History(deps);
    this.#sweep = new Sweep({
      deps,
      undisturbed: (matchId, work) => this.#opening.undisturbed(matchId, work),
      lapse: async (matchId) => (await this.#live.get(matchId)?.session.ways.lapse()) ?? false,
    });
  }

  roomClass(game: string): new () => MatchRoom {
    const kind: MatchRoomKind = {
      deps: this.#deps,
      sentences: new Sentences(this.#deps.shelf.sentencesOf(game)),
      history: this.#history,
      mirrorsFor: (row) => this.#mirrorsFor(row),
      encoding: this.#encoding,
      processStartedAt: this.#since,
      openRematch: (row, table, who) => this.#openRematch(row, table, who),
      opened: (room) => this.#live.add(room),
      closed: (room) => this.#closedRoom(room),
    };
    return class extends MatchRoom {
      constructor() {
        super(kind);
      }
    };
  }

  start(): Promise<void> {
    this.#waking.start();
    this.#sweep.start();
    return Promise.resolve();
  }

  async drain(): Promise<void> {
    this.#closed = true;
    this.#opening.close();
    const rooms = this.#live.all;
    for (const room of rooms) room.broadcast('closing', { reason: 'shutting-down' });
    await Promise.allSettled([
      this.#waking.close(),
      this.#sweep.stop(),
      ...rooms.map((room) => room.shut(CloseCode.SERVER_SHUTDOWN)),
    ]);
  }

  stats(): ReturnType<LiveRooms['stats']> {
    return this.#live.stats();
  }

  publicTables(filter: TableFilter): LiveTable[] {
    return this.#live.publicTables(filter);
  }

  askedAt(row: MatchRow): readonly Asked[] | undefined {
    return this.#live.askedAt(row.matchId) ?? askedInSleep(row);
  }

  inFairOrder<Table extends Candidate>(tables: readonly Table[]): Table[] {
    const { tablesPerHost, tablesPerAddress } = this.#deps.limits;
    return inFairOrder(tables, { perHost: tablesPerHost, perAddress: tablesPerAddress });
  }

  reserve(call: MatchmakingCall, options: unknown): Promise<SeatReservation> {
    return this.#matchmaking.reserve(call, options);
  }

  create(game: string, options: CreationOptions, who: Identity): Promise<string> {
    return this.#matchmaking.create(game, options, who);
  }

  async open(matchId: string, who: Identity): Promise<MatchRoom> {
    await this.#opening.wake(matchId, who.id);
    const room = this.#live.get(matchId);
    if (room === undefined) throw new TableRefusal('shutting-down');
    return room;
  }

  history(row: MatchRow, asked: HistoryRequest, { id }: Identity): Promise<Answer<HistoryPage>> {
    const game = this.#deps.shelf.findByHash(row.game, row.editionHash);
    if (game === undefined) return Promise.resolve(reject('unknown-edition', null));
    const seat = seatOf(tableSchema.parse(row.table), id) ?? null;
    return this.#history.page({ row, game, newest: undefined }, asked, { id, seat });
  }

  #mirrorsFor(row: MatchRow): StateMirrors {
    const key = `${row.game} ${row.editionHash}`;
    const game = this.#deps.shelf.findByHash(row.game, row.editionHash);
    if (game === undefined) throw new Error(`unknown edition of ${row.game}`);
    const mirrors = this.#mirrors.get(key) ?? stateMirrorsFor(game);
    this.#mirrors.set(key, mirrors);
    return mirrors;
  }

  async #openRematch(row: MatchRow, table: Table, player: string): Promise<Parsed<string>> {
    const next = rematchOf(this.#deps, row, table);
    try {
      await this.#opening.open(next, player, isFilled(next.table as Table));
    } catch (fault) {
      if (fault instanceof TableRefusal) return reject(fault.refusal, null);
      throw fault;
    }
    return accept(next.matchId);
  }

  /** The room is empty, and a returning player wakes it again. */
  #sleepIdlest(): Promise<void> | undefined {
    const idlest = this.#live.idlest();
    return idlest?.sleep().catch((fault: unknown) => this.#report('not put to sleep', fault, idlest.roomId));
  }

  #closedRoom(room: MatchRoom): void {
    if (this.#live.remove(room)) this.#gate.leave(room.roomId);
    if (!this.#closed) this.#waking.look();
  }

  #report(what: string, fault: unknown, matchId?: string): void {
    this.#deps.log.error({ matchId, reason: fault instanceof Error ? fault.message : String(fault) }, what);
  }
}

export type { Answer } from './asker.ts';
export type { Caller } from './http-door.ts';
export type { LiveTable } from './live-rooms.ts';
export { MatchRoom } from './match-room.ts';
export { creation, isMatchmakingMethod, type MatchmakingCall } from './matchmaking.ts';
export { matchOfInvitation } from './new-table.ts';
export type { RoomDeps } from './ports.ts';
export type { Candidate } from './ranking.ts';
export { TableRefusal } from './table-refusal.ts';
export type { Visitor } from './visits.ts';
