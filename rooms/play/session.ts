// A live match without its sockets: the table, the referee, the people, bots and clock.
// Transports bring people in; what happens is sent through the `Audience`.

import { type Parsed, reject } from '../../shared/kernel/codes.ts';
import type { Game } from '../../shared/kernel/game.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import { openEnvelope } from '../../shared/protocol/envelope.ts';
import type { Truth } from '../../shared/protocol/lines.ts';
import type { TableFacts } from '../../shared/protocol/table.ts';
import { type Cause, stillAgrees } from '../life/life.ts';
import type { JournalRow, MatchRow } from '../life/match-store.ts';
import { agreeToRematch } from '../life/rematch.ts';
import { patienceOf, type Refusal, refusalOf, stateOf } from '../life/states.ts';
import { type Alteration, type Outcome, StoredTable, type Surroundings } from '../life/stored-table.ts';
import type { Player, Table } from '../life/table.ts';
import * as seating from '../life/table.ts';
import { People } from '../people/people.ts';
import type { Audience } from '../people/viewer.ts';
import type { RoomDeps } from '../ports.ts';
import type { Slices } from '../schedule.ts';
import { Alarm, afterInput } from '../schedule.ts';
import { type Bulletin, NewsMemory } from '../show/news-memory.ts';
import { type Situation, truthOf } from '../show/truth.ts';
import { Questions, unplayable } from './questions.ts';
import { type Played, Referee, type RefereeContext } from './referee.ts';
import { recall } from './restore.ts';
import { TakingBack } from './taking-back.ts';
import { Timekeeper } from './timekeeper.ts';

/** Nothing has happened yet: the setup is version 0. */
const LOBBY_VERSION = -1;

export interface SessionContext {
  readonly deps: RoomDeps;
  readonly game: Game;
  readonly audience: Audience;
  /** Opens the next match of the same table for this player and resolves with its id. */
  readonly openRematch: (row: MatchRow, table: Table, player: string) => Promise<Parsed<string, Refusal>>;
  readonly slices: Slices;
}

/** Implements `Situation`, through which its current state is displayed. */
export class Session implements Situation, Surroundings {
  readonly game: Game;
  readonly people: People;
  readonly questions: Questions;
  readonly takingBack: TakingBack;
  readonly memory = new NewsMemory();
  readonly #context: SessionContext;
  readonly #deps: RoomDeps;
  readonly #stored: StoredTable;
  #time: Timekeeper | undefined;
  readonly #opening = new Alarm();
  /** Until the parts of the deal are open, or it leaves memory before. */
  #dealing: PromiseWithResolvers<Refusal | undefined> | undefined;

