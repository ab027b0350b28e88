// The board of Rotterdam.
import './tokens.css';
import './board.css';
import './pieces.css';
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { BoardModule, BoardProps } from '../board.ts';
import { waysOf } from '../parts/lines.ts';
import { Sheet } from '../parts/sheet.tsx';
import type { Frame, Rotterdam } from './atlas.ts';
import { Chart } from './chart.tsx';
import { Helm } from './helm.tsx';
import en from './lang/guide.en.json' with { type: 'json' };
import fr from './lang/guide.fr.json' with { type: 'json' };
import { Own } from './own.tsx';
import { passIn } from './passing.ts';
import { Seat } from './seat.tsx';
import { say, useSight } from './sight.ts';
import { tellPick } from './tell-pick.ts';
import { tracesOf } from './trace.ts';
import { TradeTable, useSlips } from './trade.tsx';
import { weighing } from './weighing.ts';

/** How much higher or lower than it was drawn the river may be, in order to fill its place. */
const STRETCH = { least: 0.75, most: 1.9 };

function Board(props: BoardProps<Rotterdam>) {
  const sight = useSight(props);
  const slips = useSlips(sight);
  const { value: scene } = props.scene;
  const ways = useMemo(() => waysOf(scene, (events) => tracesOf(events, sight.atlas)), [scene]);
  const wantsChart = useSignal(false);
  const { frame } = sight.atlas;
  const middle = useRef<HTMLDivElement>(null);
  const stretch = useStretch(middle, frame);
  const { phase } = sight.ground;
  // A card that is played on ships needs the chart.
  const playsCard = sight.picks.type?.startsWith('play-') === true;
  const isTrading = phase === 'trading';
  const hasTable = isTrading && !wantsChart.value && !playsCard;
  return (
    <Sheet
      sight={sight}
      class="rot"
      ways={ways}
      foreseen={say('foreseen')}
      style={{ '--widest': frame.width / (frame.height * STRETCH.least) }}
    >
      <Helm sight={sight} />
      <div class="rot-middle" ref={middle}>
        {hasTable ? <TradeTable sight={sight} slips={slips} /> : <Chart sight={sight} stretch={stretch} />}
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
    </Sheet>
  );
}

/** Of a river that fills this place. */
function useStretch(place: RefObject<HTMLElement | null>, { width, height }: Frame): number {
  const stretch = useSignal(1);
  useLayoutEffect(() => {
    const { current } = place;
    if (current === null) return;
    const fill = () => {
      const whole = (current.clientHeight * width) / (Math.max(1, current.clientWidth) * height);
      stretch.value = Math.min(STRETCH.most, Math.max(STRETCH.least, whole));
    };
    fill();
    const watcher = new ResizeObserver(fill);
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [width, height]);
  return stretch.value;
}

export const board: BoardModule<Rotterdam> = {
  Board,
  Own,
  Seat,
  // Those of missions end the match; at its end all points count.
  points: ({ result, players }, seat) => result?.scores[seat]?.total ?? players[seat]?.missionPoints ?? null,
  pass: passIn,
  tellPick,
  guide: { en: { decisions: en }, fr: { decisions: fr } },
  weighing,
};
