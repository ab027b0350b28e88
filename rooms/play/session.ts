// A live match without its sockets: the table, the referee, the people, bots and clock.
// Transports bring people in; what happens is sent through the `Audience`.
import { type Parsed, reject } from '../../shared/kernel/codes.ts';
import type { Game, News } from '../../shared/kernel/game.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import { openEnvelope } from '../../shared/protocol/envelope.ts';
import type { Truth } from '../../shared/protocol/lines.ts';
import type { TableFacts } from '../../shared/protocol/table.ts';
import { Endings } from '../life/endings.ts';
import { LiveAdministration } from '../life/live-administration.ts';
import type { JournalRow, MatchRow } from '../life/match-store.ts';
import { patienceOf } from '../life/patience.ts';
import { Rematch } from '../life/rematch.ts';
import { type Alteration, StoredTable } from '../life/stored-table.ts';
import type { Table } from '../life/table.ts';
import * as seating from '../life/table.ts';
import { WakeTime } from '../life/wake-time.ts';
import { WaysOut } from '../life/ways-out.ts';
import type { Audience } from '../people/audience.ts';
import { People } from '../people/people.ts';
import type { RoomDeps } from '../ports.ts';
import { type Bulletin, NewsMemory } from '../show/news-memory.ts';
import { type Situation, truthOf } from '../show/truth.ts';
import { Questions, unplayable } from './questions.ts';
import { recall } from './recall.ts';
import { type Played, Referee } from './referee.ts';
import type { Slices } from './slices.ts';
import { playOverdue, Timekeeper } from './timekeeper.ts';

/** Nothing has happened yet: the setup is version 0. */
const LOBBY_VERSION = -1;

export interface SessionContext {
  readonly deps: RoomDeps;
  readonly game: Game;
  readonly audience: Audience;
  /** Opens the next match of the same table for this player and resolves with its id. */
  readonly openRematch: (table: Table, player: string) => Promise<Parsed<string>>;
  readonly slices: Slices;
}

/** Implements `Situation`, through which its current state is displayed. */
export class Session implements Situation {
  readonly game: Game;
  readonly people: People;
  readonly ways: WaysOut;
  readonly questions: Questions;
  readonly rematch: Rematch;
  readonly administration: LiveAdministration;
  readonly memory = new NewsMemory();
  readonly #context: SessionContext;
  readonly #deps: RoomDeps;
  readonly #stored: StoredTable;
  readonly #time: Timekeeper;
  readonly #wake: WakeTime;
  readonly #endings: Endings;
  #referee: Referee | undefined;
  #spectators = 0;
  /** The clock is handled elsewhere. */
  #unattended = false;
  #closed = false;

