// Explains pieces on a card: after a moment under the mouse, on a long press, and for the keyboard.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const LONG_PRESS_MS = 500;
const HOVER_MS = 400;
/** Above the piece, unless there is no room. */
const ROOM_ABOVE = 72;
/** Half of the widest bubble, so that none leaves the window. */
const HALF = 168;

interface Bubble {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly side: 'above' | 'below';
}

export function PieceFrame({ children }: { readonly children: ComponentChildren }) {
  const bubble = useSignal<Bubble | null>(null);
  const press = useRef<{ timer: number; isLong: boolean }>({ timer: 0, isLong: false });
  const hide = () => {
    clearTimeout(press.current.timer);
    bubble.value = null;
  };
  const explain = (target: EventTarget | null) => {
    const piece = pieceAt(target);
    if (piece?.isConnected === true) bubble.value = bubbleFor(piece);
  };
  useEffect(() => hide, []);
  const hover = useRef<{ timer: number; piece: HTMLElement | null }>({ timer: 0, piece: null });
  const leave = () => {
    clearTimeout(hover.current.timer);
    hover.current.piece = null;
    hide();
  };
  const events = {
    onFocusIn: ({ target }: FocusEvent) => {
      if (pieceAt(target)?.matches(':focus-visible') === true) explain(target);
    },
    onFocusOut: hide,
    onPointerDown: ({ pointerType, target }: PointerEvent) => {
      hide();
      press.current.isLong = false;
      if (pointerType === 'mouse') return;
      press.current.timer = window.setTimeout(() => {
        press.current.isLong = true;
        explain(target);
      }, LONG_PRESS_MS);
    },
    onPointerOver: ({ pointerType, target }: PointerEvent) => {
      const piece = pieceAt(target);
      if (pointerType !== 'mouse' || piece === hover.current.piece) return;
      leave();
      // The browser's own bubble would say it again.
      piece?.removeAttribute('title');
      const timer = window.setTimeout(() => explain(piece), HOVER_MS);
      hover.current = { timer, piece };
    },
    onPointerLeave: leave,
    onPointerUp: () => clearTimeout(press.current.timer),
    onPointerCancel: hide,
    onContextMenu: (event: MouseEvent) => {
      if (press.current.isLong) event.preventDefault();
    },
    // A long press does not choose the piece.
    onClickCapture: (event: MouseEvent) => {
      if (press.current.isLong) event.stopPropagation();
      press.current.isLong = false;
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide();
    },
  };
  return (
    <div class="piece-frame" {...events}>
      {children}
      {bubble.value !== null && <Shown {...bubble.value} />}
    </div>
  );
}

/** In the top layer, so that it is not clipped. Screen readers have already read it as the piece's name. */
function Shown({ text, x, y, side }: Bubble) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.showPopover(), [text, x, y]);
  const [name, ...facts] = text.split(/(?<=[.!?:])\s+(?=\p{Lu})/u);
  return (
    <div
      ref={place}
      popover="manual"
      class="piece-bubble"
      data-side={side}
      aria-hidden="true"
      style={{ left: `${x}px`, top: `${y}px` }}
    >
      <b>{name}</b>
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
    </div>
  );
}

function pieceAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.piece') : null;
}

function bubbleFor(piece: HTMLElement): Bubble {
  const { left, right, top, bottom } = piece.getBoundingClientRect();
  const side = top < ROOM_ABOVE ? 'below' : 'above';
  const text = piece.getAttribute('aria-label') ?? '';
  const half = Math.min(HALF, window.innerWidth / 2);
  const x = Math.min(Math.max((left + right) / 2, half), window.innerWidth - half);
  return { text, x, y: side === 'above' ? top - 8 : bottom + 8, side };
}
