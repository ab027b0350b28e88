import { expect, test } from '@jest/globals';
import type { Event } from './pieces.ts';
import { movedIn, tracesOf } from './trace.ts';

const view = { distribution: null };

test('a shipment goes from its player to the harbour, even if it was handed out at once', () => {
  const counts = { red: 0, blue: 0, yellow: 0, green: 0 };
  const events: readonly Event[] = [
    { type: 'shipment-played', seat: 1, card: 'c', slot: 2, harbour: 'h', counts },
    { type: 'distribution-started', slot: 2, harbour: 'h', kind: 'monopoly', companies: ['red'], takenBy: 1 },
    { type: 'spice-picked', seat: 0, merchant: 'm', company: 'red', rank: 1, card: 'c', automatic: true },
  ];
  expect(tracesOf(events, view)).toEqual([
    { from: 'seat-1', to: 'c', orTo: 'slot-2' },
    { from: 'slot-2', to: 'seat-1' },
    { from: 'slot-2', to: 'seat-0', piece: 'c' },
  ]);
  expect([...movedIn(events)]).toEqual(['c']);
});

test('a spice comes from the harbour that is being distributed', () => {
  const picked: Event = {
    type: 'spice-picked',
    seat: 0,
    merchant: 'm',
    company: 'red',
    rank: 1,
    card: 'c',
    automatic: false,
  };
  const ended: Event = { type: 'distribution-ended', slot: 1 };
  expect(tracesOf([picked, ended], view)).toEqual([{ from: 'slot-1', to: 'seat-0', piece: 'c' }]);
  const running = { distribution: { slot: 2 } };
  expect(tracesOf([picked], running)).toEqual([{ from: 'slot-2', to: 'seat-0', piece: 'c' }]);
});

test('a transfer leads from the rank that was left to the merchant', () => {
  const events: readonly Event[] = [
    { type: 'merchant-transferred', seat: 0, merchant: 'm', from: 'red', fromRank: 2, to: 'blue', toRank: 4 },
  ];
  expect(tracesOf(events, view)).toEqual([{ from: 'rank-red-2', to: 'm' }]);
  expect([...movedIn(events)]).toEqual(['m']);
});

test('others’ drawn cards leave no trace, and drawn cards are outlined for the seat that sees them', () => {
  const drawn: Event = { type: 'cards-drawn', seat: 0, count: 2, cards: ['c', 'd'] };
  expect(tracesOf([drawn], view)).toEqual([]);
  expect([...movedIn([drawn])]).toEqual(['c', 'd']);
});
