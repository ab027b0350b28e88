// The edition that comes with the program.
import type { Game, GameFamily, Shape } from './game.ts';

/** Throws if the built-in edition is rejected: that would be a bug. */
export function builtInComponents<G extends Shape>(family: GameFamily<G>): G['Edition'] {
  const edition = family.parseEdition(family.builtIn);
  if (!edition.ok) throw new Error(`${family.id}: ${edition.reasons.join('; ')}`);
  return edition.value;
}

/** The game with these components. */
export function builtInOf<G extends Shape>(family: GameFamily<G>): Game<G> {
  return family.withEdition(builtInComponents(family));
}
