// What a board of one game gets from the frame, and what it gives. The frame knows the games by this alone.
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { GameTypes, TableFacts, Teller } from '../../client/index.ts';
import type { Choice } from '../choice/choice.ts';
import type { Language } from '../lib/language.ts';

/** A position as it is drawn: now, a moment of the past, or what a command would lead to. */
export interface Scene<G extends GameTypes> {
  readonly version: number;
  readonly view: G['Public'];
  /** What only the seat sees whose eyes these are. */
  readonly own: G['Private'] | null;
  /** The latest move: traced on the board until the next. */
  readonly events: readonly G['Event'][];
  /** `now`: the latest; `past`: replayed, or not caught up yet; `foreseen`: not played yet. */
  readonly time: 'now' | 'past' | 'foreseen';
}

export interface BoardProps<G extends GameTypes> {
  readonly scene: ReadonlySignal<Scene<G>>;
  readonly table: ReadonlySignal<TableFacts>;
  /** Whose eyes these are; null for spectators. */
  readonly seat: number | null;
  readonly catalogue: G['Catalogue'];
  /** All names and sentences, in the player's language. */
  readonly teller: Teller<G>;
  readonly language: Language;
  /** The answer in the making; nothing can be picked where it is null (watching, looking back). */
  readonly choice: Choice<G> | null;
  /** Ids of components that a line of news names while it is pointed at, to be lit up. */
  readonly lit: ReadonlySignal<ReadonlySet<string>>;
  /** Seats that a line of news names. */
  readonly litSeats: ReadonlySignal<ReadonlySet<number>>;
}

export interface Guide {
  /** By kind of decision: what it means, for a first game. */
  readonly decisions: Readonly<Record<string, { readonly title: string; readonly text: string }>>;
}

/** Made by `boards/<id>/index.tsx`. */
export interface BoardModule<G extends GameTypes> {
  /** The drawing: as large as its place, which is a size container and scrolls; every choice on it is a real control with a name. */
  readonly Board: ComponentType<BoardProps<G>>;
  /** What lies in front of the player: hand and possessions, below the board. */
  readonly Own: ComponentType<BoardProps<G>>;
  /** What the seat has scored so far, as all can see; shown beside its name. */
  readonly points?: (view: G['Public'], seat: number) => number | null;
  readonly guide: Readonly<Record<Language, Guide>>;
}
