// A match of the past (or of now, up to now), move by move: the screen.
import './replay.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
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
  if (fault.value !== null) return <Refused id={id} fault={fault.value} />;
  if (film.value === null)
    return (
      <main class="replay-opening" aria-busy="true">
        <p>{say('opening')}</p>
      </main>
    );
  return <Looking id={id} film={film.value} />;
}
