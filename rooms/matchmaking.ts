// Ways into a room: who may open tables, how many, and waking a match that sleeps. Takes the place
// of Colyseus' own matchmaking methods, which let anybody open any number of rooms.
import { type AuthContext, type IRoomCache, matchMaker, Room, ServerError } from 'colyseus';
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
import { Allowance } from './allowance.ts';
import type { MatchRoom, RoomOrder, Visit } from './match-room.ts';
import { rowFor, withHost } from './new-table.ts';
import type { Identity, MatchRow, RoomDeps } from './ports.ts';

type SeatReservation = Awaited<ReturnType<typeof matchMaker.reserveSeatFor>>;
type Method = 'create' | 'joinOrCreate' | 'join' | 'joinById' | 'reconnect';

const METHODS: readonly string[] = [
  'create',
  'joinOrCreate',
  'join',
  'joinById',
  'reconnect',
] satisfies Method[];
/** Identities whose rate of new tables is remembered; the oldest are forgotten first. */
const REMEMBERED = 10_000;

export const STATUS: Partial<Record<TableCode, number>> = {
  unauthenticated: 401,
  'rate-limited': 429,
  'too-many-tables': 429,
  'server-full': 503,
  'shutting-down': 503,
  'unknown-game': 404,
  'unknown-match': 404,
  'invitation-required': 403,
  'spectators-not-allowed': 403,
  'option-not-allowed': 422,
  'internal-error': 500,
};

/** Why somebody was not let in: a status and a code for whatever door he came to. */
export class TableRefusal extends ServerError {
  readonly refusal: TableCode | 'bad-payload';
  readonly detail: string | undefined;
  constructor(status: number, refusal: TableCode | 'bad-payload', detail?: string) {
    super(status, detail === undefined ? refusal : `${refusal}: ${detail}`);
    this.refusal = refusal;
    this.detail = detail;
  }
}

/** Joining and opening options come in one object. */
export const creation = z.strictObject({ ...tableOptions.shape, ...joinOptions.shape });
const reconnection = z.strictObject({ reconnectionToken: z.string().max(64) });

interface Listing {
  readonly roomId: string;
  readonly metadata?: { readonly status?: string; readonly free?: number; readonly seats?: number };
}

export class Matchmaking {
  readonly #deps: RoomDeps;
  readonly #opening = new Map<string, Allowance>();
  readonly #waking = new Map<string, Promise<void>>();
  /** Resolves when a room that is about to close is gone. */
  readonly #leaving: (matchId: string) => Promise<void> | undefined;
  #closed = false;

  constructor(deps: RoomDeps, leaving: (matchId: string) => Promise<void> | undefined) {
    this.#deps = deps;
    this.#leaving = leaving;
  }

  /** Puts this in front of Colyseus' HTTP routes. */
  install(): void {
    matchMaker.controller.exposedMethods = [...METHODS];
    matchMaker.controller.invokeMethod = (method, name, options, auth) =>
      this.#invoke(method as Method, name, options, auth);
  }

  close(): void {
    this.#closed = true;
  }

