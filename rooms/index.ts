// All rooms of one server: one Colyseus room per game, and the service that wakes and closes them.
import type { z } from 'zod';
import { accept, type Parsed, reject } from '../shared/kernel/codes.ts';
import type { Game } from '../shared/kernel/game.ts';
import { reasonOf } from '../shared/kernel/reason.ts';
import type { Analysis } from '../shared/protocol/advice.ts';
import type { HistoryPage, HistoryRequest } from '../shared/protocol/history.ts';
import { Shorthand } from '../shared/protocol/short-news.ts';
import { vocabularyOf } from '../shared/protocol/vocabulary.ts';
import { Berths } from './berth/berth.ts';
import type { MovedMatch, SeatWish } from './berth/cluster.ts';
import { Moving } from './berth/moving.ts';
import { Opening } from './berth/opening.ts';
import { Waking } from './berth/waking.ts';
import { CloseCode, defineGames, type Server } from './colyseus/framework.ts';
import { type LiveFacts, MatchRoom, type MatchRoomKind } from './colyseus/match-room.ts';
import { SharedEncoding } from './colyseus/match-serializer.ts';
import { type creation, Matchmaking, type MatchmakingCall } from './colyseus/matchmaking.ts';
import { type StateMirrors, stateMirrorsFor } from './colyseus/showcase.ts';
import type { MatchAction } from './life/life.ts';
import type { MatchRow } from './life/match-store.ts';
import { rematchOf } from './life/new-table.ts';
import { RefusalTexts } from './life/refusal-texts.ts';
import type { Refusal } from './life/states.ts';
import { applyInStore, type Outcome } from './life/stored-table.ts';
import { Sweep } from './life/sweep.ts';
import { isFilled, seatOf, type Table } from './life/table.ts';
import { TableRefusal } from './life/table-refusal.ts';
import { LobbySeats } from './people/lobby-seats.ts';
import { type Candidate, inFairOrder } from './people/ranking.ts';
import type { Answer, Asker } from './people/viewer.ts';
import { Hints } from './play/hints.ts';
import { type Asked, askedBy, askedInSleep } from './play/who-acts.ts';
import type { Identity, RoomDeps } from './ports.ts';
import { Slices } from './schedule.ts';
import { Analyses } from './show/analyses.ts';
import { History } from './show/history.ts';

/** Matches that a shutdown left behind, by name in one line of the log. */
const LEFT_NAMED = 100;

export interface RoomService {
  /** From now on matches are woken when their time-outs are due. */
  start(): Promise<void>;
  /**
   * Hands all matches over to other processes, if there are any; loads none afterwards. `patienceMs`: how long it may wait
   * for them to be loaded there.
   */
  handOver(patienceMs: number): Promise<void>;
  /** What peers ask for: a seat with a reservation, loading a match they hand over, and who must act. */
  readonly forPeers: ForPeers;
  /** Notifies all clients, completes pending writes, closes all rooms. No room opens afterwards. */
  drain(): Promise<void>;
  stats(): { rooms: number; clients: number };
  /** In memory of this process, and not about to leave it. */
  isHere(matchId: string): boolean;
  /**
   * Whether a client that is refused with the token of a connection may be let in a moment later: the match has been handed
   * to this process, and has not arrived with everything yet.
   */
  isArriving(matchId: string): Promise<boolean>;
  /** Settles when a match that is leaving memory has left it; otherwise `undefined`. */
  departure(matchId: string): Promise<unknown> | undefined;
  /** Who must act at a started match; `undefined` if that is not known here without waking it. */
  askedAt(row: MatchRow): readonly Asked[] | undefined;
  /** The same for some matches, in any process; unknown ones are left out. */
  askedAnywhere(rows: readonly MatchRow[]): Promise<ReadonlyMap<string, readonly Asked[]>>;
  /** In the order for players who look for a table. */
  inFairOrder<Table extends Candidate>(tables: readonly Table[]): Table[];
  /** Answers an SDK's matchmaking call with a reservation for a socket; throws `TableRefusal`. */
  reserve(call: MatchmakingCall, options: unknown): Promise<object>;
  /** Opens a table; resolves with its match id, throws `TableRefusal`. */
  create(game: string, options: CreationOptions, who: Identity, address: string): Promise<string>;
  /** A page of the history of a finished match, which needs no room; or why there is none. */
  history(row: MatchRow, asked: HistoryRequest, who: Person): Promise<Answer<HistoryPage>>;
  /** The analysis of a match that is over, or its progress; started for this player if needed. */
  analysis(row: MatchRow, who: Person): Answer<Analysis>;
  /** The room of a match, woken for this player if it sleeps; throws `TableRefusal`. */
  open(matchId: string, who: Identity): Promise<MatchRoom>;
  /**
   * An administrator's action on a match, in memory or not; whether there was anything to do. Throws
   * `TableRefusal`.
   */
  administer(matchId: string, action: MatchAction): Promise<boolean>;
  /** Connected to a match in this process. */
  isPresent(matchId: string, player: string): boolean;
  /** Ends every connection of these devices. */
  signOut(devices: ReadonlySet<string>): void;
  /** About a match in memory. */
  liveFacts(matchId: string): LiveFacts | undefined;
}

