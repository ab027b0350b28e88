// Coasts drawn from the corners of tiles. A shore crosses a side of a tile in its middle and at a right angle, so that
// the shores of neighbours join without a break. Pure functions; a tile is one unit wide and high.

/** Corners after so many quarter turns clockwise. */
export function cornersTurned(corners: readonly number[], rotation: number): number[] {
  return [0, 1, 2, 3].map((corner) => corners[(corner - rotation + 8) % 4] ?? 0);
}

interface Coast {
  /** Filled with land. */
  readonly land: string;
  /** Where land meets the sea. */
  readonly shore: string;
}

/** By corner: where it is, and the middles of the sides before and after it, clockwise. */
const CORNERS = [
  { at: '0 0', from: '0 .5', to: '.5 0' },
  { at: '1 0', from: '.5 0', to: '1 .5' },
  { at: '1 1', from: '1 .5', to: '.5 1' },
  { at: '0 1', from: '.5 1', to: '0 .5' },
] as const;

/** By the side of land, north first. A straight shore that swings a little, but not where it meets its neighbours. */
const STRAIGHT = [
  { land: 'H1V.5', shore: 'C.78 .5 .74 .43 .5 .5 .26 .57 .22 .5 0 .5', from: '1 .5', at: '0 0' },
  { land: 'V1H.5', shore: 'C.5 .78 .57 .74 .5 .5 .43 .26 .5 .22 .5 0', from: '.5 1', at: '1 0' },
  { land: 'H0V.5', shore: 'C.22 .5 .26 .57 .5 .5 .74 .43 .78 .5 1 .5', from: '0 .5', at: '1 1' },
  { land: 'V0H.5', shore: 'C.5 .22 .43 .26 .5 .5 .57 .74 .5 .78 .5 1', from: '.5 0', at: '0 1' },
] as const;

export function coastOf(corners: readonly number[]): Coast {
  const lands = [0, 1, 2, 3].filter((corner) => corners[corner] === 1);
  if (lands.length === 4) return { land: 'M0 0H1V1H0Z', shore: '' };
  if (lands.length === 3) return cove([0, 1, 2, 3].find((corner) => corners[corner] !== 1) ?? 0);
  const side = sideOf(corners);
  if (side !== undefined) {
    const straight = STRAIGHT[side];
    if (straight !== undefined)
      return {
        land: `M${straight.at}${straight.land}${straight.shore}Z`,
        shore: `M${straight.from}${straight.shore}`,
      };
  }
  const rounds = lands.flatMap((corner) => CORNERS[corner] ?? []);
  return {
    land: rounds.map(({ at, from, to }) => `M${at}L${from}A.5 .5 0 0 0 ${to}Z`).join(''),
    shore: rounds.map(({ from, to }) => `M${from}A.5 .5 0 0 0 ${to}`).join(''),
  };
}

/** Of a tile with two corners of land side by side (CAB-1.3): the side of land, 0 north, 1 east, 2 south, 3 west. */
export function sideOf(corners: readonly number[]): number | undefined {
  const lands = corners.filter((corner) => corner === 1).length;
  const side = [0, 1, 2, 3].find((one) => corners[one] === 1 && corners[(one + 1) % 4] === 1);
  return lands === 2 ? side : undefined;
}

/** All but one corner is land. */
function cove(sea: number): Coast {
  const round = CORNERS[sea];
  if (round === undefined) return { land: '', shore: '' };
  const arc = `A.5 .5 0 0 0 ${round.to}`;
  const around = [1, 2, 3].map((by) => `L${CORNERS[(sea + by) % 4]?.at}`).join('');
  return { land: `M${round.from}${arc}${around}Z`, shore: `M${round.from}${arc}` };
}
