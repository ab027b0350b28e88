// The board of Rotterdam.
import './board.css';
import './pieces.css';
import { useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { isUpright } from '../../lib/upright.ts';
import type { BoardModule, BoardProps } from '../board.ts';
import { useMovement } from '../parts/movement.ts';
import { PieceFrame } from '../parts/piece-frame.tsx';
import { Traces } from '../parts/traces.tsx';
import type { Rotterdam } from './atlas.ts';
import { Chart } from './chart.tsx';
import { Helm } from './helm.tsx';
import en from './lang/guide.en.json' with { type: 'json' };
import fr from './lang/guide.fr.json' with { type: 'json' };
import { Own } from './own.tsx';
import { passIn } from './passing.ts';
import { say, useSight } from './sight.ts';
import { Players, Stock } from './supply.tsx';
import { tracesOf } from './trace.ts';
import { TradeTable, useSlips } from './trade.tsx';
import { weighing } from './weighing.ts';

/** On a phone the river is higher: fingers need room between the buoys. */
const STRETCH = 1.2;

function Board(props: BoardProps<Rotterdam>) {
  const sight = useSight(props);
  const slips = useSlips(sight);
  const { value: scene } = props.scene;
  const place = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => tracesOf(scene.events, sight.atlas), [scene]);
  useMovement(place, scene, lines);
  const wantsChart = useSignal(false);
  const { frame } = sight.atlas;
  const stretch = isUpright.value ? STRETCH : 1;
  const { phase } = sight.ground;
  // A card that is played on ships needs the chart.
  const playsCard = sight.picks.type?.startsWith('play-') === true;
  const isTrading = phase === 'trading';
  const hasTable = isTrading && !wantsChart.value && !playsCard;
  return (
    <div class="rot" data-time={scene.time}>
      <PieceFrame>
        <div
          class="rot-board"
          data-phase={phase}
          ref={place}
          style={{ '--ratio': frame.width / (frame.height * stretch) }}
        >
          <Helm sight={sight} />
          <div class="rot-middle">
            {hasTable ? (
              <TradeTable sight={sight} slips={slips} />
            ) : (
              <Chart sight={sight} stretch={stretch} />
            )}
            {isTrading && (
              <button
                type="button"
                class="rot-turn-over"
                onClick={() => {
                  wantsChart.value = !wantsChart.value;
                }}
              >
                {say(hasTable ? 'showChart' : 'showTable')}
              </button>
            )}
          </div>
          <div class="rot-side">
            <Players sight={sight} />
            <Stock sight={sight} />
          </div>
          <Traces board={place} lines={lines} position={scene} />
          {sight.isForeseen && <p class="rot-foreseen">{say('foreseen')}</p>}
        </div>
      </PieceFrame>
    </div>
  );
}

export const board: BoardModule<Rotterdam> = {
  Board,
  Own,
  // Those of missions end the match; at its end all points count.
  points: ({ result, players }, seat) => result?.scores[seat]?.total ?? players[seat]?.missionPoints ?? null,
  pass: passIn,
  guide: { en: { decisions: en }, fr: { decisions: fr } },
  weighing,
};
