// What each seat can expect at the end: what it has, what its warehouse may still pay for, and what its merchants
// will earn.
import { pieceOf } from '../../../kernel/pieces.ts';
import type { PanoramaOf } from '../../../kernel/play.ts';
import type { Types } from '../state.ts';
import { outlookOf, RIVALRY, shareOfMissions, standingWorth, worthOf } from './outlook.ts';

/** What a card in hand is good for, on average. */
const CARD_IN_HAND = 0.35;
/** With fewer harbours to come than this, spices lose what they may still pay for. */
const LATE = 4;

export function prospects({ components, all, ownOf }: PanoramaOf<Types>): number[] {
  const { constants } = components;
  const others = all.players.length - 1;
  const time = Math.min(1, (all.harbourPileCount + 1) / LATE);
  return all.players.map(({ seat, warehouse, handCount }) => {
    const view = outlookOf(components, all, seat);
    const { missions } = ownOf(seat);
    let points = all.pirateShip === seat ? -constants.piratePenalty : 0;
    for (const mission of missions) points += pieceOf(components.missionOf, mission).vp;
    for (const card of warehouse) {
      const now = constants.warehouseCardVp;
      points += now + time * (worthOf(pieceOf(components.cardOf, card)) - now);
    }
    // The standing weighs rivals' gains already; this undoes it for the comparison of all seats.
    const standing = standingWorth(view, view.standing) / (1 + RIVALRY / others);
    return points + time * (shareOfMissions(view, warehouse) + CARD_IN_HAND * handCount) + standing;
  });
}
