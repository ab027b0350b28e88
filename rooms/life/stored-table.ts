// A match as stored: everything that changes it is applied here, one change after the other. It is stored before it takes
// effect; then follows what it causes.

import { reasonOf } from '../../shared/kernel/reason.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { Referee } from '../play/referee.ts';
import { askedBy } from '../play/who-acts.ts';
import type { RoomDeps } from '../ports.ts';
import { Queue } from '../schedule.ts';
import type { Bulletin } from '../show/news-memory.ts';
import { ASLEEP, type Cause, type Circumstances, next, type Step } from './life.ts';
import type { MatchChange, MatchRow, MatchStore } from './match-store.ts';
import { Notices, type Owing, owing } from './notices.ts';
import { isBegun, isLobby, type Refusal } from './states.ts';
import { codeOfUnstored } from './store-error.ts';
import { isAccepted } from './succession.ts';
import { cloneTable, type Player, seatOf, type Table } from './table.ts';

/** `done`: whether there was anything to do; otherwise why it is refused. */
export type Outcome = { readonly done: boolean } | Refusal;

export function isDone(outcome: Outcome): boolean {
  return typeof outcome === 'object' && outcome.done;
}

/** Changes a copy of the table, unless it returns why not. */
export type Alteration = (table: Table) => Refusal | undefined | Promise<Refusal | undefined>;

/** The session of a match in memory: who is there, and for whom a change is shown. */
export interface Surroundings {
  isHere(id: string): boolean;
  /** Sees what happens at once. */
  isConnected(id: string): boolean;
  /** A bot plays there, if it is its turn. */
  botPlays(seat: Seat): boolean;
  /** Deals a match that is about to begin. */
  dealt(begun: MatchRow): Referee;
  /** Whether this player's consent is needed. */
  countsAsPresent(player: Player): boolean;
  playBegins(referee: Referee): void;
  /** A command took effect and is stored. */
  accepted(bulletin: Bulletin): void;
  /** With the id of a person who took or lost a seat. */
  changed(reseated?: string): void;
}

/** A change that is to take effect once it is stored. */
export interface Prepared extends Step {
  /** Of a match that begins with it. */
  readonly referee: Referee | undefined;
  readonly takeEffect: () => void;
}

/** A finish is shown with its command; whether a match is awake, or its players were reminded, is shown to nobody. */
const UNSEEN: readonly Cause['kind'][] = ['finish', 'wake', 'sleep', 'remind'];
/** These store the version at which they happen. */
const DATED: readonly Cause['kind'][] = ['unfreeze', 'forget'];
/** Entries of a journal that are read at once. */
const ENTRIES = 500;

type Reports = Pick<RoomDeps, 'log'> & {
  readonly metrics: Pick<RoomDeps['metrics'], 'matchStarted' | 'matchEnded'>;
};
type StoredDeps = Reports & Pick<RoomDeps, 'store' | 'now' | 'newId' | 'hash' | 'reach'>;

export class StoredTable {
  readonly notices: Notices;
  readonly #deps: StoredDeps;
  readonly #around: Surroundings | undefined;
  #row: MatchRow;
  #play: Referee | undefined;
  readonly #changes = new Queue();
  #isClosed = false;

  /** Without surroundings: only its clock plays. */
  constructor(deps: StoredDeps, row: MatchRow, around?: Surroundings) {
    this.#deps = deps;
    this.#around = around;
    this.#row = row;
    this.notices = new Notices(deps, { matchId: row.matchId, isNew: isLobby(row) });
  }

  readonly isConnected = (id: string): boolean => this.#around?.isConnected(id) === true;

  /** Whether the player sees what is asked, or a bot answers. */
  readonly isServed = (seat: Seat, player: string): boolean =>
    this.isConnected(player) || this.#around?.botPlays(seat) === true;

  /** Contains the seed: do not expose it. */
  get row(): MatchRow {
    return this.#row;
  }

  get table(): Table {
    return this.#row.table;
  }

  /** `undefined` before the start, and if the match cannot be restored. */
  get play(): Referee | undefined {
    return this.#play;
  }

  set play(referee: Referee) {
    this.#play = referee;
  }

  /** A change is under way. */
  get isBusy(): boolean {
    return this.#changes.length > 0;
  }

  /** Between two commands, so that none is played for a seat that its sender no longer holds. */
  apply(cause: Cause): Promise<Outcome> {
    return this.#betweenCommands(() => this.#apply(cause));
  }

