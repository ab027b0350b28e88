// Every command of Comptoir des Antilles is sent from its board.
import { testEveryCommand } from '../../testing/every-command.ts';

testEveryCommand({ game: 'dockers' });
