// What a seat owns in public, below its name: pictures with numbers, which one sentence says together.
import type { ComponentChildren } from 'preact';
import { Piece } from './piece.tsx';
import { PieceFrame } from './piece-frame.tsx';

interface OwnedProps {
  readonly label: string;
  readonly lit?: boolean;
  readonly children: ComponentChildren;
}

export function Owned(props: OwnedProps) {
  return (
    <PieceFrame>
      <Piece class="owned" {...props} />
    </PieceFrame>
  );
}

interface AmountProps {
  readonly count: number | string;
  /** What is counted. */
  readonly children: ComponentChildren;
}

export function Amount({ count, children }: AmountProps) {
  return (
    <span class="amount">
      {children} {count}
    </span>
  );
}
