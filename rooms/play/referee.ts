// Plays one match: one command at a time, each in the journal before it takes effect. Knows no
// sockets; every transport goes through here.

import { accept, type Parsed, type Rejection, reject } from '../../shared/kernel/codes.ts';
import type { Decision } from '../../shared/kernel/decisions.ts';
import type { Game, Result } from '../../shared/kernel/game.ts';
import type { Actor, Entry, Told } from '../../shared/kernel/journal.ts';
import { type Judgement, Match, type Submission, type Undone } from '../../shared/kernel/match.ts';
import { reasonOf } from '../../shared/kernel/reason.ts';
import { replayOnto } from '../../shared/kernel/replay.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import { isUndo, restoredBy, type Undo } from '../../shared/kernel/undo.ts';
import type { Sent } from '../../shared/protocol/envelope.ts';
import type { PreviewAnswer } from '../../shared/protocol/legal.ts';
import { performance } from '../clockwork.ts';
import { seedOf } from '../life/deal.ts';
import type { JournalRow, MatchRow } from '../life/match-store.ts';
import type { Owing } from '../life/notices.ts';
import { type Refusal, refusalOf } from '../life/states.ts';
import { codeOfUnstored } from '../life/store-error.ts';
import type { Prepared, StoredTable } from '../life/stored-table.ts';
import { heldSince } from '../life/succession.ts';
import type { RoomDeps } from '../ports.ts';
import { Queue } from '../schedule.ts';
import { TableClock } from './clock.ts';
import { PlayedCommands } from './played.ts';

/** Commands that may wait for their turn in one match; more are refused. */
const QUEUE_LIMIT = 128;

type GameNews = Told<{ readonly type: string }>;

/** The version created by a command, or why there is none. */
export type Played = Parsed<{ readonly version: number }>;

export interface RefereeContext {
  readonly deps: RoomDeps;
  readonly game: Game;
  readonly stored: StoredTable;
}

export class Referee {
  readonly match: Match;
  readonly clock: TableClock;
  readonly #deps: RoomDeps;
  readonly #stored: StoredTable;
  readonly #queue = new Queue();
  #isBroken = false;
  readonly #played: PlayedCommands;

  /** `startedAt`: when play began, corrected. `row`: if it begins now, that is not stored yet. */
  constructor({ deps, game, stored }: RefereeContext, startedAt: number, row: MatchRow = stored.row) {
    const { options, seats, clock, undo } = row.table;
    this.#deps = deps;
    this.#stored = stored;
    this.match = new Match(game, options, seats, seedOf(row, deps.hash));
    if (undo === 'off') this.match.keepNoTrail();
    this.#played = new PlayedCommands(deps.hash, game, deps.limits.commandsPerPhase);
    this.clock = new TableClock(clock, game, seats);
    this.clock.sync(this.match.decisions(), startedAt);
  }

  get matchId(): string {
    return this.#stored.row.matchId;
  }

  /** A fault has stopped it: its state is not to be shown. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Why no commands are played, whatever the rules say. */
  get obstacle(): Refusal | undefined {
    return this.#isBroken ? 'frozen' : refusalOf('command', this.#stored.row);
  }