/** What other processes may ask of this one. */
interface ForPeers {
  seatAt(wish: SeatWish): Promise<object | undefined>;
  take(moved: MovedMatch): Promise<void>;
  askedAt(matchId: string): readonly Asked[] | undefined;
}

/** Who asks, and where from. */
type Person = Omit<Asker, 'language'>;

type CreationOptions = z.output<typeof creation>;

export function defineRooms(server: Server, deps: RoomDeps): RoomService {
  const service = new Rooms(deps);
  defineGames(server, deps.shelf.games, (game) => service.roomClass(game));
  return service;
}

class Rooms implements RoomService {
  readonly #deps: RoomDeps;
  readonly #matchmaking: Matchmaking;
  readonly #berths: Berths<MatchRoom>;
  readonly #opening: Opening;
  readonly #moving: Moving;
  readonly #history: History;
  readonly #hints: Hints;
  readonly #lobbySeats: LobbySeats;
  readonly #analyses: Analyses;
  readonly #mirrors = new Map<string, StateMirrors>();
  readonly #shorthands = new Map<string, Shorthand>();
  readonly #encoding = new SharedEncoding();
  readonly #waking: Waking;
  /** For all wakings together. */
  readonly #slices = new Slices();
  readonly #since: number;
  readonly #sweep: Sweep;
  readonly #unwatch: () => void;

