// What a command reveals, and what only its sender knows: for the secrecy part of the contract suite.
import type { Secrets } from '../../../testing/secrecy-contract.ts';
import type { CaboDaRoca } from '../index.ts';

export const secrets: Secrets<CaboDaRoca> = {
  turning: {
    'tile-drawn': { shows: ['tileId'], leads: true },
    'tile-returned': { shows: ['tileId'], fleeting: true, leads: true },
    'stack-blocked': { shows: ['tileIds'], leads: true },
    'cargo-loaded': { shows: ['cardId'], leads: true },
    'cargo-refused': { shows: ['cardId'], leads: true },
    'treasure-revealed': { shows: ['cardId'], follows: ['kind', 'value'], leads: true },
    'treasure-set-aside': { shows: ['cardId'], leads: true },
    'cargo-delivered': { shows: ['cardId'], follows: ['zone', 'price', 'due'], leads: true },
    'cargo-discarded': { shows: ['cardId'], leads: true },
    'ship-sunk': { shows: ['cardId'], follows: ['reward'] },
    'game-ended': { turns: ['scores', 'ranking', 'winner', 'cardsTurned'], opens: true },
  },
  // Every choice is public: cards are drawn, not chosen.
  secretFields: {},
};
