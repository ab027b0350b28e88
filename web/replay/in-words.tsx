// The replayed position in words: for people who do not see the drawing, and for games without one.
import '../text-table/text-table.css';
import { outlineOf } from '../text-table/outline.ts';
import { Part, Position, Regions } from '../text-table/position.tsx';
import { useWording } from '../wording/use-wording.ts';
import type { Film } from './film.ts';
import { nameAt, namesOf } from './names.ts';
import type { Sights } from './scene.ts';
import { say } from './texts.ts';

interface Props {
  readonly film: Film;
  readonly sights: Sights;
}

export function InWords({ film, sights: { board, hands } }: Props) {
  const { value: table } = film.table;
  const wording = useWording(film.furniture, namesOf(table));
  const outlineFor = ({ scene, seat }: Sights['board']) => {
    const { view, own } = scene.value;
    return outlineOf(wording, { view, own, seat });
  };
  return (
    <article class="text-table">
      <Position outline={outlineFor(board)} wording={wording} isSeated={board.seat !== null} />
      {board.seat === null
        ? hands.map((hand) => (
            <Part key={hand.seat} title={say('hand', { name: nameAt(table, hand.seat) })}>
              <Regions regions={outlineFor(hand).own} wording={wording} />
            </Part>
          ))
        : null}
    </article>
  );
}
