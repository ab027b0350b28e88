// What each seat can expect at the end: its primes, those of the ships at the quays, and its tiles.

import type { PanoramaOf } from '../../../kernel/play.ts';
import type { Types } from '../state.ts';
import { expectedPrimes } from './weigh.ts';

/** What an event tile in hand is good for, on average. */
const TILE = 1.5;
/** With fewer ships to come than this, tiles are worth less. */
const FEW_SHIPS = 6;

export function prospects({ components, all }: PanoramaOf<Types>): number[] {
  const expected = expectedPrimes(components, all);
  const time = Math.min(1, all.shipPileCount / FEW_SHIPS);
  return all.players.map(
    ({ seat, primes, events }) => primes + (expected[seat] ?? 0) + time * TILE * events.length,
  );
}
