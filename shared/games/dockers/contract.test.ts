import { describeGameContract } from '../../testing/game-contract.ts';
import golden from './golden.json' with { type: 'json' };
import { dockers } from './index.ts';
import { secrets } from './testing/secrets.ts';

describeGameContract({
  family: dockers,
  golden,
  fixed: ['shown.options', 'shown.quays.*.event'],
  impossible: (seats) => [{ firstSeat: seats }],
  options: (seats) => [
    {},
    { events: false, firstSeat: seats - 1 },
    { targetPrimes: 30, firstSeat: 0, maxRounds: 8 },
  ],
  ...secrets,
  games: 12,
  normalise: (command) =>
    command.type === 'allocate-goods'
      ? { ...command, assignments: command.assignments.toSorted((a, b) => a.quay - b.quay) }
      : command,
});
