// Events that random play hardly ever meets, for the tests of their sentences.

type Told = { readonly type: string } & Readonly<Record<string, unknown>>;

const standing = { coins: 400, fishPorts: 30, fishShips: 0, fleet: 0, ports: 50, treasures: 0, total: 480 };
const standings = [0, 1].map((seat) => ({ seat, ...standing }));
const ended = { type: 'game-ended', winner: 1, ranking: [1, 0], scores: standings, cardsTurned: [] };
const shipId = 'ship-red-trade-1';
const cardId = 'trade-oil-3';

export const rareEvents: Readonly<Record<string, readonly Told[]>> = {
  borneo: [
    { type: 'deck-reshuffled', count: 1 },
    { type: 'cards-drawn', seat: 0, count: 1 },
    { type: 'end-triggered', reason: 'shipments', lastActive: 1, harbours: [] },
  ],
  dockers: [
    { type: 'event-pile-reshuffled', count: 1 },
    { type: 'goods-pile-refilled', count: 1 },
    { type: 'goods-pile-refilled', count: 3 },
    { type: 'target-reached', seats: [0, 2] },
    ...['last-ship', 'target', 'max-rounds'].map((reason) => ({
      type: 'game-ended',
      result: { reason, ranking: [{ seat: 1, primes: 1, goods: 'goods-rum', rank: 1 }], winners: [1] },
    })),
    { type: 'primes-claimed', seat: 0, gained: 4, losses: [0, 0, 0] },
  ],
  rotterdam: [
    { type: 'trading-resumed', seat: 0 },
    { type: 'navigation-draw-lost', seat: 2, count: 1, reason: 'supply-empty' },
    { type: 'navigation-reshuffled', count: 1 },
    {
      type: 'navigation-played',
      seat: 1,
      card: 'nav-cargo-thief-1',
      kind: 'cargo-thief',
      from: 'ship-red-2',
      to: null,
      start: 'start-3',
    },
    {
      type: 'ship-unloaded',
      seat: 1,
      ship: 'ship-yellow-5',
      harbour: 'harbour-botlek',
      material: 'oil',
      result: 'deck-empty',
    },
    { type: 'top-product-changed', harbour: 'harbour-waalhaven', product: null },
  ],
  'cabo-da-roca': [
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
    { type: 'stack-blocked', tileIds: ['coast-1'] },
    { type: 'treasure-set-aside', cardId: 'treasure-island-50' },
  ],
};
