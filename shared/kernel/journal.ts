// The record of a match: its setup and every accepted command; and its trail, the latest commands and the state before
// them, from which any state in between is folded again.

import type { Game, News, Shape } from './game.ts';
import type { Seat } from './seat.ts';
import type { Frozen } from './secrecy.ts';
import {
  isUndo,
  reopened,
  type TakenBack,
  UNDO_REACH,
  UNDOS_PER_TURN,
  type Undo,
  type UndoCode,
} from './undo.ts';

/** The source of a command: the seat's player, its clock, or a bot playing for the seat. */
export type Actor = 'player' | 'clock' | 'bot';

export interface Entry<Command = { readonly type: string }> {
  readonly version: number;
  readonly seat: Seat;
  readonly by: Actor;
  readonly decision: number | null;
  readonly command: Command | Undo;
  /** The client's id for the command: a retry with the same id is not played again. */
  readonly commandId?: string;
}

/** Everything needed to replay a match exactly. */
export interface Beginning<Options = object> {
  readonly options: Options;
  readonly seats: number;
  readonly seed: string;
}

/** The news of one version: of a command of the game, or that one was taken back. */
export type Told<Event> = News<Event | TakenBack>;

/** The news of one version as a seat sees it; `null`: as a spectator sees it. */
export function newsFor<Event>(news: readonly News<Event>[], seat: Seat | null): Event[] {
  return news.map((item) => {
    const own = item.only?.find((addition) => addition.seat === seat);
    return own === undefined ? item.all : own.event;
  });
}

/** So many commands at least, and at most twice as many, are remembered: what is older is not taken back. */
const KEPT = 32;

export class Trail<G extends Shape> {
  readonly #game: Game<G>;
  /** The state before the first entry. */
  #base: Frozen<G['State']>;
  /** A state between the entries, or the last one: the next base. */
  #middle: Frozen<G['State']>;
  /** The state before the last entry: asked for after most moves, and far cheaper to keep than to fold again. */
  #before: Frozen<G['State']>;
  #entries: Entry<G['Command']>[] = [];

  constructor(game: Game<G>, state: Frozen<G['State']>) {
    this.#game = game;
    this.#base = state;
    this.#middle = state;
    this.#before = state;
  }

