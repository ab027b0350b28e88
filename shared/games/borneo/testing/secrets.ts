// What a command reveals, and what only its sender knows: for the secrecy part of the contract suite.
import type { Secrets } from '../../../testing/secrecy-contract.ts';
import type { Borneo } from '../index.ts';

export const secrets: Secrets<Borneo> = {
  turning: {
    'cards-drawn': { shows: ['cards'] },
    'shipment-played': { follows: ['counts'] },
    'fight-resolved': { follows: ['attackFlags', 'defenceFlags', 'winner'] },
    'harbour-revealed': { shows: ['harbour'], leads: true },
    'hands-discarded': { shows: ['hands'] },
    'game-ended': { turns: ['scores', 'ranking', 'winners'], opens: true },
  },
  secretFields: {
    'complete-mission': ['cards'],
    attack: ['cards'],
    defend: ['cards'],
    'play-shipment': ['card'],
    'discard-excess': ['cards'],
  },
};
