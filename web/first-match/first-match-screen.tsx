// The screen of a first match: loads the rules, and lays out a table as for any other match.
import '../table/table.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { furnished } from '../boards/furnish.ts';
import { language } from '../lib/language.ts';
import { overHttp } from '../lib/player.ts';
import { SeatColours } from '../seats/seat-colours.tsx';
import { type Entered, left, seatedAt } from '../table/entry.ts';
import { Match } from '../table/match.tsx';
import { Obstacle } from '../table/obstacle.tsx';
import type { Coach } from './coach.ts';
import { firstMatchOf, hasFirstMatch } from './games.ts';
import { progressIn } from './progress.ts';
import { say } from './texts.ts';

export function FirstMatchScreen({ game }: { readonly game: string }) {
  const here = useSignal<Entered | null>(null);
  const obstacle = useSignal<string | null>(null);
  const attempt = useSignal(0);
  const { value: spoken } = language;
  /** In another language the same match goes on, also when it is over. */
  const before = useRef<Coach | null>(null);
  useEffect(() => {
    let isGone = false;
    const { current: last } = before;
    const entering = entered(game, last?.game === game ? last.step.peek() : progressIn(game).step);
    entering.then(
      (place) => {
        if (isGone) return;
        here.value = place ?? null;
        before.current = place?.coach ?? null;
        obstacle.value = place === undefined ? 'no-table' : null;
        void place?.live.follow();
      },
      () => {
        obstacle.value = 'unreachable';
      },
    );
    return () => {
      isGone = true;
      here.value = null;
      void entering.then(
        (place) => place && left(place),
        () => undefined,
      );
    };
  }, [game, spoken, attempt.value]);
  if (obstacle.value !== null) return <Obstacle code={obstacle.value} again={() => attempt.value++} />;
  const place = here.value;
  if (place === null) return <p class="table-wait">{say('laying-out')}</p>;
  return (
    <SeatColours colours={place.catalogue.seats.colours}>
      <Match key={spoken} place={place} />
    </SeatColours>
  );
}

async function entered(game: string, step: number): Promise<Entered | undefined> {
  if (!hasFirstMatch(game)) return undefined;
  const furnishing = furnished(overHttp(), { game });
  // It comes first, by itself: parsers are made as it says, as soon as their files are there.
  await import('../verify/no-eval.ts');
  const { practice } = await import('./practice.ts');
  const [first, furniture] = await Promise.all([firstMatchOf(game), furnishing]);
  if (first === undefined) return undefined;
  const { table, coach } = practice(first, furniture, step);
  return seatedAt(table, furniture, { seen: null, coach });
}
