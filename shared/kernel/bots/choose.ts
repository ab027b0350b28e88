// What a bot of a given strength plays.
import type { Game, Shape } from '../game.ts';
import type { Strength } from '../strength.ts';
import { apprentice } from './apprentice.ts';
import type { Budget } from './budget.ts';
import { captain } from './captain.ts';
import type { Seen } from './seen.ts';

/** `budget`: how long a captain thinks; the others answer at once. */
export function choose<G extends Shape>(
  game: Game<G>,
  strength: Strength,
  seen: Seen<G>,
  budget: Budget,
): G['Command'] {
  switch (strength) {
    case 'apprentice':
      return apprentice(game, seen);
    case 'mate':
      return game.greedy(seen.all, seen.own, seen.seat, seen.luck);
    case 'captain':
      return captain(game, seen, budget);
  }
}
