// Public facts that follow from the rest of a state.

import type { PlayOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { placementRound } from './phases/placement.ts';
import { handOf, missionsOf, type Types } from './state.ts';

export function derive(play: PlayOf<Types>): void {
  const { draft } = play;
  const { open, shown, hidden } = draft;
  shown.phase = open[0]?.kind ?? 'finished';
  shown.placementRound = placementRound(play);
  shown.deckCount = reveal(hidden.deck).length;
  shown.harbourPileCount = reveal(hidden.harbourPile).length;
  for (const player of shown.players) {
    player.handCount = handOf(draft, player.seat).length;
    player.missionCount = missionsOf(draft, player.seat).length;
  }
}
