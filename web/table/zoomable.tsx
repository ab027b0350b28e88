// A window onto the board, which is dragged, scrolled and magnified.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { followGestures, type Point } from '../lib/gestures.ts';
import { FITTING, type Lens, magnified } from './zoom.ts';

const TAPPED = 2;

export function Zoomable({ children }: { readonly children: ComponentChildren }) {
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: outer } = frame;
    const { current: inner } = sheet;
    if (outer === null || inner === null) return;
    return followed(outer, inner);
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus
    <div class="table-zoom" ref={frame} tabIndex={0}>
      <div ref={sheet}>{children}</div>
    </div>
  );
}

/** Until the returned function is called. */
function followed(outer: HTMLElement, inner: HTMLElement): () => void {
  let factor = FITTING.factor;
  const zoom = (by: number, point: Point) => {
    const { left: x, top: y } = outer.getBoundingClientRect();
    const lens: Lens = { factor, left: outer.scrollLeft, top: outer.scrollTop };
    const next = magnified(lens, by, { x: point.clientX - x, y: point.clientY - y });
    factor = next.factor;
    inner.style.transform = factor === 1 ? '' : `scale(${factor})`;
    outer.scrollTo(next.left, next.top);
  };
  return followGestures(outer, { zoom, tap: (at) => zoom(factor === 1 ? TAPPED : 1 / factor, at) });
}
