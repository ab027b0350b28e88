// DOC-13: the final score and the winners.
import type { Result } from '../../kernel/game.ts';
import { pieceOf } from '../../kernel/pieces.ts';
import type { Reading, State } from './play.ts';
import { at, type EndReason, handOf, type PublicResult } from './state.ts';

/** The final result as published; the hands are revealed with it. */
export function publicResultOf({ components, state }: Reading): PublicResult {
  const rows = state.shown.players.map(({ seat, primes }) => {
    const goods = at(handOf(state, seat), 0);
    // DOC-13.3: totals as they stand; a tie goes to the better secret tile.
    return { seat, primes, goods, tieBreak: pieceOf(components.primeOf, goods), rank: 1 };
  });
  for (const row of rows) {
    const better = rows.filter(
      ({ primes, tieBreak }) => primes > row.primes || (primes === row.primes && tieBreak > row.tieBreak),
    );
    row.rank = 1 + better.length;
  }
  const ranking = rows
    .map(({ seat, primes, goods, rank }) => ({ seat, primes, goods, rank }))
    .sort((one, other) => one.rank - other.rank); // Ties stay in seat order.
  return {
    reason: reasonOf(state),
    ranking,
    winners: ranking.filter((row) => row.rank === 1).map((row) => row.seat),
  };
}

function reasonOf({ shown }: State): EndReason {
  if (shown.targetReached) return 'target';
  return shown.finalRound ? 'last-ship' : 'max-rounds'; // DOC-13.4
}

export function resultOf({ components, state }: Reading): Result | undefined {
  const { result } = state.shown;
  if (result === null) return undefined;
  return {
    reason: result.reason,
    ranking: result.ranking.map(({ seat, primes, goods, rank }) => ({
      seat,
      place: rank,
      total: primes,
      parts: { primes },
      tieBreak: { keptGoods: pieceOf(components.primeOf, goods) },
    })),
    winners: result.winners.slice(),
  };
}

/** Of each seat: DOC-13.3 counts nothing but the primes. */
export function standingOf({ state }: Reading): number[] {
  return state.shown.players.map(({ primes }) => primes);
}
