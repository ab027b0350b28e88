// A piece, card, tile or place on a board: always a real control with a name, whether or not it can be chosen
// now, so that the keyboard reaches it and its explanation.
import type { ComponentChildren } from 'preact';
import './parts.css';

interface PieceProps {
  /** What it is and what state it is in. */
  readonly label: string;
  readonly class?: string;
  /** Of a component: it moves from place to place, and the same id is the same piece. */
  readonly piece?: string;
  /** The component that it stands for, where that is no piece of its own. */
  readonly of?: string;
  /** A place that lines lead to. */
  readonly at?: string;
  /** A card or tile: explained beside a larger picture of itself. */
  readonly isCard?: boolean;
  /** The effect of choosing it; without one it cannot be chosen now. */
  readonly onPick?: (() => void) | undefined;
  readonly picked?: boolean;
  /** Named by the line of news under the pointer. */
  readonly lit?: boolean;
  /** Part of the latest move. */
  readonly moved?: boolean;
  readonly children: ComponentChildren;
}

export function Piece({
  label,
  class: className,
  piece,
  of,
  at,
  isCard,
  onPick,
  picked,
  lit,
  moved,
  children,
}: PieceProps) {
  const can = onPick !== undefined;
  return (
    <button
      type="button"
      class={`piece ${className ?? ''}`}
      title={label}
      aria-label={label}
      aria-disabled={can ? undefined : 'true'}
      aria-pressed={can || picked === true ? picked === true : undefined}
      data-piece={piece}
      data-of={of}
      data-at={at}
      data-card={isCard === true ? '' : undefined}
      data-can={can ? '' : undefined}
      data-picked={picked === true ? '' : undefined}
      data-lit={lit === true ? '' : undefined}
      data-moved={moved === true ? '' : undefined}
      onClick={onPick}
    >
      {children}
    </button>
  );
}
