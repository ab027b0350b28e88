// The contract that every game keeps.
import { describeGameContract } from '../../testing/game-contract.ts';
import golden from './golden.json' with { type: 'json' };
import { dockers } from './index.ts';

describeGameContract({
  family: dockers,
  golden,
  options: (seats) => [
    {},
    { events: false, firstSeat: seats - 1 },
    { targetPrimes: 30, firstSeat: 0, maxRounds: 8 },
  ],
  // Nothing turned up changes who is asked next: docked ships, drawn goods and auctioned tiles
  // are followed by the same decisions, whatever they are.
  turning: [],
  games: 12,
  normalise: (command) =>
    command.type === 'allocate-goods'
      ? { ...command, assignments: command.assignments.toSorted((one, other) => one.quay - other.quay) }
      : command,
});
