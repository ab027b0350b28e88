// The game's own refusals. The rule that each stands for is named where it is raised.

export const CODES = [
  'events-disabled',
  'auction-already-held',
  'player-without-primes',
  'event-pile-empty',
  'must-open-bid',
  'bid-too-low',
  'bid-too-high',
  'event-not-owned',
  'event-already-played',
  'quay-empty',
  'ship-has-event',
  'relation-already-played',
  'relation-not-played',
  'relation-not-in-hand',
  'effect-count-mismatch',
  'effect-required',
  'bad-target',
  'bad-spread',
  'not-enough-porters',
  'not-adjacent',
  'no-such-porter',
  'ship-full',
  'ship-departing',
  'ship-exclusive',
  'wrong-ship',
  'payer-not-aboard',
  'allocation-incomplete',
  'goods-not-in-hand',
] as const;

export type Code = (typeof CODES)[number];
