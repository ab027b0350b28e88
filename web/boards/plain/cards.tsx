// A component as a card: its name, the number printed on it, and whatever else is.
import { paintOf } from '../../seats/seat-mark.tsx';
import { printedOn } from '../../wording/printed.ts';
import { textOf } from '../../wording/said.ts';
import { Group } from '../parts/group.tsx';
import { Piece } from '../parts/piece.tsx';
import { isLit } from '../parts/sight.ts';
import type { Component } from './panels.ts';
import { isPicked, pickOf, type Sight } from './sight.ts';

/** More cards are drawn smaller. */
const FEW = 7;

interface CardsProps {
  readonly sight: Sight;
  readonly title: string;
  readonly cards: readonly Component[];
}

export function Cards({ sight, title, cards }: CardsProps) {
  return (
    <Group label={title} class={cards.length > FEW ? 'pln-cards pln-many' : 'pln-cards'}>
      {cards.map(({ id, text }, n) => (
        <Card key={`${id} ${n}`} sight={sight} id={id} name={text} />
      ))}
    </Group>
  );
}

interface CardProps {
  readonly sight: Sight;
  readonly id: string;
  readonly name: string;
}

function Card({ sight, id, name }: CardProps) {
  const { pieces, wording } = sight;
  const { piece = {}, paint } = pieces.get(id) ?? {};
  const { facts } = printedOn(piece, wording);
  const told = facts.map(({ label, said }) => wording.pair(label, textOf(said)));
  const figure = facts.find(({ said }) => /^\d+$/.test(textOf(said)));
  const { seat } = piece as { readonly seat?: unknown };
  const colours = typeof seat === 'number' ? paintOf(seat) : { '--paint': paint ?? 'var(--line)' };
  return (
    <Piece
      class="pln-card"
      isCard
      label={[name, ...told].join('. ')}
      piece={id}
      lit={isLit(sight, id)}
      moved={sight.moved.has(id)}
      picked={isPicked(sight, id)}
      onPick={pickOf(sight, id)}
    >
      <span class="pln-face" style={colours}>
        <span class="pln-name">{name}</span>
        {figure === undefined ? null : <b class="pln-figure">{textOf(figure.said)}</b>}
        <span class="pln-facts">{told.filter((_, n) => facts[n] !== figure).join(' · ')}</span>
      </span>
    </Piece>
  );
}

/** Small, beside what else a player owns. */
export function Chip({ sight, id, name }: CardProps) {
  return (
    <span
      class="pln-chip"
      title={name}
      style={{ '--paint': sight.pieces.get(id)?.paint ?? 'var(--line)' }}
      data-moved={sight.moved.has(id) ? '' : undefined}
    >
      {name}
    </span>
  );
}
