// A window onto the sea: dragged and scrolled, magnified by the wheel, two fingers, buttons or keys; it fits by default.
import type { Signal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { followGestures, type Point } from '../../lib/gestures.ts';
import { magnified } from '../../table/zoom.ts';
import type { Bounds } from './bounds.ts';

interface Props {
  readonly label: string;
  readonly bounds: Bounds;
  /** 1: all of the sea is seen, unless its cells would be too small. */
  readonly zoom: Signal<number>;
  readonly frame: RefObject<HTMLElement | null>;
  /** Two fingers were turned by this many quarter turns. */
  readonly onTwist: (quarters: number) => void;
  readonly children: ComponentChildren;
}

/** By one button or key. */
export const STEP = 1.4;
export function ChartWindow({ label, bounds, zoom, frame, onTwist, children }: Props) {
  const twist = useRef(onTwist);
  twist.current = onTwist;
  useEffect(() => {
    const { current: outer } = frame;
    return outer === null ? undefined : followed(outer, zoom, (quarters) => twist.current(quarters));
  }, []);
  const { columns, rows } = bounds;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus
    <section class="cab-window" ref={frame} tabIndex={0} aria-label={label}>
      <div
        class="cab-room"
        style={{ '--columns': String(columns), '--rows': String(rows), '--zoom': String(zoom.value) }}
      >
        {children}
      </div>
    </section>
  );
}

/** Larger or smaller around a point of the window; without one, around its middle. */
export function zoomBy(outer: HTMLElement, zoom: Signal<number>, by: number, at?: Point) {
  const { left, top, width, height } = outer.getBoundingClientRect();
  const point =
    at === undefined ? { x: width / 2, y: height / 2 } : { x: at.clientX - left, y: at.clientY - top };
  const lens = { factor: zoom.value, left: outer.scrollLeft, top: outer.scrollTop };
  const next = magnified(lens, by, point);
  zoom.value = next.factor;
  // Once it is as large as it will be.
  requestAnimationFrame(() => outer.scrollTo(next.left, next.top));
}

/** How large its cells are drawn, in pixels. */
export function cellOf(outer: HTMLElement): number {
  const sheet = outer.querySelector<HTMLElement>('.cab-sheet');
  if (sheet === null) return 0;
  return Number.parseFloat(getComputedStyle(sheet).getPropertyValue('width')) / columnsOf(sheet);
}

/** Brings a point of the sea, in cells from its corner, to the middle of the window. */
export function centreOn(outer: HTMLElement, point: { readonly x: number; readonly y: number }): void {
  const sheet = outer.querySelector<HTMLElement>('.cab-sheet');
  const cell = cellOf(outer);
  if (sheet === null || cell === 0) return;
  outer.scrollTo({
    left: sheet.offsetLeft + point.x * cell - outer.clientWidth / 2,
    top: sheet.offsetTop + point.y * cell - outer.clientHeight / 2,
  });
}

function columnsOf(sheet: HTMLElement): number {
  return Number(getComputedStyle(sheet).getPropertyValue('--columns')) || 1;
}

/** Until the returned function is called. */
function followed(outer: HTMLElement, zoom: Signal<number>, twist: (quarters: number) => void): () => void {
  return followGestures(outer, {
    zoom: (by, at) => zoomBy(outer, zoom, by, at),
    tap: (at) => {
      if (zoom.value === 1) zoomBy(outer, zoom, 2, at);
      else zoom.value = 1;
    },
    byWheel: true,
    twist,
  });
}
