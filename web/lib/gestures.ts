// Gestures on a window onto a board: dragged by the mouse, scrolled by one finger, magnified by two, by a pinch on a
// trackpad, by the wheel where it is wished, or by a double tap.

export interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

interface Gestures {
  /** Larger or smaller around a point. */
  readonly zoom: (by: number, at: Point) => void;
  /** A double tap on nothing that can be chosen. */
  readonly tap: (at: Point) => void;
  /** The wheel magnifies; else it scrolls, and only a pinch on a trackpad magnifies. */
  readonly byWheel?: boolean;
  /** Two fingers were turned by this many quarter turns. */
  readonly twist?: (quarters: number) => void;
}

/** Per pixel of the wheel, and of a pinch on a trackpad. */
const WHEEL = 0.0015;
const PINCH = 0.01;
/** A shorter movement counts as a click. */
const STILL = 6;
const QUARTER = Math.PI / 2;
/** Fingers that turn this far mean a quarter; more than half of one, so that they do not turn it back at once. */
const TWIST = 0.6 * QUARTER;

/** Until the returned function is called. A window within a window has its gestures to itself. */
export function followGestures(outer: HTMLElement, gestures: Gestures): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  dragged(outer, signal);
  pinched(outer, gestures, signal);
  outer.addEventListener(
    'wheel',
    (event) => {
      // A pinch on a trackpad says that Ctrl is held.
      if (!event.ctrlKey && gestures.byWheel !== true) return;
      event.preventDefault();
      event.stopPropagation();
      gestures.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? PINCH : WHEEL)), event);
    },
    { passive: false, signal },
  );
  outer.addEventListener(
    'dblclick',
    (event) => {
      event.stopPropagation();
      // Two quick choices are not a double tap.
      if (event.target instanceof Element && event.target.closest('[data-can], a') === null)
        gestures.tap(event);
    },
    { signal },
  );
  return () => ending.abort();
}

/** What a window within has begun to drag by. */
const taken = new WeakSet<Event>();

function scrolls({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}

/** By the mouse; fingers scroll by themselves. */
function dragged(outer: HTMLElement, signal: AbortSignal): void {
  let from:
    | { readonly x: number; readonly y: number; readonly left: number; readonly top: number }
    | undefined;
  let hasMoved = false;
  outer.addEventListener(
    'pointerdown',
    (event) => {
      const { pointerType, button, clientX, clientY } = event;
      hasMoved = false;
      if (pointerType !== 'mouse' || button !== 0 || taken.has(event) || !scrolls(outer)) return;
      taken.add(event);
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

function pinched(outer: HTMLElement, { zoom, twist }: Gestures, signal: AbortSignal): void {
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
      if (twist !== undefined && Math.abs(twisted) > TWIST) {
        angle = wrapped(angle + Math.sign(twisted) * QUARTER);
        twist(Math.sign(twisted));
      }
      zoom(distance / apart, {
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
