// A pile, a stock, or what was laid aside: its picture, how many there are, and below them what it is.
import type { ComponentChildren, ComponentProps } from 'preact';
import { Group } from './group.tsx';
import { Piece } from './piece.tsx';

interface PilesProps {
  readonly label: string;
  readonly class: string;
  readonly at?: string;
  readonly children: ComponentChildren;
}

export function Piles({ class: className, ...others }: PilesProps) {
  return <Group class={`piles ${className}`} isRegion {...others} />;
}

interface PileProps extends Omit<ComponentProps<typeof Piece>, 'children'> {
  readonly count?: number;
  readonly caption?: string;
  /** Its picture. */
  readonly children?: ComponentChildren;
}

export function Pile({ count, caption, class: className = '', children, ...others }: PileProps) {
  return (
    <Piece class={`pile ${className}`} {...others}>
      <span class="pile-top">
        {children} {count !== undefined && <b>{count}</b>}
      </span>
      {caption !== undefined && <span class="pile-name">{caption}</span>}
    </Piece>
  );
}
