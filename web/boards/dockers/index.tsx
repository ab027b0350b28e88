// The board of Comptoir des Antilles.
import './tokens.css';
import './board.css';
import './cards.css';
import { useMemo } from 'preact/hooks';
import type { BoardModule, BoardProps } from '../board.ts';
import { waysOf } from '../parts/lines.ts';
import { Sheet } from '../parts/sheet.tsx';
import { Track } from '../parts/track.tsx';
import { account } from './account.ts';
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
  const ways = useMemo(() => waysOf(scene, tracesOf), [scene]);
  // A relation being composed is drawn already: the lines of the move before it would only cross it.
  const isComposing = sight.plan !== undefined && !sight.isForeseen;
  return (
    <Sheet
      sight={sight}
      class="doc"
      ways={ways}
      foreseen={say('foreseen')}
      regions={REGIONS}
      hidesLines={isComposing}
    >
      <Track
        class="doc-counter"
        title={say('counter')}
        goal={sight.view.options.targetPrimes}
        runners={sight.view.players.map(({ seat, primes }) => ({ seat, at: primes }))}
      />
      <Quays sight={sight} />
      <Stage sight={sight} />
      <Piles sight={sight} />
    </Sheet>
  );
}

/** Where each decision is made. */
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
