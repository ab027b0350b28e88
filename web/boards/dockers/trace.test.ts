import { expect, test } from '@jest/globals';
import { assignedIn, layFields } from './allocation.ts';
import type { Command, Event } from './pieces.ts';
import { movedIn, tracesOf } from './trace.ts';

test('porters go from their player to the ship, and primes come back', () => {
  const target = { type: 'place' as const, quays: [2, 2] };
  const events: readonly Event[] = [
    { type: 'effect-applied', seat: 1, relation: 'relation-foreman', index: 0, target },
    { type: 'primes-paid', quay: 2, shipId: 's', primePerPorter: 3, amounts: [0, 6, 3], pirateSeat: null },
    { type: 'porters-returned', quay: 2, counts: [0, 2, 1], cause: 'departure' },
  ];
  expect(tracesOf(events)).toEqual([
    { from: 'seat-1', to: 'porters-2-1', orTo: 'quay-2' },
    { from: 'quay-2', to: 'seat-1' },
    { from: 'quay-2', to: 'seat-2' },
  ]);
  expect([...movedIn(events)]).toEqual(['porters-2-1']);
});

test('a porter who is sent home is traced once', () => {
  const events: readonly Event[] = [
    {
      type: 'effect-applied',
      seat: 0,
      relation: 'relation-smuggler',
      index: 0,
      target: { type: 'recall', quay: 3, seat: 2 },
    },
    { type: 'porters-returned', quay: 3, counts: [0, 0, 1], cause: 'recall' },
  ];
  expect(tracesOf(events)).toEqual([{ from: 'quay-3', to: 'seat-2', kind: 'attack' }]);
});

const lay = (first: string, second: string): Command => ({
  type: 'allocate-goods',
  assignments: [
    { quay: 1, goods: first },
    { quay: 4, goods: second },
  ],
});

test('goods are laid quay by quay, however the picks were made', () => {
  const all = [lay('rum', 'madras'), lay('rum', 'spice'), lay('spice', 'rum')];
  expect(assignedIn(all, [1, 4])).toEqual([undefined, undefined]);
  expect(assignedIn(all.slice(0, 2), [1, 4])).toEqual(['rum', undefined]);
  expect(layFields(all, [1, 4], 4, 'spice')).toEqual({ 'assignments.1.goods': 'spice' });
  expect(layFields(all, [1, 4], 1, 'madras')).toBeUndefined();
});
