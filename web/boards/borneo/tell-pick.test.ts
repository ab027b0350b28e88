import { expect, test } from '@jest/globals';
import { tellPick } from './tell-pick.ts';

const named = {
  seat: String,
  component: (id: string) => `«${id}»`,
  view: { slots: [{ harbourId: 'harbour-10' }, { harbourId: null }] },
};

test('a harbour is called by its name, as on the board', () => {
  expect(tellPick('play-shipment', 'slot', 0, named)).toBe('«harbour-10»');
});

test('a defence without cards is none', () => {
  expect(tellPick('defend', '', { type: 'defend' }, named)).toBe('Do not defend');
  expect(tellPick('defend', '', { type: 'defend', cards: [] }, named)).toBe('Do not defend');
  expect(tellPick('defend', '', { type: 'defend', cards: ['a'] }, named)).toBeUndefined();
  expect(tellPick('attack', '', { type: 'attack' }, named)).toBeUndefined();
});

test('other picks, empty places and unknown positions are left to the usual words', () => {
  expect(tellPick('play-shipment', 'slot', 1, named)).toBeUndefined();
  expect(tellPick('play-shipment', 'card', 0, named)).toBeUndefined();
  expect(tellPick('play-shipment', 'slot', 0, { ...named, view: undefined })).toBeUndefined();
});
