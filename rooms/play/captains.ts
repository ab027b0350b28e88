// What captains are asked, and what they answer.
import type { PublicBase, Weight } from '../../shared/kernel/game.ts';
import type { Seat } from '../../shared/kernel/seat.ts';

/** A decision for a captain, as plain data: what its seat knows, and a seed for its random choices. */
export interface CaptainsQuestion {
  readonly game: string;
  readonly editionHash: string;
  readonly rulesVersion: number;
  readonly all: PublicBase;
  readonly own: object;
  readonly seat: Seat;
  readonly seed: string;
  readonly weight: Weight;
}

/** A move to be compared with a captain's choice. */
export interface JudgesQuestion extends CaptainsQuestion {
  readonly played: { readonly type: string };
}

/** The captain's choice, and how likely a win seemed after either; `null` if there is nothing to compare. */
export type JudgesAnswer = {
  readonly choice: { readonly type: string };
  readonly played: number;
  readonly best: number;
} | null;

/** Thinks for captains, outside the event loop. */
export interface Captains {
  /**
   * A legal command; `undefined` if too many captains are thinking already, if the answer is late, or if thinking
   * failed. A person who wants advice waits longer than a table that waits for a bot: a thread may have to start first.
   * Advice never takes the last place from the bots.
   */
  choose(
    question: CaptainsQuestion,
    asker?: 'bot' | 'person',
  ): Promise<{ readonly type: string } | undefined>;
  /** `undefined` if no thread is free, or if thinking failed: those who play come first. */
  judge(question: JudgesQuestion): Promise<JudgesAnswer | undefined>;
}
