// The registry: every game there is.
import type { GameFamily } from '../kernel/game.ts';

export const families: readonly GameFamily[] = [];

export function familyOf(id: string): GameFamily | undefined {
  return families.find((family) => family.id === id);
}
