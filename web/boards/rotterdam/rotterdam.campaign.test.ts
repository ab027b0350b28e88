// Rotterdam at its own board.
import { testWholeMatches } from '../../testing/board-matches.ts';

testWholeMatches({
  game: 'rotterdam',
  seats: 3,
  options: { firstSeat: 0, openProducts: true, targetMissionPoints: 12, maxRounds: 6 },
  sure: ['place-ship', 'choose-colour'],
});
