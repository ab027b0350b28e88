// The legal commands of a seat.
import { openDecisionOf } from './decisions.ts';
import type { GameTypes, ReadingOf, StateOf } from './play.ts';
import type { CommandRule } from './rules.ts';
import type { Seat } from './seat.ts';
import type { OpenEntry, Wish } from './wish.ts';

export class Listing<G extends GameTypes> {
  /** By the kind of a seat's open decision, then without one. */
  readonly #candidates: ReadonlyMap<G['Kind'] | undefined, readonly CommandRule<G>[]>;
  readonly #reading: (state: StateOf<G>) => ReadingOf<G>;

  constructor(
    rules: readonly CommandRule<G>[],
    kinds: readonly G['Kind'][],
    reading: (state: StateOf<G>) => ReadingOf<G>,
  ) {
    const unasked = rules.filter(({ answers }) => answers.length === 0);
    const answering = (kind: G['Kind']) =>
      rules.filter(({ answers }) => answers.length === 0 || answers.includes(kind));
    this.#candidates = new Map([
      ...kinds.map((kind) => [kind, answering(kind)] as const),
      [undefined, unasked],
    ]);
    this.#reading = reading;
  }

  legal(state: StateOf<G>, seat: Seat, wish?: Wish): Iterable<{ readonly type: string }> {
    const all = this.#rulesFor(state, seat);
    const listed = wish === undefined ? all : all.filter(({ type }) => type === wish.type);
    const [only] = listed;
    if (only === undefined) return [];
    const reading = this.#reading(state);
    return listed.length === 1 ? only.legal(reading, seat, wish?.fields) : each(listed, reading, seat);
  }

  choices(state: StateOf<G>, seat: Seat, wish: Wish, field: string): Iterable<unknown> | undefined {
    return this.#ruleFor(state, seat, wish)?.choices?.[field]?.(this.#reading(state), seat, wish.fields);
  }

  entry(state: StateOf<G>, seat: Seat, wish: Wish, field: string): OpenEntry | undefined {
    return this.#ruleFor(state, seat, wish)?.entries?.[field]?.(this.#reading(state), seat, wish.fields);
  }

  #rulesFor(state: StateOf<G>, seat: Seat): readonly CommandRule<G>[] {
    return state.open.length === 0 ? [] : (this.#candidates.get(openDecisionOf(state, seat)?.kind) ?? []);
  }

  #ruleFor(state: StateOf<G>, seat: Seat, { type }: Wish): CommandRule<G> | undefined {
    return this.#rulesFor(state, seat).find((candidate) => candidate.type === type);
  }
}

function* each<G extends GameTypes>(
  listed: readonly CommandRule<G>[],
  reading: ReadingOf<G>,
  seat: Seat,
): Generator<{ readonly type: string }> {
  for (const rule of listed) yield* rule.legal(reading, seat);
}
