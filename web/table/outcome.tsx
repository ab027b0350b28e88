// The result of a match: places, the parts of each score, and what to do next.
import './outcome.css';
import { FirstMatchOver } from '../first-match/first-match-over.tsx';
import { Account } from './account.tsx';
import type { Entered } from './entry.ts';
import { Rematch } from './rematch.tsx';
import { Scores } from './scores.tsx';
import { say } from './texts.ts';
import { Witness } from './witness.tsx';

export function Outcome({ place }: { readonly place: Entered }) {
  const { live, teller, coach } = place;
  const { result, abandoned, seats } = live.facts.value;
  const nameOf = (seat: number) => seats[seat]?.name ?? String(seat + 1);
  return (
    <div class="outcome">
      {result !== null && (
        <>
          <h2>{headline(result.winners, live.seat.value, nameOf)}</h2>
          <p class="faint">{teller.book.results[result.reason] ?? ''}</p>
          <Scores result={result} nameOf={nameOf} termOf={(term) => teller.book.results[term] ?? term} />
          <Account place={place} seats={result.ranking.map(({ seat }) => seat)} nameOf={nameOf} />
          {coach === null ? <Rematch live={live} /> : <FirstMatchOver coach={coach} />}
        </>
      )}
      {abandoned !== null && (
        <>
          <h2>{say('abandoned')}</h2>
          <p>{say(`abandoned-${abandoned.why}`, { names: abandoned.seats.map(nameOf).join(', ') })}</p>
        </>
      )}
      {coach === null && <Witness live={live} />}
    </div>
  );
}

function headline(winners: readonly number[], own: number | null, nameOf: (seat: number) => string): string {
  if (winners.length > 1) return say('win-shared', { names: winners.map(nameOf).join(', ') });
  const [winner] = winners;
  if (winner === undefined) return say('win-nobody');
  return winner === own ? say('win-you') : say('win', { name: nameOf(winner) });
}