  constructor(context: SessionContext, row: MatchRow) {
    const { deps, game } = context;
    this.#context = context;
    this.#deps = deps;
    this.game = game;
    const stored = new StoredTable(deps, row, this);
    this.#stored = stored;
    const people = new People({ deps, stored, changed: () => this.#show('table') });
    this.people = people;
    this.questions = new Questions(game, deps.limits, stored);
    this.takingBack = new TakingBack({
      deps,
      stored,
      isHere: (id) => this.isHere(id),
      changed: () => this.#show('table'),
    });
  }

  get matchId(): string {
    return this.row.matchId;
  }

  get status(): MatchRow['status'] {
    return this.row.status;
  }

  /** Why the table can no longer be arranged; `undefined` in the lobby. */
  get begun(): Refusal | undefined {
    return refusalOf('arrange', this.row);
  }

  get version(): number {
    return this.#stored.play?.match.version ?? LOBBY_VERSION;
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
    const { play } = this.#stored;
    return play?.isBroken === true ? undefined : play;
  }

  get spectators(): number {
    return this.people.spectators;
  }

  get patience(): TableFacts['patience'] {
    return patienceOf(this.row, this.#deps.limits);
  }

  get undoQuestion(): TableFacts['undoQuestion'] {
    return this.takingBack.question;
  }

  /** A change of the table is under way, or programs have a moment to open their parts. */
  get busy(): boolean {
    return this.#stored.isBusy || this.#dealing !== undefined;
  }

  get now(): number {
    return this.#deps.now();
  }

  connected(id: string): boolean {
    return this.isHere(id);
  }

  isHere(id: string): boolean {
    return this.people.isHere(id);
  }

  isConnected(id: string): boolean {
    return this.people.attendance.isConnected(id);
  }

  countsAsPresent(player: Player): boolean {
    return this.people.countsAsPresent(player, this.table.clock);
  }

  botPlays(seat: Seat): boolean {
    return this.people.botPlays(seat);
  }

  wantsToAbandon(seat: Seat): boolean {
    const player = seating.playerAt(this.table, seat);
    return player !== undefined && stillAgrees(player, this.#stored.play?.lastPlayed(seat) ?? 0);
  }

  seatOf(id: string): Seat | undefined {
    return seating.seatOf(this.table, id);
  }

  /** Everything a seat, or (`null`) a spectator, may know. */
  truth(viewer: Seat | null): Truth {
    return truthOf(this, viewer);
  }

  /** Restores a started match. `since`: when its last outage ended. */
  async resume(journal: readonly JournalRow[], since: number): Promise<void> {
    const { memory } = this;
    const { slices } = this.#context;
    const referee = await recall({ ...this.#playing, memory, slices }, journal, since);
    if (referee === undefined) return;
    this.#attend(referee);
    await this.#stored.wake();
    this.#show('all');
  }

  /** Its stored data cannot be trusted: it is frozen, without affecting others. */
  spoil(fault: unknown): void {
    this.#stored.suffer(fault);
  }

  // --- the table ---

  /** Whatever changes the life of the match; stored before it takes effect. */
  apply(cause: Cause): Promise<Outcome> {
    return this.#stored.apply(cause);
  }

  /** Changes the table; stored before it is shown. */
  change(alter: Alteration): Promise<Refusal | undefined> {
    return this.#stored.alter(alter);
  }

  /** A player agrees to play again at this table. */
  rematch(seat: Seat, commitment: string | undefined): Promise<Refusal | undefined> {
    const { audience, openRematch } = this.#context;
    return agreeToRematch(
      this.#stored,
      { seat, commitment },
      {
        isHere: (id) => this.isHere(id),
        open: (table, player) => openRematch(this.row, table, player),
        opened: (matchId) => audience.rematch(matchId),
      },
    );
  }

  /**
   * The host or the last player who was ready begins. Players who have no part to open are answered after the deal,
   * as if there were no parts.
   */
  async start(seat: Seat | undefined): Promise<Outcome> {
    const outcome = await this.apply({ kind: 'start' });
    const player = seat === undefined ? undefined : seating.playerAt(this.table, seat);
    return player?.commitment === undefined ? await this.#afterDeal(outcome) : outcome;
  }

  /** Answered after the deal: until then there is nothing that this player could do. */
  async openPart(player: string, part: string): Promise<Outcome> {
    return await this.#afterDeal(await this.apply({ kind: 'open-part', player, part }));
  }

  /** If it leaves memory before, the request is repeated where it is dealt. */
  async #afterDeal(outcome: Outcome): Promise<Outcome> {
    return typeof outcome === 'string' ? outcome : ((await this.#dealing?.promise) ?? outcome);
  }

  /** Parts that are not opened in time are left out. Also after a restart: nothing has been dealt before. */
  awaitParts(): void {
    if (stateOf(this.row) !== 'dealing' || this.#dealing !== undefined) return;
    this.#dealing = Promise.withResolvers();
    this.#opening.set(this.#deps.limits.openingSeconds * 1000, () => afterInput(() => void this.#deal()));
  }

  async #deal(): Promise<void> {
    const outcome = await this.apply({ kind: 'deal' });
    if (typeof outcome !== 'string') return;
    this.#partsOpened();
    if (outcome !== 'shutting-down') this.awaitParts();
  }

  /** Nobody waits for them any more; `refusal`: since this process has not dealt. */
  #partsOpened(refusal?: Refusal): void {
    this.#opening.stop();
    this.#dealing?.resolve(refusal);
    this.#dealing = undefined;
  }

  changed(reseated?: string): void {
    this.awaitParts();
    if (reseated !== undefined || this.play?.obstacle !== undefined) this.takingBack.drop();
    this.#show(reseated === undefined ? 'all' : { reseated });
  }

  // --- play ---

  dealt(begun: MatchRow): Referee {
    return new Referee(this.#playing, begun.table.startedAt ?? this.now, begun);
  }

  playBegins(referee: Referee): void {
    this.#partsOpened();
    this.#attend(referee);
    const at = this.table.startedAt ?? this.now;
    this.#announce({ version: 0, seat: null, by: null, at, news: referee.match.overture });
  }

  accepted(bulletin: Bulletin): void {
    const isQuestionOver = this.undoQuestion !== null;
    this.takingBack.drop();
    this.#announce(bulletin);
    const { seat, by } = bulletin;
    // A player who plays on no longer wants to give up.
    const abandon = seat === null ? null : seating.playerAt(this.table, seat)?.abandon;
    if (isQuestionOver || (by === 'player' && typeof abandon === 'number')) this.#show('table');
  }

  /** A command of a person, who may have no seat. */
  command(id: string, type: string, payload: unknown): Played | Promise<Played> {
    const seat = this.seatOf(id);
    const opened = openEnvelope(this.game, type, payload);
    if (!opened.ok) return opened;
    if (seat === undefined) return reject('not-a-player', null);
    const { play } = this.#stored;
    return play?.receive(seat, opened.value, () => this.seatOf(id) === seat) ?? unplayable(this.#stored);
  }

  /** The person's seat takes its latest command back. */
  undo(id: string, to: number, commandId: string | null): Played | Promise<Played> {
    const seat = this.seatOf(id);
    if (seat === undefined) return reject('not-a-player', null);
    const { play } = this.#stored;
    const sent = { decision: null, commandId, command: { type: 'undo', to } };
    return play?.receive(seat, sent, () => this.seatOf(id) === seat) ?? unplayable(this.#stored);
  }

  /** Leaves memory: no timer keeps running, and the store knows when to wake the match. */
  async close(): Promise<void> {
    await this.#stored.idle();
    await this.#stored.play?.idle();
    this.#stored.close();
    this.#partsOpened('shutting-down');
    this.people.stop();
    this.takingBack.drop();
    this.#time?.stop();
    await this.storeWakeTime();
  }

  /** Stores the next time-out; returns whether it can sleep until then. */
  async storeWakeTime(): Promise<boolean> {
    return this.#dealing === undefined && (await this.#stored.sleep());
  }

  get #playing(): RefereeContext {
    return { deps: this.#deps, game: this.game, stored: this.#stored };
  }

  /** From now on its clock runs, and bots play. */
  #attend(referee: Referee): void {
    this.#stored.play = referee;
    this.#time = new Timekeeper(this.#deps, referee, this);
  }

  #announce(bulletin: Bulletin): void {
    this.memory.add(bulletin);
    this.#show(bulletin);
  }

  /** The only way to the viewers: clock and bots are arranged for what they see. */
  #show(what: 'table' | 'all' | Bulletin | { readonly reseated: string }): void {
    const { audience } = this.#context;
    if (typeof what === 'string') audience.refresh(what);
    else if ('reseated' in what) audience.reseat(what.reseated);
    else audience.advance(what);
    this.#time?.arrange();
  }
}
