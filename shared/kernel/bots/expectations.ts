// How likely each seat is to win, judged from a position without playing on.
import type { Game, Shape } from '../game.ts';
import type { Frozen } from '../secrecy.ts';

/** Weight of the margin, compared with the win itself. */
const MARGIN = 0.1;

/** By seat, from 0 to 1. */
export function expectations<G extends Shape>(game: Game<G>, state: Frozen<G['State']>): number[] {
  const result = game.result(state);
  if (result === undefined) return chancesOf(game, game.prospects(state));
  const totals = result.ranking.toSorted((a, b) => a.seat - b.seat).map(({ total }) => total);
  return chancesOf(game, totals).map((chance, seat) => {
    const won = result.winners.includes(seat) ? 1 / result.winners.length : 0;
    return (1 - MARGIN) * won + MARGIN * chance;
  });
}

function chancesOf({ lead }: { readonly lead: number }, points: readonly number[]): number[] {
  return points.map((own, seat) => {
    const rivals = points.filter((_, other) => other !== seat);
    return 1 / (1 + Math.exp((Math.max(...rivals) - own) / lead));
  });
}
