// The board of Borneo.
import './tokens.css';
import './board.css';
import './cards.css';
import { useMemo } from 'preact/hooks';
import type { BoardModule, BoardProps } from '../board.ts';
import { waysOf } from '../parts/lines.ts';
import { Sheet } from '../parts/sheet.tsx';
import { Companies } from './companies.tsx';
import { Harbours } from './harbours.tsx';
import en from './lang/guide.en.json' with { type: 'json' };
import fr from './lang/guide.fr.json' with { type: 'json' };
import { Missions } from './missions.tsx';
import { Own } from './own.tsx';
import type { Borneo } from './pieces.ts';
import { Piles } from './piles.tsx';
import { Seat } from './seat.tsx';
import { say, useSight } from './sight.ts';
import { Stage } from './stage.tsx';
import { tellPick } from './tell-pick.ts';
import { tracesOf } from './trace.ts';
import { weighing } from './weighing.ts';

function Board(props: BoardProps<Borneo>) {
  const sight = useSight(props);
  const { value: scene } = props.scene;
  const ways = useMemo(() => waysOf(scene, (events) => tracesOf(events, scene.view)), [scene]);
  return (
    <Sheet sight={sight} class="bor" ways={ways} foreseen={say('foreseen')} regions={REGIONS}>
      <Companies sight={sight} />
      <Harbours sight={sight} />
      <Missions sight={sight} />
      <Piles sight={sight} />
      <Stage sight={sight} />
    </Sheet>
  );
}

/** Where each decision is made. */
const REGIONS: Readonly<Record<Borneo['Kind'], string>> = {
  placement: '.bor-companies',
  mission: '.bor-missions',
  company: '.bor-companies',
  defence: '.bor-fight',
  retreat: '.bor-companies',
  reward: '.bor-fight',
  shipment: '.bor-harbours',
  pick: '.bor-harbours',
  discard: '.bor-companies',
  'final-mission': '.bor-missions',
};

export const board: BoardModule<Borneo> = {
  Board,
  Own,
  Seat,
  tellPick,
  verbs: { 'skip-mission': () => say('skipMission'), 'skip-company': () => say('skipCompany') },
  guide: { en: { decisions: en }, fr: { decisions: fr } },
  weighing,
};
