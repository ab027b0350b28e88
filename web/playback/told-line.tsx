// One line over the board: the move that is being shown, in a sentence, and the way to now.
import './playback.css';
import { useComputed } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Told } from '../news/told.tsx';
import type { Entered } from '../table/entry.ts';
import { toldSince } from './since.ts';
import { TakeBack } from './take-back.tsx';
import { say } from './texts.ts';

export function ToldLine({ place }: { readonly place: Entered }) {
  const { playback, teller, live, pointing, coach } = place;
  const count = useComputed(() => playback.behind.value);
  const version = useComputed(() =>
    playback.isLookingBack.value ? playback.scene.value?.version : undefined,
  );
  const since = useComputed(() => {
    const { value: seat } = live.seat;
    const isAsked = seat !== null && live.decisions.value.some((one) => one.seat === seat);
    if (coach !== null || !isAsked || playback.isTelling.value || playback.behind.value > 0) return [];
    return toldSince(seat, live.news.value, place, live.table.names);
  });
  const { value: telling } = playback.telling;
  const sentences = useRef(0);
  const latest = useRef(telling);
  if (latest.current !== telling) sentences.current += 1;
  latest.current = telling;
  const { value: back } = version;
  const { value: behind } = count;
  return (
    <div
      class="told"
      data-past={back !== undefined || undefined}
      data-listed={(back === undefined && since.value.length === 0 && !playback.isAway.value) || undefined}
    >
      <p class="told-sentence" aria-live="polite">
        {back !== undefined ? (
          <span key={`back ${back}`}>{say('looking-back', { version: back })}</span>
        ) : since.value.length > 0 ? (
          <span key={`since ${sentences.current}`}>
            <Told parts={since.value} pointing={pointing} />
          </span>
        ) : (
          // Another sentence is another element: nothing of the last one moves.
          <span key={sentences.current}>
            {playback.isAway.value && <span class="told-away">{say('away')} </span>}
            {telling !== null && (
              <Told parts={teller.parts(telling.event, live.table.names)} pointing={pointing} />
            )}
          </span>
        )}
      </p>
      {(back !== undefined || behind > 0) && (
        <button type="button" class="told-now" onClick={() => playback.toNow()}>
          {back !== undefined ? say('back-to-now') : say('to-now', { count: behind })}
        </button>
      )}
      {back === undefined && behind === 0 && <TakeBack live={live} />}
    </div>
  );
}
