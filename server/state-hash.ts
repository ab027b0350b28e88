// The hash of a finished match's state, for comparing replays.

import type { Shape } from '../shared/kernel/game.ts';
import type { Match } from '../shared/kernel/match.ts';
// biome-ignore lint/style/noRestrictedImports: only the hash leaves, and only after the end
import { reveal } from '../shared/kernel/reveal.ts';
import { sha256 } from './chance.ts';

/** Throws while the match runs: its state contains secrets, and a hash over few possibilities reveals them. */
export function stateHashOf<G extends Shape>(match: Match<G>): string {
  if (!match.over) throw new Error('the state of a running match is secret');
  return sha256(reveal(match.fingerprint()));
}
