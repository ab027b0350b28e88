// The analysis of a match that is over: chances over time, and the largest misses of each player.
import { useMemo } from 'preact/hooks';
import type { Analysis } from '../../client/index.ts';
import { addressOf } from '../lib/screens.ts';
import { commandText } from '../wording/command.ts';
import { useWording } from '../wording/use-wording.ts';
import { percentages } from './chances.ts';
import { type Film, momentOf } from './film.ts';
import { LineChart } from './line-chart.tsx';
import { nameAt, namesOf } from './names.ts';
import { say, sentenceFor } from './texts.ts';

interface Props {
  readonly id: string;
  readonly film: Film;
}

export function CaptainsEyes({ id, film }: Props) {
  const { replay, analyst } = film;
  if (!replay.isOver.value) return null;
  const { value: analysis } = analyst.analysis;
  if (analysis?.status === 'done') return <Findings id={id} film={film} analysis={analysis} />;
  const { value: fault } = analyst.fault;
  return (
    <section class="replay-points">
      <h2>{say('captain')}</h2>
      <p>{say('captainAbout')}</p>
      {fault === null ? null : <p role="alert">{sentenceFor(fault)}</p>}
      {analyst.isAsking.value ? (
        <Progress analysis={analysis} />
      ) : (
        <button type="button" class="button" onClick={() => void analyst.ask()}>
          {say('captainAsk')}
        </button>
      )}
    </section>
  );
}

function Progress({ analysis }: { readonly analysis: Analysis | null }) {
  const { at = 0, of = null } = analysis?.progress ?? {};
  const isRunning = analysis?.status === 'running' && of !== null;
  return (
    <p class="replay-progress">
      <progress aria-label={say('captainProgress')} {...(isRunning && { value: at, max: Math.max(1, of) })} />{' '}
      {isRunning ? say('captainThinks', { at, of }) : say('captainWaits')}
    </p>
  );
}

function Findings({ id, film, analysis }: Props & { readonly analysis: Analysis }) {
  const { replay } = film;
  const { value: table } = film.table;
  const standings = useMemo(() => percentages(analysis.chances), [analysis]);
  return (
    <>
      <LineChart
        replay={replay}
        table={table}
        standings={standings}
        unit={say('percent')}
        title={say('chances')}
        chart={say('chancesChart')}
        asTable={say('chancesAsTable')}
      />
      <section class="replay-points">
        <h2>{say('misses')}</h2>
        {analysis.seats.map(({ seat, judged, agreed }) => (
          <p key={seat}>{say('agreed', { name: nameAt(table, seat), agreed, judged })}</p>
        ))}
        <Misses id={id} film={film} analysis={analysis} />
      </section>
    </>
  );
}

/** In the order of the match. */
function Misses({ id, film, analysis }: Props & { readonly analysis: Analysis }) {
  const { replay } = film;
  const { value: table } = film.table;
  const wording = useWording(film.furniture, namesOf(table));
  const missed = new Set(analysis.seats.flatMap(({ misses }) => misses));
  const moves = analysis.moves.filter(({ version }) => missed.has(version));
  if (moves.length === 0) return <p>{say('noMisses')}</p>;
  const last = replay.newest.value;
  return (
    <ul class="replay-misses">
      {moves.map(({ version, seat, played, choice, loss }) => (
        <li key={version}>
          <a
            href={addressOf(momentOf(id, replay, version))}
            onClick={(event) => {
              // Into a new tab or window: the browser's business.
              if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
              event.preventDefault();
              void replay.jump(version);
            }}
          >
            {say('move', { move: version, last })}
          </a>{' '}
          {say('missed', {
            name: nameAt(table, seat),
            played: commandText(wording, played),
            choice: commandText(wording, choice),
            loss: Math.max(1, Math.round(loss * 100)),
          })}
        </li>
      ))}
    </ul>
  );
}