  /** A new table, with a seat for whoever opens it; throws `TableRefusal`. */
  async create(game: string, options: z.output<typeof creation>, who: Identity): Promise<string> {
    if (this.#closed) throw refusal('shutting-down');
    if (!this.#deps.shelf.games.includes(game)) throw refusal('unknown-game');
    const join = pick(joinOptions, options);
    const row = await this.#newRow(game, options, who);
    const seated = join.spectate ? accept(row) : withHost(row, who, join.seat);
    if (!seated.ok) throw refusal(seated.code as TableCode);
    await this.open(seated.value, false);
    if (join.spectate) await this.#admitted(row.matchId, who, join);
    else this.#roomOf(row.matchId).session.expect(who);
    return row.matchId;
  }

  /** Opens a room for a stored match that has none; does nothing if it is live. */
  wake(matchId: string): Promise<void> {
    if (this.#closed) return Promise.reject(refusal('shutting-down'));
    const going = this.#waking.get(matchId);
    if (going !== undefined) return going;
    const waking = this.#wake(matchId).finally(() => this.#waking.delete(matchId));
    this.#waking.set(matchId, waking);
    return waking;
  }

  /** On its way into memory. */
  isWaking(matchId: string): boolean {
    return this.#waking.has(matchId);
  }

  async open(row: MatchRow, startNow: boolean): Promise<void> {
    await this.#deps.store.create(row);
    await this.#openRoom(row, startNow);
  }

  /** A fault while opening is ours: the client learns that there was one, not what it was. */
  async #openRoom(row: MatchRow, startNow: boolean): Promise<void> {
    try {
      await matchMaker.createRoom(row.game, { row, startNow } satisfies RoomOrder);
    } catch (fault) {
      const stack = fault instanceof Error ? fault.stack : String(fault);
      this.#deps.log.error({ matchId: row.matchId, game: row.game, stack }, 'room not opened');
      throw refusal('internal-error');
    }
  }

  async #invoke(
    method: Method,
    name: string,
    options: unknown,
    auth?: AuthContext,
  ): Promise<SeatReservation> {
    if (!METHODS.includes(method)) throw refusal('unknown-match');
    if (this.#closed) throw refusal('shutting-down');
    if (method === 'reconnect') return await matchMaker.reconnect(name, parse(reconnection, options));
    const who = await this.#deps.identify(auth?.token);
    if (who === undefined) throw refusal('unauthenticated');
    const acceptLanguage = auth?.headers.get('accept-language') ?? '';
    if (method === 'joinById')
      return await this.#joinById(name, parse(joinOptions, options), who, acceptLanguage);
    if (!this.#deps.shelf.games.includes(name)) throw refusal('unknown-game');
    const wanted = parse(creation, options);
    const join = pick(joinOptions, wanted);
    const found = method === 'create' ? undefined : await this.#findOpen(name, wanted.seats, who, join);
    if (found !== undefined) return await this.#reserve(found, { join, acceptLanguage }, who);
    if (method === 'join') throw refusal('unknown-match');
    const matchId = await this.create(name, wanted, who);
    return await this.#reserve(matchId, { join, acceptLanguage }, who);
  }

  async #joinById(
    matchId: string,
    join: JoinOptions,
    who: Identity,
    language: string,
  ): Promise<SeatReservation> {
    await this.wake(matchId);
    await this.#admitted(matchId, who, join);
    return await this.#reserve(matchId, { join, acceptLanguage: language }, who);
  }

  async #newRow(game: string, wanted: TableOptions, who: Identity): Promise<MatchRow> {
    const { limits } = this.#deps;
    if (matchMaker.stats.local.roomCount >= limits.maxLiveTables) throw refusal('server-full');
    if (!this.#mayOpen(who)) throw refusal('rate-limited');
    const open = { status: ['lobby', 'playing'], player: who.id, limit: limits.maxTablesPerPlayer } as const;
    if ((await this.#deps.store.list(open)).length >= limits.maxTablesPerPlayer)
      throw refusal('too-many-tables');
    const made = rowFor(this.#deps, game, wanted, who);
    if (!made.ok) throw new TableRefusal(422, made.code as TableCode | 'bad-payload', made.detail);
    return made.value;
  }

  #mayOpen(who: Identity): boolean {
    const now = this.#deps.now();
    const { tablesPerMinute } = this.#deps.limits;
    const allowance = this.#opening.get(who.id) ?? new Allowance(tablesPerMinute / 60, tablesPerMinute, now);
    this.#opening.delete(who.id);
    this.#opening.set(who.id, allowance);
    const [oldest] = this.#opening.keys();
    if (this.#opening.size > REMEMBERED && oldest !== undefined) this.#opening.delete(oldest);
    return allowance.take(now);
  }

  /** A public table in its lobby with a free seat, given to this player at once. */
  async #findOpen(
    game: string,
    seats: number | undefined,
    who: Identity,
    join: JoinOptions,
  ): Promise<string | undefined> {
    const rooms = (await matchMaker.query({
      name: game,
      private: false,
      locked: false,
    })) as readonly Listing[];
    for (const room of rooms) {
      const { status, free = 0, seats: size } = room.metadata ?? {};
      if (status !== 'lobby' || free === 0 || (seats !== undefined && size !== seats)) continue;
      if ((await this.#admit(room.roomId, who, join)) === undefined) return room.roomId;
    }
    return undefined;
  }

  async #admitted(matchId: string, who: Identity, join: JoinOptions): Promise<void> {
    const refused = await this.#admit(matchId, who, join);
    if (refused !== undefined) throw refusal(refused);
  }

  async #admit(matchId: string, who: Identity, join: JoinOptions): Promise<TableCode | undefined> {
    return await this.#roomOf(matchId).admit(who, join);
  }

  #roomOf(matchId: string): MatchRoom {
    const room = liveRoom(matchId);
    if (room === undefined) throw refusal('unknown-match');
    return room;
  }

  async #reserve(matchId: string, visit: Visit, who: Identity): Promise<SeatReservation> {
    const { roomId, roomName: name } = this.#roomOf(matchId);
    const { processId } = matchMaker;
    const room = { roomId, name, processId } as IRoomCache;
    // Within one process there is but one reason for which it rejects.
    return await matchMaker.reserveSeatFor(room, visit, who).catch(() => {
      throw refusal('table-full');
    });
  }

  async #wake(matchId: string): Promise<void> {
    await this.#leaving(matchId);
    if (liveRoom(matchId) !== undefined) return;
    if (!/^[\w-]{1,64}$/.test(matchId)) throw refusal('unknown-match');
    const row = await this.#deps.store.load(matchId);
    if (row === undefined || row.status === 'abandoned') throw refusal('unknown-match');
    if (this.#deps.shelf.findByHash(row.game, row.editionHash) === undefined)
      throw refusal('unknown-edition');
    const started = performance.now();
    await this.#openRoom(row, false);
    this.#deps.metrics.matchWoken(row.game, (performance.now() - started) / 1000);
  }
}

/** All rooms are in this process: Colyseus' driver, if asked, goes through the list of them one by one. */
function liveRoom(matchId: string): MatchRoom | undefined {
  const room: unknown = matchMaker.getLocalRoomById(matchId);
  // They lie in a plain object, where `__proto__` and `constructor` are found, too.
  return room instanceof Room ? (room as MatchRoom) : undefined;
}

function refusal(code: TableCode): TableRefusal {
  return new TableRefusal(STATUS[code] ?? 409, code);
}

function parse<Output>(schema: z.ZodType<Output>, raw: unknown): Output {
  const parsed = schema.safeParse(raw ?? {});
  if (!parsed.success) throw new TableRefusal(400, 'bad-payload', whatIsWrong(parsed.error));
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
