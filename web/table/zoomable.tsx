// A window onto the board: scrolled by one finger, magnified by two, by a pinch on a trackpad or by a double tap.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { FITTING, type Lens, magnified } from './zoom.ts';

/** Per pixel that a pinch on a trackpad reports. */
const WHEEL = 0.01;
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
  let apart = 0;
  const zoom = (by: number, point: { readonly clientX: number; readonly clientY: number }) => {
    const { left: x, top: y } = outer.getBoundingClientRect();
    const lens: Lens = { factor, left: outer.scrollLeft, top: outer.scrollTop };
    const next = magnified(lens, by, { x: point.clientX - x, y: point.clientY - y });
    factor = next.factor;
    inner.style.transform = factor === 1 ? '' : `scale(${factor})`;
    outer.scrollTo(next.left, next.top);
  };
  const pinch = (event: TouchEvent) => {
    const [one, other] = event.touches;
    if (one === undefined || other === undefined) {
      apart = 0;
      return;
    }
    const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (apart > 0) {
      if (event.cancelable) event.preventDefault();
      const clientX = (one.clientX + other.clientX) / 2;
      zoom(distance / apart, { clientX, clientY: (one.clientY + other.clientY) / 2 });
    }
    apart = distance;
  };
  const roll = (event: WheelEvent) => {
    // A pinch on a trackpad; wheels alone scroll.
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * WHEEL), event);
  };
  const tap = (event: MouseEvent) => {
    // Two quick choices are not a double tap.
    if (event.target instanceof Element && event.target.closest('button, a, [role]') !== null) return;
    zoom(factor === 1 ? TAPPED : 1 / factor, event);
  };
  outer.addEventListener('touchstart', pinch, { passive: true });
  outer.addEventListener('touchmove', pinch, { passive: false });
  outer.addEventListener('touchend', pinch, { passive: true });
  outer.addEventListener('wheel', roll, { passive: false });
  outer.addEventListener('dblclick', tap);
  return () => {
    outer.removeEventListener('touchstart', pinch);
    outer.removeEventListener('touchmove', pinch);
    outer.removeEventListener('touchend', pinch);
    outer.removeEventListener('wheel', roll);
    outer.removeEventListener('dblclick', tap);
  };
}
