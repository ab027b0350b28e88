import { describeGameContract } from '../../testing/game-contract.ts';
import golden from './golden.json' with { type: 'json' };
import { salvage } from './index.ts';
import { secrets } from './testing/secrets.ts';

describeGameContract({
  family: salvage,
  golden,
  options: (seats) => [{}, { rounds: 3 }, { rounds: 24 / seats }],
  impossible: (seats) => (seats === 2 ? [] : [{ rounds: 12 }]),
  ...secrets,
});
