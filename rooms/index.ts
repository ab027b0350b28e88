// All rooms of one server: one Colyseus room per game, and the service that wakes and shuts them.

import { Encoder } from '@colyseus/schema';
import { CloseCode, type Server } from 'colyseus';
import type { z } from 'zod';
import { Alarm } from './alarm.ts';
import { MatchRoom, type RoomKind } from './match-room.ts';
import { type StateClasses, stateClassesFor } from './match-state.ts';
import { type creation, Matchmaking, TableRefusal } from './matchmaking.ts';
import { rematchOf } from './new-table.ts';
import type { Identity, MatchRow, MatchStatus, RoomDeps } from './ports.ts';
import { Sentences } from './sentences.ts';
import { isFilled, type Table } from './table.ts';
import { Waking } from './waking.ts';

/** Two buffers of this size are held by every room; they grow, with a warning, where a state needs more (so far 4.3 KB). */
const ENCODER_BUFFER = 8 * 1024;
/** How often lobbies that nobody enters are looked for. */
/** Tables given up at once; the next sweep goes on. */
const SWEEP_BATCH = 1000;
const SWEEP_MS = 10 * 60_000;

export interface RoomService {
  /** From now on matches are woken when their time-outs are due. */
  start(): Promise<void>;
  /** Tells everybody, stores what waits, closes all rooms. No room opens afterwards. */
  drain(): Promise<void>;
  stats(): { rooms: number; clients: number };
  /** Match ids of the public tables in memory that stand so, the last ones opened or woken first. */
  publicTables(filter: { readonly status: MatchStatus; readonly game?: string | undefined }): string[];
  /** Opens a table; resolves with its match id, throws `TableRefusal`. */
  create(game: string, options: CreationOptions, who: Identity): Promise<string>;
  /** The room of a match, woken if it sleeps; throws `TableRefusal`. */
  open(matchId: string): Promise<MatchRoom>;
}

export type CreationOptions = z.output<typeof creation>;

export function defineRooms(server: Server, deps: RoomDeps): RoomService {
  Encoder.BUFFER_SIZE = ENCODER_BUFFER;
  const service = new Rooms(deps);
  for (const game of deps.shelf.games) server.define(game, service.roomClass(game));
  service.install();
  return service;
}

class Rooms implements RoomService {
  readonly #deps: RoomDeps;
  readonly #matchmaking: Matchmaking;
  readonly #live = new Map<string, MatchRoom>();
  readonly #classes = new Map<string, StateClasses>();
  readonly #handshakes = new WeakMap<object, Uint8Array>();
  readonly #waking: Waking;
  readonly #since: number;
  readonly #sweepAlarm = new Alarm();
  #closed = false;

  constructor(deps: RoomDeps) {
    this.#deps = deps;
    this.#since = deps.now();
    this.#waking = new Waking({
      deps,
      since: this.#since,
      classesFor: (row) => this.#classesFor(row),
      isLive: (matchId) => this.#live.has(matchId) || this.#matchmaking.isWaking(matchId),
    });
    this.#matchmaking = new Matchmaking(
      deps,
      (matchId) => this.#live.get(matchId)?.closing ?? this.#waking.playing(matchId),
    );
  }

  install(): void {
    this.#matchmaking.install();
  }

  roomClass(game: string): new () => MatchRoom {
    const kind: RoomKind = {
      deps: this.#deps,
      sentences: new Sentences(game),
      classesFor: (row) => this.#classesFor(row),
      handshakes: this.#handshakes,
      processStartedAt: this.#since,
      openRematch: (row, table) => this.#openRematch(row, table),
      opened: (room) => this.#live.set(room.roomId, room),
      closed: (room) => this.#closedRoom(room),
    };
    return class extends MatchRoom {
      constructor() {
        super(kind);
      }
    };
  }

  async start(): Promise<void> {
    this.#waking.start();
    await this.#sweep();
  }

  async drain(): Promise<void> {
    this.#closed = true;
    this.#matchmaking.close();
    this.#sweepAlarm.stop();
    const rooms = [...this.#live.values()];
    for (const room of rooms) room.broadcast('closing', { reason: 'shutting-down' });
    await Promise.allSettled([
      this.#waking.close(),
      ...rooms.map((room) => room.shut(CloseCode.SERVER_SHUTDOWN)),
    ]);
  }

  stats(): { rooms: number; clients: number } {
    let clients = 0;
    for (const room of this.#live.values()) clients += room.clients.length + room.visitorCount;
    return { rooms: this.#live.size, clients };
  }

  publicTables({ status, game }: Parameters<RoomService['publicTables']>[0]): string[] {
    return [...this.#live.values()]
      .filter((room) => game === undefined || room.roomName === game)
      .filter(({ session }) => session.status === status && session.table.visibility === 'public')
      .map((room) => room.roomId)
      .reverse();
  }

  create(game: string, options: CreationOptions, who: Identity): Promise<string> {
    return this.#matchmaking.create(game, options, who);
  }

  async open(matchId: string): Promise<MatchRoom> {
    await this.#matchmaking.wake(matchId);
    const room = this.#live.get(matchId);
    if (room === undefined) throw new TableRefusal(503, 'shutting-down');
    return room;
  }

  #classesFor(row: MatchRow): StateClasses {
    const key = `${row.game} ${row.editionHash}`;
    const game = this.#deps.shelf.findByHash(row.game, row.editionHash);
    if (game === undefined) throw new Error(`unknown edition of ${row.game}`);
    const classes = this.#classes.get(key) ?? stateClassesFor(game);
    this.#classes.set(key, classes);
    return classes;
  }

  async #openRematch(row: MatchRow, table: Table): Promise<string> {
    const next = rematchOf(this.#deps, row, table);
    await this.#matchmaking.open(next, isFilled(next.table as Table));
    return next.matchId;
  }

  #closedRoom(room: MatchRoom): void {
    if (this.#live.get(room.roomId) === room) this.#live.delete(room.roomId);
    if (!this.#closed) this.#waking.look();
  }

  async #sweep(): Promise<void> {
    const old = this.#deps.now() - this.#deps.limits.lobbySeconds * 1000;
    // Those in memory are never abandoned: they must not take the place of those that are.
    const limit = SWEEP_BATCH + this.#live.size;
    for (const row of await this.#deps.store.list({ status: ['lobby'], unchangedSince: old, limit })) {
      if (this.#live.has(row.matchId)) continue;
      await this.#deps.store.commit(row.matchId, [], { status: 'abandoned' });
      this.#deps.metrics.matchEnded(row.game, 'abandoned');
    }
    this.#sweepAlarm.set(SWEEP_MS, () => {
      this.#sweep().catch((fault: unknown) => this.#report(fault));
    });
  }

  #report(fault: unknown): void {
    const reason = fault instanceof Error ? fault.message : String(fault);
    this.#deps.log.error({ reason }, 'old lobbies not given up');
  }
}

export { type Caller, MatchRoom } from './match-room.ts';
export { creation, TableRefusal } from './matchmaking.ts';
export { matchOfInvitation } from './new-table.ts';
export type { RoomDeps } from './ports.ts';
export type { Answer } from './table-requests.ts';
export type { Visitor } from './visits.ts';
