// DOC-13: the final score and the winners.

import type { Result } from '../../kernel/game.ts';
import { pieceOf } from '../../kernel/pieces.ts';
import { at } from '../../kernel/plain-data.ts';
import type { ReadingOf } from '../../kernel/play.ts';
import { placeAmong, winnersOf } from '../../kernel/ranking.ts';
import { handOf, type State, type Types } from './state.ts';
import type { EndReason, PublicResult } from './wire.ts';

/** The final result as published; the hands are revealed with it. */
export function publicResultOf({ components, state }: ReadingOf<Types>): PublicResult {
  const rows = state.shown.players.map(({ seat, primes }) => {
    const goods = at(handOf(state, seat), 0);
    // DOC-13.3: totals as they stand; a tie goes to the better secret tile.
    return { seat, primes, goods, tieBreak: pieceOf(components.primeOf, goods) };
  });
  const ranking = rows
    .map((row) => {
      const { seat, primes, goods } = row;
      return { seat, primes, goods, rank: placeAmong(rows, row, compare) };
    })
    .sort((a, b) => a.rank - b.rank); // Ties stay in seat order.
  return {
    reason: reasonOf(state),
    ranking,
    winners: winnersOf(ranking.map(({ seat, rank: place }) => ({ seat, place }))),
  };
}

interface Counted {
  readonly primes: number;
  readonly tieBreak: number;
}

function compare(a: Counted, b: Counted): number {
  return b.primes - a.primes || b.tieBreak - a.tieBreak;
}

function reasonOf({ shown }: State): EndReason {
  if (shown.targetReached) return 'target';
  return shown.finalRound ? 'last-ship' : 'max-rounds'; // DOC-13.4
}

export function resultOf({ components, state }: ReadingOf<Types>): Result | undefined {
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
export function standingOf({ state }: ReadingOf<Types>): number[] {
  return state.shown.players.map(({ primes }) => primes);
}
