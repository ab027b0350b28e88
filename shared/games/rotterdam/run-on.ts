// Automatic steps after a command: the market closes when all players are done.
import { beginPhase } from './phases/turns.ts';
import type { Play } from './play.ts';

export function runOn(play: Play): void {
  const { phase, players } = play.draft.shown;
  if (phase !== 'trading' || !players.every(({ tradingDone }) => tradingDone)) return;
  // What was shown goes back into the hands.
  for (const trader of players) {
    trader.tradingDone = false;
    trader.revealed = {};
  }
  beginPhase(play, 'missions'); // ROT-7.8
}
