// What a command reveals, and what only its sender knows: for the secrecy part of the contract suite.
import type { Secrets } from '../../../testing/secrecy-contract.ts';
import type { Dockers } from '../index.ts';

export const secrets: Secrets<Dockers> = {
  turning: {
    'goods-drawn': { turns: ['goods'] },
    // The ship may leave immediately, and the tile with it.
    'goods-traded': { turns: ['laid'], fleeting: true },
    'ship-docked': { shows: ['shipId', 'nextShipId'], leads: true },
    'auction-opened': { shows: ['eventId'], follows: ['kind'], leads: true },
    'game-ended': { turns: ['result'], opens: true },
  },
  secretFields: { 'allocate-goods': ['assignments'] },
};
