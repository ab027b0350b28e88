// The points at one version of a match that has ended: what a chart of the scores is drawn from.

import type { Shape } from '../kernel/game.ts';
import type { Match } from '../kernel/match.ts';
// biome-ignore lint/style/noRestrictedImports: asked for only once the record of the match is public
import { reveal } from '../kernel/reveal.ts';

/** `replayed`: at any version of a match that is over or abandoned. `null`: its game counts none before the end. */
export function pastStanding<G extends Shape>(replayed: Match<G>): number[] | null {
  const standing = reveal(replayed.standing());
  return standing === undefined ? null : [...standing];
}
