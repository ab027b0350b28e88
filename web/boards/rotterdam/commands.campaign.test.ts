// Every command of Rotterdam is sent from its board.
import { testEveryCommand } from '../../testing/every-command.ts';

testEveryCommand({ game: 'rotterdam' });
