// Updates what is shown of a session: everything, or only what a command can change.
import type { Showcase } from '../colyseus/showcase.ts';
import { privatePartOf, progressOf, type Situation, tableFactsOf } from './truth.ts';

export class Display {
  readonly #showcase: Showcase;
  readonly #situation: Situation;
  #isBegun = false;

  constructor(showcase: Showcase, situation: Situation) {
    this.#showcase = showcase;
    this.#situation = situation;
  }

  showAll(): void {
    this.showTable();
    this.showProgress();
  }

  showTable(): void {
    this.#showcase.showTable(tableFactsOf(this.#situation));
  }

  /** What a command changes while the game continues. */
  showProgress(): void {
    const situation = this.#situation;
    // A broken match keeps showing its last state.
    if (situation.row.status === 'frozen' && situation.play === undefined && this.#isBegun) return;
    this.#showcase.showProgress(progressOf(situation));
    for (let seat = 0; seat < situation.table.seats; seat++)
      this.#showcase.showPrivate(seat, privatePartOf(situation, seat));
    this.#isBegun = true;
  }
}
