// The hash of a finished match's state: what two replays must agree on.
import type { Shape } from '../kernel/game.ts';
import type { Match } from '../kernel/match.ts';
// biome-ignore lint/style/noRestrictedImports: only the hash leaves, and only after the end
import { reveal } from '../kernel/reveal.ts';

/** SHA-256 of a text in hexadecimal digits; passed in, since this code has no crypto. */
export type Hash = (text: string) => string;

/** Throws while the match runs: its state has secrets, which a hash of few possibilities would reveal. */
export function stateHashOf<G extends Shape>(match: Match<G>, hash: Hash): string {
  if (!match.over) throw new Error('the state of a running match is secret');
  return hash(reveal(match.fingerprint()));
}
