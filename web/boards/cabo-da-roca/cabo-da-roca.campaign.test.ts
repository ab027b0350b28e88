// Cabo da Roca at its own board.
import { testWholeMatches } from '../../testing/board-matches.ts';

testWholeMatches({
  game: 'cabo-da-roca',
  seats: 2,
  options: { firstSeat: 0, targetCoins: 300, finalRounds: 1 },
  sure: ['place-tile', 'buy-ship'],
  // Of a tile under a ship little can be seen: there the ship is what is chosen.
  excused: /target-size: button\[[^\]]*(cell|case) [^\]]*\].*partially obscured/,
});
