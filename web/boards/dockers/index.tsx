// The board of Comptoir des Antilles.
import './board.css';
import './cards.css';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { BoardModule, BoardProps } from '../board.ts';
import type { Line } from '../parts/lines.ts';
import { useMovement } from '../parts/movement.ts';
import { PieceFrame } from '../parts/piece-frame.tsx';
import { showPart } from '../parts/place.ts';
import { Traces } from '../parts/traces.tsx';
import { account } from './account.ts';
import { Counter } from './counter.tsx';
import en from './lang/guide.en.json' with { type: 'json' };
import fr from './lang/guide.fr.json' with { type: 'json' };
import { outcomeOf } from './order.ts';
import { Own } from './own.tsx';
import type { Dockers } from './pieces.ts';
import { Piles } from './piles.tsx';
import { Quays } from './quays.tsx';
import { Seat } from './seat.tsx';
import { say, useSight } from './sight.ts';
import { Stage } from './stage.tsx';
import { tellPick } from './tell-pick.ts';
import { tracesOf } from './trace.ts';
import { weighing } from './weighing.ts';

function Board(props: BoardProps<Dockers>) {
  const sight = useSight(props);
  const { value: scene } = props.scene;
  const place = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => tracesOf(scene.events), [scene]);
  useMovement(place, scene, lines);
  const { kind } = sight;
  // A relation being composed is drawn already: the lines of the move before it would only cross it.
  const drawn = sight.plan !== undefined && !sight.isForeseen ? NO_LINES : lines;
  useEffect(() => {
    const { current: drawing } = place;
    if (drawing !== null && kind !== null) showPart(drawing, drawing.querySelector(REGIONS[kind]));
  }, [kind]);
  return (
    <div class="doc" data-time={scene.time}>
      <PieceFrame>
        <div class="doc-board" ref={place}>
          <Counter sight={sight} />
          <Quays sight={sight} />
          <Stage sight={sight} />
          <Piles sight={sight} />
          <Traces board={place} lines={drawn} position={drawn} />
          {sight.isForeseen && <p class="doc-foreseen">{say('foreseen')}</p>}
        </div>
      </PieceFrame>
    </div>
  );
}

const NO_LINES: readonly Line[] = [];

/** Where each decision is made: a board that is larger than its place is scrolled there. */
const REGIONS: Readonly<Record<Dockers['Kind'], string>> = {
  'before-relation': '.doc-quays',
  'after-relation': '.doc-stage',
  'auction-opening': '.doc-stage',
  'auction-bidding': '.doc-stage',
  settling: '.doc-stage',
  allocating: '.doc-quays',
};

export const board: BoardModule<Dockers> = {
  Board,
  Own,
  Seat,
  points: ({ players }, seat) => players[seat]?.primes ?? null,
  guide: { en: { decisions: en }, fr: { decisions: fr } },
  account,
  outcomeOf,
  tellPick,
  verbs: { 'end-turn': () => say('endTurn') },
  weighing,
};
