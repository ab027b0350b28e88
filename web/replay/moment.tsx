// What happened at the moment that is looked at, in sentences; pointing at one lights up what it names.
import type { Signal } from '@preact/signals';
import type { ToldPart } from '../../client/index.ts';
import { SeatMark } from '../seats/seat-mark.tsx';
import type { Film } from './film.ts';
import { namesOf } from './names.ts';
import { say } from './texts.ts';

interface Props {
  readonly film: Film;
  readonly pointed: {
    readonly lit: Signal<ReadonlySet<string>>;
    readonly litSeats: Signal<ReadonlySet<number>>;
  };
}

export function Moment({ film, pointed }: Props) {
  const { replay, furniture, table } = film;
  const names = namesOf(table.value);
  const events = replay.shown.value?.events ?? [];
  const lines = events
    .map((event) => furniture.teller.parts(event, names))
    .filter((parts) => parts.length > 0);
  const point = (parts: readonly ToldPart[]) => {
    pointed.lit.value = new Set(parts.flatMap((part) => (part.as === 'component' ? [part.id] : [])));
    pointed.litSeats.value = new Set(parts.flatMap((part) => (part.as === 'seat' ? [part.seat] : [])));
  };
  return (
    <section class="replay-moment">
      <h2>{say('moment')}</h2>
      <ol aria-live="polite" aria-busy={replay.isLoading.value}>
        {lines.map((parts, index) => (
          <li key={index} onPointerEnter={() => point(parts)} onPointerLeave={() => point([])}>
            {parts.map((part, place) =>
              part.as === 'seat' ? (
                <strong key={place}>
                  <SeatMark seat={part.seat} size={12} /> {part.text}
                </strong>
              ) : (
                part.text
              ),
            )}
          </li>
        ))}
        {lines.length === 0 ? <li class="faint">{say('nothing')}</li> : null}
      </ol>
    </section>
  );
}
