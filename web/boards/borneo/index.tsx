// The board of Borneo.
import './board.css';
import type { Games } from '../../../client/index.ts';
import type { BoardModule, BoardProps } from '../board.ts';

type Borneo = Games['borneo'];

function Board({ scene }: BoardProps<Borneo>) {
  return <p>{scene.value.view.phase}</p>;
}

function Own({ scene }: BoardProps<Borneo>) {
  return <p>{scene.value.own?.hand.length}</p>;
}

export const board: BoardModule<Borneo> = {
  Board,
  Own,
  guide: { en: { decisions: {} }, fr: { decisions: {} } },
};
