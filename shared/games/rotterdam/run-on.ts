// What happens by itself after a command: the market closes when all are done.

import type { PlayOf } from '../../kernel/play.ts';
import { startPhase } from './phases/turn.ts';
import type { Types } from './state.ts';

export function runOn(play: PlayOf<Types>): void {
  const { phase, players } = play.draft.shown;
  if (phase !== 'trading' || !players.every(({ tradingDone }) => tradingDone)) return;
  // What was shown goes back into the hands.
  for (const trader of players) {
    trader.tradingDone = false;
    trader.revealed = {};
  }
  startPhase(play, 'missions'); // ROT-7.8
}
