import { expect, test } from '@jest/globals';
import type { Event } from './atlas.ts';
import { movedIn, tracesOf } from './trace.ts';

const channel = (id: string, from: string, to: string) => [id, { id, from, to, colour: 'red' }] as const;
const ATLAS = { channels: new Map([channel('c1', 'o', 'p'), channel('c2', 'p', 'q')]) };

test('ships are traced from place to place, and blocked ones are outlined', () => {
  const moved: Event = {
    type: 'ships-moved',
    seat: 0,
    colour: 'red',
    moves: [{ ship: 's', channel: 'c', from: 'p', to: 'q' }],
    blocked: ['t'],
    auto: true,
  };
  expect(tracesOf([moved], ATLAS)).toMatchObject([{ from: 'at-p', to: 'at-q' }]);
  expect([...movedIn([moved])]).toEqual(['s', 't']);
});

test('an exchange of cargoes goes both ways', () => {
  const played: Event = {
    type: 'navigation-played',
    seat: 0,
    card: 'f',
    kind: 'fortune-turns',
    shipA: 's',
    shipB: 't',
  };
  expect(tracesOf([played], ATLAS)).toMatchObject([
    { from: 's', to: 't' },
    { from: 't', to: 's' },
  ]);
  expect([...movedIn([played])]).toEqual(['f', 's', 't']);
});

test('a trade goes both ways, and an offer to all has no line', () => {
  const done: Event = { type: 'trade-completed', offer: 1, from: 0, to: 2, giveCount: 1, wantCount: 1 };
  expect(tracesOf([done], ATLAS)).toEqual([
    { from: 'seat-0', to: 'seat-2' },
    { from: 'seat-2', to: 'seat-0' },
  ]);
  const offered: Event = { type: 'trade-offered', offer: 1, from: 0, to: '*', giveCount: 1, wantCount: 1 };
  expect(tracesOf([offered], ATLAS)).toEqual([]);
});

test('a ship that is driven back is traced along its channels, and confiscated cargo to the stock', () => {
  const played = { type: 'navigation-played', seat: 0, card: 'n', ship: 's' } as const;
  expect(tracesOf([{ ...played, kind: 'storm', path: ['c2', 'c1'] }], ATLAS)).toMatchObject([
    { from: 'at-q', to: 'at-p', kind: 'attack' },
    { from: 'at-p', to: 'at-o', kind: 'attack' },
  ]);
  expect(tracesOf([{ ...played, kind: 'inspection' }], ATLAS)).toEqual([
    { from: 's', to: 'stock', kind: 'attack' },
  ]);
});
