// ROT-9: when a round is the last one, and what is revealed then.

import { type PlayOf, tell } from '../../../kernel/play.ts';
import { tallyOf } from '../hands.ts';
import { bestOf, scoresOf } from '../score.ts';
import {
  copyHand,
  copyScores,
  missionsOf,
  navigationOf,
  productsOf,
  type State,
  type Types,
} from '../state.ts';
import type { EndReason } from '../wire.ts';

/** Checked at the end of phase 6 only. */
export function endReason({ shown }: State): EndReason | undefined {
  const { targetMissionPoints, maxRounds } = shown.options;
  // ROT-9.2, ROT-9.3: points on cards do not count.
  if (shown.players.some(({ missionPoints }) => missionPoints >= targetMissionPoints)) return 'target';
  if (maxRounds > 0 && shown.round >= maxRounds) return 'max-rounds'; // ROT-9.4
  return undefined;
}

export function endGame(play: PlayOf<Types>, reason: EndReason): void {
  const { state } = play;
  const { shown } = play.draft;
  shown.phase = 'ended';
  shown.turn = null;
  shown.step = null;
  const scores = scoresOf(play);
  shown.result = { reason, winners: bestOf(scores), scores };
  const hands = shown.players.map((player) => {
    const { seat } = player;
    const hand = {
      missions: [...missionsOf(state, seat)],
      products: tallyOf(productsOf(state, seat)),
      navigation: [...navigationOf(state, seat)],
    };
    player.hand = hand; // ROT-12.3
    return copyHand(hand);
  });
  tell(play, { type: 'game-ended', reason, scores: copyScores(scores), hands });
}
