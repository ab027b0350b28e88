// Borneo at its own board.
import { testWholeMatches } from '../../testing/board-matches.ts';

testWholeMatches({
  game: 'borneo',
  seats: 3,
  options: {},
  sure: ['place-merchant', 'play-shipment'],
});
