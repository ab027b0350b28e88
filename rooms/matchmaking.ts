// Ways into a room: who may open tables, how many, and waking a match that sleeps. Used in place of
// Colyseus' own matchmaking methods, which let anybody open any number of rooms.
import { type IRoomCache, matchMaker, Room, ServerError } from 'colyseus';
import { z } from 'zod';
import { accept } from '../shared/kernel/codes.ts';
import { whatIsWrong } from '../shared/kernel/parse.ts';
import type { TableCode } from '../shared/protocol/codes.ts';
import {
  type JoinOptions,
  joinOptions,
  type TableOptions,
  tableOptions,
} from '../shared/protocol/messages.ts';
import { statusOf } from '../shared/protocol/status.ts';
import type { Gate } from './gate.ts';
import type { LiveTable } from './index.ts';
import type { MatchRoom } from './match-room.ts';
import { rowFor, withHost } from './new-table.ts';
import type { Identity, MatchRow, RoomDeps } from './ports.ts';
import type { RoomOrder, Visit } from './room-parts.ts';
import { codeOfUnavailable } from './store-error.ts';
import { isFilled, type Table } from './table.ts';

export type SeatReservation = Awaited<ReturnType<typeof matchMaker.reserveSeatFor>>;
const METHODS = ['create', 'joinOrCreate', 'join', 'joinById', 'reconnect'] as const;
export type MatchmakingMethod = (typeof METHODS)[number];

/** One of the SDKs' calls, and who makes it. */
export interface MatchmakingCall {
  readonly method: MatchmakingMethod;
  /** Of a game or a match, depending on the method. */
  readonly name: string;
  readonly token: string | undefined;
  readonly acceptLanguage: string;
  readonly address: string;
}

const METHODS: readonly string[] = [
  'create',
  'joinOrCreate',
  'join',
  'joinById',
  'reconnect',
] satisfies Method[];
/** Why somebody was not let in: a code for every door, with its status. */
export class TableRefusal extends ServerError {
  readonly refusal: TableCode | 'bad-payload';
  readonly detail: string | undefined;
  constructor(refusal: TableCode | 'bad-payload', detail?: string) {
    super(statusOf(refusal), detail === undefined ? refusal : `${refusal}: ${detail}`);
    this.refusal = refusal;
    this.detail = detail;
  }
}

/** Joining and opening options come in one object. */
export const creation = z.strictObject({ ...tableOptions.shape, ...joinOptions.shape });
const reconnection = z.strictObject({ reconnectionToken: z.string().max(64) });

/** What there is in memory. */
interface LiveRooms {
  /** Sees every table that comes into memory. */
  readonly gate: Gate;
  /** Resolves when a room that is about to close is gone. */
  readonly leaving: (matchId: string) => Promise<void> | undefined;
  /** Public tables of a game that have not begun, in the order in which they should fill. */
  readonly lobbies: (game: string) => readonly LiveTable[];
}

export class Matchmaking {
  readonly #deps: RoomDeps;
  /** What each player is opening: one table after the other, so that they are counted. */
  readonly #opening = new Map<string, Promise<unknown>>();
  readonly #waking = new Map<string, Promise<void>>();
  readonly #rooms: LiveRooms;
  #closed = false;

  constructor(deps: RoomDeps, rooms: LiveRooms) {
    this.#deps = deps;
    this.#rooms = rooms;
  }

  close(): void {
    this.#closed = true;
  }

