// Values computed once per command, enumeration or fallback, on first use.
import type { Components, Laid, ShipId } from './components.ts';
import { type Chart, chartOf } from './geometry.ts';

/** A ship that must leave port. */
export interface Duty {
  readonly shipId: ShipId;
  /** What the cheapest exit costs in actions, after the ship's own bonus moves. */
  readonly needs: number;
}

type Board = readonly Readonly<Laid>[];

export class Memo {
  readonly #components: Components;
  #board: Board;
  #chart: Chart | undefined;
  /** Those of the active seat; read them with `dutiesOf`. */
  duties: readonly Duty[] | undefined;

  constructor(components: Components, board: Board) {
    this.#components = components;
    this.#board = board;
  }

  /** The board of the state as a grid. */
  get chart(): Chart {
    this.#chart ??= chartOf(this.#components, this.#board);
    return this.#chart;
  }

  /** The board has changed. */
  redraw(board: Board): void {
    this.#board = board;
    this.#chart = undefined;
  }

  /** For another position on the same board. */
  withoutDuties(): Memo {
    const memo = new Memo(this.#components, this.#board);
    memo.#chart = this.#chart;
    return memo;
  }
}
