// A reader of this game: wrecks and tugs as the sentences tell them.
import { takeOut } from '../../../kernel/pieces.ts';
import {
  type Box,
  itemsIn,
  namesIn,
  numberIn,
  type Reader,
  type Reading,
  type Told,
  wordIn,
} from '../../../testing/reading.ts';
import type { Types } from '../state.ts';

class SalvageReader implements Reader {
  readonly #seat: Box['seat'];
  readonly #salvaged: string[][];
  readonly #spent: string[] = [];
  #inSight: string[] = [];
  #hand: string[] = [];

  constructor({ seats, seat }: Box) {
    this.#seat = seat;
    this.#salvaged = Array.from({ length: seats }, () => []);
  }

  hear(told: Told): void {
    this.#heard[told.type]?.(told);
  }

  position() {
    return {
      inSight: [...this.#inSight],
      salvaged: this.#salvaged.map((wrecks) => [...wrecks]),
      spent: this.#spent.toSorted(),
      hand: this.#hand.toSorted(),
    };
  }

  /** What each sentence changes. */
  readonly #heard: Readonly<Record<string, (told: Told) => void>> = {
    'game-started': (told) => {
      if (this.#seat !== null) this.#hand = namesIn(told, 'hand');
    },
    'wreck-sighted': (told) => {
      this.#inSight.push(wordIn(told, 'wreck'));
    },
    'tug-sent': (told) => {
      if (told['seat'] === this.#seat) takeOut(this.#hand, [wordIn(told, 'tug')]);
    },
    'tugs-revealed': (told) => {
      this.#spent.push(...itemsIn(told, 'tugs').map((sent) => wordIn(sent, 'tug')));
    },
    'wrecks-salvaged': (told) => {
      this.#salvaged[numberIn(told, 'seat')]?.push(...namesIn(told, 'wrecks'));
      this.#inSight = [];
    },
    'tug-drawn': (told) => {
      if (told['seat'] === this.#seat) this.#hand.push(wordIn(told, 'tug'));
    },
  };
}

export const reading: Reading = {
  needs: ['game-started', 'wreck-sighted', 'tug-sent', 'tugs-revealed', 'wrecks-salvaged', 'tug-drawn'],
  begin: (box) => new SalvageReader(box),
  truth: ({ inSight, players, spent }: Types['Shown'], own: Types['SeatView'] | null, { nameOf }) => ({
    inSight: inSight.map(nameOf),
    salvaged: players.map(({ salvaged }) => salvaged.map(nameOf)),
    spent: spent.map(nameOf).sort(),
    hand: (own?.hand ?? []).map(nameOf).sort(),
  }),
};
