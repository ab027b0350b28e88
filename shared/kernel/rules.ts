// What a game defines for each command and each kind of decision. The frame (`frame.ts`) does the rest.
import type { z } from 'zod';
import type { KernelCode, Rejection } from './codes.ts';
import type { Weight } from './game.ts';
import type { GameTypes, PlayOf, ReadingOf } from './play.ts';
import type { Seat } from './seat.ts';
import type { Frozen } from './secrecy.ts';
import type { Given, OpenEntry } from './wish.ts';

/** Why the rules forbid a command; `undefined` if they allow it. */
export type RefusalOf<G extends GameTypes> = Rejection<G['Code'] | KernelCode> | undefined;

/** The command of this type. An empty payload adds no fields: its inferred type would also forbid `type`. */
type Fields<Type extends string, Payload extends z.ZodObject> = {
  type: Type;
} & (string extends keyof z.infer<Payload> ? unknown : z.infer<Payload>);

/** Everything about one command. Decision id, seat and payload are checked before any of this is called. */
export interface CommandRule<
  G extends GameTypes,
  Type extends string = string,
  Payload extends z.ZodObject = z.ZodObject,
> {
  readonly type: Type;
  /** The payload. */
  readonly payload: Payload;
  /** The kinds of decision that it answers. None: any seat may send it at any time while the game is running. */
  readonly answers: readonly G['Kind'][];
  /** Why it is forbidden, if it is; if omitted, it never is. Must not change anything. */
  refuse?(reading: ReadingOf<G>, seat: Seat, command: Frozen<Fields<Type, Payload>>): RefusalOf<G>;
  /**
   * Carries out a command that `refuse` allowed. The answered decision is already closed; the decisions that
   * this or the game's `runOn` opens come next.
   */
  carryOut(play: PlayOf<G>, seat: Seat, command: Frozen<Fields<Type, Payload>>): void;
  /**
   * All legal instances, each once, lazily; called only where the command could be an answer. A command that may
   * have thousands should skip those that do not match `wish` (see `wish.ts`); the others can ignore it. Instances
   * may share parts: nothing changes a listed command.
   */
  legal(reading: ReadingOf<G>, seat: Seat, wish?: Given): Iterable<Fields<Type, Payload>>;
  /**
   * For fields of such a command: every value that the field has in legal instances that match the wish, each once,
   * lazily.
   */
  readonly choices?: Readonly<
    Record<string, (reading: ReadingOf<G>, seat: Seat, wish: Given) => Iterable<unknown>>
  >;
  /**
   * For fields that can have more values than one answer lists: the first entry that leaves a choice within the wish,
   * and every value that it has there.
   */
  readonly entries?: Readonly<
    Record<string, (reading: ReadingOf<G>, seat: Seat, wish: Given) => OpenEntry | undefined>
  >;
  /**
   * With this a seat leaves a phase that others continue. A bot does so only after the people, or nobody would be left
   * in the market of Rotterdam to answer their offers.
   */
  readonly parting?: true;
  /**
   * For commands with parts that have an effect in some positions only: in Rotterdam, staying after the main action is
   * a choice only with a card to play. The journal should not claim otherwise.
   */
  readonly optional?: {
    /** Whether they have an effect here; if not, the command is carried out and recorded without them. */
    counts(reading: ReadingOf<G>, seat: Seat, command: Frozen<Fields<Type, Payload>>): boolean;
    without(command: Frozen<Fields<Type, Payload>>): Fields<Type, Payload>;
  };
}

/** The commands that a list of rules describes. */
export type CommandIn<Rules extends readonly Described[]> = {
  [Rule in keyof Rules]: Rules[Rule] extends Described<infer Type, infer Payload>
    ? Fields<Type, Payload>
    : never;
}[number];

interface Described<Type extends string = string, Payload extends z.ZodObject = z.ZodObject> {
  readonly type: Type;
  readonly payload: Payload;
}

/** Everything about one kind of decision. */
export interface QuestionRule<G extends GameTypes, Command> {
  readonly weight: Weight;
  /** Such decisions may share an allotment: one clock for a whole turn, for example. */
  readonly allotted?: true;
  /** Several seats answer on one allotment: a phase for all players. */
  readonly shared?: true;
  /** The command that a time-out plays. */
  fallback(reading: ReadingOf<G>, seat: Seat): Command;
}

/** Commands and questions of one game: their own types are inferred. */
export function rulesOf<G extends GameTypes>() {
  return {
    commandRule: <const Type extends string, Payload extends z.ZodObject>(
      rule: CommandRule<G, Type, Payload>,
    ) => rule,
    question: <Type extends string, Answer extends { readonly type: Type }>(rule: QuestionRule<G, Answer>) =>
      rule,
  };
}
