// A window onto the sea: dragged and scrolled, magnified by the wheel, two fingers, buttons or keys; it fits by default.
import type { Signal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
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
/** Per pixel of the wheel. */
const WHEEL = 0.0015;
/** A shorter movement counts as a click. */
const STILL = 6;
const QUARTER = Math.PI / 2;
/** Fingers that turn this far mean a quarter; more than half of one, so that they do not turn it back at once. */
const TWIST = 0.6 * QUARTER;

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
export function zoomBy(
  outer: HTMLElement,
  zoom: Signal<number>,
  by: number,
  at?: { clientX: number; clientY: number },
) {
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
function followed(outer: HTMLElement, zoom: Signal<number>, onTwist: (quarters: number) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  dragged(outer, signal);
  pinched(outer, zoom, onTwist, signal);
  outer.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      zoomBy(outer, zoom, Math.exp(-event.deltaY * (event.ctrlKey ? WHEEL * 6 : WHEEL)), event);
    },
    { passive: false, signal },
  );
  outer.addEventListener(
    'dblclick',
    (event) => {
      event.stopPropagation();
      // Two quick choices are not a double tap.
      if (event.target instanceof Element && event.target.closest('[data-can]') !== null) return;
      if (zoom.value === 1) zoomBy(outer, zoom, 2, event);
      else zoom.value = 1;
    },
    { signal },
  );
  return () => ending.abort();
}

/** By the mouse; fingers scroll by themselves. */
function dragged(outer: HTMLElement, signal: AbortSignal): void {
  let from:
    | { readonly x: number; readonly y: number; readonly left: number; readonly top: number }
    | undefined;
  let hasMoved = false;
  outer.addEventListener(
    'pointerdown',
    ({ pointerType, button, clientX, clientY }) => {
      hasMoved = false;
      if (pointerType === 'mouse' && button === 0)
        from = { x: clientX, y: clientY, left: outer.scrollLeft, top: outer.scrollTop };
    },
    { signal },
  );
  window.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (from === undefined) return;
      const [dx, dy] = [clientX - from.x, clientY - from.y];
      hasMoved ||= Math.hypot(dx, dy) > STILL;
      if (hasMoved) outer.scrollTo(from.left - dx, from.top - dy);
    },
    { signal },
  );
  const stop = () => {
    from = undefined;
  };
  window.addEventListener('pointerup', stop, { signal });
  window.addEventListener('pointercancel', stop, { signal });
  outer.addEventListener(
    'click',
    (event) => {
      if (hasMoved) event.stopPropagation();
      hasMoved = false;
    },
    { capture: true, signal },
  );
}

function pinched(
  outer: HTMLElement,
  zoom: Signal<number>,
  onTwist: (quarters: number) => void,
  signal: AbortSignal,
): void {
  let apart = 0;
  let angle = 0;
  const follow = (event: TouchEvent) => {
    const [one, other] = event.touches;
    if (one === undefined || other === undefined) {
      apart = 0;
      return;
    }
    event.stopPropagation();
    const [dx, dy] = [other.clientX - one.clientX, other.clientY - one.clientY];
    const distance = Math.hypot(dx, dy);
    const now = Math.atan2(dy, dx);
    if (apart === 0) angle = now;
    else {
      if (event.cancelable) event.preventDefault();
      const twisted = wrapped(now - angle);
      if (Math.abs(twisted) > TWIST) {
        angle = wrapped(angle + Math.sign(twisted) * QUARTER);
        onTwist(Math.sign(twisted));
      }
      zoomBy(outer, zoom, distance / apart, {
        clientX: (one.clientX + other.clientX) / 2,
        clientY: (one.clientY + other.clientY) / 2,
      });
    }
    apart = distance;
  };
  outer.addEventListener('touchstart', follow, { passive: true, signal });
  outer.addEventListener('touchmove', follow, { passive: false, signal });
  outer.addEventListener('touchend', follow, { passive: true, signal });
}

/** The same angle between −π and π. */
function wrapped(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}
