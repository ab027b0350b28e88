// A component of the box wherever it lies: in a hand, on the board, with a player. The same id is the same piece.
import type { ComponentProps } from 'preact';
import type { GameTypes, LegalCommand } from '../../../client/index.ts';
import { choosing, type Meaning } from './picking.ts';
import { Piece } from './piece.tsx';
import { type BaseSight, nameOf, newsOf } from './sight.ts';

interface CardProps<G extends GameTypes> extends Omit<ComponentProps<typeof Piece>, 'label' | 'piece'> {
  readonly sight: BaseSight<G>;
  readonly id: string;
  /** Its name, where nothing more is to be said. */
  readonly label?: string;
  /** What choosing it means; without one it cannot be chosen now. */
  readonly meaning?: Meaning<LegalCommand<G>['type']> | undefined;
}

export function Card<G extends GameTypes>({
  sight,
  id,
  label = nameOf(sight, id),
  meaning,
  ...others
}: CardProps<G>) {
  return <Piece piece={id} label={label} {...newsOf(sight, id)} {...choosing(sight, meaning)} {...others} />;
}
