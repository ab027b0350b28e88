// Draws lines over a board: dotted ink from where the latest move began to where it ended. A line to a seat ends at the
// rim of the board, with the mark of the seat.
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { SeatShape } from '../../seats/seat-mark.tsx';
import { curve, type Line, type Point } from './lines.ts';
import { middleIn, nearestWithin, placeNamed } from './place.ts';

/** Of what a line leads to: pieces reach a little over the places where they lie. */
const RIM = 1.25;
/** How far from the rim the marks of seats are, and how large. */
const RIM_PX = 10;

interface Props {
  readonly board: RefObject<HTMLElement | null>;
  readonly lines: readonly Line[];
  /** Changes with every move. */
  readonly position: unknown;
}

interface Drawn {
  readonly path: string;
  readonly kind: Line['kind'];
  /** At the end that is beside the board. */
  readonly seat?: AtRim;
}

interface AtRim extends Point {
  readonly seat: number;
}

/** Decorative: the news say the same in a sentence. */
export function Traces({ board, lines, position }: Props) {
  const [drawn, setDrawn] = useState<readonly Drawn[]>([]);
  useLayoutEffect(() => {
    const { current: root } = board;
    if (root === null) return;
    const draw = () => setDrawn(lines.flatMap((line) => drawnIn(root, line)));
    draw();
    const watcher = new ResizeObserver(draw);
    watcher.observe(root);
    return () => watcher.disconnect();
  }, [position]);
  return (
    <svg class="traces" aria-hidden="true">
      <defs>
        <marker
          id="trace-end"
          viewBox="0 0 10 10"
          refX="5"
          refY="5"
          markerWidth="5"
          markerHeight="5"
          orient="auto"
        >
          <path d="M1 1 9 5 1 9" class="traces-head" />
        </marker>
      </defs>
      {drawn.map(({ path, kind }) => (
        <path key={path} d={path} class="traces-line" data-kind={kind} marker-end="url(#trace-end)" />
      ))}
      {drawn.map(({ path, seat }) => seat && <Berth key={`seat ${path}`} {...seat} />)}
    </svg>
  );
}

function drawnIn(root: HTMLElement, { from, to, orTo, kind, toRim }: Line): Drawn[] {
  if (kind === 'unseen') return [];
  const start = placeNamed(root, from);
  const end = placeNamed(root, to) ?? (orTo === undefined ? undefined : placeNamed(root, orTo));
  if (start === undefined || end === undefined) return [];
  const gap = toRim === true ? (Math.min(end.offsetWidth, end.offsetHeight) * RIM) / 2 : undefined;
  const [first, last] = [start, end].map((element) => nearestWithin(root, middleIn(root, element), RIM_PX));
  const outside = [start, end].filter((element) => !root.contains(element));
  // What goes from seat to seat does not touch the board.
  if (first === undefined || last === undefined || outside.length === 2) return [];
  const path = curve(first, last, gap);
  const number = SEAT.exec(outside[0]?.dataset['at'] ?? '')?.[1];
  const rim = outside[0] === start ? first : last;
  if (path === '') return [];
  return [{ path, kind, ...(number !== undefined && { seat: { ...rim, seat: Number(number) } }) }];
}

const SEAT = /^seat-(\d+)$/;

function Berth({ seat, x, y }: AtRim) {
  return (
    <g transform={`translate(${x} ${y})`} class="traces-seat">
      <circle r={RIM_PX - 1} />
      <g transform="translate(-5.5 -5.5) scale(.69)">
        <SeatShape seat={seat} />
      </g>
    </g>
  );
}
