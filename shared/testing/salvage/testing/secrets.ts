// What a command reveals, and what only its sender knows: for the secrecy part of the contract suite.
import type { Secrets } from '../../../testing/secrecy-contract.ts';
import type { Salvage } from '../index.ts';

export const secrets: Secrets<Salvage> = {
  turning: {
    // The strongest one decides who gets the wrecks.
    'tugs-revealed': { shows: ['tugs'], leads: true },
    'wrecks-salvaged': { follows: ['seat'] },
    'wrecks-contested': { follows: ['seats'] },
    'game-ended': { follows: ['scores', 'winners'] },
    'wreck-sighted': { shows: ['wreck'] },
    'tug-drawn': { shows: ['tug'] },
  },
  secretFields: { 'send-tug': ['tug'] },
};
