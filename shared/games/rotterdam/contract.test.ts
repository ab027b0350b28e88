import { describeGameContract } from '../../testing/game-contract.ts';
import type { Command } from './commands.ts';
import golden from './golden.json' with { type: 'json' };
import { type Rotterdam, rotterdam } from './index.ts';
import { secrets } from './testing/secrets.ts';

describeGameContract<Rotterdam>({
  family: rotterdam,
  golden,
  huge: true,
  fixed: ['shown.options', 'shown.players.*.revealed', 'shown.offers.*'],
  impossible: (seats) => [{ firstSeat: seats }],
  // Random play takes fifty rounds; a few are enough to exercise every rule.
  options: (seats) => [
    ...(seats === 2 ? [{}] : [{ maxRounds: 20 }]),
    { maxRounds: 14, firstSeat: 0 },
    { maxRounds: 14, openProducts: true, targetMissionPoints: 6 },
    { maxRounds: 14, safeHarbour: true, targetMissionPoints: 6 },
  ],
  ...secrets,
  normalise,
  games: 3,
});

/** `legal` lists each exchange and each set of jokers once, and `keepTurn` only where it has an effect. */
function normalise(command: Command): Command {
  switch (command.type) {
    case 'play-fortune-turns': {
      const [shipA = '', shipB = ''] = [command.shipA, command.shipB].sort();
      return { ...command, shipA, shipB };
    }
    case 'fulfil-mission': {
      const jokers = command.jokers.toSorted((a, b) => (a.card < b.card ? -1 : 1));
      return { ...command, jokers, keepTurn: false };
    }
    case 'place-ship':
    case 'choose-colour':
      return { ...command, keepTurn: false };
    default:
      return command;
  }
}
