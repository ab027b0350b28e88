// The interface between the frame and the board of one game; the frame knows nothing else of the games.
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { GameTypes, LegalCommand, TableFacts, Teller } from '../../client/index.ts';
import type { Choice } from '../choice/choice.ts';
import type { Language } from '../lib/language.ts';
import type { TellPick } from '../wording/wording.ts';

/** A position to draw: the present, a past version, or a preview. */
export interface Scene<G extends GameTypes> {
  readonly version: number;
  readonly view: G['Public'];
  /** The seat view of the viewer. */
  readonly own: G['Private'] | null;
  /** The latest move: traced on the board until the next. */
  readonly events: readonly G['Event'][];
  /** What the latest move took back, as far as it is known here, in its order. */
  readonly gone?: readonly G['Event'][];
  /** `now`: the latest; `past`: replayed, or not caught up yet; `foreseen`: a preview. */
  readonly time: 'now' | 'past' | 'foreseen';
}

export interface BoardProps<G extends GameTypes> {
  readonly scene: ReadonlySignal<Scene<G>>;
  readonly table: ReadonlySignal<TableFacts>;
  /** The viewer's seat; null for spectators. */
  readonly seat: number | null;
  readonly catalogue: G['Catalogue'];
  /** All names and sentences, in the player's language. */
  readonly teller: Teller<G>;
  readonly language: Language;
  /** The current choice; null when nothing can be picked (watching, looking back). */
  readonly choice: Choice<G> | null;
  /** Ids of components named by the line of news under the pointer, to be highlighted. */
  readonly lit: ReadonlySignal<ReadonlySet<string>>;
  /** Seats named by that line. */
  readonly litSeats: ReadonlySignal<ReadonlySet<number>>;
}

export interface SeatProps<G extends GameTypes> extends BoardProps<G> {
  /** Whose things are drawn. */
  readonly of: number;
}

interface Guide {
  /** Explanations for a first game, by kind of decision. */
  readonly decisions: Readonly<Record<string, { readonly title: string; readonly text: string }>>;
}

/** A source of points or a cost, with what it came to for each seat. */
export interface AccountLine {
  readonly label: string;
  readonly amounts: readonly number[];
}

/**
 * How long the sentence of an event stays over the board: `none`, where the next one says it too, or nothing has
 * happened; `long`: money, cards that are revealed, fights, ends.
 */
export type Weight = 'none' | 'short' | 'usual' | 'long';
/** Of events that a game does not weigh. */
export const USUAL_WEIGHT: Weight = 'usual';

/** What an event gave to a seat or, negative, took from it. */
export interface Gain {
  readonly seat: number;
  readonly unit: string;
  readonly amount: number;
}

/** What components are worth, and whose they are. */
interface Assets<G extends GameTypes> {
  readonly catalogue: G['Catalogue'];
  readonly ownerOf: (component: string) => number | undefined;
}

/** What matters in the course of a match: the frame paces and sums up by it. */
export interface Weighing<G extends GameTypes> {
  readonly weights: Readonly<Record<G['Event']['type'], Weight>>;
  /** The seat whose turn an event begins. */
  readonly turnOf: (event: G['Event']) => number | null;
  /** Of consecutive events. */
  readonly gains: (events: readonly G['Event'][], assets: Assets<G>) => readonly Gain[];
  /** In words, such as «+6 −2 primes»; in the order in which they are told. */
  readonly units: Readonly<Record<string, (amounts: string, count: number) => string>>;
}

/** How to pass, and what the seat could do instead. */
export interface Pass<G extends GameTypes> {
  readonly command: LegalCommand<G>;
  /** Cards in its hand. */
  readonly held: readonly string[];
}

/** Implemented by `boards/<id>/index.tsx`. */
export interface BoardModule<G extends GameTypes> {
  /** The drawing, as large as its container, which scrolls; every choice on it is a real control with a name. */
  readonly Board: ComponentType<BoardProps<G>>;
  /** The player's own area below the board: hand and possessions. */
  readonly Own: ComponentType<BoardProps<G>>;
  /**
   * What a seat owns in public, drawn below its name; neither that nor the points nor whose turn it is. A piece that
   * is `at` the place `seat-N` is where lines to the seat lead.
   */
  readonly Seat?: ComponentType<SeatProps<G>>;
  /**
   * Types of commands that no piece, place or card of the drawing stands for, each with a short verb: the buttons
   * beside the question.
   */
  readonly verbs?: { readonly [Type in LegalCommand<G>['type']]?: () => string };
  /** The seat's public score so far, shown beside its name. */
  readonly points?: (view: G['Public'], seat: number) => number | null;
  readonly guide: Readonly<Record<Language, Guide>>;
  /** Where the points came from, from all events of a match; for games whose score has no parts. */
  readonly account?: (
    events: readonly G['Event'][],
    seats: number,
    teller: Teller<G>,
  ) => readonly AccountLine[];
  /** Of a question that is asked only because something might be played from the hand; else `undefined`. */
  readonly pass?: (kind: G['Kind'], commands: readonly LegalCommand<G>[]) => Pass<G> | undefined;
  /**
   * What a legal command comes to, where the game has several that differ only in an order without effect: the same
   * text for all of them, and one of them is offered among the options. Undefined: it is like no other.
   */
  readonly outcomeOf?: (command: LegalCommand<G>, view: G['Public']) => string | undefined;
  /** Parts of commands in the game's own words, such as «2 porters at quay 3», where a list of fields reads badly. */
  readonly tellPick?: TellPick;
  /** Without it all events are shown for their length, and nothing is summed up. */
  readonly weighing?: Weighing<G>;
}
