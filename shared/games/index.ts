// The registry: every game there is.
import type { GameFamily } from '../kernel/game.ts';
import { borneo } from './borneo/index.ts';

export const families: readonly GameFamily[] = [borneo];

export function familyOf(id: string): GameFamily | undefined {
  return families.find((family) => family.id === id);
}