  constructor(deps: RoomDeps) {
    this.#deps = deps;
    this.#since = deps.now();
    this.#berths = new Berths({ ...deps, left: () => this.#waking.look() });
    const berths = this.#berths;
    this.#waking = new Waking({ deps, berths, slices: this.#slices, since: this.#since });
    this.#opening = new Opening(deps, berths);
    this.#moving = new Moving({ deps, berths, opening: this.#opening });
    this.#matchmaking = new Matchmaking(deps, {
      opening: this.#opening,
      berths,
      lobbies: async (game, seats) => this.inFairOrder(await deps.directory.openLobbies(game, seats)),
    });
    this.#history = new History(deps);
    this.#hints = new Hints(deps);
    this.#lobbySeats = new LobbySeats(deps);
    this.#analyses = new Analyses(deps);
    this.#sweep = new Sweep({ deps, berths, opening: this.#opening, since: this.#since });
    this.#unwatch = deps.ownership.onLost((matchId) => void this.#lost(matchId));
  }

  roomClass(game: string): new () => MatchRoom {
    const kind: MatchRoomKind = {
      deps: this.#deps,
      refusalTexts: new RefusalTexts(this.#deps.shelf.sentencesOf(game)),
      hints: this.#hints,
      history: this.#history,
      lobbySeats: this.#lobbySeats,
      mirrorsFor: (row) => this.#madeFor(row, this.#mirrors, stateMirrorsFor),
      shorthandFor: (row) =>
        this.#madeFor(
          row,
          this.#shorthands,
          (of) => new Shorthand(vocabularyOf(of, this.#deps.shelf.idsOf(row))),
        ),
      encoding: this.#encoding,
      processStartedAt: this.#since,
      slices: this.#slices,
      openRematch: (row, table, who) => this.#openRematch(row, table, who),
      berths: this.#berths,
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

  handOver(patienceMs: number): Promise<void> {
    return this.#moving.handOver(patienceMs);
  }

  get forPeers(): ForPeers {
    return {
      seatAt: (wish) => this.#matchmaking.seatAt(wish),
      take: (moved) => this.#moving.take(moved),
      askedAt: (matchId) => this.#askedHere(matchId),
    };
  }

  async drain(): Promise<void> {
    this.#unwatch();
    this.#opening.close();
    const { rooms } = this.#berths;
    this.#nameLeft(rooms);
    for (const room of rooms) room.announceEnd();
    await Promise.allSettled([
      this.#waking.close(),
      this.#sweep.stop(),
      this.#analyses.close(),
      ...this.#berths.all.map(async (berth) => await (await berth.found())?.shut(CloseCode.SERVER_SHUTDOWN)),
    ]);
  }

  /** With other processes all should have been handed over. */
  #nameLeft(rooms: readonly MatchRoom[]): void {
    const { ownership, log } = this.#deps;
    if (rooms.length === 0 || ownership.peers().length === 0) return;
    const matches = rooms.slice(0, LEFT_NAMED).map(({ roomId }) => roomId);
    log.warn(
      { left: rooms.length, matches },
      'not handed over in time: these matches sleep, and continue elsewhere when a player returns or their clock runs out',
    );
  }

  stats(): ReturnType<RoomService['stats']> {
    const { rooms } = this.#berths;
    const clients = rooms.reduce((sum, room) => sum + room.viewerCount, 0);
    return { rooms: rooms.length, clients };
  }

  isHere(matchId: string): boolean {
    return this.#berths.here(matchId) !== undefined;
  }

  async isArriving(matchId: string): Promise<boolean> {
    const berth = this.#berths.get(matchId);
    if (berth?.place === 'here') return berth.room?.isAnnounced === false;
    return berth?.place === 'coming' || (await this.#deps.ownership.isGiven(matchId));
  }

  departure(matchId: string): Promise<unknown> | undefined {
    return this.#berths.get(matchId)?.departure;
  }

  askedAt(row: MatchRow): readonly Asked[] | undefined {
    return this.#askedHere(row.matchId) ?? askedInSleep(row);
  }

  #askedHere(matchId: string): readonly Asked[] | undefined {
    const play = this.#berths.get(matchId)?.room?.session.play;
    return play && askedBy(play);
  }

  async askedAnywhere(rows: readonly MatchRow[]): Promise<ReadonlyMap<string, readonly Asked[]>> {
    const known = new Map<string, readonly Asked[]>();
    const unknown: string[] = [];
    for (const row of rows) {
      const asked = this.askedAt(row);
      if (asked === undefined) unknown.push(row.matchId);
      else known.set(row.matchId, asked);
    }
    return new Map([...known, ...(await this.#deps.errands.askedAt(unknown))]);
  }

  inFairOrder<Table extends Candidate>(tables: readonly Table[]): Table[] {
    const { tablesPerHost, tablesPerAddress } = this.#deps.limits;
    return inFairOrder(tables, { perHost: tablesPerHost, perAddress: tablesPerAddress });
  }

  reserve(call: MatchmakingCall, options: unknown): Promise<object> {
    return this.#matchmaking.reserve(call, options);
  }

  async create(game: string, options: CreationOptions, who: Identity, address: string): Promise<string> {
    return (await this.#matchmaking.create(game, options, who, address)).roomId;
  }

  async open(matchId: string, who: Identity): Promise<MatchRoom> {
    await this.#deps.blocks.of(who.id);
    return await this.#opening.wake(matchId, who.id);
  }

  history(
    row: MatchRow,
    asked: HistoryRequest,
    { identity: { id }, address }: Person,
  ): Promise<Answer<HistoryPage>> {
    const game = this.#deps.shelf.gameOf(row);
    if (game === undefined) return Promise.resolve(reject('unknown-edition', null));
    const seat = seatOf(row.table, id) ?? null;
    return this.#history.page({ row, game, newest: undefined }, asked, { id, address, seat });
  }

  async administer(matchId: string, action: MatchAction): Promise<boolean> {
    const outcome = await this.#berths.at(matchId).exclusive<Outcome>(
      {
        here: (room) => room.administer(action),
        stored: () => applyInStore(this.#deps, matchId, action),
        elsewhere: (owner) => this.#opening.refuse(matchId, owner),
      },
      'unplayed',
    );
    if (typeof outcome === 'string') throw new TableRefusal(outcome);
    this.#waking.look();
    return outcome.done;
  }

  isPresent(matchId: string, player: string): boolean {
    return this.#berths.get(matchId)?.room?.isPresent(player) === true;
  }

  signOut(devices: ReadonlySet<string>): void {
    for (const room of this.#berths.rooms) room.signOut(devices);
  }

  liveFacts(matchId: string): LiveFacts | undefined {
    return this.#berths.get(matchId)?.room?.facts;
  }

  analysis(row: MatchRow, { identity: { id }, address }: Person): Answer<Analysis> {
    const game = this.#deps.shelf.gameOf(row);
    return game === undefined
      ? reject('unknown-edition', null)
      : this.#analyses.of({ row, game }, { id, address });
  }

  /** Made once for all matches of one game under the same rules. */
  #madeFor<Made>(row: MatchRow, made: Map<string, Made>, make: (game: Game) => Made): Made {
    const key = `${row.game} ${row.editionHash} ${row.rulesVersion}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const game = this.#deps.shelf.gameOf(row);
    if (game === undefined) throw new Error(`unknown edition of ${row.game}`);
    const fresh = make(game);
    made.set(key, fresh);
    return fresh;
  }

  async #openRematch(row: MatchRow, table: Table, player: string): Promise<Parsed<string, Refusal>> {
    const next = rematchOf(this.#deps, row, table);
    try {
      await this.#opening.open(next, player, isFilled(next.table));
    } catch (fault) {
      if (fault instanceof TableRefusal) return reject(fault.refusal, null);
      throw fault;
    }
    return accept(next.matchId);
  }

  /** What it shows from now on could be wrong; its players find the match at its owner. */
  async #lost(matchId: string): Promise<void> {
    const room = await this.#berths.get(matchId)?.found();
    if (room === undefined) return;
    this.#deps.log.error(
      { matchId },
      'a match belongs to another process, or is not as stored: it is closed here',
    );
    await room.shut(CloseCode.SERVER_SHUTDOWN).catch((fault: unknown) => {
      this.#deps.log.error({ matchId, reason: reasonOf(fault) }, 'not closed');
    });
  }
}

export { type LiveFacts, MatchRoom } from './colyseus/match-room.ts';
export { creation, isMatchmakingMethod, type MatchmakingCall } from './colyseus/matchmaking.ts';
export type { MatchAction } from './life/life.ts';
export { matchOfInvitation } from './life/new-table.ts';
export { applyInStore } from './life/stored-table.ts';
export { AtPeer, TableRefusal } from './life/table-refusal.ts';
export type { HttpCaller, Visitor } from './people/http-door.ts';
