// Comptoir des Antilles at its own board.
import { testWholeMatches } from '../../testing/board-matches.ts';

testWholeMatches({
  game: 'dockers',
  seats: 3,
  options: { targetPrimes: 40 },
  sure: ['play-relation', 'end-turn'],
  accounts: true,
});
