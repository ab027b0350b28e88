// A match of the past (or of now, up to now), move by move: the screen.
import './replay.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { SeatColours } from '../seats/seat-colours.tsx';
import { Shell } from '../shell/shell.tsx';
import { type Film, opened } from './film.ts';
import { Looking } from './looking.tsx';
import { Refused } from './refused.tsx';
import { say } from './texts.ts';

interface Props {
  readonly id: string;
  readonly version: number | null;
  readonly as: string;
}

export function ReplayScreen({ id, version, as }: Props) {
  const film = useSignal<Film | null>(null);
  const fault = useSignal<unknown>(null);
  useEffect(() => {
    const opening = opened(id, as, version);
    opening.then(
      (ready) => {
        film.value = ready;
      },
      (reason: unknown) => {
        fault.value = reason;
      },
    );
    return () => {
      // One that could not be opened needs no closing.
      opening.then(({ close }) => close()).catch(() => undefined);
    };
  }, []);
  const game = film.value?.furniture.teller.book.title;
  return (
    <Shell title={game === undefined ? say('replay') : say('title', { game })} slim={game !== undefined}>
      {fault.value !== null ? (
        <Refused id={id} fault={fault.value} />
      ) : film.value === null ? (
        <p aria-busy="true">{say('opening')}</p>
      ) : (
        <SeatColours colours={film.value.furniture.catalogue.seats.colours}>
          <Looking id={id} film={film.value} />
        </SeatColours>
      )}
    </Shell>
  );
}
