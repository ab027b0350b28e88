// A live match without its sockets: the table, the referee, bots and clock, and what is shown.
// Doors (rooms, and HTTP through them) bring people in and carry out what `Audience` is told.
import { type Parsed, type Rejection, reject } from '../shared/kernel/codes.ts';
import type { Decision } from '../shared/kernel/decisions.ts';
import type { Game, News, Result } from '../shared/kernel/game.ts';
import type { Entry } from '../shared/kernel/journal.ts';
import type { Seat } from '../shared/kernel/seat.ts';
import type { TableCode } from '../shared/protocol/codes.ts';
import { openEnvelope } from '../shared/protocol/envelope.ts';
import type { Truth } from '../shared/protocol/lines.ts';
import { Alarm, afterInput } from './alarm.ts';
import { Bots } from './bots.ts';
import { Display } from './display.ts';
import { Showcase, type StateClasses } from './match-state.ts';
import { type Bulletin, NewsMemory } from './news-memory.ts';
import { credibleTimes, GRACE_MS } from './outage.ts';
import type { Identity, JournalRow, MatchChange, MatchRow, RoomDeps } from './ports.ts';
import { Referee, type Verdict } from './referee.ts';
import { codeOfUnstored } from './store-error.ts';
import type { Table } from './table.ts';
import * as seating from './table.ts';
import { type Standing, truthOf } from './truth.ts';

/** A time-out that comes this late was held up by the server: no bank pays for that. */
const LATE_MS = 1000;
/** Whoever was thinking while the process was held up has at least this long afterwards. */
const AFTER_STALL_MS = 6_000;
/** Time-outs of one match played in a row where nobody is there; what is left is due at once again. */
const MOST_AT_ONCE = 100;
/** How soon a time-out that could not be stored is tried again. */
const RETRY_MS = 2_000;

export interface Audience {
  /** The synchronized state is about to change: what was opened to somebody since travels as it is. */
  settle(): void;
  /** The synchronized state has changed. */
  patch(): void;
  tell(bulletin: Bulletin): void;
  rematch(matchId: string): void;
}

export interface SessionContext {
  readonly deps: RoomDeps;
  readonly game: Game;
  readonly classes: StateClasses;
  readonly audience: Audience;
  /** Opens the next match of the same table for this player and resolves with its id. */
  readonly openRematch: (table: Table, player: string) => Promise<Parsed<string>>;
}

/** Stands as its standing says, at every moment; whoever shows it reads it there. */
export class Session implements Standing {
  readonly game: Game;
  readonly showcase: Showcase;
  readonly memory = new NewsMemory();
  readonly #context: SessionContext;
  readonly #deps: RoomDeps;
  readonly #display: Display;
  /** Identities connected now, with how many connections. */
  readonly #present = new Map<string, number>();
  readonly #awaySince = new Map<string, number>();
  readonly #clockAlarm = new Alarm();
  readonly #awayAlarm = new Alarm();
  readonly #bots: Bots;
  #row: MatchRow;
  #table: Table;
  #referee: Referee | undefined;
  #changes: Promise<unknown> = Promise.resolve();
  #changing = 0;
  #spectators = 0;
  /** Somebody else sees to the clock. */
  #unattended = false;
  #closed = false;

