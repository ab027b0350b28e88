// When a round is the last one, and what is laid open then.
import { reveal } from '../../../kernel/reveal.ts';
import { tallyOf } from '../hands.ts';
import { type Play, seen, tell } from '../play.ts';
import { scores } from '../score.ts';
import { cloneHand, type EndReason, type Hand } from '../state.ts';
import { missionPoints } from '../table.ts';

/** Asked at the end of phase 6 and nowhere else. */
export function endReason({ c, draft }: Play): EndReason | undefined {
  const { targetMissionPoints, maxRounds } = draft.options;
  // Points on cards do not count. ROT-9.2, ROT-9.3
  if (draft.players.some((player) => missionPoints(c, player) >= targetMissionPoints)) return 'target';
  if (maxRounds > 0 && draft.round >= maxRounds) return 'max-rounds'; // ROT-9.4
  return undefined;
}

export function endGame(play: Play, reason: EndReason): void {
  const { c, draft } = play;
  draft.phase = 'ended';
  draft.turn = null;
  draft.step = null;
  const hands = draft.players.map(
    ({ missions, products, navigation }): Hand =>
      cloneHand({
        missions: reveal(missions),
        products: reveal(products),
        navigation: reveal(navigation),
      }),
  );
  draft.ending = { reason, hands }; // ROT-12.3
  tell(play, {
    type: 'game-ended',
    reason,
    scores: scores(c, seen(play)),
    hands: hands.map(({ missions, products, navigation }) => ({
      missions: missions.slice(),
      products: tallyOf(products),
      navigation: navigation.slice(),
    })),
  });
}
