// The counter of primes as a track along the board, with a lane for each player, so that equal totals are beside each
// other and every marker is where it belongs. Decorative: the seats say the same.
import { SeatShape } from '../../seats/seat-mark.tsx';
import { type Sight, say } from './sight.ts';

export function Counter({ sight }: { readonly sight: Sight }) {
  const { view } = sight;
  const goal = Math.max(1, view.options.targetPrimes);
  const step = goal <= 60 ? 5 : goal <= 150 ? 10 : 25;
  const marks = Array.from({ length: Math.floor(goal / step) + 1 }, (_, n) => n * step);
  const partOf = (primes: number) => Math.min(primes, goal) / goal;
  return (
    <div class="doc-counter" aria-hidden="true" title={say('counter')}>
      <div class="doc-rail" style={{ '--doc-lanes': view.players.length }}>
        {marks.map((mark) => (
          <span key={mark} class="doc-mark" style={{ left: `${partOf(mark) * 100}%` }}>
            {mark}
          </span>
        ))}
        {view.players.map(({ seat, primes }, lane) => (
          <span
            key={seat}
            class="doc-runner"
            data-piece={`runner-${seat}`}
            style={{ left: `${partOf(primes) * 100}%`, '--doc-lane': lane }}
          >
            <svg viewBox="-0.5 -0.5 17 17" aria-hidden="true">
              <SeatShape seat={seat} />
            </svg>
          </span>
        ))}
      </div>
    </div>
  );
}
