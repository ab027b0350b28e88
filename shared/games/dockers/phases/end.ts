// DOC-13: the end of the game.

import { type PlayOf, tell } from '../../../kernel/play.ts';
import { publicResultOf } from '../score.ts';
import { copyResult, type Types } from '../state.ts';

/** Once a seat has as much as the target, the game ends after the action in progress (DOC-13.2). */
export function noteTarget(play: PlayOf<Types>): void {
  const { shown } = play.draft;
  if (shown.targetReached) return;
  const seats = shown.players.flatMap(({ seat, primes }) =>
    primes >= shown.options.targetPrimes ? [seat] : [],
  );
  if (seats.length === 0) return;
  shown.targetReached = true;
  tell(play, { type: 'target-reached', seats });
}

/** Closes all decisions and reveals the hands. */
export function endGame(play: PlayOf<Types>): void {
  const { shown } = play.draft;
  const result = publicResultOf(play);
  shown.auction = null;
  shown.result = result;
  tell(play, { type: 'game-ended', result: copyResult(result) });
}