  copy(): Trail<G> {
    const copy = new Trail(this.#game, this.#base);
    copy.#middle = this.#middle;
    copy.#before = this.#before;
    copy.#entries = this.#entries.slice();
    return copy;
  }

  /** `before` and `after`: the states that the entry led from and to. */
  add(entry: Entry<G['Command']>, before: Frozen<G['State']>, after: Frozen<G['State']>): void {
    this.#entries.push(entry);
    this.#before = before;
    const isBeyond = isUndo(entry.command) && entry.command.to < this.#middle.version;
    // Nothing after the next base may refer to what is before it.
    if (isBeyond) this.#middle = after;
    if (after.version - this.#middle.version < KEPT) return;
    this.#entries = this.#entries.slice(this.#middle.version - this.#base.version);
    this.#base = this.#middle;
    this.#middle = after;
  }

  /** The latest command that counts. */
  get latest(): Entry<G['Command']> | undefined {
    return this.#counting(this.#entries.at(-1));
  }

  /** The commands after that version which count, in order: those that going back to it takes back. */
  since(to: number): readonly Entry<G['Command']>[] {
    const taken: Entry<G['Command']>[] = [];
    for (let entry = this.latest; entry !== undefined && entry.version > to; ) {
      taken.unshift(entry);
      entry = this.#counting(this.#entryOf(entry.version - 1));
    }
    return taken;
  }

  /** The version before the seat's latest command that counts, if that is within reach of an agreement. */
  beforeLatestOf(seat: Seat): number | undefined {
    let entry = this.latest;
    for (let n = 1; n < UNDO_REACH && entry !== undefined && entry.seat !== seat; n++)
      entry = this.#counting(this.#entryOf(entry.version - 1));
    return entry?.seat === seat ? entry.version - 1 : undefined;
  }

  /** Why this seat may not take the latest command back by itself, apart from what came out by it. */
  hindrance(seat: Seat, { to }: Undo): UndoCode | undefined {
    const { latest } = this;
    const own = this.#ownOf(seat);
    if (own.length === 0) return this.#entries.length === 0 ? 'nothing-to-undo' : 'decided-since';
    if (latest === undefined || !own.includes(latest)) return 'nothing-to-undo';
    if (latest.version !== to + 1) return 'stale-undo';
    return isLimited(own) ? 'undo-limit' : undefined;
  }

  /** Why it may not even if these seats agree, apart from what came out since: bots and clocks never do. */
  hindranceAmong(agreed: readonly Seat[], seat: Seat, { to }: Undo): UndoCode | undefined {
    const [own, ...others] = this.since(to);
    if (own?.seat !== seat || own.by !== 'player') return 'nothing-to-undo';
    if (own.version !== to + 1 || others.some((entry) => entry.seat === seat)) return 'stale-undo';
    const isTooFar = others.length >= UNDO_REACH;
    const isAgreed = others.every((entry) => entry.by === 'player' && agreed.includes(entry.seat));
    if (isTooFar || !isAgreed || !agreed.includes(seat)) return 'decided-since';
    return isLimited(this.#ownOf(seat)) ? 'undo-limit' : undefined;
  }

  /** The state of a remembered version. */
  stateAt(version: number): Frozen<G['State']> {
    if (version === this.#before.version) return this.#before;
    const state = this.#statesTo(version).at(-1);
    if (state?.version !== version) throw new Error(`version ${version} is forgotten`);
    return state;
  }

  /** The states in which these were played. */
  statesBefore(entries: readonly Entry<G['Command']>[]): readonly Frozen<G['State']>[] {
    if (entries[0]?.version === this.#before.version + 1) return [this.#before];
    const states = this.#statesTo((entries.at(-1)?.version ?? this.#base.version) - 1);
    return entries.flatMap(({ version }) => states[version - 1 - this.#base.version] ?? []);
  }

  #statesTo(version: number): readonly Frozen<G['State']>[] {
    const first = this.#base.version;
    const states = [this.#base];
    let last = this.#base;
    for (const entry of this.#entries.slice(0, Math.max(0, version - first))) {
      last = this.#after(last, entry, (earlier) => states[earlier - first]);
      states.push(last);
    }
    return states;
  }

  #after(
    state: Frozen<G['State']>,
    { seat, command }: Entry<G['Command']>,
    at: (version: number) => Frozen<G['State']> | undefined,
  ): Frozen<G['State']> {
    if (isUndo(command)) {
      const earlier = at(command.to);
      if (earlier === undefined) throw new Error(`version ${command.to} is forgotten`);
      return reopened(earlier, state);
    }
    const outcome = this.#game.apply(state, seat, command);
    if (!outcome.ok) throw new Error(`played before, now refused: ${outcome.code}`);
    return outcome.state;
  }

  /** What the seat's player chose since another seat, a bot or the clock decided. */
  #ownOf(seat: Seat): readonly Entry<G['Command']>[] {
    return this.#entries.slice(this.#entries.findLastIndex((entry) => !isOwn(entry, seat)) + 1);
  }

  /** The entry itself, or the one that counts again if it took something back. */
  #counting(entry: Entry<G['Command']> | undefined): Entry<G['Command']> | undefined {
    let counting = entry;
    while (counting !== undefined && isUndo(counting.command)) counting = this.#entryOf(counting.command.to);
    return counting;
  }

  #entryOf(version: number): Entry<G['Command']> | undefined {
    return this.#entries[version - this.#base.version - 1];
  }
}

function isLimited(own: readonly Entry[]): boolean {
  return own.filter(({ command }) => isUndo(command)).length >= UNDOS_PER_TURN;
}

/** Whether the seat's player chose that: neither another seat nor a bot or the clock. */
function isOwn({ seat, by }: Entry, mine: Seat): boolean {
  return seat === mine && by === 'player';
}