  /**
   * Plays the next stored command again; throws if the rules refuse it. `at`: when it was accepted, corrected.
   */
  recall(row: JournalRow, at: number): readonly GameNews[] {
    let told: readonly GameNews[] = [];
    replayOnto(this.match, [row], (match, _row, news) => {
      told = news;
      this.clock.sync(match.decisions(), at, restoredBy(row.command));
      this.#played.count(row, match.decisions());
      if (row.version > heldSince(this.#stored.table, row.seat)) this.#played.add(row);
    });
    return told;
  }

  /** The version of the latest command that the seat's player sent; 0 without one. */
  lastPlayed(seat: Seat): number {
    return this.#played.latestOf(seat);
  }

  /** Another player has the seat. */
  forgetIds(seat: Seat): void {
    this.#played.forget(seat);
  }

  decisions(): readonly Decision[] {
    return this.match.decisions();
  }

  /** Too many commands: only fallbacks are played until the end. */
  get isLong(): boolean {
    return this.match.version >= this.#deps.limits.freeCommandsPerMatch;
  }

  /** The seat has had its share of a phase for all players: it can only leave. */
  isExhausted(seat: Seat): boolean {
    return this.#played.isExhausted(seat, this.match.decisions());
  }

  submit(seat: Seat, submission: Submission<{ readonly type: string }>, by: Actor): Promise<Played> {
    return this.#inTurn(() => this.#choose(seat, submission, by));
  }

  /**
   * A player's command, over any transport. With one id it is played once, and always gets the same answer.
   * `isHolder`: whether the sender still has the seat when it is the command's turn.
   */
  receive(
    seat: Seat,
    sent: Sent<{ readonly type: string }>,
    isHolder: () => boolean = () => true,
  ): Promise<Played> {
    const { commandId, decision, command } = sent;
    return this.#inTurn(() => {
      if (!isHolder()) return Promise.resolve(reject('not-a-player', null));
      if (commandId === null) return this.#choose(seat, sent, 'player');
      const played = this.#played.find(seat, commandId, decision, command);
      if (played === 'different')
        return Promise.resolve(reject('bad-payload', null, 'commandId: it stands for another command'));
      if (played !== undefined) return Promise.resolve(accept({ version: played }));
      return this.#choose(seat, sent, 'player', commandId);
    });
  }

  /** What takes the seat's latest command back, by itself or if these seats agree. */
  undoOf(seat: Seat, agreed?: readonly Seat[]): Parsed<Undone, Refusal> {
    const undo = this.match.undoOf(seat, agreed);
    const to = undo.ok ? undo.value.undo.to : this.match.version;
    const wanted: Undo = { type: 'undo', to, ...(agreed !== undefined && { agreed }) };
    const hindrance = this.#hindrance(seat, wanted);
    return hindrance === undefined ? undo : reject(hindrance, null);
  }

  /** What a command would lead to. Whatever goes wrong here, the match continues. */
  preview(seat: Seat, submission: Submission<{ readonly type: string }>): Parsed<PreviewAnswer> {
    const hindrance = this.#hindrance(seat, submission.command);
    if (hindrance !== undefined) return refuse(hindrance);
    const preview = this.match.preview(seat, submission);
    if (!preview.ok) return preview;
    const { stop, all, own, events } = preview;
    const { version } = all;
    return accept({
      version,
      complete: stop === null,
      stop,
      events: events.slice(),
      view: { ...all },
      seatView: { ...own },
    });
  }

