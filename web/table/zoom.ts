// Magnifying what scrolls: the point between the fingers stays where it is. Pure functions.

export const LARGEST = 4;

export interface Lens {
  readonly factor: number;
  /** What is scrolled out of sight, in pixels on the screen. */
  readonly left: number;
  readonly top: number;
}

export const FITTING: Lens = { factor: 1, left: 0, top: 0 };

/** Larger or smaller around a point of the window onto the board. */
export function magnified(lens: Lens, by: number, at: { readonly x: number; readonly y: number }): Lens {
  const factor = Math.min(LARGEST, Math.max(1, lens.factor * by));
  const ratio = factor / lens.factor;
  return {
    factor,
    left: Math.max(0, (lens.left + at.x) * ratio - at.x),
    top: Math.max(0, (lens.top + at.y) * ratio - at.y),
  };
}
