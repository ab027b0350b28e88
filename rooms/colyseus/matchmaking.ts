// Matchmaking for sockets. Replaces Colyseus' own matchmaking methods, which let any client open
// any number of rooms.
import { type IRoomCache, matchMaker, ServerError } from 'colyseus';
import { z } from 'zod';
import { accept, whatIsWrong } from '../../shared/kernel/codes.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import {
  type JoinOptions,
  joinOptions,
  type TableOptions,
  tableOptions,
} from '../../shared/protocol/messages.ts';
import type { Berths } from '../berth/berth.ts';
import type { FoundTable, SeatWish } from '../berth/cluster.ts';
import type { Opening } from '../berth/opening.ts';
import type { MatchRow } from '../life/match-store.ts';
import { rowFor, withHost } from '../life/new-table.ts';
import { isLobby } from '../life/states.ts';
import { isFilled } from '../life/table.ts';
import { refusal, TableRefusal } from '../life/table-refusal.ts';
import { QuickMatches } from '../people/quick-match.ts';
import type { Identity, RoomDeps } from '../ports.ts';
import type { MatchRoom } from './match-room.ts';
import type { Visit } from './room-parts.ts';

type SeatReservation = Awaited<ReturnType<typeof matchMaker.reserveSeatFor>>;
const METHODS = ['create', 'joinOrCreate', 'join', 'joinById', 'reconnect'] as const;
type MatchmakingMethod = (typeof METHODS)[number];

/** Tables of other processes that are tried for one call: each takes a request. */
const MOST_ASKED = 10;

/** One of the SDKs' calls, and its caller. */
export interface MatchmakingCall {
  readonly method: MatchmakingMethod;
  /** Of a game or a match, depending on the method. */
  readonly name: string;
  readonly token: string | undefined;
  readonly acceptLanguage: string;
  readonly address: string;
  /** The caller signed in as programs for Colyseus do, which know none of our messages. */
  readonly isQuiet?: boolean;
}

/** Joining and opening options come in one object. */
export const creation = z.strictObject({ ...tableOptions.shape, ...joinOptions.shape });
const reconnection = z.strictObject({ reconnectionToken: z.string().max(64) });

type Entrance = Pick<Visit, 'join' | 'address'>;

interface Tables {
  readonly opening: Opening;
  readonly berths: Berths<MatchRoom>;
  /** Public tables of a game with a free seat, of this size if it matters, in the order in which they should fill. */
  readonly lobbies: (game: string, seats: number | undefined) => Promise<readonly FoundTable[]>;
}

export class Matchmaking {
  readonly #deps: RoomDeps;
  readonly #tables: Tables;
  readonly #quickMatches = new QuickMatches();

  constructor(deps: RoomDeps, tables: Tables) {
    this.#deps = deps;
    this.#tables = tables;
  }

