// The preview of a small game without a frame, in which no command turns a hidden fact.
import type { Game, Shape } from '../kernel/game.ts';
import { newsFor } from '../kernel/journal.ts';

export function openPreview<G extends Shape>(gameOf: () => Game<G>): Game<G>['preview'] {
  return (all, own, seat, command, seed) => {
    const game = gameOf();
    const outcome = game.apply(game.imagine(all, own, seat, seed), seat, command);
    if (!outcome.ok) return outcome;
    const after = outcome.state;
    return {
      ok: true,
      stop: null,
      all: game.publicView(after),
      own: game.seatView(after, seat),
      events: newsFor(outcome.news, seat),
    };
  };
}
