// Events that random play hardly ever produces, for the tests of their sentences.
import type { ToldEvent } from '../../../testing/registry.ts';

const standing = { coins: 400, fishPorts: 30, fishShips: 0, fleet: 0, ports: 50, treasures: 0, total: 480 };
const standings = [0, 1].map((seat) => ({ seat, ...standing }));
const ended = { type: 'game-ended', winner: 1, ranking: [1, 0], scores: standings, cardsTurned: [] };
const shipId = 'ship-red-trade-1';
const cardId = 'trade-oil-3';
const by = { by: 'ship-blue-pirate-1', attacker: 3 };
const delivered = {
  type: 'cargo-delivered',
  seat: 0,
  shipId,
  cardId,
  portId: 'port-faro',
  price: 30,
  due: 0,
};
const farthest = { ...delivered, distance: 20, owner: null };
const sailed = { type: 'ship-advanced', seat: 0, shipId, cost: 3 };
const tile = { type: 'tile-placed', seat: 0, tileId: 'sea-01', rotation: 0, stackCount: 20 };
/** One column and one row beyond those with a letter and a number. */
const CHART = Array.from({ length: 28 }, (_, n) => n - 13);

export const rareEvents: readonly ToldEvent[] = [
  { type: 'home-port-forfeited', seat: 0, portId: 'port-lisboa' },
  { type: 'deck-reshuffled', count: 1 },
  { type: 'deck-reshuffled', count: 12 },
  { type: 'player-eliminated', seat: 1, reason: 'debt' },
  { type: 'bonus-expired', seat: 0, shipId, count: 1 },
  { type: 'bonus-expired', seat: 0, shipId, count: 2 },
  { type: 'home-port-founded', seat: 0, portId: 'port-lisboa', sailorId: null },
  {
    type: 'berth-requested',
    seat: 0,
    owner: 1,
    portId: 'port-lisboa',
    kind: 'trade',
    fee: 0,
  },
  ...[2, 3, 4].map((zone) => ({ ...farthest, zone })),
  { ...farthest, zone: 3, owner: 1, due: 10 },
  ...CHART.map((n) => ({ ...tile, x: n, y: n })),
  ...[1, 2].map((bonusUsed) => ({ ...sailed, path: [{ x: 1, y: 1 }], bonusUsed })),
  ...['target', 'last-player', 'no-fleet', 'treasures', 'idle', 'guard'].map((reason) => ({
    ...ended,
    reason,
  })),
  { type: 'ship-sunk', seat: 0, shipId, cause: 'attack', ...by, reward: 120, cardId },
  { type: 'ship-sunk', seat: 0, shipId, cause: 'attack', ...by, reward: 0 },
  ...['rock', 'shoal', 'storm'].flatMap((cause) => [
    { type: 'ship-sunk', seat: 0, shipId, cause },
    { type: 'ship-sunk', seat: 0, shipId, cause, cardId },
  ]),
  { type: 'sailor-removed', seat: 1, sailorId: 'sailor-yellow-2', ...by },
  { type: 'stack-blocked', tileIds: ['coast-1'] },
  { type: 'treasure-set-aside', cardId: 'treasure-island-50' },
];
