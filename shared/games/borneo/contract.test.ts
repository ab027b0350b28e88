import { describeGameContract } from '../../testing/game-contract.ts';
import type { Command } from './commands.ts';
import golden from './golden.json' with { type: 'json' };
import { borneo } from './index.ts';
import { secrets } from './testing/secrets.ts';

/** Cards in a command are a set. */
function normalise(command: Command): Command {
  return 'cards' in command ? { ...command, cards: [...command.cards].sort() } : command;
}

describeGameContract({
  family: borneo,
  golden,
  huge: true,
  fixed: ['shown.options', 'shown.slots.*.counts'],
  impossible: (seats) => [{ firstSeat: seats }],
  options: (seats) => [
    {},
    { blackbeard: true },
    { distinctSetupCompanies: true, firstSeat: seats - 1 },
    ...(seats === 3 ? [{ fourMerchants: true, blackbeard: true }] : []),
  ],
  ...secrets,
  normalise,
});
