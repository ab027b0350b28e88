// Values computed once per command, enumeration or fallback, on first use.
import type { Components } from './components.ts';
import { type Chart, chartOf } from './geometry.ts';
import { type Duty, dutiesOf } from './phases/duties.ts';
import type { State } from './play.ts';

export class Memo {
  readonly #components: Components;
  readonly #state: State;
  #chart: Chart | undefined;
  #duties: readonly Duty[] | undefined;
  /** Set by everything that ends the running turn. */
  turnOver = false;

  constructor(components: Components, state: State, chart?: Chart) {
    this.#components = components;
    this.#state = state;
    this.#chart = chart;
  }

  /** The board of the state as a grid. */
  get chart(): Chart {
    this.#chart ??= chartOf(this.#components, this.#state.shown.board);
    return this.#chart;
  }

  /** The board has changed. */
  redraw(board: State['shown']['board']): void {
    this.#chart = chartOf(this.#components, board);
  }

  /** Ships of the active seat that must leave port, as of the first access. */
  get duties(): readonly Duty[] {
    this.#duties ??= dutiesOf({ components: this.#components, state: this.#state, memo: this });
    return this.#duties;
  }
}
