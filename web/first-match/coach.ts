// Who leads a first match: says each sentence in place of the question, and knows how to go on.
import type { ReadonlySignal } from '@preact/signals';

export interface Coach {
  readonly game: string;
  /** What is said now. */
  readonly sentence: ReadonlySignal<string>;
  /** Components, or `seat-0`, to look at. */
  readonly shows: ReadonlySignal<readonly string[]>;
  /** `told`: the player reads and goes on; `asked`: the player plays; `over`: the last sentence. */
  readonly manner: ReadonlySignal<'told' | 'asked' | 'over'>;
  /** The latest moves only lead to the next sentence. */
  readonly isQuick: ReadonlySignal<boolean>;
  /** How many steps are done. */
  readonly step: ReadonlySignal<number>;
  /** How much of it is done, from 0 to 1. */
  readonly share: ReadonlySignal<number>;
  goOn(): void;
}
