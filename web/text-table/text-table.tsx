// A table in words: the position as lists, the possible actions as buttons, in reading order. It is the board
// of every game without a drawing, and available beside every drawing.
import './text-table.css';
import { useMemo } from 'preact/hooks';
import { Steps } from '../action/steps.tsx';
import { takenBackIn } from '../news/log.ts';
import { Struck } from '../news/struck.tsx';
import { TakeBack } from '../playback/take-back.tsx';
import type { Entered } from '../table/entry.ts';
import { useWording } from '../wording/use-wording.ts';
import type { Wording } from '../wording/wording.ts';
import { outlineOf } from './outline.ts';
import { Part, Position } from './position.tsx';
import { Reference } from './reference.tsx';
import { say } from './texts.ts';

/** Of the log; all of it is beside the table. */
const LATEST = 8;

export function TextTable({ place }: { readonly place: Entered }) {
  const { live, playback } = place;
  const wording = useWording(place, live.table.names, () => live.scene.value?.view);
  const { value: scene } = playback.scene;
  const { value: seat } = live.seat;
  const outline = useMemo(
    () => (scene === null ? null : outlineOf(wording, { view: scene.view, own: scene.own, seat })),
    [scene, seat, wording],
  );
  return (
    <article class="text-table" aria-label={say('title')}>
      <div class="text-columns">
        <div class="text-position">
          {outline === null ? null : (
            <Position outline={outline} wording={wording} isSeated={seat !== null} />
          )}
          <Reference place={place} wording={wording} />
        </div>
        <div class="text-doing">
          {seat === null ? null : <Actions place={place} wording={wording} />}
          <Log place={place} />
        </div>
      </div>
    </article>
  );
}

function Actions({ place, wording }: { readonly place: Entered; readonly wording: Wording }) {
  const { live, playback } = place;
  const { value: decision } = live.choice.decision;
  const isAsked = decision !== null;
  const { decisions } = wording.book;
  return (
    <Part title={say('actions')}>
      {isAsked ? <p>{say('asked', { what: decisions[decision.kind] ?? decision.kind })}</p> : null}
      {isAsked && playback.isNow.value ? <Steps choice={live.choice} wording={wording} /> : null}
      {isAsked && !playback.isNow.value ? <p>{say('past')}</p> : null}
      {isAsked ? null : <p>{say('actions-none')}</p>}
      {playback.isNow.value ? <TakeBack live={live} /> : null}
    </Part>
  );
}

function Log({ place }: { readonly place: Entered }) {
  const { live, teller } = place;
  const latest = live.news.value.slice(-LATEST);
  const taken = takenBackIn(latest);
  const told = latest.flatMap(({ version, events }) =>
    events.flatMap((event, n) => {
      const text = teller.sentence(event, live.table.names);
      return text === undefined ? [] : [{ key: `${version} ${n}`, text, by: taken.get(version) }];
    }),
  );
  return (
    <Part title={say('log')}>
      {told.length === 0 ? <p>{say('log-none')}</p> : null}
      <ol class="text-log">
        {told.map(({ key, text, by }) => (
          <li key={key}>
            <Struck by={by}>{text}</Struck>
          </li>
        ))}
      </ol>
    </Part>
  );
}
