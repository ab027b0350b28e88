// Everything that a game defines. The frame (`frame.ts`) turns it into a `Game`.
import type { z } from 'zod';
import type { KernelCode, OptionCode, Rejection, RuleId } from './codes.ts';
import type { Dealer } from './dealer.ts';
import type { PlainEdition } from './edition.ts';
import type { GameFamily, Language, Result, WrittenTexts } from './game.ts';
import type {
  DraftOf,
  GameTypes,
  PanoramaOf,
  PlayOf,
  PublicViewOf,
  ReadingOf,
  SightOf,
  StateOf,
} from './play.ts';
import type { CommandIn, CommandRule, QuestionRule } from './rules.ts';
import type { Seat } from './seat.ts';
import type { Frozen } from './secrecy.ts';

export type RuleList<G extends GameTypes> = readonly CommandRule<G>[];

/** The type parameters of the resulting `Game`. */
export interface ShapeOf<G extends GameTypes, Rules extends RuleList<G>> {
  Edition: G['Components'];
  Options: G['Options'];
  State: DraftOf<G>;
  Command: CommandIn<Rules>;
  Event: G['Event'];
  Public: PublicViewOf<G>;
  Private: G['SeatView'];
  Code: G['Code'];
  Kind: G['Kind'];
}

/** The two halves of a state that each game defines. */
type HalvesOf<G extends GameTypes> = Pick<DraftOf<G>, 'shown' | 'hidden'>;

/** Whether there is nothing in it: `Record<string, never>`. */
type IsEmpty<T> = [T] extends [Record<string, never>] ? true : false;

/**
 * Everything specific to a game. Functions depend only on their arguments. A game may leave out what has a default
 * (`defaults.ts`): an edition's reader and catalogue follow from its schema, and what a game has none of, such as
 * options or secrets, needs no description.
 */
export type GameRules<G extends GameTypes, Rules extends RuleList<G>> = RuleParts<G, Rules> &
  (
    | Required<Pick<RuleParts<G, Rules>, 'catalogue' | 'parseEdition'>>
    | Required<Pick<RuleParts<G, Rules>, 'editionSchema'>>
  ) &
  (IsEmpty<G['Options']> extends true ? unknown : Required<Pick<RuleParts<G, Rules>, 'optionsSchema'>>) &
  (IsEmpty<G['SeatView']> extends true
    ? unknown
    : Required<Pick<RuleParts<G, Rules>, 'seatViewSchema' | 'seatView'>>) &
  (IsEmpty<G['Secret']> extends true ? unknown : Required<Pick<RuleParts<G, Rules>, 'imagine'>>);

export interface RuleParts<G extends GameTypes, Rules extends RuleList<G>>
  extends Pick<GameFamily<ShapeOf<G, Rules>>, 'id' | 'rulePrefix' | 'rulesVersion' | 'builtIn' | 'short'>,
    Partial<Pick<GameFamily<ShapeOf<G, Rules>>, 'catalogue' | 'parseEdition'>> {
  /** The form of an edition, made by `editionOf`; where the game has a reader and a catalogue of its own, neither uses it. */
  readonly editionSchema?: z.ZodObject & z.ZodType<PlainEdition>;
  /** What is not written is made from the names of the program (`texts.ts`). */
  readonly sentences: Readonly<Record<Language, WrittenTexts>>;
  readonly events: { readonly [Type in G['Event']['type']]: z.ZodObject };
  /** The game's own rejection codes. */
  readonly codes: readonly G['Code'][];
  /** In the order in which legal commands are listed. */
  readonly commands: Rules;
  readonly questions: { readonly [Kind in G['Kind']]: QuestionRule<G, CommandIn<Rules>> };
  /** The public view without `version` and `decisions`. */
  readonly shown: z.ZodObject & z.ZodType<G['Shown']>;
  readonly seatViewSchema?: z.ZodObject & z.ZodType<G['SeatView']>;
  seats(components: G['Components']): { readonly min: number; readonly max: number };
  optionsSchema?(components: G['Components']): z.ZodObject & z.ZodType<G['Options']>;
  /** Rejects well-formed options that are not allowed here. */
  refuseOptions?(options: G['Options'], seats: number): Rejection<OptionCode> | undefined;
  /** The rule that malformed options break, if the rules name one: Comptoir numbers its options, and no position exists yet that `ruleOf` could read. */
  readonly optionsRule?: RuleId;
  /** The rule of this game behind one of the kernel's codes, if the rules name one. */
  ruleOf?(code: KernelCode, reading: ReadingOf<G>): RuleId;

  /** The initial table. The fields that `derive` computes need not be correct yet. */
  layOut(
    components: G['Components'],
    options: Frozen<G['Options']>,
    seats: number,
    dealer: Dealer,
  ): HalvesOf<G>;
  /** The news of the setup, and the first question. */
  begin(play: PlayOf<G>): void;
  /**
   * Computed anew for every command, enumeration and fallback; `carryOut` gets the same value as `refuse`. Cabo reads
   * its sea from a chart of all laid tiles, which hundreds of its legal commands then share.
   */
  memo?(components: G['Components'], state: StateOf<G>): G['Memo'];
  /** Runs the automatic steps after each command, up to the next decision. */
  runOn?(play: PlayOf<G>, seat: Seat, command: Frozen<CommandIn<Rules>>): void;
  /** Updates derived fields (phase, sizes of hands and piles), once after each command. */
  derive?(play: PlayOf<G>): void;
  /** A deep copy; without it, one made field by field, several times as slow. The frame copies the rest of the state. */
  copyShown?(shown: Frozen<G['Shown']>): G['Shown'];

  /** What this seat knows in addition to the public view. */
  seatView?(state: StateOf<G>, seat: Seat): G['SeatView'];
  /** The final ranking; `undefined` while the game is running. */
  result(reading: ReadingOf<G>): Result | undefined;
  /**
   * The points of each seat as if the game ended here, hidden ones included; at the end, the totals of the result.
   * Without it, this game counts nothing before its end.
   */
  standing?(reading: ReadingOf<G>): readonly number[] | undefined;
  /** Violated invariants. */
  violations?(reading: ReadingOf<G>): readonly string[];
  /** A hidden half that this seat cannot distinguish from the real one. */
  imagine?(sight: SightOf<G>): G['Secret'];
  /** What a mate plays; without it, any legal command. */
  greedy?(sight: SightOf<G>): CommandIn<Rules>;
  /** What a bot does although it is asked nothing: in Rotterdam it returns to a market that it has left. */
  unprompted?(sight: SightOf<G>): CommandIn<Rules> | undefined;
  /** By seat, the points that it can expect at the end, roughly; without it, its standing. */
  prospects?(panorama: PanoramaOf<G>): number[];
  /** The expected points by which a seat must lead to win three times in four; without it, one. */
  readonly lead?: number;
}
