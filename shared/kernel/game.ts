// The interface that every game implements. Rooms, bots, load tests, replays and the
// contract suite use nothing else.
import type { z } from 'zod';
import type { Catalogue } from './catalogue.ts';
import type { KernelCode, OptionCode, Parsed, Rejection, RuleId } from './codes.ts';
import type { Streams } from './dealer.ts';
import type { Decision, StateBase } from './decisions.ts';
import type { ParsedEdition } from './edition.ts';
import type { Rng } from './rng.ts';
import type { StopReason } from './sealed.ts';
import type { Seat } from './seat.ts';
import type { Frozen } from './secrecy.ts';
import type { OpenEntry, Wish } from './wish.ts';

/** How much time a kind of decision gets: a turn's main choice, a reply others wait for, an obvious choice. */
export type Weight = 'main' | 'reply' | 'quick';

/** The fields common to all public views. */
export interface PublicBase {
  readonly version: number;
  readonly decisions: readonly Decision[];
}

/** The types that make up one game. */
export interface Shape {
  Edition: object;
  Options: object;
  State: StateBase;
  Command: { readonly type: string };
  Event: { readonly type: string };
  Public: PublicBase;
  Private: object;
  Code: string;
  Kind: string;
}

/** Something that happened: the event for all viewers, and what entitled seats see instead. */
export interface News<Event> {
  readonly all: Event;
  readonly only?: readonly { readonly seat: Seat; readonly event: Event }[];
}

export type Outcome<G extends Shape> =
  | {
      readonly ok: true;
      readonly state: Frozen<G['State']>;
      readonly news: readonly News<G['Event']>[];
      /** The command as recorded, without the parts that had no effect here. It leads to the same state. */
      readonly command?: G['Command'];
    }
  | Rejection<G['Code'] | KernelCode>;

/** What a seat can foresee of one of its commands. */
export interface Preview<G extends Shape> {
  readonly ok: true;
  /** Where it ends; `null` if it leads to the next decision. The views are those of just before. */
  readonly stop: StopReason | null;
  readonly all: G['Public'];
  readonly own: G['Private'];
  /** As this seat would see them. */
  readonly events: readonly G['Event'][];
}

export type Foresight<G extends Shape> = Preview<G> | Rejection<G['Code'] | KernelCode>;

export interface Ranked {
  readonly seat: Seat;
  /** 1 is best; tied seats share a place and the next one is skipped. */
  readonly place: number;
  readonly total: number;
  /** The terms that add up to the total. */
  readonly parts: Readonly<Record<string, number>>;
  /** Tie-breakers, most important first; higher is better. */
  readonly tieBreak?: Readonly<Record<string, number>>;
}

export interface Result {
  readonly reason: string;
  /** By place, then seat. */
  readonly ranking: readonly Ranked[];
  readonly winners: readonly Seat[];
}

/** The zod schemas that validate and describe everything a game receives and sends. */
export interface GameSchemas {
  readonly options: z.ZodObject;
  /** By command type; without `type` and decision id. */
  readonly commands: Readonly<Record<string, z.ZodObject>>;
  /** By event type; including `type`. Fields that only entitled seats see are optional. */
  readonly events: Readonly<Record<string, z.ZodObject>>;
  readonly publicView: z.ZodObject;
  readonly seatView: z.ZodObject;
}

/**
 * A game with its components. Methods are pure: they depend on their arguments and the edition
 * alone. `Frozen` arguments are never changed.
 */
export interface Game<G extends Shape = Shape> {
  readonly id: string;
  /** That of its family. */
  readonly rulesVersion: number;
  /** Name of the edition whose components this game uses. */
  readonly edition: string;
  readonly seats: { readonly min: number; readonly max: number };
  readonly kinds: Readonly<Record<G['Kind'], Weight>>;
  /**
   * Kinds that several seats answer on one allotment (a phase for all players). The time is limited to the
   * allotment, whichever seats are still to answer; banks are used for single-seat decisions only.
   */
  readonly sharedKinds: readonly G['Kind'][];
  readonly commands: readonly G['Command']['type'][];
  /** Commands that answer no decision; they are sent without a decision id. */
  readonly unasked: readonly G['Command']['type'][];
  /** Commands with which a seat leaves a phase that others continue; a bot sends them only after the people. */
  readonly partings: readonly G['Command']['type'][];
  readonly events: readonly G['Event']['type'][];
  /** The game's own rejection codes. */
  readonly codes: readonly G['Code'][];
  readonly schemas: GameSchemas;

  /** Options without `edition`, which has already been used to choose this game. */
  parseOptions(raw: unknown, seats: number): Parsed<G['Options'], OptionCode>;
  parseCommand(type: string, payload: unknown): Parsed<G['Command'], 'unknown-command' | 'bad-payload'>;
  /** `streams`: `one` under earlier rules, see `dealer.ts`. */
  setup(
    options: G['Options'],
    seats: number,
    seed: string,
    streams?: Streams,
  ): { readonly state: Frozen<G['State']>; readonly news: readonly News<G['Event']>[] };

