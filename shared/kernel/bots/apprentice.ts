// The weakest opponent: plays like the mate, but every third choice is careless.
import type { Game, Shape } from '../game.ts';
import { below, pick, spawnSeed } from '../rng.ts';
import type { Seen } from './seen.ts';
import { some } from './some.ts';

/** One choice in this many is careless. */
const CARELESS = 3;
/** Maximum number of commands from which a careless choice is made. */
const LOOKED_AT = 40;

/**
 * A careless choice is a random command of the type that the mate would play. So an apprentice neither resigns
 * nor ends its turn for no reason.
 */
export function apprentice<G extends Shape>(game: Game<G>, seen: Seen<G>): G['Command'] {
  const { all, own, seat, luck } = seen;
  const sensible = game.greedy(all, own, seat, luck);
  if (below(luck, CARELESS) > 0) return sensible;
  const world = game.imagine(all, own, seat, spawnSeed(luck));
  const alike = some(game.legal(world, seat, { type: sensible.type, fields: {} }), LOOKED_AT);
  return alike.length === 0 ? sensible : pick(luck, alike);
}
