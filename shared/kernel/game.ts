// The one interface that every game implements. Rooms, bots, load tests, replays and the
// contract suite know nothing else.
import type { z } from 'zod';
import type { Catalogue } from './catalogue.ts';
import type { KernelCode, OptionCode, Parsed, Rejection, RuleId } from './codes.ts';
import type { Decision, StateBase } from './decisions.ts';
import type { Rng } from './rng.ts';
import type { Seat } from './seat.ts';
import type { Frozen } from './secrecy.ts';

/** How much time a kind of decision deserves: a turn's chief choice, an answer others wait for, an obvious one. */
export type Weight = 'main' | 'reply' | 'quick';

/** What every public view has. */
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

/** Something that happened: what all see of it, and what the entitled seats see instead. */
export interface News<Event> {
  readonly all: Event;
  readonly only?: readonly { readonly seat: Seat; readonly event: Event }[];
}

export type Outcome<G extends Shape> =
  | {
      readonly ok: true;
      readonly state: G['State'];
      readonly news: readonly News<G['Event']>[];
      /** What is recorded, where a part of the command did not count here. It leads to the same state. */
      readonly command?: G['Command'];
    }
  | Rejection<G['Code'] | KernelCode>;

export interface Ranked {
  readonly seat: Seat;
  /** 1 is best; equal seats share a place and the next one is skipped. */
  readonly place: number;
  readonly total: number;
  /** Where the total comes from: the terms add up to it. */
  readonly parts: Readonly<Record<string, number>>;
  /** What decides among equal totals, the most important first; higher is better. */
  readonly tieBreak?: Readonly<Record<string, number>>;
}

export interface Result {
  readonly reason: string;
  /** By place, then seat. */
  readonly ranking: readonly Ranked[];
  readonly winners: readonly Seat[];
}

/** The zod schemas that check and describe everything a game receives and sends. */
export interface GameSchemas {
  readonly options: z.ZodObject;
  /** By command type; without `type` and without the decision id. */
  readonly commands: Readonly<Record<string, z.ZodObject>>;
  /** By event type; with `type`. Fields that only entitled seats see are optional. */
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
  /** Grows with every change that could alter the outcome of a journal. */
  readonly rulesVersion: number;
  /** Name of the edition whose components this game plays with. */
  readonly edition: string;
  readonly seats: { readonly min: number; readonly max: number };
  readonly kinds: Readonly<Record<G['Kind'], Weight>>;
  /**
   * Kinds that several seats answer on one allotment: a phase of all players. Its time is all there is,
   * whoever is still asked; banks are spent on decisions of one seat only.
   */
  readonly sharedKinds: readonly G['Kind'][];
  readonly commands: readonly G['Command']['type'][];
  /** Commands that answer no decision; they are sent without a decision id. */
  readonly unasked: readonly G['Command']['type'][];
  readonly events: readonly G['Event']['type'][];
  /** The game's own rejection codes. */
  readonly codes: readonly G['Code'][];
  readonly schemas: GameSchemas;

  /** Options without `edition`, which chose this game already. */
  parseOptions(raw: unknown, seats: number): Parsed<G['Options'], OptionCode>;
  parseCommand(type: string, payload: unknown): Parsed<G['Command'], 'unknown-command' | 'bad-payload'>;
  setup(
    options: G['Options'],
    seats: number,
    seed: string,
  ): { readonly state: G['State']; readonly news: readonly News<G['Event']>[] };

  /** Who must act now. Empty: over. Several: simultaneous. */
  decisions(state: Frozen<G['State']>): readonly Decision<G['Kind']>[];
  /** What a time-out plays for a seat with an open decision. May name hidden cards: never sent. */
  fallback(state: Frozen<G['State']>, seat: Seat): G['Command'];
  /** Every legal command of a seat, each once, lazily; also those that answer no decision. */
  legal(state: Frozen<G['State']>, seat: Seat): Iterable<G['Command']>;
  /** Judges one command and runs on to the next decision. Decision ids were checked before. */
  apply(state: Frozen<G['State']>, seat: Seat, command: G['Command']): Outcome<G>;
  /** The command without the parts that count in some positions only; see `Outcome.command`. */
  plain(command: G['Command']): G['Command'];
  /** The rule that one of the kernel's codes stands for here, if the rules say so. */
  ruleOf(code: KernelCode, state: Frozen<G['State']>): RuleId;

  publicView(state: Frozen<G['State']>): G['Public'];
  /** What this seat knows besides. */
  seatView(state: Frozen<G['State']>, seat: Seat): G['Private'];
  /** Final standing; `undefined` while the game runs. */
  result(state: Frozen<G['State']>): Result | undefined;
  clone(state: Frozen<G['State']>): G['State'];
  /** Conservation laws that are broken. Empty in every state that can be reached. */
  violations(state: Frozen<G['State']>): readonly string[];
  /** A state that this seat cannot tell from the real one. */
  imagine(all: G['Public'], own: G['Private'], seat: Seat, seed: string): G['State'];
  /** The built-in opponent: chooses from what one seat may see, and nothing else. */
  greedy(all: G['Public'], own: G['Private'], seat: Seat, luck: Rng): G['Command'];
}

export type Bot<G extends Shape> = Game<G>['greedy'];

/** Texts of a game in one language; how those of events are chosen and filled in: `protocol/sentences.ts`. */
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
  readonly components: Readonly<Record<string, string>>;
}

export const LANGUAGES = ['fr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A game before its components are chosen. One per folder of `shared/games`. */
export interface GameFamily<G extends Shape = Shape> {
  readonly id: string;
  /** Prefix of its rule ids, such as `BOR`. */
  readonly rulePrefix: string;
  /** The edition that comes with the program, as read from its file. */
  readonly builtIn: unknown;
  /** What clients draw its editions from. */
  readonly catalogue: Catalogue;
  /** Options under which a match is soon over, where by chance it may take thousands of moves. */
  readonly short?: object;
  readonly sentences: Readonly<Record<Language, Sentences>>;
  /** Checks component data; the reason of a refusal is for whoever wrote the file. */
  parseEdition(raw: unknown): { ok: true; value: G['Edition'] } | { ok: false; reasons: readonly string[] };
  withEdition(edition: G['Edition']): Game<G>;
}
