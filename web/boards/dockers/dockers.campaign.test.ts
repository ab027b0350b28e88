// Comptoir des Antilles at its own board.
import { testWholeMatches } from '../../testing/board-matches.ts';

testWholeMatches({
  game: 'dockers',
  seats: 3,
  options: { targetPrimes: 40 },
  // A turn may end by itself, every time (DOC-4.6).
  sure: ['play-relation'],
  accounts: true,
});
