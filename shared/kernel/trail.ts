// The latest commands of a match and the state before them, from which any state in between is folded again.
import type { Game, Shape } from './game.ts';
import type { Entry } from './journal.ts';
import type { Seat } from './seat.ts';
import type { Frozen } from './secrecy.ts';
import { isUndo, reopened, UNDOS_PER_TURN, type Undo, type UndoCode } from './undo.ts';

/** So many commands at least, and at most twice as many, are remembered: what is older is not taken back. */
const KEPT = 32;

export class Trail<G extends Shape> {
  readonly #game: Game<G>;
  /** The state before the first entry. */
  #base: Frozen<G['State']>;
  /** A state between the entries, or the last one: the next base. */
  #middle: Frozen<G['State']>;
  #entries: readonly Entry<G['Command']>[] = [];

  constructor(game: Game<G>, state: Frozen<G['State']>) {
    this.#game = game;
    this.#base = state;
    this.#middle = state;
  }

  copy(): Trail<G> {
    const copy = new Trail(this.#game, this.#base);
    copy.#middle = this.#middle;
    copy.#entries = this.#entries;
    return copy;
  }

  /** `after`: the state that the entry led to. */
  add(entry: Entry<G['Command']>, after: Frozen<G['State']>): void {
    this.#entries = [...this.#entries, entry];
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
    let entry = this.#entries.at(-1);
    while (entry !== undefined && isUndo(entry.command)) entry = this.#entryOf(entry.command.to);
    return entry;
  }

  /** Why this seat may not take the latest command back by itself, apart from what came out by it. */
  hindrance(seat: Seat, { to }: Undo): UndoCode | undefined {
    const { latest } = this;
    const own = this.#entries.slice(this.#entries.findLastIndex((entry) => !isOwn(entry, seat)) + 1);
    if (own.length === 0) return this.#entries.length === 0 ? 'nothing-to-undo' : 'decided-since';
    if (latest === undefined || !own.includes(latest)) return 'nothing-to-undo';
    if (latest.version !== to + 1) return 'stale-undo';
    const undone = own.filter(({ command }) => isUndo(command));
    return undone.length >= UNDOS_PER_TURN ? 'undo-limit' : undefined;
  }

  /** The state of a remembered version. */
  stateAt(version: number): Frozen<G['State']> {
    const first = this.#base.version;
    const states = [this.#base];
    let last = this.#base;
    for (const entry of this.#entries.slice(0, version - first)) {
      last = this.#after(last, entry, (earlier) => states[earlier - first]);
      states.push(last);
    }
    if (last.version !== version) throw new Error(`version ${version} is forgotten`);
    return last;
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

  #entryOf(version: number): Entry<G['Command']> | undefined {
    return this.#entries[version - this.#base.version - 1];
  }
}

/** Whether the seat's player chose that: neither another seat nor a bot or the clock. */
function isOwn({ seat, by }: Entry, mine: Seat): boolean {
  return seat === mine && by === 'player';
}
