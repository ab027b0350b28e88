// The sole owner of a state. A Match gives out views, decisions and news,
// never the state itself.
import { expectations } from './bots/expectations.ts';
import { canonicalJson } from './canonical.ts';
import { accept, type KernelCode, type Parsed, type Rejection, reject } from './codes.ts';
import { type Decision, nameDecision, openDecisionOf } from './decisions.ts';
import type { Foresight, Game, News, Result, Shape } from './game.ts';
import type { Actor, Entry, Told } from './journal.ts';
import { Trail } from './journal.ts';
import type { StopReason } from './sealed.ts';
import type { Seat } from './seat.ts';
import { conceal, type Frozen, type Hidden } from './secrecy.ts';
import { isUndo, reopened, type Undo, type UndoCode } from './undo.ts';
import type { OpenEntry, Wish } from './wish.ts';

/** Any would do, since nothing depends on it; it must not be the match's own. */
const IMAGINATION_SEED = '0'.repeat(32);

/** What came out by a command that cannot be taken back. */
const UNDO_REASONS = { hidden: 'touched-hidden', chance: 'touched-chance' } as const;

/** A command with the id of the decision it answers; `null` for commands that answer none. */
export interface Submission<Command> {
  readonly decision: number | null;
  readonly command: Command;
}

/** A command that the rules accept but that has not taken effect yet; `Match.settle` applies it. */
interface Proposal<G extends Shape = Shape> {
  readonly ok: true;
  readonly entry: Entry<G['Command']>;
  readonly news: readonly Told<G['Event']>[];
  /** Set if this command ends the game. */
  readonly result: Result | undefined;
}

/** An undo that would be accepted, and the commands that it takes back, in order. */
export interface Undone<G extends Shape = Shape> {
  readonly undo: Undo;
  readonly taken: readonly Entry<G['Command']>[];
}

export type Judgement<G extends Shape = Shape> = Proposal<G> | Rejection<G['Code'] | KernelCode | UndoCode>;

export class Match<G extends Shape = Shape> {
  readonly game: Game<G>;
  readonly seats: number;
  /** The news of the setup (version 0). */
  readonly overture: readonly News<G['Event']>[];
  /** Games must not change the state they are passed. */
  #state: Frozen<G['State']>;
  #proposed: { readonly state: Frozen<G['State']>; readonly entry: Entry<G['Command']> } | undefined;
  #trail: Trail<G> | undefined;
  /** What came out by commands that were played: an entry is the same one in every copy of the trail. */
  readonly #exposures = new WeakMap<Entry<G['Command']>, StopReason | null>();

  constructor(game: Game<G>, options: G['Options'], seats: number, seed: string) {
    const { state, news } = game.setup(options, seats, seed);
    this.game = game;
    this.seats = seats;
    this.overture = news;
    this.#state = state;
    this.#trail = new Trail(game, state);
  }

  /** Nothing will be taken back, so nothing of the past is kept for that. */
  keepNoTrail(): void {
    this.#trail = undefined;
  }

  get version(): number {
    return this.#state.version;
  }

  get over(): boolean {
    return this.#state.open.length === 0;
  }

