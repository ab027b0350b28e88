// A game with the edition that comes with the program.
import type { Game, GameFamily, Shape } from './game.ts';

/** Throws if the built-in edition is rejected: that would be a bug. */
export function builtInOf<G extends Shape>(family: GameFamily<G>): Game<G> {
  const edition = family.parseEdition(family.builtIn);
  if (!edition.ok) throw new Error(`${family.id}: ${edition.reasons.join('; ')}`);
  return family.withEdition(edition.value);
}
