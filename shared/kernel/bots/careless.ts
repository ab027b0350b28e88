// The mate of a game that defines none: any legal command.
import type { Game, Shape } from '../game.ts';
import { pick, spawnSeed } from '../rng.ts';
import type { Seen } from './seen.ts';
import { some } from './some.ts';

/** Maximum number of commands among which it chooses. */
const LISTED = 40;

/** One that answers the seat's decision; a bot without plans should not resign. */
export function careless<G extends Shape>(game: Game<G>, { all, own, seat, luck }: Seen<G>): G['Command'] {
  const world = game.imagine(all, own, seat, spawnSeed(luck));
  const answers = some(game.legal(world, seat), LISTED).filter(({ type }) => !game.unasked.includes(type));
  return answers.length === 0 ? game.fallback(world, seat) : pick(luck, answers);
}