  /** Plays the fallback of a decision, unless it was answered meanwhile. */
  expire(decision: Decision, by: Actor = 'clock'): Promise<Played> {
    return this.#inTurn(() => {
      if (this.match.decisionOf(decision.seat)?.id !== decision.id) {
        return Promise.resolve(reject('stale-decision', null));
      }
      return this.#play(() => this.match.proposeFallback(decision.seat, by));
    });
  }

  /** Resolves when no command is waiting. */
  async idle(): Promise<void> {
    await this.#queue.idle();
  }

  freeze(fault: unknown): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.match.drop();
    this.#stored.suffer(fault);
  }

  /** Work that must not happen in the middle of a command; its callers wait for each other. */
  between<Done>(work: () => Promise<Done>): Promise<Done> {
    return this.#queue.enter(work);
  }

  #inTurn(job: () => Promise<Played>): Promise<Played> {
    return this.#queue.length >= QUEUE_LIMIT ? Promise.resolve(refuse('rate-limited')) : this.between(job);
  }

  #choose(
    seat: Seat,
    submission: Submission<{ readonly type: string }>,
    by: Actor,
    commandId?: string,
  ): Promise<Played> {
    const hindrance = this.#hindrance(seat, submission.command);
    if (hindrance !== undefined) return Promise.resolve(refuse(hindrance));
    return this.#play(() => this.match.propose(seat, submission, by), commandId);
  }

  /** Why this seat cannot choose that now, whatever the rules say. */
  #hindrance(seat: Seat, command: { readonly type: string }): Refusal | undefined {
    const { obstacle } = this;
    if (obstacle !== undefined) return obstacle;
    if (this.isLong && !this.match.over) return 'journal-full';
    const isLeaving = this.match.game.partings.includes(command.type);
    if (!isLeaving && this.isExhausted(seat)) return 'phase-exhausted';
    return isUndo(command) ? this.#undoHindrance(seat, command) : undefined;
  }

  #undoHindrance(seat: Seat, { to, agreed }: Undo): Refusal | undefined {
    const { table } = this.#stored;
    if (table.undo === 'off') return 'undo-off';
    if (table.undo === 'consent' && agreed === undefined) return 'undo-by-consent';
    // Another player had the seat then.
    return to < heldSince(table, seat) ? 'nothing-to-undo' : undefined;
  }

  /** Counted from the last choice, which in a match of an older program may have come later. */
  get #isEndless(): boolean {
    const { freeCommandsPerMatch, finalCommandsPerMatch } = this.#deps.limits;
    return this.match.version >= Math.max(freeCommandsPerMatch, this.#played.chosen) + finalCommandsPerMatch;
  }

  async #play(judge: () => Judgement, commandId?: string): Promise<Played> {
    const { obstacle } = this;
    if (obstacle !== undefined) return refuse(obstacle);
    if (this.#isEndless) {
      this.freeze(new Error(`no end after ${this.match.version} commands`));
      return refuse('frozen');
    }
    const started = performance.now();
    const judgement = this.#guarded(judge);
    if (judgement === undefined) return refuse('internal-error');
    if (!judgement.ok) return judgement;
    const named: Entry = commandId === undefined ? judgement.entry : { ...judgement.entry, commandId };
    const row: JournalRow = { ...named, at: this.#deps.now() };
    const ending = this.#ending(judgement.result);
    const told = this.#told(ending, row.at);
    try {
      // The journal comes first: a command that is not stored never happened.
      await this.#deps.store.commit(this.matchId, [row], ending?.change ?? {}, told);
    } catch (fault) {
      this.#notStored(row, fault);
      return refuse(codeOfUnstored(fault));
    }
    this.#played.add(row);
    if (told !== undefined) this.#stored.notices.stored(told);
    this.#guarded(() => {
      this.match.settle();
      this.#played.count(row, this.match.decisions());
      this.clock.sync(this.match.decisions(), this.#deps.now(), restoredBy(row.command));
      ending?.takeEffect();
      const { version, seat, by, at } = row;
      this.#stored.accepted({ version, seat, by, at, news: judgement.news });
    });
    const seconds = (performance.now() - started) / 1000;
    this.#deps.metrics.commandAccepted(this.match.game.id, row.by, seconds);
    return accept({ version: row.version });
  }

  /** What is stored together with the last command. */
  #ending(result: Result | undefined): Prepared | undefined {
    const prepared = result && this.#stored.prepare({ kind: 'finish', result });
    return typeof prepared === 'object' ? prepared : undefined;
  }

  /** Who is to be told that a decision opens, or that the match is over. */
  #told(ending: Prepared | undefined, now: number): Owing | undefined {
    const stored = this.#stored;
    const told = stored.notices.ofDecisions(this.match.decisions(), () => {
      const open = this.match.proposedDecisions();
      const clock = this.clock.foreseen(open, now);
      return {
        table: stored.table,
        open,
        deadlineOf: (one) => clock.deadline(one),
        isServed: stored.isServed,
      };
    });
    if (ending === undefined) return told;
    const over = stored.notices.ofAbsent('over', stored.table, stored.isConnected);
    return over.length === 0 ? told : { ...told, owed: [...(told?.owed ?? []), ...over] };
  }

  #notStored({ version }: Entry, fault: unknown): void {
    this.match.drop();
    const reason = reasonOf(fault);
    this.#deps.log.error({ matchId: this.matchId, version, reason }, 'journal not written');
  }

  /** An exception here is a bug: it stops only this match. */
  #guarded<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (fault) {
      this.freeze(fault);
      return undefined;
    }
  }
}

function refuse(code: Refusal): Rejection {
  return reject(code, null);
}
