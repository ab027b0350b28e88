// What a game keeps secret from whom, stated independently of its views: the oracle of the canary test.
import type { Game, GameFamily, Shape } from '../kernel/game.ts';
import type { Entry } from '../kernel/journal.ts';
import type { Seat } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';

/** One game's secrets matrix (`rules.md` in its folder) as functions of the true state. */
export interface SecretsMatrix<G extends Shape> {
  readonly family: GameFamily<G>;
  /** An edition in which every piece that may be hidden has a distinct name on the wire. */
  readonly edition: unknown;
  /** Options worth testing, for each number of seats. */
  readonly options: (seats: number) => readonly object[];
  /** Whether a fallback may name hidden pieces. */
  readonly fallbackTells: boolean;
  /** Parts of answers that name pieces without revealing where they are, such as everything that can be asked for. */
  readonly wishes?: RegExp;
  /** All pieces whose location may be secret. */
  pieces(edition: G['Edition']): Iterable<string>;
  /** Which of them this seat (`null`: all others) can see in this state. */
  visibleIds(state: Frozen<G['State']>, viewer: Seat | null): Iterable<string>;
  /** Hidden pieces that this command reveals to all, wherever they end up. */
  shownBy(
    before: Frozen<G['State']>,
    entry: Entry<G['Command']>,
    after: Frozen<G['State']>,
  ): Iterable<string>;
}

/** The same without the game's types: states come from a replay. */
export interface Oracle {
  readonly id: string;
  readonly game: Game;
  readonly options: (seats: number) => readonly object[];
  readonly fallbackTells: boolean;
  readonly wishes: RegExp | undefined;
  readonly pieces: readonly string[];
  visibleIds(state: unknown, viewer: Seat | null): ReadonlySet<string>;
  shownBy(before: unknown, entry: Entry, after: unknown): ReadonlySet<string>;
}

export function oracleOf<G extends Shape>(secrets: SecretsMatrix<G>): Oracle {
  const { family, edition, options, fallbackTells } = secrets;
  const parsed = family.parseEdition(edition);
  if (!parsed.ok) throw new Error(`${family.id}: ${parsed.reasons.join('; ')}`);
  return {
    id: family.id,
    game: family.withEdition(parsed.value) as unknown as Game,
    options,
    fallbackTells,
    wishes: secrets.wishes,
    pieces: [...secrets.pieces(parsed.value)],
    visibleIds: (state, viewer) => new Set(secrets.visibleIds(state as Frozen<G['State']>, viewer)),
    shownBy: (before, entry, after) =>
      new Set(
        secrets.shownBy(
          before as Frozen<G['State']>,
          entry as Entry<G['Command']>,
          after as Frozen<G['State']>,
        ),
      ),
  };
}
