// The board's own computations, by rule.
import { describe, expect, test } from '@jest/globals';
import { costOf, movesOf, pathOf } from './moves.ts';
import type { Atlas, Command, Ship, View } from './pieces.ts';
import { distance, salesOf } from './voyage.ts';

const KINDS: Readonly<Record<string, string>> = {
  s: 'sea',
  k: 'shark',
  r: 'rock',
  h: 'shoal',
  p: 'port',
  t: 'storm',
};

const atlas: Atlas = {
  tiles: new Map(
    Object.entries(KINDS).map(([id, kind]) => [id, { id, kind, corners: [0, 0, 0, 0], fish: 0 }]),
  ),
  cards: new Map(),
  treasures: new Map(),
  zones: [
    { zone: 1, min: 1, max: 4 },
    { zone: 2, min: 5, max: 7 },
    { zone: 3, min: 8, max: null },
  ],
  buy: {},
  sell: {},
  layingRounds: 3,
};

/** A row of tiles to the east, and the ships on it. */
function row(kinds: string, ships: readonly Ship[] = []): Pick<View, 'board' | 'ships'> {
  return { board: [...kinds].map((tileId, x) => ({ tileId, x, y: 0, rotation: 0 })), ships: [...ships] };
}

function ship(id: string, x: number, of: Partial<Ship> = {}): Ship {
  return {
    id,
    seat: 0,
    kind: 'trade',
    x,
    y: 0,
    heading: 2,
    docked: false,
    hasCargo: false,
    cargo: null,
    origin: null,
    bonusOld: 0,
    bonusNew: 0,
    credited: [],
    dockedAtTurnStart: false,
    enteredPort: false,
    loadedThisTurn: false,
    cardRefused: false,
    justLeftPort: false,
    pirateMode: 'none',
    ...of,
  };
}

const ends = (path: readonly { x: number }[]) => path.map(({ x }) => x);

describe('a passage', () => {
  const mine = ship('a', 0);
  test('CAB-10.1: ends on the first cell without a ship', () => {
    const view = row('ssss', [mine, ship('b', 1), ship('c', 2)]);
    expect(ends(pathOf(atlas, view, mine, 2, { through: true }))).toEqual([1, 2, 3]);
    expect(ends(pathOf(atlas, view, mine, 2, {}))).toEqual([1]);
  });
  test('CAB-10.4: ends on the first cell that sinks it, if that is accepted', () => {
    const view = row('shss', [mine, ship('b', 1), ship('c', 2)]);
    expect(ends(pathOf(atlas, view, mine, 2, { through: true, acceptSinking: true }))).toEqual([1]);
  });
  test('CAB-11.2: a fishing boat sails over shoals', () => {
    const boat = ship('a', 0, { kind: 'fishing' });
    const view = row('shs', [boat, ship('b', 1)]);
    expect(ends(pathOf(atlas, view, boat, 2, { through: true, acceptSinking: true }))).toEqual([1, 2]);
  });
});

describe('CAB-8.4, CAB-12.6: a step', () => {
  const cost = (kinds: string, mine: Ship, steps: object = {}, others: readonly Ship[] = []) => {
    const view = row(kinds, [mine, ...others]);
    return costOf(atlas, view, mine, pathOf(atlas, view, mine, 2, steps));
  };
  test('costs one', () => expect(cost('ss', ship('a', 0))).toBe(1));
  test('costs one more to the shark', () => expect(cost('sk', ship('a', 0))).toBe(2));
  test('costs one more from the shark', () => expect(cost('ks', ship('a', 0))).toBe(2));
  test('costs two more past the shark', () =>
    expect(cost('sks', ship('a', 0), { through: true }, [ship('b', 1)])).toBe(4));
  test('costs a pirate nothing more', () => expect(cost('sk', ship('a', 0, { kind: 'pirate' }))).toBe(1));
});

test('CAB-15.2: a pirate aims at the cells beside it', () => {
  const pirate = ship('p', 1, { kind: 'pirate', heading: 0 });
  const attack = (flank: 'left' | 'right', ransom?: number): Command => ({
    type: 'attack',
    pirateId: 'p',
    flank,
    ...(ransom !== undefined && { ransom }),
  });
  const moves = movesOf(atlas, row('sss', [pirate]), pirate, [
    attack('left'),
    attack('right'),
    attack('left', 5),
  ]);
  expect(moves.map(({ x, y, kind }) => [kind, x, y])).toEqual([
    ['attack', 0, 0],
    ['attack', 2, 0],
  ]);
});

test('CAB-12.4: of moves that differ by their bonus moves, the one with the fewest is shown', () => {
  const mine = ship('a', 0);
  const [move, ...others] = movesOf(atlas, row('ss', [mine]), mine, [
    { type: 'advance', shipId: 'a', bonus: 1 },
    { type: 'advance', shipId: 'a' },
  ]);
  expect(others).toEqual([]);
  expect(move?.command).toEqual({ type: 'advance', shipId: 'a' });
});

test('CAB-13.5, CAB-13.6: a cargo is sold elsewhere, by the longer side of the way', () => {
  expect(distance({ x: 0, y: 0 }, { x: 3, y: -5 })).toBe(5);
  const board = [
    { tileId: 'home', x: 0, y: 0, rotation: 0 },
    { tileId: 'near', x: 4, y: 1, rotation: 0 },
    { tileId: 'far', x: 2, y: 8, rotation: 0 },
    { tileId: 'struck', x: 9, y: 9, rotation: 0 },
  ];
  const card = { buyers: ['home', 'near', 'far'], prices: [30, 60, 90] };
  expect(salesOf(atlas, { board }, card, 'home')).toEqual([
    { portId: 'far', zone: 3, price: 90 },
    { portId: 'near', zone: 1, price: 30 },
  ]);
});