  constructor(context: SessionContext, row: MatchRow) {
    this.#context = context;
    this.#deps = context.deps;
    this.#bots = new Bots(context.deps, (seat) => this.botPlays(seat));
    this.game = context.game;
    this.#row = row;
    this.#table = seating.tableSchema.parse(row.table);
    this.showcase = new Showcase(context.classes, this.#table.seats);
    this.#display = new Display(this.showcase, this);
    for (const player of seating.players(this.#table)) this.#awaySince.set(player.id, context.deps.now());
    this.#show();
  }

  get matchId(): string {
    return this.#row.matchId;
  }

  get status(): MatchRow['status'] {
    return this.#row.status;
  }

  get version(): number {
    return this.#referee?.match.version ?? 0;
  }

  /** With the seed: not to be shown as it is. */
  get row(): MatchRow {
    return this.#row;
  }

  get table(): Table {
    return this.#table;
  }

  /** What a broken match looks like, nobody can tell. */
  get play(): Referee | undefined {
    return this.status === 'frozen' ? undefined : this.#referee;
  }

  get spectators(): number {
    return this.#spectators;
  }

  /** A change of the table is under way. */
  get busy(): boolean {
    return this.#changing > 0;
  }

  get now(): number {
    return this.#deps.now();
  }

  connected(id: string): boolean {
    return this.#present.has(id);
  }

  seatOf(id: string): Seat | undefined {
    return seating.seatOf(this.#table, id);
  }

  /** All that a seat may know, or (`null`) a spectator. */
  truth(viewer: Seat | null): Truth {
    return truthOf(this, viewer);
  }

  /** Brings back a match that had started. `since`: when this process began to run. */
  async resume(rows: readonly JournalRow[], since: number): Promise<void> {
    if (!this.#recall(rows, since)) return;
    // A match that a fault had frozen gets another chance with what is installed now.
    if (this.status !== 'finished') await this.#goLive();
    this.#show();
    this.#arrange();
  }

  /** Plays what time has run out for, at a table where nobody is, and closes. */
  async catchUp(rows: readonly JournalRow[], since: number): Promise<void> {
    this.#unattended = true;
    const referee = this.#recall(rows, since);
    for (let played = 0; referee !== undefined && played < MOST_AT_ONCE && this.status === 'playing'; ) {
      const due = referee.clock.next();
      if (due === undefined || due > this.#deps.now()) break;
      // It waited for its turn: no bank pays for that.
      referee.clock.credit(this.#deps.now() - due);
      const late = new Set(referee.clock.expired(this.#deps.now()));
      for (const decision of referee.decisions().filter(({ seat }) => late.has(seat))) {
        const verdict = await referee.expire(decision);
        if (!verdict.ok && verdict.code !== 'stale-decision') throw new Error(verdict.code);
        played += 1;
      }
    }
    await this.close();
  }

  /** `undefined`: it cannot be brought back and is frozen. */
  #recall(rows: readonly JournalRow[], since: number): Referee | undefined {
    const began = this.#table.startedAt ?? since;
    const times = credibleTimes([began, ...rows.map(({ at }) => at)], since, this.#deps.now());
    const referee = this.#makeReferee({ ...this.#table, startedAt: times[0] ?? since });
    try {
      if (this.#row.rulesVersion !== this.game.rulesVersion) {
        throw new Error(`rules version ${this.#row.rulesVersion}, installed is ${this.game.rulesVersion}`);
      }
      const news = referee.match.overture;
      this.memory.add({ version: 0, seat: null, by: null, at: began, news });
      referee.recall(rows, times.slice(1), ({ version, seat, by, at }, told) =>
        this.memory.add({ version, seat, by, at, news: told }),
      );
    } catch (fault) {
      referee.freeze(fault);
      return undefined;
    }
    this.#referee = referee;
    if ((times.at(-1) ?? since) <= since) referee.clock.atLeast(GRACE_MS, since);
    return referee;
  }

  /** Without storage, too: it can be looked at, and the row still says when it is due. */
  async #goLive(): Promise<void> {
    const change = { status: 'playing', wakeAt: this.#wakeAtWhileLive() } as const;
    if (this.#row.status === change.status && this.#row.wakeAt === change.wakeAt) return;
    await this.#trySave(change);
    this.#row = { ...this.#row, status: 'playing' };
  }

  /** What is stored of it cannot be trusted: it stands still, and harms no other. */
  spoil(fault: unknown): void {
    this.#froze(fault);
  }

  // --- people ---

  /** Somebody has a seat but no connection yet. */
  expect(who: Identity): void {
    if (!this.#present.has(who.id)) this.#awaySince.set(who.id, this.#deps.now());
    this.#presenceChanged();
  }

  arrive(who: Identity): void {
    this.#present.set(who.id, (this.#present.get(who.id) ?? 0) + 1);
    this.#awaySince.delete(who.id);
    const seat = this.seatOf(who.id);
    const player = seat === undefined ? undefined : seating.playerAt(this.#table, seat);
    if (player?.away === true) {
      void this.change((table) => {
        const back = seating.playerAt(table, seat ?? -1);
        if (back !== undefined) back.away = false;
        return undefined;
      });
    }
    this.#presenceChanged();
  }

  depart(who: Identity): void {
    const left = (this.#present.get(who.id) ?? 1) - 1;
    if (left > 0) this.#present.set(who.id, left);
    else {
      this.#present.delete(who.id);
      this.#awaySince.set(who.id, this.#deps.now());
    }
    this.#presenceChanged();
  }

  /** Goes for good: frees the seat in the lobby, leaves it to bot or clock in a running match. */
  resign(who: Identity): Promise<TableCode | undefined> {
    return this.change((table) => {
      const seat = seating.seatOf(table, who.id);
      if (seat === undefined) return 'not-seated';
      const player = seating.playerAt(table, seat);
      if (this.status === 'lobby') seating.freeSeat(table, who.id);
      else if (player !== undefined) player.away = true;
      return undefined;
    });
  }

  #leaveLobby(id: string): void {
    void this.resign({ id, name: '' });
  }

  setSpectators(count: number): void {
    if (this.#spectators === count) return;
    this.#spectators = count;
    this.#display.showTerms();
    this.#context.audience.patch();
  }

  /** Changes the table; stored before it is shown. */
  change(
    alter: (table: Table) => TableCode | undefined | Promise<TableCode | undefined>,
  ): Promise<TableCode | undefined> {
    return this.#inTurn(async () => {
      const table = seating.cloneTable(this.#table);
      const refusal = await alter(table);
      if (refusal !== undefined) return refusal;
      const unsaved = await this.#trySave({
        table,
        players: seating.players(table).map((player) => player.id),
      });
      if (unsaved !== undefined) return unsaved;
      this.#table = table;
      this.#show();
      this.#context.audience.patch();
      this.#arrange();
      return undefined;
    });
  }

  /** The host's wish, or everybody's readiness. */
  start(): Promise<TableCode | undefined> {
    return this.#inTurn(async () => {
      if (this.status !== 'lobby') return 'already-started';
      if (!seating.isFilled(this.#table)) return 'seats-not-filled';
      const startedAt = this.#deps.now();
      const table = { ...seating.cloneTable(this.#table), startedAt, names: seating.namesOf(this.#table) };
      const unsaved = await this.#trySave({ status: 'playing', table, wakeAt: this.#wakeAtWhileLive() });
      if (unsaved !== undefined) return unsaved;
      this.#table = table;
      this.#referee = this.#makeReferee();
      this.#deps.metrics.matchStarted(this.game.id);
      this.#deps.log.info({ matchId: this.matchId, game: this.game.id, seats: table.seats }, 'match started');
      this.#show();
      const news = this.#referee.match.overture;
      this.#announce({ version: 0, seat: null, by: null, at: startedAt, news });
      return undefined;
    });
  }

  // --- play ---

  /** A command as it came over a door, from a seat or (`null`) from somebody without one. */
  command(seat: Seat | null, type: string, payload: unknown): Verdict | Promise<Verdict> {
    const opened = openEnvelope(this.game, type, payload);
    if (!opened.ok) return opened;
    if (seat === null) return reject('not-a-player', null);
    if (this.#referee === undefined) return reject(this.status === 'frozen' ? 'frozen' : 'not-started', null);
    return this.#referee.receive(seat, opened.value);
  }

  /** The commands that are legal now, each ready to be sent as it stands. */
  legal(seat: Seat): { decision: number | null; commands: object[]; complete: boolean } | Rejection {
    if (this.#referee === undefined) return reject('not-started', null);
    const { match } = this.#referee;
    const decision = match.decisionOf(seat)?.id ?? null;
    const commands: object[] = [];
    for (const command of match.legal(seat)) {
      if (commands.length >= this.#deps.limits.legalCommandsSent)
        return { decision, commands, complete: false };
      const answersNone = decision === null || this.game.unasked.includes(command.type);
      commands.push(answersNone ? command : { decision, ...command });
    }
    return { decision, commands, complete: true };
  }

  /** Agrees to play again; opens the next match once all who are here agree. */
  async playAgain(seat: Seat): Promise<TableCode | undefined> {
    if (this.status !== 'finished') return 'not-finished';
    let opened: string | undefined;
    const refusal = await this.change(async (table) => {
      const player = seating.playerAt(table, seat);
      if (player === undefined) return 'not-seated';
      player.rematch = true;
      if (table.rematch !== null || !this.#allAgree(table)) return undefined;
      const next = await this.#context.openRematch(table, player.id);
      if (!next.ok) return next.code as TableCode;
      opened = next.value;
      table.rematch = opened;
      return undefined;
    });
    if (opened !== undefined && refusal === undefined) this.#context.audience.rematch(opened);
    return refusal;
  }

  /** Whoever went home does not keep the others from playing. */
  #allAgree(table: Table): boolean {
    const here = seating.players(table).filter((player) => this.#present.has(player.id));
    return here.length > 0 && here.every((player) => player.rematch);
  }

  /** Leaves memory: no timer goes on, and the store knows when to wake the match. */
  async close(): Promise<void> {
    await this.#changes;
    await this.#referee?.idle();
    this.#closed = true;
    this.#clockAlarm.stop();
    this.#awayAlarm.stop();
    this.#bots.stop();
    await this.storeWakeTime();
  }

  /** So that the store knows when somebody's time is up; says whether it does. */
  async storeWakeTime(): Promise<boolean> {
    const wakeAt = this.#referee?.clock.next() ?? null;
    if (this.status !== 'playing' || wakeAt === this.#row.wakeAt) return true;
    return (await this.#trySave({ wakeAt })) === undefined;
  }

  // --- within ---

  #wakeAtWhileLive(): number | null {
    return this.#table.clock === 'none' ? null : 0;
  }

  #makeReferee(table = this.#table): Referee {
    return new Referee(this.#deps, this.matchId, this.game, table, this.#row.seed, {
      accepted: (entry, news) => this.#accepted(entry, news),
      finishing: (result) => this.#finishing(result),
      frozen: (fault) => this.#froze(fault),
    });
  }

  #finishing(result: Result): MatchChange {
    return {
      status: 'finished',
      result,
      wakeAt: null,
      table: { ...this.#table, finishedAt: this.#deps.now() },
    };
  }

  #accepted(entry: Entry, news: readonly News<{ readonly type: string }>[]): void {
    const result = this.#referee?.match.result();
    if (this.#referee?.match.over === true && result !== undefined) {
      const finishedAt = this.#deps.now();
      this.#table = { ...this.#table, finishedAt };
      this.#row = { ...this.#row, status: 'finished', result, wakeAt: null };
      this.#deps.metrics.matchEnded(this.game.id, 'finished');
      this.#deps.log.info({ matchId: this.matchId, version: entry.version }, 'match finished');
    }
    this.#context.audience.settle();
    if (this.status === 'playing') this.#display.showMove();
    else this.#display.showAll();
    this.#announce({ ...entry, at: this.#deps.now(), news });
  }

  #announce(bulletin: Bulletin): void {
    this.memory.add(bulletin);
    this.#context.audience.patch();
    this.#context.audience.tell(bulletin);
    this.#arrange();
  }

  #froze(fault: unknown): void {
    const stack = fault instanceof Error ? fault.stack : String(fault);
    const version = this.#referee?.match.version ?? 0;
    this.#deps.log.error({ matchId: this.matchId, game: this.game.id, version, stack }, 'match frozen');
    // A finished match has nothing left to play: its result stands, only the board cannot be shown.
    if (this.status === 'finished') return;
    this.#deps.metrics.matchEnded(this.game.id, 'frozen');
    this.#row = { ...this.#row, status: 'frozen' };
    this.#clockAlarm.stop();
    this.#display.showTerms();
    this.#context.audience.patch();
    const stored = this.#save({ status: 'frozen', wakeAt: null }).catch((failure: unknown) => {
      this.#deps.log.error({ matchId: this.matchId, reason: String(failure) }, 'frozen match not stored');
    });
    this.#changes = Promise.all([this.#changes, stored]);
  }

  /** One change of the table after the other. */
  #inTurn(work: () => Promise<TableCode | undefined>): Promise<TableCode | undefined> {
    this.#changing += 1;
    const done = this.#changes
      .then(() => (this.#closed ? 'shutting-down' : work()))
      .finally(() => {
        this.#changing -= 1;
      });
    this.#changes = done.catch(() => undefined);
    return done;
  }

  async #trySave(change: MatchChange): Promise<TableCode | undefined> {
    try {
      await this.#save(change);
      return undefined;
    } catch (fault) {
      this.#deps.log.error({ matchId: this.matchId, reason: String(fault) }, 'table not stored');
      return codeOfUnstored(fault);
    }
  }

  async #save(change: MatchChange): Promise<void> {
    await this.#deps.store.commit(this.matchId, [], change);
    this.#row = { ...this.#row, ...change };
  }

  // --- time and bots ---

  /** Sets the next time-out and lets bots think. */
  #arrange(): void {
    if (this.#closed || this.#unattended || this.status !== 'playing') return;
    if (this.#referee === undefined) return;
    const next = this.#referee.clock.next();
    if (next === undefined) this.#clockAlarm.stop();
    else this.#clockAlarm.set(next - this.#deps.now(), () => afterInput(() => this.#timeUp(next)));
    for (const decision of this.#referee.decisions()) {
      if (this.#referee.isLong) void this.#expire(this.#referee, decision);
      else if (this.botPlays(decision.seat)) this.#bots.think(this.#referee, decision);
    }
  }

  #timeUp(due: number): void {
    const referee = this.#referee;
    if (referee === undefined || this.#closed) return;
    const now = this.#deps.now();
    if (this.#wasHeldUp(referee, now)) return;
    if (now - due > LATE_MS) referee.clock.credit(now - due);
    const late = new Set(referee.clock.expired(now));
    for (const decision of referee.decisions()) {
      if (late.has(decision.seat)) void this.#expire(referee, decision);
    }
    if (late.size === 0) this.#arrange();
  }

  /** Nobody could see or answer anything while the process stood still: there is a moment for that first. */
  #wasHeldUp(referee: Referee, now: number): boolean {
    const patience = AFTER_STALL_MS - this.#deps.sinceStall();
    if (patience <= 0) return false;
    referee.clock.atLeast(patience, now);
    this.#context.audience.settle();
    this.#display.showMove();
    this.#context.audience.patch();
    this.#arrange();
    return true;
  }

  async #expire(referee: Referee, decision: Decision): Promise<void> {
    const verdict = await referee.expire(decision);
    if (verdict.ok || verdict.code === 'stale-decision' || this.#closed || this.status !== 'playing') return;
    // The storage is down: the table waits, but not for ever.
    this.#clockAlarm.set(RETRY_MS, () => this.#timeUp(this.#deps.now()));
  }

  /** Bots play their own seats, and those of players who are away, while anybody is there to see it. */
  botPlays(seat: Seat): boolean {
    if (this.#present.size === 0) return false;
    const place = this.#table.occupants[seat];
    if (place?.kind !== 'player') return place?.kind === 'bot';
    if (place.delegated) return true;
    if (this.#table.absence !== 'bot') return false;
    // Who got up may still be watching.
    if (place.away) return true;
    return !this.#present.has(place.id) && this.#deps.now() >= this.#patienceEnds(place.id);
  }

  /** How long a seat waits for its player: to be free again in the lobby, to be played by a bot later. */
  #patience(): number {
    const { lobbySeatSeconds, awayBotSeconds } = this.#deps.limits;
    return (this.status === 'lobby' ? lobbySeatSeconds : awayBotSeconds) * 1000;
  }

  #patienceEnds(id: string): number {
    return (this.#awaySince.get(id) ?? 0) + this.#patience();
  }

  #presenceChanged(): void {
    if (this.#closed) return;
    this.#display.showSeats();
    this.#context.audience.patch();
    this.#arrange();
    this.#watchAbsence();
  }

  /** Looks again when the next absence grows too long. */
  #watchAbsence(): void {
    const now = this.#deps.now();
    const due = [...this.#awaySince.keys()].map((id) => [id, this.#patienceEnds(id)] as const);
    const later = due.filter(([, time]) => time > now).map(([, time]) => time);
    if (later.length === 0) this.#awayAlarm.stop();
    else this.#awayAlarm.set(Math.min(...later) - now, () => this.#presenceChanged());
    if (this.status !== 'lobby') return;
    for (const [id, time] of due) {
      if (time > now) continue;
      this.#awaySince.delete(id);
      if (this.seatOf(id) !== undefined) this.#leaveLobby(id);
    }
  }

  // --- what is shown ---

  #show(): void {
    this.#context.audience.settle();
    this.#display.showAll();
  }
}
