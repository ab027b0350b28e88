// Every command of Borneo is sent from its board.
import { testEveryCommand } from '../../testing/every-command.ts';

testEveryCommand({ game: 'borneo' });
