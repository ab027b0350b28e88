// What each seat can expect at the end: its points, its hand with the missions it helps, and its ships.
import { pieceOf } from '../../../kernel/pieces.ts';
import type { PanoramaOf } from '../../../kernel/play.ts';
import type { Types } from '../state.ts';
import { fleetWorth, handWorth, judged } from './mind.ts';

/** Ships are not in harbour yet. */
const AT_SEA = 0.7;
/** What a navigation card is good for, beyond its points. */
const CARD = 0.6;

export function prospects({ components, all, ownOf }: PanoramaOf<Types>): number[] {
  return all.players.map(({ seat, missionPoints, laid }) => {
    const own = ownOf(seat);
    let points = missionPoints + handWorth(components, own.missions, own.products);
    for (const card of laid) points += pieceOf(components.cardOf, card).points;
    for (const card of own.navigation) points += pieceOf(components.cardOf, card).points || CARD;
    return points + AT_SEA * fleetWorth(judged({ components, all, own, seat }), all.ships, 0);
  });
}
