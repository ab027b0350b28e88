// A sentence about an event in parts: names with their shapes, and components that are highlighted on the
// board.
import type { Signal } from '@preact/signals';
import type { ToldPart } from '../../client/index.ts';
import { SeatMark } from '../seats/seat-mark.tsx';

/** The components named by the line of news under the pointer. */
export interface Pointing {
  readonly lit: Signal<ReadonlySet<string>>;
  readonly litSeats: Signal<ReadonlySet<number>>;
}

interface Props {
  readonly parts: readonly ToldPart[];
  readonly pointing: Pointing;
}

export function Told({ parts, pointing }: Props) {
  return (
    <>
      {parts.map((part, place) => (
        // A sentence never changes its order.
        <Part key={place} part={part} pointing={pointing} />
      ))}
    </>
  );
}

function Part({ part, pointing }: { readonly part: ToldPart; readonly pointing: Pointing }) {
  if (part.as === 'seat')
    return (
      <span class="news-seat" {...pointsAt(pointing, [part]).hovered}>
        <SeatMark seat={part.seat} size={12} /> {part.text}
      </span>
    );
  if (part.as === 'component')
    return (
      <span class="news-thing" {...pointsAt(pointing, [part]).hovered}>
        {part.text}
      </span>
    );
  return part.text;
}

/** Highlights what the parts name while the pointer is on them; after a touch, until the next one. */
export function pointsAt({ lit, litSeats }: Pointing, parts: readonly ToldPart[]) {
  const light = () => {
    lit.value = new Set(parts.flatMap((part) => (part.as === 'component' ? [part.id] : [])));
    litSeats.value = new Set(parts.flatMap((part) => (part.as === 'seat' ? [part.seat] : [])));
  };
  const quench = () => {
    if (lit.peek().size > 0) lit.value = new Set();
    if (litSeats.peek().size > 0) litSeats.value = new Set();
  };
  return {
    light,
    quench,
    hovered: {
      onPointerEnter: light,
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') quench();
        else document.addEventListener('pointerdown', quench, { once: true, capture: true });
      },
    },
  };
}
