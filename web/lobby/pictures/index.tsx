// A picture for each game, in the manner of a chart table; a game that has none gets a compass.
import './tokens.css';
import './pictures.css';
import type { ComponentType } from 'preact';
import { Borneo } from './borneo.tsx';
import { CaboDaRoca } from './cabo-da-roca.tsx';
import { Compass } from './compass.tsx';
import { Dockers } from './dockers.tsx';
import { Rotterdam } from './rotterdam.tsx';

const PICTURES: Readonly<Record<string, ComponentType>> = {
  borneo: Borneo,
  'cabo-da-roca': CaboDaRoca,
  dockers: Dockers,
  rotterdam: Rotterdam,
};

/** Decoration: the game's name stands beside it. */
export function GamePicture({
  game,
  isSmall = false,
}: {
  readonly game: string;
  readonly isSmall?: boolean;
}) {
  const Picture = PICTURES[game] ?? Compass;
  return (
    <svg
      class={isSmall ? 'picture picture-small' : 'picture'}
      viewBox={isSmall ? '70 0 180 180' : '0 0 320 180'}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <Picture />
    </svg>
  );
}