  /** A new table, with a seat for its host; throws `TableRefusal`. */
  async create(
    game: string,
    options: z.output<typeof creation>,
    who: Identity,
    address: string,
    startWhenFull = options.startWhenFull === true,
  ): Promise<MatchRoom> {
    if (this.#tables.opening.isClosed) throw refusal('shutting-down');
    if (!this.#deps.shelf.games.includes(game)) throw refusal('unknown-game');
    if (this.#deps.demandsSignIn && who.isSignedIn !== true) throw refusal('sign-in-required');
    const join = pick(joinOptions, options);
    const row = this.#newRow(game, options, who);
    const seated = join.spectate ? accept(row) : withHost(row, who, join.seat);
    if (!seated.ok) throw refusal(seated.code as TableCode);
    const startNow = startWhenFull && isFilled(seated.value.table);
    const room = await this.#tables.opening.open(seated.value, who.id, startNow);
    if (join.spectate) await admitted(room, who, { join, address });
    else room.session.people.expect(who);
    return room;
  }

  /** Reserves a place for a socket; throws `TableRefusal`. */
  async reserve(call: MatchmakingCall, options: unknown): Promise<object> {
    const { method, name, acceptLanguage } = call;
    if (this.#tables.opening.isClosed) throw refusal('shutting-down');
    if (method === 'reconnect') return await this.#reconnect(name, parse(reconnection, options), call);
    const who = await this.#deps.identify(call.token);
    if (who === undefined) throw refusal('unauthenticated');
    // A socket may do whatever a player may.
    if (who.scope === 'read') throw refusal('not-a-player');
    // The room asks at once whom its visitor does not want to hear.
    await this.#deps.blocks.of(who.id);
    const from = { acceptLanguage, address: this.#deps.addressKey(call.address) };
    if (method === 'joinById')
      return await this.#joinById(name, who, { join: heard(call, parse(joinOptions, options)), ...from });
    if (!this.#deps.shelf.games.includes(name)) throw refusal('unknown-game');
    const wanted = parse(creation, options);
    const join = heard(call, pick(joinOptions, wanted));
    const playsAlone = method === 'joinOrCreate' && this.#isForOne(name, wanted);
    const isForLater = wanted.startsAt !== undefined;
    const startWhenFull = wanted.startWhenFull ?? (playsAlone && !isForLater);
    const find = () => this.#findOpen(name, wanted.seats, who, join, call);
    const open = async () =>
      await this.#reserve(
        await this.create(name, wanted, who, from.address, startWhenFull),
        { join, ...from },
        who,
      );
    if (method === 'create' || playsAlone || isForLater) return await open();
    if (method === 'joinOrCreate') return await this.#quickMatches.findOrOpen<object>(name, find, open);
    const found = await find();
    if (found === undefined) throw refusal('unknown-match');
    return found;
  }

  /** With the token of a broken connection; Colyseus' reasons are not sent. */
  async #reconnect(
    matchId: string,
    token: z.infer<typeof reconnection>,
    call: MatchmakingCall,
  ): Promise<SeatReservation> {
    if (this.#tables.berths.here(matchId) !== undefined) {
      try {
        return this.#named(await matchMaker.reconnect(matchId, token));
      } catch (fault) {
        if (!(fault instanceof ServerError)) throw fault;
      }
    }
    return await this.#returnByIdentity(matchId, call);
  }

  /**
   * Connections are not stored: after a crash, or if the match has slept since, the token is unknown. Then the
   * identity proves the seat, unless its player is back already.
   */
  async #returnByIdentity(matchId: string, call: MatchmakingCall): Promise<SeatReservation> {
    const { token, acceptLanguage, address } = call;
    const who = await this.#deps.identify(token);
    if (who === undefined || who.scope === 'read') throw refusal('reservation-expired');
    const room = await this.#tables.opening.wake(matchId, who.id);
    const { session } = room;
    if (session.seatOf(who.id) === undefined || session.connected(who.id))
      throw refusal('reservation-expired');
    const join = heard(call, parse(joinOptions, {}));
    return await this.#reserve(room, { join, acceptLanguage, address: this.#deps.addressKey(address) }, who);
  }

  async #joinById(matchId: string, who: Identity, visit: Visit): Promise<SeatReservation> {
    const room = await this.#tables.opening.wake(matchId, who.id);
    await admitted(room, who, visit);
    return await this.#reserve(room, visit, who);
  }

  /** All other seats are to be a bot's: no other table is looked for, and nobody could join this one. */
  #isForOne(game: string, { bots, seats, options }: TableOptions): boolean {
    const edition = options?.['edition'];
    const found = this.#deps.shelf.find(game, typeof edition === 'string' ? edition : undefined);
    return found !== undefined && bots === (seats ?? found.game.seats.min) - 1;
  }

  #newRow(game: string, wanted: TableOptions, who: Identity): MatchRow {
    const made = rowFor(this.#deps, game, wanted, who);
    if (!made.ok) throw new TableRefusal(made.code as TableCode | 'bad-payload', made.detail);
    return made.value;
  }

  /** A seat at a table that another process found in the directory; `undefined`: refused. */
  async seatAt({ matchId, token, join, acceptLanguage, address }: SeatWish): Promise<object | undefined> {
    const who = await this.#deps.identify(token);
    if (who === undefined) return undefined;
    const visit = { join, acceptLanguage, address: this.#deps.addressKey(address) };
    return await this.#seatIfOpen(matchId, visit, who);
  }

  /** A seat and a reservation at a public table in its lobby, wherever it is. */
  async #findOpen(
    game: string,
    seats: number | undefined,
    who: Identity,
    join: JoinOptions,
    { token, acceptLanguage, address }: MatchmakingCall,
  ): Promise<object | undefined> {
    const visit = { join, acceptLanguage, address: this.#deps.addressKey(address) };
    const blocked = await this.#deps.blocks.of(who.id);
    let asked = 0;
    for (const { line, owner, host } of await this.#tables.lobbies(game, seats)) {
      const { matchId } = line;
      if (blocked.get(host) === 'block') continue;
      if (owner !== 'mine') asked += 1;
      if (asked > MOST_ASKED) return undefined;
      const reservation =
        owner === 'mine'
          ? await this.#seatIfOpen(matchId, visit, who)
          : await this.#deps.errands.seat(owner, { matchId, token, join, acceptLanguage, address });
      if (reservation !== undefined) return reservation;
    }
    return undefined;
  }

  async #seatIfOpen(matchId: string, visit: Visit, who: Identity): Promise<SeatReservation | undefined> {
    const room = this.#tables.berths.here(matchId);
    if (room === undefined || !isLobby(room.session)) return undefined;
    if ((await room.seating.admit({ identity: who, address: visit.address }, visit.join)) !== undefined)
      return undefined;
    return await this.#reserve(room, visit, who);
  }

  async #reserve(room: MatchRoom, visit: Visit, who: Identity): Promise<SeatReservation> {
    const { roomId, roomName: name } = room;
    const { processId } = matchMaker;
    // The reservation is made in the same turn, so nothing can interfere.
    const lack = room.seating.expect(who, visit.address);
    if (lack !== undefined) throw refusal(lack);
    // Within one process only a room that is about to close refuses it.
    const reserved = await matchMaker
      .reserveSeatFor({ roomId, name, processId } as IRoomCache, visit, who)
      .catch(() => {
        throw refusal('shutting-down');
      });
    return this.#named(reserved);
  }

