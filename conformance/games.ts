// The built-in games.
import type { Game, GameFamily } from '../shared/kernel/game.ts';

export function builtIn(family: GameFamily): Game {
  const edition = family.parseEdition(family.builtIn);
  if (!edition.ok) throw new Error(`${family.id}: ${edition.reasons.join('; ')}`);
  return family.withEdition(edition.value);
}
