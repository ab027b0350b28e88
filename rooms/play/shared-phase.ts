// Counts each seat's commands in a phase for all players, such as a market: none can fill it, or the match, alone.
import type { Decision } from '../../shared/kernel/decisions.ts';
import type { Game } from '../../shared/kernel/game.ts';
import type { Entry } from '../../shared/kernel/journal.ts';
import type { Seat } from '../../shared/kernel/seat.ts';

export class SharedPhase {
  readonly #kinds: readonly string[];
  readonly #most: number;
  #phase: string | undefined;
  #counts = new Map<Seat, number>();

  constructor({ sharedKinds }: Pick<Game, 'sharedKinds'>, most: number) {
    this.#kinds = sharedKinds;
    this.#most = most;
  }

  /** A command was played. `open`: the decisions after it. */
  note({ seat, by }: Entry, open: readonly Decision[]): void {
    const phase = this.#phaseOf(open);
    if (phase === undefined) return;
    if (phase !== this.#phase) {
      // This command led into the phase.
      this.#phase = phase;
      this.#counts = new Map();
    } else if (by !== 'clock') this.#counts.set(seat, (this.#counts.get(seat) ?? 0) + 1);
  }

  /** Whether the seat has had its share: it can only leave the phase. */
  isExhausted(seat: Seat, open: readonly Decision[]): boolean {
    const phase = this.#phaseOf(open);
    return phase !== undefined && phase === this.#phase && (this.#counts.get(seat) ?? 0) >= this.#most;
  }

  /** All its decisions share one allotment of time, which no later phase uses again. */
  #phaseOf(open: readonly Decision[]): string | undefined {
    return open.find(({ kind }) => this.#kinds.includes(kind))?.allotment;
  }
}
