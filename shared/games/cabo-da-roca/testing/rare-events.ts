// Events that random play hardly ever produces, for the tests of their sentences.
import type { ToldEvent } from '../../../testing/registry.ts';

const standing = { coins: 400, fishPorts: 30, fishShips: 0, fleet: 0, ports: 50, treasures: 0, total: 480 };
const standings = [0, 1].map((seat) => ({ seat, ...standing }));
const ended = { type: 'game-ended', winner: 1, ranking: [1, 0], scores: standings, cardsTurned: [] };
const shipId = 'ship-red-trade-1';
const cardId = 'trade-oil-3';

export const rareEvents: readonly ToldEvent[] = [
  { type: 'home-port-forfeited', seat: 0, portId: 'port-lisboa' },
  { type: 'deck-reshuffled', count: 1 },
  { type: 'deck-reshuffled', count: 12 },
  { type: 'player-eliminated', seat: 1, reason: 'debt' },
  { type: 'bonus-expired', shipId, count: 2 },
  ...['target', 'last-player', 'no-fleet', 'treasures', 'idle', 'guard'].map((reason) => ({
    ...ended,
    reason,
  })),
  { type: 'ship-sunk', shipId, cause: 'attack', by: 'ship-blue-pirate-1', reward: 120, cardId },
  { type: 'ship-sunk', shipId, cause: 'attack', by: 'ship-blue-pirate-1', reward: 0 },
  ...['rock', 'shoal', 'storm'].flatMap((cause) => [
    { type: 'ship-sunk', shipId, cause },
    { type: 'ship-sunk', shipId, cause, cardId },
  ]),
  { type: 'sailor-removed', sailorId: 'sailor-yellow-2', by: 'ship-blue-pirate-1' },
  { type: 'stack-blocked', tileIds: ['coast-1'] },
  { type: 'treasure-set-aside', cardId: 'treasure-island-50' },
];
