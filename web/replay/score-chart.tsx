// The points of all seats over time.
import type { TableFacts } from '../../client/index.ts';
import type { SomeGame } from '../boards/furnish.ts';
import { LineChart } from './line-chart.tsx';
import type { Replay } from './replay.ts';
import type { Scores } from './scores.ts';
import { say } from './texts.ts';

interface Props {
  readonly replay: Replay<SomeGame>;
  readonly scores: Scores;
  readonly table: TableFacts;
}

export function ScoreChart({ replay, scores, table }: Props) {
  if (!replay.isOver.value) return <p class="replay-points faint">{say('pointsLater')}</p>;
  return (
    <LineChart
      replay={replay}
      table={table}
      standings={scores.standings.value}
      title={say('points')}
      chart={say('chart')}
      asTable={say('pointsAsTable')}
    />
  );
}