  /** The open decisions. Empty: the game is over. Several: simultaneous. */
  decisions(state: Frozen<G['State']>): readonly Decision<G['Kind']>[];
  /** The command a time-out plays for a seat with an open decision. May name hidden cards, so it is never sent. */
  fallback(state: Frozen<G['State']>, seat: Seat): G['Command'];
  /**
   * All legal commands of a seat, each once, lazily; including those that answer no decision. With a wish: those
   * of one type that agree with it, in the same order, perhaps among others.
   */
  legal(state: Frozen<G['State']>, seat: Seat, wish?: Wish): Iterable<G['Command']>;
  /**
   * Every value that a field has in the legal commands that agree with the wish, each once, lazily; `undefined`
   * for fields of commands that can simply be listed.
   */
  choices(state: Frozen<G['State']>, seat: Seat, wish: Wish, field: string): Iterable<unknown> | undefined;
  /**
   * The first entry of a map or list that leaves a choice in the legal commands that agree with the wish; `undefined`
   * without one, and for fields whose values can simply be listed.
   */
  entry(state: Frozen<G['State']>, seat: Seat, wish: Wish, field: string): OpenEntry | undefined;
  /** Validates and applies one command and runs on to the next decision. Decision ids have been checked already. */
  apply(state: Frozen<G['State']>, seat: Seat, command: G['Command']): Outcome<G>;
  /** The command without the parts that have no effect in this position; see `Outcome.command`. */
  plain(command: G['Command']): G['Command'];
  /** The rule of this game behind one of the kernel's codes, if the rules name one. */
  ruleOf(code: KernelCode, state: Frozen<G['State']>): RuleId;

  publicView(state: Frozen<G['State']>): G['Public'];
  /** What this seat knows in addition to the public view. */
  seatView(state: Frozen<G['State']>, seat: Seat): G['Private'];
  /** The final ranking; `undefined` while the game is running. */
  result(state: Frozen<G['State']>): Result | undefined;
  /**
   * The points of each seat as if the game ended here, hidden ones included; at the end, the totals of the result.
   * `undefined`: this game counts nothing before its end.
   */
  standing(state: Frozen<G['State']>): readonly number[] | undefined;
  clone(state: Frozen<G['State']>): G['State'];
  /** Violated invariants. Empty in every reachable state. */
  violations(state: Frozen<G['State']>): readonly string[];
  /** A state that this seat cannot distinguish from the real one. */
  imagine(all: G['Public'], own: G['Private'], seat: Seat, seed: string): Frozen<G['State']>;
  /**
   * What a seat with these views can foresee of its own command. It works on an imagined state (`seed`), so it
   * cannot reveal anything; it stops where it would depend on what was imagined, or on chance.
   */
  preview(all: G['Public'], own: G['Private'], seat: Seat, command: G['Command'], seed: string): Foresight<G>;
  /**
   * Why this command, which the rules accept, brings out what some viewer does not know; `null`: it brings out nothing,
   * so it may be taken back. It works on the true state, but its answer depends on nothing that is hidden.
   */
  exposure(state: Frozen<G['State']>, seats: number, seat: Seat, command: G['Command']): StopReason | null;
  /** What a mate plays: sees only what its seat may see. The other strengths build on it (`bots/`). */
  greedy(all: G['Public'], own: G['Private'], seat: Seat, luck: Rng): G['Command'];
  /** A command that a bot of any strength sends without being asked, if any. */
  unprompted?(all: G['Public'], own: G['Private'], seat: Seat, luck: Rng): G['Command'] | undefined;
  /**
   * By seat, the points that it can expect at the end, roughly. Judged from the views of all seats, so it is for
   * imagined states only.
   */
  prospects(state: Frozen<G['State']>): readonly number[];
  /** The expected points by which a seat must lead to win three times in four. */
  readonly lead: number;
}

/** A game's texts in one language; `protocol/sentences.ts` describes how event texts are chosen and filled in. */
export interface Sentences {
  readonly title: string;
  readonly events: Readonly<Record<string, string>>;
  /** Parts of the sentences about events, such as an amount with its unit. */
  readonly phrases: Readonly<Record<string, string>>;
  readonly codes: Readonly<Record<string, string>>;
  readonly commands: Readonly<Record<string, string>>;
  readonly decisions: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  /** Terms of the final score and reasons for the end. */
  readonly results: Readonly<Record<string, string>>;
  /** Names of the fields of views, commands and components, by name or by the end of the path. */
  readonly fields: Readonly<Record<string, string>>;
  /** Their values that are words of the program, by `field=value`. */
  readonly values: Readonly<Record<string, string>>;
  readonly components: Readonly<Record<string, string>>;
  /** Names for the pieces of a kind that have none of their own, with their fields: `tug of strength {{strength}}`. */
  readonly kinds?: Readonly<Record<string, string>>;
}

/** The texts that the author of a game has written so far. */
export type WrittenTexts = Partial<Sentences> & Pick<Sentences, 'title'>;

export const LANGUAGES = ['fr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A game before its edition is chosen. One per folder of `shared/games`. */
export interface GameFamily<G extends Shape = Shape> {
  readonly id: string;
  /** Prefix of its rule ids, such as `BOR`. */
  readonly rulePrefix: string;
  /** Increases with every change that could alter the outcome of a journal. */
  readonly rulesVersion: number;
  /** The same game under earlier rules, for matches that began with them; nothing new is begun with these. */
  readonly past?: readonly GameFamily[];
  /** The built-in edition, as read from its file. */
  readonly builtIn: unknown;
  /** Describes the components of an edition to clients. */
  readonly catalogue: Catalogue;
  /** Options for a short match, for games in which random play may take thousands of moves. */
  readonly short?: object;
  readonly sentences: Readonly<Record<Language, Sentences>>;
  /** Texts that nobody has written and that are made from names of the program instead, as `fr.events.tug-sent`. */
  readonly unwritten: readonly string[];
  /** Validates component data; the error messages are for the author of the file. */
  parseEdition(raw: unknown): ParsedEdition<G['Edition']>;
  withEdition(edition: G['Edition']): Game<G>;
}
