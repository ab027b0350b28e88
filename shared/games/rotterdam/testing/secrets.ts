// What a command reveals, and what only its sender knows: for the secrecy part of the contract suite.
import type { Secrets } from '../../../testing/secrecy-contract.ts';
import type { Rotterdam } from '../index.ts';

export const secrets: Secrets<Rotterdam> = {
  turning: {
    'navigation-drawn': { shows: ['cards'] },
    'advantage-laid': { follows: ['points'] },
    'ship-unloaded': { turns: ['product'] },
    // Where two ships unload, the first card turned up may be drawn immediately.
    'top-product-changed': { turns: ['product'], fleeting: true, leads: true },
    // An offer to all players is public.
    'trade-offered': { turns: ['give', 'want'] },
    // Showing the same cards again changes no view.
    'products-revealed': { turns: ['products'], fleeting: true },
    'mission-fulfilled': { shows: ['drawn'], follows: ['products', 'jokers', 'value', 'missionPoints'] },
    'game-ended': { turns: ['scores', 'hands'], opens: true },
  },
  secretFields: {
    'offer-trade': ['give', 'want'],
    'reveal-products': ['products'],
    'fulfil-mission': ['mission', 'jokers'],
    'play-fortune-turns': ['card'],
    'play-extra-cargo': ['card'],
    'play-setback': ['card'],
    'play-storm': ['card'],
    'play-cargo-thief': ['card'],
    'play-inspection': ['card'],
    'lay-advantage': ['card'],
  },
};
