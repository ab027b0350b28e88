// What each seat can expect at the end: what it has salvaged, and half of what is in sight for the strongest hand.

import type { PanoramaOf } from '../../../kernel/play.ts';
import { worthOfAll } from '../components.ts';
import type { Types } from '../state.ts';

export function prospects({ components, all, ownOf }: PanoramaOf<Types>): number[] {
  const stakes = worthOfAll(components.wrecks, all.inSight) / 2;
  const strengths = all.players.map(({ seat }) => worthOfAll(components.tugs, ownOf(seat).hand));
  const sum = strengths.reduce((total, strength) => total + strength, 1);
  return all.players.map(
    ({ salvaged }, seat) => worthOfAll(components.wrecks, salvaged) + (stakes * (strengths[seat] ?? 0)) / sum,
  );
}
