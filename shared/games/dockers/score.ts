// The final standing: primes, then the tile that was kept secret.
import type { Result } from '../../kernel/game.ts';
import { reveal } from '../../kernel/reveal.ts';
import { type Components, known } from './components.ts';
import type { PublicResult } from './events.ts';
import { at, type Reading } from './state.ts';

/** What everybody is told at the end; hands are turned up with it. */
export function publicResultOf(c: Components, state: Reading): PublicResult {
  const rows = state.players.map(({ primes, goods: hand }, seat) => {
    const goods = at(reveal(hand), 0);
    // DOC-13.3: totals as they stand; a tie goes to the better secret tile.
    return { seat, primes, goods, tieBreak: known(c.primeOf, goods), rank: 1 };
  });
  for (const row of rows) {
    const better = rows.filter(
      ({ primes, tieBreak }) => primes > row.primes || (primes === row.primes && tieBreak > row.tieBreak),
    );
    row.rank = 1 + better.length;
  }
  const ranking = rows
    .map(({ seat, primes, goods, rank }) => ({ seat, primes, goods, rank }))
    .sort((one, other) => one.rank - other.rank); // Equals stay by seat.
  return {
    reason: reasonOf(state),
    ranking,
    winners: ranking.filter((row) => row.rank === 1).map((row) => row.seat),
  };
}

function reasonOf(state: Reading): PublicResult['reason'] {
  if (state.targetReached) return 'target';
  return state.finalRound ? 'last-ship' : 'max-rounds'; // DOC-13.4
}

export function resultOf(c: Components, state: Reading): Result | undefined {
  if (state.open.length > 0) return undefined;
  const { reason, ranking, winners } = publicResultOf(c, state);
  return {
    reason,
    ranking: ranking.map(({ seat, primes, goods, rank }) => ({
      seat,
      place: rank,
      total: primes,
      parts: { primes },
      tieBreak: { keptGoods: known(c.primeOf, goods) },
    })),
    winners,
  };
}
