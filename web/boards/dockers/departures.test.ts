import { expect, test } from '@jest/globals';
import { departuresIn } from './departures.ts';
import type { Event } from './pieces.ts';

const left = (quay: number, shipId: string, amounts: readonly number[]): readonly Event[] => [
  { type: 'primes-paid', quay, shipId, primePerPorter: 3, amounts: [...amounts], pirateSeat: null },
  { type: 'ship-departed', quay, shipId, goods: 'goods-rum', eventId: null, cause: 'relation' },
  { type: 'ship-docked', quay, shipId: `after-${shipId}`, nextShipId: null, shipPileCount: 9 },
];

test('a quay that two ships leave in one turn has two slips', () => {
  const found = departuresIn([...left(2, 'first', [6, 0]), ...left(2, 'second', [0, 3])]);
  expect(found.map(({ shipId, amounts, next }) => [shipId, amounts, next])).toEqual([
    ['first', [6, 0], 'after-first'],
    ['second', [0, 3], 'after-second'],
  ]);
});

test('a commission that is settled later is noted with what its ship paid', () => {
  const [paid, ...rest] = left(2, 'first', [6, 3]);
  const settled: readonly Event[] = [
    ...(paid === undefined ? [] : [paid]),
    { type: 'commission-paid', quay: 2, relation: 'relation-foreman', payerSeat: 1, paid: 2, due: 2 },
    { type: 'slate-moved', fromSeat: 0, toSeat: 1, cause: 'left' },
    ...rest,
  ];
  expect(departuresIn(settled)).toMatchObject([
    { quay: 2, amounts: [6, 3], commission: { payer: 1, paid: 2, due: 2 }, slateTo: 1, end: 'departed' },
  ]);
});