  /** A new table, with a seat for whoever opens it; throws `TableRefusal`. */
  async create(game: string, options: z.output<typeof creation>, who: Identity): Promise<string> {
    if (this.#closed) throw refusal('shutting-down');
    if (!this.#deps.shelf.games.includes(game)) throw refusal('unknown-game');
    const join = pick(joinOptions, options);
    const row = this.#newRow(game, options, who);
    const seated = join.spectate ? accept(row) : withHost(row, who, join.seat);
    if (!seated.ok) throw refusal(seated.code as TableCode);
    await this.open(seated.value, who.id, false);
    if (join.spectate) await this.#admitted(row.matchId, who, join);
    else this.#roomOf(row.matchId).session.people.expect(who);
    return row.matchId;
  }

  /**
   * Opens a room for a stored match that has none; does nothing if it is live. Whoever wakes it pays
   * for it like for a new table; nobody pays for what the server does by itself.
   */
  wake(matchId: string, player?: string): Promise<void> {
    if (this.#closed) return Promise.reject(refusal('shutting-down'));
    const going = this.#waking.get(matchId);
    if (going !== undefined) return going;
    const waking = this.#wake(matchId, player).finally(() => this.#waking.delete(matchId));
    this.#waking.set(matchId, waking);
    return waking;
  }

  /** On its way into memory. */
  isWaking(matchId: string): boolean {
    return this.#waking.has(matchId);
  }

  /** Ends a stored match, which is not woken meanwhile; `false`: not done, as it is in memory. */
  async undisturbed(matchId: string, work: () => Promise<void>): Promise<boolean> {
    const isBusy = this.#waking.has(matchId) || this.#rooms.leaving(matchId) !== undefined;
    if (isBusy || liveRoom(matchId) !== undefined) return false;
    const working = work().finally(() => this.#waking.delete(matchId));
    const gone = working.then(() => {
      throw refusal('unknown-match');
    });
    // Told to those who want to wake it meanwhile; most of the time there is nobody.
    gone.catch(() => undefined);
    this.#waking.set(matchId, gone);
    await working;
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
    if (!this.#rooms.gate.take(player)) throw refusal('rate-limited');
    const open = { status: ['lobby', 'playing'], player, limit: most } as const;
    if ((await this.#stored(null, this.#deps.store.list(open))).length >= most)
      throw refusal('too-many-tables');
    await this.#inMemory(row.matchId, async () => {
      await this.#stored(row.matchId, this.#deps.store.create(row));
      await this.#openRoom(row, startNow);
    });
  }

  /** Brings a table into memory if there is room for it. */
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

  /** The storage's refusals in the words of a client. */
  async #stored<T>(matchId: string | null, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (fault) {
      const code = codeOfUnavailable(fault);
      if (code === undefined) throw fault;
      this.#deps.log.error({ matchId, reason: String(fault) }, 'the storage refused a request');
      throw refusal(code);
    }
  }

  /** A fault while opening is ours: the client learns that there was one, not what it was. */
  async #openRoom(row: MatchRow, startNow: boolean): Promise<void> {
    try {
      await matchMaker.createRoom(row.game, { row, startNow } satisfies RoomOrder);
    } catch (fault) {
      const unavailable = codeOfUnavailable(fault);
      if (unavailable !== undefined) throw refusal(unavailable);
      const stack = fault instanceof Error ? fault.stack : String(fault);
      this.#deps.log.error({ matchId: row.matchId, game: row.game, stack }, 'room not opened');
      throw refusal('internal-error');
    }
  }

  /** Reserves a place for a socket; throws `TableRefusal`. */
  async reserve(call: MatchmakingCall, options: unknown): Promise<SeatReservation> {
    const { method, name, acceptLanguage } = call;
    if (this.#closed) throw refusal('shutting-down');
    if (method === 'reconnect') return await this.#reconnect(name, parse(reconnection, options));
    const who = await this.#deps.identify(call.token);
    if (who === undefined) throw refusal('unauthenticated');
    const from = { acceptLanguage, address: this.#deps.addressKey(call.address) };
    if (method === 'joinById')
      return await this.#joinById(name, who, { join: parse(joinOptions, options), ...from });
    if (!this.#deps.shelf.games.includes(name)) throw refusal('unknown-game');
    const wanted = parse(creation, options);
    const join = pick(joinOptions, wanted);
    const found = method === 'create' ? undefined : await this.#findOpen(name, wanted.seats, who, join);
    if (found !== undefined) return await this.#reserve(found, { join, ...from }, who);
    if (method === 'join') throw refusal('unknown-match');
    const matchId = await this.create(name, wanted, who);
    return await this.#reserve(matchId, { join, ...from }, who);
  }

  /** Colyseus' reasons are told by nobody: a token that leads nowhere has expired. */
  async #reconnect(matchId: string, token: z.infer<typeof reconnection>): Promise<SeatReservation> {
    this.#roomOf(matchId);
    return await matchMaker.reconnect(matchId, token).catch((fault: unknown) => {
      throw fault instanceof ServerError ? refusal('reservation-expired') : fault;
    });
  }

  async #joinById(matchId: string, who: Identity, visit: Visit): Promise<SeatReservation> {
    await this.wake(matchId, who.id);
    await this.#admitted(matchId, who, visit.join);
    return await this.#reserve(matchId, visit, who);
  }

  #newRow(game: string, wanted: TableOptions, who: Identity): MatchRow {
    const made = rowFor(this.#deps, game, wanted, who);
    if (!made.ok) throw new TableRefusal(made.code as TableCode | 'bad-payload', made.detail);
    return made.value;
  }

  /** A public table in its lobby with a free seat, given to this player at once. */
  async #findOpen(
    game: string,
    seats: number | undefined,
    who: Identity,
    join: JoinOptions,
  ): Promise<string | undefined> {
    for (const { row } of this.#rooms.lobbies(game)) {
      const { matchId, table } = row as { readonly matchId: string; readonly table: Table };
      if (isFilled(table) || (seats !== undefined && table.seats !== seats)) continue;
      if ((await this.#admit(matchId, who, join)) === undefined) return matchId;
    }
    return undefined;
  }

  async #admitted(matchId: string, who: Identity, join: JoinOptions): Promise<void> {
    const refused = await this.#admit(matchId, who, join);
    if (refused !== undefined) throw refusal(refused);
  }

  async #admit(matchId: string, who: Identity, join: JoinOptions): Promise<TableCode | undefined> {
    return await this.#roomOf(matchId).seating.admit(who, join);
  }

  #roomOf(matchId: string): MatchRoom {
    const room = liveRoom(matchId);
    if (room === undefined) throw refusal('unknown-match');
    return room;
  }

  async #reserve(matchId: string, visit: Visit, who: Identity): Promise<SeatReservation> {
    const room = this.#roomOf(matchId);
    const { roomId, roomName: name } = room;
    const { processId } = matchMaker;
    // The reservation is made in the same turn: nobody comes between.
    const lack = room.seating.expect(who, visit.address);
    if (lack !== undefined) throw refusal(lack);
    // Within one process it is refused only by a room that is about to close.
    return await matchMaker
      .reserveSeatFor({ roomId, name, processId } as IRoomCache, visit, who)
      .catch(() => {
        throw refusal('shutting-down');
      });
  }

