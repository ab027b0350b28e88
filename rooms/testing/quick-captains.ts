// Captains that think in this process, for a few play-outs: repeatable, and quick enough for whole matches.
import { playOutsUpTo } from '../../shared/kernel/bots/budget.ts';
import { captain, judge } from '../../shared/kernel/bots/captain.ts';
import { createRng } from '../../shared/kernel/rng.ts';
import type { Captains, CaptainsQuestion } from '../play/captains.ts';
import type { GameShelf } from '../ports.ts';

const PLAY_OUTS = 8;

export function quickCaptains(shelf: Pick<GameShelf, 'gameOf'>): Captains {
  const gameOf = (question: CaptainsQuestion) => {
    const game = shelf.gameOf(question);
    if (game === undefined) throw new Error(`${question.game}: an unknown edition`);
    return game;
  };
  const seenIn = ({ all, own, seat, seed }: CaptainsQuestion) => ({ all, own, seat, luck: createRng(seed) });
  return {
    choose: (question) =>
      Promise.resolve(captain(gameOf(question), seenIn(question), playOutsUpTo(PLAY_OUTS))),
    judge: (question) => {
      const judged = judge(gameOf(question), seenIn(question), question.played, playOutsUpTo(PLAY_OUTS));
      return Promise.resolve(judged ?? null);
    },
  };
}
