// Explains pieces on a card, those that are cards with a larger picture: after a moment under the mouse, on a long
// press, and for the keyboard.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

const LONG_PRESS_MS = 500;
const HOVER_MS = 400;
/** Above the piece, unless there is no room. */
const ROOM_ABOVE = 72;
/** Beside the picture of a card, in its height. */
const ROOM_FOR_WORDS = 120;
/** Of the picture in pixels, and how much larger it is than the card. */
const CARD_HEIGHT = 200;
const WIDEST = 288;
const SMALLEST = 1.25;
const LARGEST = 3;
/** Half of the widest bubble, so that none leaves the window. */
const HALF = 168;

interface Bubble {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly side: 'above' | 'below';
  /** Of a card, in the size in which it lies there. */
  readonly picture: HTMLElement | null;
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
function Shown({ text, x, y, side, picture }: Bubble) {
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.showPopover(), [text, x, y]);
  useLayoutEffect(() => frame.current?.replaceChildren(...(picture === null ? [] : [picture])), [picture]);
  const [name, ...facts] = text.split(/(?<=[.!?:])\s+(?=\p{Lu})/u);
  return (
    <div
      ref={place}
      popover="manual"
      class="piece-bubble"
      data-side={side}
      data-large={picture === null ? undefined : ''}
      aria-hidden="true"
      style={{ left: `${x}px`, top: `${y}px` }}
    >
      <div ref={frame} class="piece-picture" hidden={picture === null} />
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
  const isCard = piece.matches('[data-card]');
  const below = window.innerHeight - bottom;
  const side = top < (isCard ? below : ROOM_ABOVE) ? 'below' : 'above';
  const text = piece.getAttribute('aria-label') ?? '';
  const half = Math.min(HALF, window.innerWidth / 2);
  const x = Math.min(Math.max((left + right) / 2, half), window.innerWidth - half);
  const y = side === 'above' ? top - 8 : bottom + 8;
  return {
    text,
    x,
    y,
    side,
    picture: isCard ? pictureOf(piece, Math.max(top, below) - ROOM_FOR_WORDS) : null,
  };
}

/** A copy that looks as the card does where it lies, and can neither be focused nor found by its id. */
function pictureOf(piece: HTMLElement, room: number): HTMLElement {
  const { width, height } = piece.getBoundingClientRect();
  const picture = document.createElement('div');
  picture.className = piece.className;
  picture.append(...[...piece.childNodes].map((child) => child.cloneNode(true)));
  const scale = Math.min(LARGEST, Math.max(SMALLEST, CARD_HEIGHT / height), room / height, WIDEST / width);
  const { fontSize } = getComputedStyle(piece);
  Object.assign(picture.style, { width: `${width}px`, height: `${height}px`, fontSize, zoom: String(scale) });
  const dress = document.createElement('div');
  dress.className = piece.closest('.piece-frame')?.firstElementChild?.className ?? '';
  dress.style.display = 'contents';
  dress.append(picture);
  return dress;
}