  constructor(context: SessionContext, row: MatchRow) {
    const { deps, game, audience } = context;
    this.#context = context;
    this.#deps = deps;
    const stored = new StoredTable(deps, row);
    const referee = () => this.#referee;
    const change = (alter: Alteration) => this.change(alter);
    this.game = game;
    this.#stored = stored;
    this.#wake = new WakeTime(stored, deps.now);
    this.#time = new Timekeeper({
      deps,
      referee: () => (this.#isLive ? this.#referee : undefined),
      botPlays: (seat) => this.botPlays(seat),
      strengthOf: (seat) => seating.strengthAt(this.table, seat),
      editionHash: row.editionHash,
      postponed: () => audience.refresh('all'),
    });
    const people = new People({
      deps,
      stored,
      change,
      changed: () => {
        audience.refresh('table');
        this.#time.arrange();
      },
    });
    this.people = people;
    const changed = (reseated?: string) => {
      if (reseated === undefined) audience.refresh('all');
      else audience.reseat(reseated);
      this.#time.arrange();
    };
    this.ways = new WaysOut({
      deps,
      stored,
      people,
      referee,
      ended: () => {
        this.#time.stop();
        audience.refresh('all');
      },
      changed,
    });
    const stopped = () => this.#time.stopClock();
    this.administration = new LiveAdministration({ deps, stored, referee, stopped, changed });
    this.#endings = new Endings({
      deps,
      stored,
      version: () => this.version,
      frozen: () => {
        this.#time.stopClock();
        audience.refresh('table');
      },
    });
    this.questions = new Questions({ game, limits: deps.limits, stored, referee });
    const opened = (matchId: string) => audience.rematch(matchId);
    this.rematch = new Rematch({ stored, people, change, open: context.openRematch, opened });
  }

  get matchId(): string {
    return this.row.matchId;
  }

  get status(): MatchRow['status'] {
    return this.row.status;
  }

  /** Why the table can no longer be arranged; `undefined` in the lobby. */
  get begun(): TableCode | undefined {
    if (this.status === 'lobby') return undefined;
    return this.status === 'abandoned' ? 'match-abandoned' : 'already-started';
  }

  get version(): number {
    return this.#referee?.match.version ?? LOBBY_VERSION;
  }

  /** Contains the seed: do not expose it. */
  get row(): MatchRow {
    return this.#stored.row;
  }

  get table(): Table {
    return this.#stored.table;
  }

  /** A broken match cannot be shown. */
  get play(): Referee | undefined {
    return this.#referee?.isBroken === true ? undefined : this.#referee;
  }

  get spectators(): number {
    return this.#spectators;
  }

  get patience(): TableFacts['patience'] {
    return patienceOf(this.status, this.table, this.#deps.limits);
  }

  /** A change of the table is under way. */
  get busy(): boolean {
    return this.#stored.isBusy;
  }

  get now(): number {
    return this.#deps.now();
  }

  connected(id: string): boolean {
    return this.people.isHere(id);
  }

  botPlays(seat: Seat): boolean {
    return this.people.botPlays(seat);
  }

  wantsToAbandon(seat: Seat): boolean {
    const player = seating.playerAt(this.table, seat);
    return player !== undefined && this.ways.wants(player, seat);
  }

  seatOf(id: string): Seat | undefined {
    return seating.seatOf(this.table, id);
  }

  /** Everything a seat, or (`null`) a spectator, may know. */
  truth(viewer: Seat | null): Truth {
    return truthOf(this, viewer);
  }

  /** Restores a started match. `since`: when its last outage ended. */
  async resume(rows: readonly JournalRow[], since: number): Promise<void> {
    if (!(await this.#recall(rows, since))) return;
    // A match that a fault has frozen may work with what is installed now.
    if (this.status === 'abandoned') this.#referee?.halt();
    else if (this.table.held !== undefined) this.#referee?.hold(true);
    else if (this.status !== 'finished') await this.#wake.goLive();
    this.#context.audience.refresh('all');
    this.#time.arrange();
  }

  /** Plays the due time-outs of an empty table, and closes. */
  async catchUp(rows: readonly JournalRow[], since: number): Promise<void> {
    this.#unattended = true;
    const referee = await this.#recall(rows, since);
    if (referee !== undefined) await playOverdue(referee, this.#deps.now, () => this.status === 'playing');
    await this.close();
  }

  /** `undefined`: it cannot be restored and is frozen. */
  async #recall(journal: readonly JournalRow[], since: number): Promise<Referee | undefined> {
    const { game, row, table, memory, now } = this;
    const { slices } = this.#context;
    const makeReferee = (as: Table) => this.#makeReferee(as);
    try {
      const isShared = this.#deps.ownership.recoveredAt() !== undefined;
      this.#referee = await recall(
        { game, row, table, journal },
        { since, isShared, now, memory, makeReferee, slices },
      );
    } catch (fault) {
      this.#endings.freeze(fault);
    }
    return this.#referee;
  }

  /** Its stored data cannot be trusted: it is frozen, without affecting others. */
  spoil(fault: unknown): void {
    this.#endings.freeze(fault);
  }

  setSpectators(count: number): void {
    if (this.#spectators === count) return;
    this.#spectators = count;
    this.#context.audience.refresh('table');
  }

  // --- the table ---

  /** Changes the table; stored before it is shown. */
  change(alter: Alteration): Promise<TableCode | undefined> {
    return this.#stored.inTurn(async () => {
      const refusal = await this.#stored.alter(alter);
      if (refusal !== undefined) return refusal;
      this.#context.audience.refresh('all');
      this.#time.arrange();
      return undefined;
    });
  }

  /** By the host, or because all players are ready. */
  start(): Promise<TableCode | undefined> {
    return this.#stored.inTurn(async () => {
      if (this.begun !== undefined) return this.begun;
      if (!seating.isFilled(this.table)) return 'seats-not-filled';
      const startedAt = this.#deps.now();
      const table = { ...seating.cloneTable(this.table), startedAt, names: seating.namesOf(this.table) };
      const refusal = await this.#stored.save({ status: 'playing', table, wakeAt: this.#wake.whileLive });
      if (refusal !== undefined) return refusal;
      this.#referee = this.#makeReferee();
      this.#deps.metrics.matchStarted(this.game.id);
      this.#deps.log.info({ matchId: this.matchId, game: this.game.id, seats: table.seats }, 'match started');
      this.#announce({ version: 0, seat: null, by: null, at: startedAt, news: this.#referee.match.overture });
      return undefined;
    });
  }

  // --- play ---

  /** A command of a person, who may have no seat. */
  command(id: string, type: string, payload: unknown): Played | Promise<Played> {
    const seat = this.seatOf(id);
    const opened = openEnvelope(this.game, type, payload);
    if (!opened.ok) return opened;
    if (seat === undefined) return reject('not-a-player', null);
    if (this.#referee === undefined) return unplayable(this.status);
    return this.#referee.receive(seat, opened.value, () => this.seatOf(id) === seat);
  }

  /** Leaves memory: no timer keeps running, and the store knows when to wake the match. */
  async close(): Promise<void> {
    await this.#stored.idle();
    await this.#referee?.idle();
    this.#closed = true;
    this.#stored.close();
    this.people.stop();
    this.#time.stop();
    await this.storeWakeTime();
  }

  /** Stores the next time-out; returns whether that succeeded. */
  async storeWakeTime(): Promise<boolean> {
    return await this.#wake.store(this.#referee);
  }

  get #isLive(): boolean {
    return !this.#closed && !this.#unattended && this.status === 'playing';
  }

  #makeReferee(table = this.table): Referee {
    return new Referee(this.#deps, this.matchId, this.game, table, this.row.seed, {
      finishing: (result) => this.#endings.finishing(result),
      accepted: (row, news) => this.#accepted(row, news),
      frozen: (fault) => this.#endings.freeze(fault),
    });
  }

  #accepted(row: JournalRow, news: readonly News<{ readonly type: string }>[]): void {
    this.#endings.noteResult(this.#referee?.match);
    const { version, seat, by, at } = row;
    this.#announce({ version, seat, by, at, news });
    const player = seating.playerAt(this.table, seat);
    // A player who plays on no longer wants to give up.
    if (by === 'player' && (player?.abandon ?? null) !== null) this.#context.audience.refresh('table');
  }

  #announce(bulletin: Bulletin): void {
    this.memory.add(bulletin);
    this.#context.audience.advance(bulletin);
    this.#time.arrange();
  }
}
