// Taking back the latest command of a match: the frame's own command, its news, why it is refused (docs/adr/0049), and the
// trail of states that lead back.

import { z } from 'zod';
import type { Decision, StateBase } from './decisions.ts';
import type { Game, Shape } from './game.ts';
import type { Entry } from './journal.ts';
import { SEAT_LIMIT, type Seat } from './seat.ts';
import type { Frozen } from './secrecy.ts';

export const undoFields = z.strictObject({
  /** The version to go back to: the one before the command that is taken back. */
  to: z.int().min(0),
});

/** As stored: clients never send who agreed. */
export const storedUndoFields = undoFields.extend({
  agreed: z
    .array(
      z
        .int()
        .min(0)
        .max(SEAT_LIMIT - 1),
    )
    .max(SEAT_LIMIT)
    .exactOptional(),
});

/** Goes back to the state of an earlier version. It is an entry of the journal like any other and makes a new version. */
export type Undo = {
  readonly type: 'undo';
  /** The version whose state is restored: the one before the command that is taken back. */
  readonly to: number;
  /** The seats of those who agreed, if they were asked. */
  readonly agreed?: readonly Seat[];
};

/** What everybody is told. */
export interface TakenBack {
  readonly type: 'taken-back';
  /** Whose they were. */
  readonly seat: Seat;
  /** The versions whose commands no longer count. */
  readonly versions: readonly number[];
  /** The seats of those who agreed, if they were asked. */
  readonly agreed?: readonly Seat[];
}

/** In the order they are checked. */
export const UNDO_CODES = [
  'nothing-to-undo',
  'decided-since',
  'stale-undo',
  'undo-limit',
  'touched-hidden',
  'touched-chance',
] as const;
export type UndoCode = (typeof UNDO_CODES)[number];

/** So many commands can be taken back at once, by agreement. */
export const UNDO_REACH = 8;

/** How often a seat may take something back before another seat, a bot or the clock decides. */
export const UNDOS_PER_TURN = 10;

export function isUndo(command: { readonly type: string }): command is Undo {
  return command.type === 'undo';
}

/** The version that a command goes back to, if it takes one back. */
export function restoredBy(command: { readonly type: string }): number | undefined {
  return isUndo(command) ? command.to : undefined;
}

/**
 * An earlier state as the version after `present`. Decisions that are still open keep their ids; those that are open
 * again get new ones, so that no late answer to the first is taken for an answer to the second.
 */
export function reopened<State extends { readonly [Key in keyof StateBase]: unknown }>(
  earlier: State & { readonly open: readonly Decision[] },
  present: { readonly version: number; readonly open: readonly Decision[] },
): State {
  const version = present.version + 1;
  const open = earlier.open.map((decision) =>
    present.open.some(({ id }) => id === decision.id)
      ? decision
      : { ...decision, id: version * SEAT_LIMIT + decision.seat },
  );
  return { ...earlier, version, open };
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
