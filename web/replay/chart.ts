// The points of all seats over time, as lines in a drawing. Pure geometry.

/** By version, then by seat. */
export type Standings = readonly (readonly number[])[];

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Free space around the lines, in which the axes have their numbers. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Line {
  readonly seat: number;
  /** Of an SVG path: level between two moves, a step where points change. */
  readonly path: string;
  /** Where the seat's shape stands on the line; those of two seats never stand at the same move. */
  readonly marks: readonly Place[];
}

export interface Chart {
  readonly lines: readonly Line[];
  readonly ticks: readonly { readonly points: number; readonly y: number }[];
  xOf(version: number): number;
  /** The version at a point of the drawing. */
  versionAt(x: number): number;
}

/** Between two shapes of the same line, in pixels. */
const BETWEEN_MARKS = 140;
const TICKS = 4;

/** `last`: the last version of the match; the lines may not extend that far yet. */
export function chartOf(standings: Standings, last: number, frame: Frame): Chart {
  const { width, height, left, right, top, bottom } = frame;
  const inner = { width: Math.max(1, width - left - right), height: Math.max(1, height - top - bottom) };
  const all = standings.flat();
  const least = Math.min(0, ...range(all).slice(0, 1));
  const step = niceStep(Math.max(1, ...range(all).slice(1)) - least);
  const floor = Math.floor(least / step) * step;
  const ceiling = Math.max(floor + step, Math.ceil(Math.max(1, ...range(all).slice(1)) / step) * step);
  const round = (value: number) => Math.round(value * 10) / 10;
  const xOf = (version: number) => round(left + (inner.width * version) / Math.max(1, last));
  const yOf = (points: number) => round(top + (inner.height * (ceiling - points)) / (ceiling - floor));
  const seats = standings[0]?.length ?? 0;
  const ticks = Array.from({ length: Math.round((ceiling - floor) / step) + 1 }, (_, n) => floor + n * step);
  const versionAt = (x: number) =>
    Math.min(last, Math.max(0, Math.round(((x - left) * Math.max(1, last)) / inner.width)));
  return {
    lines: Array.from({ length: seats }, (_, seat) => ({
      seat,
      path: pathOf(standings, seat, { xOf, yOf }),
      marks: marksOf(standings, seat, inner.width, last).map((version) => ({
        x: xOf(version),
        y: yOf(standings[version]?.[seat] ?? 0),
      })),
    })),
    ticks: ticks.map((points) => ({ points, y: yOf(points) })),
    xOf,
    versionAt,
  };
}

type Scale = Pick<Chart, 'xOf'> & { readonly yOf: (points: number) => number };

function pathOf(standings: Standings, seat: number, { xOf, yOf }: Scale): string {
  const parts: string[] = [];
  let before: number | undefined;
  for (const [version, standing] of standings.entries()) {
    const points = standing[seat] ?? 0;
    if (before === undefined) parts.push(`M${xOf(version)} ${yOf(points)}`);
    else if (points !== before) parts.push(`H${xOf(version)}V${yOf(points)}`);
    before = points;
  }
  parts.push(`H${xOf(Math.max(0, standings.length - 1))}`);
  return parts.join('');
}

/** Versions, evenly spread, each seat between those of the others. */
function marksOf(standings: Standings, seat: number, width: number, last: number): number[] {
  const seats = standings[0]?.length ?? 1;
  const rounds = Math.max(1, Math.floor(width / BETWEEN_MARKS));
  const spread = Array.from({ length: rounds }, (_, n) =>
    Math.round((Math.max(1, last) * (n + (seat + 0.5) / seats)) / rounds),
  );
  return [...new Set(spread)].filter((version) => version < standings.length);
}

/** Least and most; a match has too many versions to pass them all as arguments. */
function range(values: readonly number[]): readonly [] | readonly [number, number] {
  const [first] = values;
  if (first === undefined) return [];
  return [
    values.reduce((least, value) => Math.min(least, value), first),
    values.reduce((most, value) => Math.max(most, value), first),
  ];
}

/** 1, 2 or 5 times a power of ten. */
function niceStep(span: number): number {
  const rough = span / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((nice) => nice * power >= rough) ?? 10;
  return Math.max(1, factor * power);
}

/** The versions at which any points changed, the first and the last; at most so many. */
export function turningPoints(standings: Standings, most: number): number[] {
  const changes = standings.flatMap((standing, version) => {
    const before = standings[version - 1];
    return before === undefined || standing.some((points, seat) => points !== before[seat]) ? [version] : [];
  });
  const last = standings.length - 1;
  if (last > 0 && changes.at(-1) !== last) changes.push(last);
  if (changes.length <= most) return changes;
  return Array.from(
    { length: most },
    (_, n) => changes[Math.round((n * (changes.length - 1)) / (most - 1))] ?? 0,
  );
}
