// The events of the shown version, in sentences; pointing at one highlights what it names.
import { Struck } from '../news/struck.tsx';
import { type Pointing, pointsAt, Told } from '../news/told.tsx';
import type { Film } from './film.ts';
import { namesOf } from './names.ts';
import { say } from './texts.ts';

interface Props {
  readonly film: Film;
  readonly pointing: Pointing;
}

export function Moment({ film, pointing }: Props) {
  const { replay, furniture, table } = film;
  const names = namesOf(table.value);
  const events = replay.shown.value?.events ?? [];
  const lines = events
    .map((event) => furniture.teller.parts(event, names))
    .filter((parts) => parts.length > 0);
  return (
    <section class="replay-moment">
      <h2>{say('moment')}</h2>
      <Struck by={replay.takenBack.value.get(replay.shown.value?.version ?? -1)}>
        <ol aria-live="polite" aria-busy={replay.isLoading.value}>
          {lines.map((parts, index) => (
            // The lines of a moment stay in their order.
            <li key={index} {...pointsAt(pointing, parts)}>
              <Told parts={parts} pointing={pointing} />
            </li>
          ))}
          {lines.length === 0 ? <li class="faint">{say('nothing')}</li> : null}
        </ol>
      </Struck>
    </section>
  );
}