  decisions(): readonly Decision<G['Kind']>[] {
    return this.game.decisions(this.#state);
  }

  decisionOf(seat: Seat): Decision | undefined {
    return openDecisionOf(this.#state, seat);
  }

  /**
   * Validates a command of a seat. Nothing takes effect until `settle`, so the journal can be
   * written first, and a failure there (`drop`) leaves the match as it was.
   */
  propose(seat: Seat, submission: Submission<G['Command'] | Undo>, by: Actor): Judgement<G> {
    if (this.#proposed !== undefined) throw new Error('the last proposal is neither settled nor dropped');
    const { decision, command } = submission;
    if (isUndo(command) && by !== 'player') return reject('nothing-to-undo', null);
    if (isUndo(command))
      return this.#refuseUndo(seat, decision, command) ?? this.repeatUndo(seat, command, by);
    const early = this.#checkTiming(seat, { decision, command });
    if (early !== undefined) return early;
    const outcome = this.game.apply(this.#state, seat, command);
    if (!outcome.ok) return outcome;
    const entry: Entry<G['Command']> = {
      version: outcome.state.version,
      seat,
      by,
      decision,
      command: outcome.command ?? command,
    };
    this.#proposed = { state: outcome.state, entry };
    const result = outcome.state.open.length === 0 ? this.game.result(outcome.state) : undefined;
    return { ok: true, entry, news: outcome.news, result };
  }

  /** Proposes what was judged before: an undo of a journal stands, whatever later programs think of it. */
  repeatUndo(seat: Seat, command: Undo, by: Actor): Judgement<G> {
    const trail = this.#trail;
    const versions = trail?.since(command.to).map(({ version }) => version) ?? [];
    if (trail === undefined || versions[0] !== command.to + 1) return reject('stale-undo', null);
    const state = reopened(trail.stateAt(command.to), this.#state);
    const entry: Entry<G['Command']> = { version: state.version, seat, by, decision: null, command };
    this.#proposed = { state, entry };
    const { agreed } = command;
    const told = { type: 'taken-back', seat, versions, ...(agreed !== undefined && { agreed }) } as const;
    return { ok: true, entry, news: [{ all: told }], result: undefined };
  }

  /** Those that would be open if what is proposed took effect. */
  proposedDecisions(): readonly Decision<G['Kind']>[] {
    return this.game.decisions(this.#proposed?.state ?? this.#state);
  }

  settle(): void {
    if (this.#proposed === undefined) throw new Error('nothing is proposed');
    const { state, entry } = this.#proposed;
    this.#trail?.add(entry, this.#state, state);
    this.#state = state;
    this.#proposed = undefined;
  }

  drop(): void {
    this.#proposed = undefined;
  }

  /** A way back to the present state, however far the match has gone on. States are never changed. */
  bookmark(): () => void {
    const state = this.#state;
    const trail = this.#trail?.copy();
    return () => {
      this.#state = state;
      this.#trail = trail?.copy();
      this.#proposed = undefined;
    };
  }

  /** What takes this seat's latest command back, by itself or if these seats agree, or why it may not. */
  undoOf(seat: Seat, agreed?: readonly Seat[]): Parsed<Undone<G>, KernelCode | UndoCode> {
    const trail = this.#trail;
    const own = agreed === undefined ? trail?.latest : undefined;
    const to = own === undefined ? trail?.beforeLatestOf(seat) : own.version - 1;
    const undo: Undo = { type: 'undo', to: to ?? this.version, ...(agreed !== undefined && { agreed }) };
    return this.#refuseUndo(seat, null, undo) ?? accept({ undo, taken: trail?.since(undo.to) ?? [] });
  }

  /** Proposes the command that a time-out plays for this seat. */
  proposeFallback(seat: Seat, by: Actor = 'clock'): Judgement<G> {
    const decision = this.decisionOf(seat);
    if (decision === undefined) return reject('stale-decision', null);
    const command = this.game.fallback(this.#state, seat);
    return this.propose(seat, { decision: decision.id, command }, by);
  }

  legal(seat: Seat, wish?: Wish): Iterable<G['Command']> {
    return this.game.legal(this.#state, seat, wish);
  }

  choices(seat: Seat, wish: Wish, field: string): Iterable<unknown> | undefined {
    return this.game.choices(this.#state, seat, wish, field);
  }

  entry(seat: Seat, wish: Wish, field: string): OpenEntry | undefined {
    return this.game.entry(this.#state, seat, wish, field);
  }

  /** What a seat can foresee of a command. Worked out from its views alone; changes nothing. */
  preview(seat: Seat, submission: Submission<G['Command']>): Foresight<G> {
    const early = this.#checkTiming(seat, submission);
    if (early !== undefined) return early;
    return this.game.preview(
      this.publicView(),
      this.seatView(seat),
      seat,
      submission.command,
      IMAGINATION_SEED,
    );
  }

  publicView(): G['Public'] {
    return this.game.publicView(this.#state);
  }

  seatView(seat: Seat): G['Private'] {
    return this.game.seatView(this.#state, seat);
  }

  result(): Result | undefined {
    return this.game.result(this.#state);
  }

  /** The points of each seat as if the match ended here. Hidden: they may depend on secrets. */
  standing(): Hidden<readonly number[] | undefined> {
    return conceal(this.game.standing(this.#state));
  }

  /** How likely each seat is to win. Hidden: it depends on what all of them hold. */
  chances(): Hidden<readonly number[]> {
    return conceal(expectations(this.game, this.#state));
  }

  violations(): readonly string[] {
    return this.game.violations(this.#state);
  }

  /** The whole state as text, for comparing replays. Hidden: it contains every secret. */
  fingerprint(): Hidden<string> {
    return conceal(canonicalJson(this.#state));
  }

  #refuseUndo(
    seat: Seat,
    decision: number | null,
    command: Undo,
  ): Rejection<KernelCode | UndoCode> | undefined {
    const { game } = this;
    if (this.over) return reject('game-over', game.ruleOf('game-over', this.#state));
    if (decision !== null) return reject('bad-payload', null, 'decision: this command answers none');
    const { agreed, to } = command;
    const trail = this.#trail;
    if (trail === undefined) return reject('nothing-to-undo', null);
    const hindrance =
      agreed === undefined ? trail.hindrance(seat, command) : trail.hindranceAmong(agreed, seat, command);
    if (hindrance !== undefined) return reject(hindrance, null);
    const exposure = this.#exposureAmong(trail.since(to), trail);
    return exposure === null ? undefined : reject(UNDO_REASONS[exposure], null);
  }

  /** What came out by the first of these that brought something out. */
  #exposureAmong(taken: readonly Entry<G['Command']>[], trail: Trail<G>): StopReason | null {
    const start = taken.findIndex((entry) => this.#exposures.get(entry) !== null);
    const rest = start < 0 ? [] : taken.slice(start);
    const known = rest[0] && this.#exposures.get(rest[0]);
    if (known !== undefined) return known;
    for (const [n, before] of trail.statesBefore(rest).entries()) {
      const { [n]: entry } = rest;
      if (entry === undefined) continue;
      const exposure = this.#exposures.get(entry) ?? this.#exposureOf(entry, before);
      if (exposure !== null) return exposure;
    }
    return null;
  }

  #exposureOf(entry: Entry<G['Command']>, before: Frozen<G['State']>): StopReason | null {
    const { command, seat } = entry;
    const exposure = isUndo(command) ? null : this.game.exposure(before, this.seats, seat, command);
    this.#exposures.set(entry, exposure);
    return exposure;
  }

  #checkTiming(seat: Seat, submission: Submission<G['Command']>): Rejection<KernelCode> | undefined {
    const { game } = this;
    const refuse = (code: KernelCode, detail?: string) =>
      reject(code, game.ruleOf(code, this.#state), detail);
    if (this.over) return refuse('game-over');
    if (game.unasked.includes(submission.command.type))
      return submission.decision === null
        ? undefined
        : refuse('bad-payload', 'decision: this command answers none');
    // Whether an id is missing depends on the decision, so it is checked last: a seat without an open decision
    // need not send one.
    if (submission.decision === null)
      return this.decisionOf(seat) === undefined
        ? refuse('not-your-turn')
        : refuse('bad-payload', 'decision: missing');
    const naming = nameDecision(this.#state, seat, submission.decision);
    return naming === 'open' ? undefined : refuse(naming);
  }
}
