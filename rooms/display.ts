// Updates what is shown of a session: everything, or only what a command can change.
import type { Showcase } from './showcase.ts';
import { privatePartOf, progressOf, type Standing, tableFactsOf } from './truth.ts';

export class Display {
  readonly #showcase: Showcase;
  readonly #standing: Standing;
  #isBegun = false;

  constructor(showcase: Showcase, standing: Standing) {
    this.#showcase = showcase;
    this.#standing = standing;
  }

  showAll(): void {
    this.showTable();
    this.showProgress();
  }

  showTable(): void {
    this.#showcase.showTable(tableFactsOf(this.#standing));
  }

  /** What a command changes while the game continues. */
  showProgress(): void {
    const standing = this.#standing;
    // A broken match keeps showing its last state.
    if (standing.row.status === 'frozen' && this.#isBegun) return;
    this.#showcase.showProgress(progressOf(standing));
    for (let seat = 0; seat < standing.table.seats; seat++)
      this.#showcase.showPrivate(seat, privatePartOf(standing, seat));
    this.#isBegun = true;
  }
}
