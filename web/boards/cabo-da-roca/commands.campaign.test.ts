// Every command of Cabo da Roca is sent from its board.
import { testEveryCommand } from '../../testing/every-command.ts';

testEveryCommand({
  game: 'cabo-da-roca',
  offBoard: ['resign'],
  // Of a tile under a ship little can be seen: there the ship is what is chosen.
  excused: /target-size: button\[(title=.*(cell|case) |data-at="cell ).*partially obscured/,
});