  /** Changes the table of a match that stays in its state; a command under way may end it first. */
  alter(alter: Alteration): Promise<Refusal | undefined> {
    return this.#betweenCommands(async () => {
      const table = cloneTable(this.table);
      const refusal = await alter(table);
      if (refusal !== undefined) return refusal;
      const owed =
        table.rematch === this.table.rematch ? [] : this.notices.ofAbsent('rematch', table, this.isConnected);
      const unstored = await this.#save({ table }, owed.length === 0 ? undefined : { owed });
      if (unstored !== undefined) return unstored;
      this.#note({ table });
      this.#around?.changed();
      return undefined;
    });
  }

  /** A change that is stored together with a command; `undefined`: none. */
  prepare(cause: Cause): Prepared | Refusal | undefined {
    const before = this.#row;
    const step = next(before, cause, this.#circumstances);
    if (typeof step !== 'object') return step;
    const after = { ...before, ...step.change };
    const referee = begins(before, after) ? this.#around?.dealt(after) : undefined;
    const takeEffect = () => {
      this.#note(step.change);
      if (referee === undefined) this.#follow(cause, before, step.reseated);
      else this.#begin(before, referee);
    };
    return { ...step, referee, takeEffect };
  }

  /** Nothing more is played, whether that can be stored or not. */
  suffer(fault: unknown): void {
    const { matchId, game } = this.#row;
    const stack = fault instanceof Error ? fault.stack : String(fault);
    this.#deps.log.error({ matchId, game, version: this.#play?.match.version ?? -1, stack }, 'match frozen');
    const prepared = this.prepare({ kind: 'fault' });
    if (typeof prepared !== 'object') return;
    prepared.takeEffect();
    this.#changes.waitFor(this.#save(prepared.change));
  }

  accepted(bulletin: Bulletin): void {
    this.#around?.accepted(bulletin);
  }

  /** Works without storage too: the match can be viewed, and the row still says when it is due. */
  async wake(): Promise<void> {
    const prepared = this.prepare({ kind: 'wake' });
    if (typeof prepared !== 'object') return;
    if ((await this.#save(prepared.change)) === undefined) prepared.takeEffect();
    else this.#note({ status: 'playing' });
  }

  /** The match is to sleep until its next time-out; returns whether that is stored. */
  async sleep(): Promise<boolean> {
    const stored = await this.#inTurn(() => this.#sleep());
    // After the end nothing else changes the table.
    return stored === 'shutting-down' ? await this.#sleep() : stored;
  }

  /** Resolves when no change is under way. */
  async idle(): Promise<void> {
    await this.#changes.idle();
  }

  close(): void {
    this.#isClosed = true;
  }

  #betweenCommands<Result>(work: () => Promise<Result>): Promise<Result | 'shutting-down'> {
    return this.#inTurn(() => this.#play?.between(work) ?? work());
  }

  /** One after the other; none after the end. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result | 'shutting-down'> {
    return this.#changes.run(async () => (this.#isClosed ? 'shutting-down' : await work()));
  }

  async #apply(cause: Cause): Promise<Outcome> {
    const prepared = this.prepare(cause);
    if (prepared === undefined) return { done: false };
    if (typeof prepared === 'string') return prepared;
    const refusal = await this.#save(prepared.change, this.#told(cause, prepared));
    if (refusal !== undefined) return refusal;
    prepared.takeEffect();
    return prepared.answer ?? { done: true };
  }

  async #sleep(): Promise<boolean> {
    if (this.#play === undefined) return true;
    const before = this.#row.wakeAt;
    const wakeAt = this.#play.clock.next() ?? null;
    const prepared = this.prepare({ kind: 'sleep', wakeAt, asked: askedBy(this.#play) });
    if (typeof prepared !== 'object') return true;
    const isStored = (await this.#save(prepared.change)) === undefined;
    if (isStored) prepared.takeEffect();
    return isStored || wakeAt === before;
  }

  /** Returns why it could not be stored. */
  async #save(change: MatchChange, told?: Owing): Promise<Refusal | undefined> {
    const { matchId } = this.#row;
    try {
      await this.#deps.store.commit(matchId, [], change, told);
      if (told !== undefined) this.notices.stored(told);
    } catch (fault) {
      this.#deps.log.error({ matchId, reason: reasonOf(fault) }, 'table not stored');
      return codeOfUnstored(fault);
    }
    return undefined;
  }

  /** Who is to be told of a change. */
  #told(cause: Cause, { change, referee }: Prepared): Owing | undefined {
    if (!this.#deps.reach.isAnyone) return undefined;
    const { notices, isConnected } = this;
    const { table = this.table } = change;
    if (referee !== undefined)
      return this.#toldAtStart(table, referee, cause.kind === 'start' && cause.isOpening === true);
    if (cause.kind !== 'admit') return notices.ofChange(cause.kind, this.table, change, isConnected);
    const { isAsked } = this.#circumstances;
    const isNew = ({ id }: { id: string }) =>
      isAccepted(table, id, isAsked) && !isAccepted(this.table, id, isAsked) && !isConnected(id);
    return owing(notices.ofNewcomers(table.newcomers ?? [], isNew));
  }

  /** Players who are asked at once are only told that. `isOpening`: it was opened just now, and nobody can have come. */
  #toldAtStart(table: Table, referee: Referee, isOpening: boolean): Owing | undefined {
    const { notices, isConnected, isServed } = this;
    const first = notices.ofDecisions([], () => ({
      table,
      open: referee.decisions(),
      deadlineOf: (one) => referee.clock.deadline(one),
      isServed,
    }));
    const asked = first?.owed.map(({ player }) => player) ?? [];
    const others = notices.ofAbsent('started', table, (id) => isConnected(id) || asked.includes(id));
    const owed = [...(first?.owed ?? []), ...others];
    if (owed.length === 0) return undefined;
    return { owed: isOpening ? owed.map((one) => notices.afterArrival(one)) : owed };
  }

  #note(change: MatchChange): void {
    this.#row = { ...this.#row, ...change };
  }

  #begin(before: MatchRow, referee: Referee): void {
    report(this.#deps, 'start', before, this.#row);
    this.#around?.playBegins(referee);
  }

  #follow(cause: Cause, before: MatchRow, reseated: string | undefined): void {
    const { table } = this;
    report(this.#deps, cause.kind, before, this.#row);
    if (UNSEEN.includes(cause.kind)) return;
    if (cause.kind === 'unfreeze') this.#play?.clock.credit(table.pauses?.at(-1)?.ms ?? 0);
    const lost = reseated === undefined ? undefined : seatOf(before.table, reseated);
    if (lost !== undefined && reseated !== undefined && seatOf(table, reseated) !== lost)
      this.#play?.forgetIds(lost);
    this.#around?.changed(reseated);
  }

  get #circumstances(): Circumstances {
    const { now, newId, hash } = this.#deps;
    const play = this.#play;
    return {
      now: now(),
      newId,
      hash,
      version: play?.match.version ?? 0,
      due: 0,
      isBroken: play?.isBroken !== false,
      isHere: (id) => this.#around?.isHere(id) === true,
      isAsked: (player) => this.#around?.countsAsPresent(player) === true,
      lastPlayed: (seat: Seat) => play?.lastPlayed(seat) ?? 0,
    };
  }
}

