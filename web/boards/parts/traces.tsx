// Draws lines over a board: dotted ink from where the latest move began to where it ended.
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { curve, type Line } from './lines.ts';
import { middleIn, placeNamed } from './place.ts';

/** Of what a line leads to: pieces reach a little over the places where they lie. */
const RIM = 1.25;

interface Props {
  readonly board: RefObject<HTMLElement | null>;
  readonly lines: readonly Line[];
  /** Changes with every move. */
  readonly position: unknown;
}

interface Drawn {
  readonly path: string;
  readonly kind: Line['kind'];
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
    </svg>
  );
}

function drawnIn(root: HTMLElement, { from, to, orTo, kind, toRim }: Line): Drawn[] {
  if (kind === 'unseen') return [];
  const start = placeNamed(root, from);
  const end = placeNamed(root, to) ?? (orTo === undefined ? undefined : placeNamed(root, orTo));
  if (start === undefined || end === undefined) return [];
  const gap = toRim === true ? (Math.min(end.offsetWidth, end.offsetHeight) * RIM) / 2 : undefined;
  const path = curve(middleIn(root, start), middleIn(root, end), gap);
  return path === '' ? [] : [{ path, kind }];
}
