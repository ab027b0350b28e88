// Public facts that follow from the rest of a state.

import type { PlayOf } from '../../kernel/play.ts';
import { reserveOf } from './pieces.ts';
import { deckOf, stackOf, type Types } from './state.ts';

export function derive(play: PlayOf<Types>): void {
  const { draft } = play;
  const { shown } = draft;
  shown.phase = draft.open[0]?.kind ?? 'finished';
  shown.stackCount = stackOf(draft).length;
  shown.deckCount = deckOf(draft).length;
  for (const [seat, player] of shown.seats.entries()) player.reserve = reserveOf(play, seat);
}