/** Applies a cause to a match that no process has in memory, if it is still the one that is meant. */
export async function applyInStore(
  deps: StoredDeps,
  matchId: string,
  cause: Cause,
  isMeant: (row: MatchRow) => boolean = () => true,
): Promise<Outcome> {
  const { store, now, newId, hash } = deps;
  const row = await store.load(matchId);
  if (row === undefined) return 'unknown-match';
  if (!isMeant(row)) return { done: false };
  const step = next(row, cause, {
    now: now(),
    newId,
    hash,
    version: DATED.includes(cause.kind) ? await lastVersion(store, matchId) : 0,
    due: now(),
    ...ASLEEP,
  });
  if (step === undefined) return { done: false };
  if (typeof step === 'string') return step;
  const notices = new Notices(deps, { matchId, isNew: true });
  const told = notices.ofChange(cause.kind, row.table, step.change, ASLEEP.isHere);
  await store.commit(matchId, [], step.change, told);
  if (told !== undefined) notices.stored(told);
  report(deps, cause.kind, row, { ...row, ...step.change });
  return { done: true };
}

/** In parts: a journal may have tens of thousands of entries, and play continues beside this. */
async function lastVersion(store: Pick<MatchStore, 'journal'>, matchId: string): Promise<number> {
  for (let after = 0; ; ) {
    const rows = await store.journal(matchId, { after, most: ENTRIES });
    after = rows.at(-1)?.version ?? after;
    if (rows.length < ENTRIES) return after;
  }
}

function begins(before: MatchRow, after: MatchRow): boolean {
  return !isBegun(before) && isBegun(after);
}

function report({ log, metrics }: Reports, cause: Cause['kind'], before: MatchRow, after: MatchRow): void {
  const { matchId, game, table } = after;
  if (begins(before, after)) {
    metrics.matchStarted(game);
    log.info({ matchId, game, seats: table.seats }, 'match started');
  } else if (cause === 'finish') {
    metrics.matchEnded(game, 'finished');
    log.info({ matchId, game }, 'match finished');
  } else if (cause === 'fault') metrics.matchEnded(game, 'frozen');
  else if (table.abandoned !== null && before.table.abandoned === null) {
    metrics.matchEnded(game, 'abandoned');
    log.info({ matchId, game, why: table.abandoned?.why }, 'match abandoned');
  }
}
