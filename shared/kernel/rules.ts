// What a game says about each command and each kind of decision. The frame (`frame.ts`) does the rest.
import type { z } from 'zod';
import type { KernelCode, Rejection } from './codes.ts';
import type { Weight } from './game.ts';
import type { GameTypes, PlayOf, ReadingOf } from './play.ts';
import type { Seat } from './seat.ts';
import type { Frozen } from './secrecy.ts';

/** Why the rules forbid a command; `undefined` where they do not. */
export type RefusalOf<G extends GameTypes> = Rejection<G['Code'] | KernelCode> | undefined;

/** The command of this type. An object without fields adds nothing: its inferred type would forbid `type` as well. */
type Fields<Type extends string, Payload extends z.ZodObject> = {
  type: Type;
} & (string extends keyof z.infer<Payload> ? unknown : z.infer<Payload>);

/** Everything about one command. Its decision id, seat and payload are checked before any of this is asked. */
export interface CommandRule<
  G extends GameTypes,
  Type extends string = string,
  Payload extends z.ZodObject = z.ZodObject,
> {
  readonly type: Type;
  /** What is sent with it. */
  readonly payload: Payload;
  /** The kinds of decision that it answers. None: any seat may send it, unasked, while the game runs. */
  readonly answers: readonly G['Kind'][];
  /** Why it is forbidden, if it is. Left out: it never is. Changes nothing. */
  refuse?(reading: ReadingOf<G>, seat: Seat, command: Frozen<Fields<Type, Payload>>): RefusalOf<G>;
  /**
   * Does what `refuse` has let pass. The decision that was answered is closed by then; what this leaves
   * open, or the game's `runOn`, is what is asked next.
   */
  carryOut(play: PlayOf<G>, seat: Seat, command: Frozen<Fields<Type, Payload>>): void;
  /** Every legal instance, each once, lazily: asked for only where the command could be an answer. */
  legal(reading: ReadingOf<G>, seat: Seat): Iterable<Fields<Type, Payload>>;
  /** For commands with parts that count in some positions only. */
  readonly optional?: {
    /** Whether they count here; if not, the command is carried out and recorded without them. */
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
  /** Such decisions may name an allotment, a clock that runs on from one to the next: a whole turn, say. */
  readonly allotted?: true;
  /** Several seats answer on one allotment: a phase of all players. */
  readonly shared?: true;
  /** What a time-out plays. */
  fallback(reading: ReadingOf<G>, seat: Seat): Command;
}

/** The way to write a rule of this game down, with the types of its own payload. */
export function commandRuleFor<G extends GameTypes>() {
  return <const Type extends string, Payload extends z.ZodObject>(
    rule: CommandRule<G, Type, Payload>,
  ): CommandRule<G, Type, Payload> => rule;
}
