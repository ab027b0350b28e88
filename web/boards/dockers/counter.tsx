// The counter of primes as a track along the board. Decorative: the players' areas say the same.
import { SeatShape } from '../../seats/seat-mark.tsx';
import { type Sight, say } from './sight.ts';

export function Counter({ sight }: { readonly sight: Sight }) {
  const { view } = sight;
  const goal = Math.max(1, view.options.targetPrimes);
  const step = goal <= 60 ? 5 : goal <= 150 ? 10 : 25;
  const marks = Array.from({ length: Math.floor(goal / step) + 1 }, (_, n) => n * step);
  const partOf = (primes: number) => `${(Math.min(primes, goal) / goal) * 100}%`;
  return (
    <div class="doc-counter" aria-hidden="true" title={say('counter')}>
      <div class="doc-rail">
        {marks.map((mark) => (
          <span key={mark} class="doc-mark" style={{ left: partOf(mark) }}>
            {mark}
          </span>
        ))}
        {view.players.map(({ seat, primes }, index) => {
          const level = view.players
            .slice(0, index)
            .filter((one) => Math.abs(one.primes - primes) < 3).length;
          return (
            <svg
              key={seat}
              class="doc-runner"
              aria-hidden="true"
              viewBox="-0.5 -0.5 17 17"
              data-piece={`runner-${seat}`}
              style={{ left: `calc(${partOf(primes)} + ${level * 0.7}em)` }}
            >
              <SeatShape seat={seat} />
            </svg>
          );
        })}
      </div>
    </div>
  );
}
