// An answer that is no piece, card or place of the board: a button with its words.
import type { ComponentChildren, ComponentProps } from 'preact';
import { Piece } from './piece.tsx';

interface AnswerProps extends Omit<ComponentProps<typeof Piece>, 'children'> {
  /** Shorter than its name, or with pictures. */
  readonly children?: ComponentChildren;
}

export function Answer({ label, class: className = '', children = label, ...others }: AnswerProps) {
  return (
    <Piece class={`answer ${className}`} label={label} {...others}>
      {children}
    </Piece>
  );
}