  /** Clients repeat the name in the address of the socket; a proxy that knows it connects them here directly. */
  #named(reservation: SeatReservation): SeatReservation {
    const { memberName } = this.#deps;
    return memberName === undefined ? reservation : { ...reservation, processId: memberName };
  }
}

async function admitted(room: MatchRoom, identity: Identity, { join, address }: Entrance): Promise<void> {
  const refused = await room.seating.admit({ identity, address }, join);
  if (refused !== undefined) throw refusal(refused);
}

export function isMatchmakingMethod(name: string): name is MatchmakingMethod {
  return METHODS.some((method) => method === name);
}

function heard({ isQuiet = false }: MatchmakingCall, join: JoinOptions): JoinOptions {
  return { ...join, messages: join.messages ?? !isQuiet };
}

function parse<Output>(schema: z.ZodType<Output>, raw: unknown): Output {
  const parsed = schema.safeParse(raw ?? {});
  if (!parsed.success) throw new TableRefusal('bad-payload', whatIsWrong(parsed.error));
  return parsed.data;
}

/** The part of the combined options described by one schema; already validated. */
function pick<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<Shape>,
  from: object,
): z.infer<z.ZodObject<Shape>> {
  const known = Object.entries(from).filter(([key]) => key in schema.shape);
  return schema.parse(Object.fromEntries(known)) as z.infer<z.ZodObject<Shape>>;
}
