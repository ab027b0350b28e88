// The points and chances at one version of a match that has ended, for charts.
import type { Shape } from '../kernel/game.ts';
import type { Match } from '../kernel/match.ts';
// biome-ignore lint/style/noRestrictedImports: asked for only once the record of the match is public
import { reveal } from '../kernel/reveal.ts';

/** `replayed`: at any version of a match that is over or abandoned. `null`: its game counts none before the end. */
export function pastStanding<G extends Shape>(replayed: Match<G>): number[] | null {
  const standing = reveal(replayed.standing());
  return standing === undefined ? null : [...standing];
}

/** `replayed`: the same. How likely each seat was to win, as shares of 1. */
export function pastChances<G extends Shape>(replayed: Match<G>): number[] {
  const chances = reveal(replayed.chances());
  const sum = chances.reduce((all, chance) => all + chance, 0);
  return chances.map((chance) => (sum === 0 ? 1 / chances.length : chance / sum));
}