  async #wake(matchId: string, player: string | undefined): Promise<void> {
    await this.#rooms.leaving(matchId);
    if (liveRoom(matchId) !== undefined) return;
    if (!/^[\w-]{1,64}$/.test(matchId)) throw refusal('unknown-match');
    const row = await this.#stored(matchId, this.#deps.store.load(matchId));
    if (row === undefined || row.status === 'abandoned') throw refusal('unknown-match');
    if (this.#deps.shelf.findByHash(row.game, row.editionHash) === undefined)
      throw refusal('unknown-edition');
    if (player !== undefined && !this.#rooms.gate.take(player)) throw refusal('rate-limited');
    const started = performance.now();
    await this.#inMemory(matchId, () => this.#openRoom(row, false));
    this.#deps.metrics.matchWoken(row.game, (performance.now() - started) / 1000);
  }
}

/** All rooms are in this process: Colyseus' driver, if asked, goes through the list of them one by one. */
function liveRoom(matchId: string): MatchRoom | undefined {
  const room: unknown = matchMaker.getLocalRoomById(matchId);
  // They lie in a plain object, where `__proto__` and `constructor` are found, too.
  return room instanceof Room ? (room as MatchRoom) : undefined;
}

export function isMatchmakingMethod(name: string): name is MatchmakingMethod {
  return METHODS.some((method) => method === name);
}

function refusal(code: TableCode): TableRefusal {
  return new TableRefusal(code);
}

function parse<Output>(schema: z.ZodType<Output>, raw: unknown): Output {
  const parsed = schema.safeParse(raw ?? {});
  if (!parsed.success) throw new TableRefusal('bad-payload', whatIsWrong(parsed.error));
  return parsed.data;
}

/** The part of the combined options that one schema describes; already checked. */
function pick<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<Shape>,
  from: object,
): z.infer<z.ZodObject<Shape>> {
  const known = Object.entries(from).filter(([key]) => key in schema.shape);
  return schema.parse(Object.fromEntries(known)) as z.infer<z.ZodObject<Shape>>;
}
