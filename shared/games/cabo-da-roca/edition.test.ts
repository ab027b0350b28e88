import { describe, expect, test } from '@jest/globals';
import { SHIP_KINDS } from './components.ts';
import builtIn from './edition.json' with { type: 'json' };
import { parseEdition } from './parse-edition.ts';
import { components } from './testing/scenario.ts';

type File = typeof builtIn;

/** The reasons for refusing the built-in edition after a change to it. */
function reasons(change: (file: File) => unknown): string {
  const file = structuredClone(builtIn);
  change(file);
  const parsed = parseEdition(file);
  return parsed.ok ? 'accepted' : parsed.reasons.join('; ');
}

function first<T>(list: T[]): T {
  const [item] = list;
  if (item === undefined) throw new Error('the list is empty');
  return item;
}

describe('editions', () => {
  test('CAB-13.6: a zone may be a single distance', () => {
    const narrow = (file: File) => {
      first(file.zones).max = 1;
      Object.assign(file.zones[1] ?? {}, { min: 2 });
    };
    expect(reasons(narrow)).toBe('accepted');
  });

  test('CAB-13.6: the zones may be listed in any order', () => {
    const file = structuredClone(builtIn);
    file.zones.reverse();
    const parsed = parseEdition(file);
    if (!parsed.ok) throw new Error(parsed.reasons.join());
    expect([1, 4, 5, 7, 8, 40].map(parsed.value.zoneOf)).toEqual([1, 1, 2, 2, 3, 3]);
  });

  test('CAB-13.1: one card more than ships that carry one is enough; pirates carry none', () => {
    expect(reasons((file) => file.tradeCards.splice(17))).toBe('accepted');
  });

  const settings: [string, number, number, (file: File, value: number) => unknown][] = [
    [
      'fish',
      1,
      9,
      (file, value) => Object.assign(file.tiles.find(({ kind }) => kind === 'fish') ?? {}, { fish: value }),
    ],
    [
      'number',
      1,
      Number.MAX_SAFE_INTEGER,
      (file, value) => Object.assign(first(file.ships), { number: value }),
    ],
    ['targetCoins', 1, Number.MAX_SAFE_INTEGER, (file, value) => (file.constants.targetCoins = value)],
    ['layingRounds', 1, 10, (file, value) => (file.constants.layingRounds = value)],
    ['actions', 1, 9, (file, value) => (file.constants.actions = value)],
    ['actionsWithManyShips', 1, 9, (file, value) => (file.constants.actionsWithManyShips = value)],
    ['manyShips', 1, Number.MAX_SAFE_INTEGER, (file, value) => (file.constants.manyShips = value)],
    ['startCoins', 0, 100_000, (file, value) => (file.constants.startCoins = value)],
    ['finalRounds', 1, 30, (file, value) => (file.limits.finalRounds = value)],
  ];
  test.each(settings)('CAB-2.1: %s is at least %i and at most %i', (name, least, most, set) => {
    const reasonsWith = (value: number) => reasons((file) => set(file, value));
    expect([least, most].map(reasonsWith)).toEqual(['accepted', 'accepted']);
    for (const value of [least - 1, most + 1]) expect(reasonsWith(value)).toContain(name);
  });

  test('CAB-15.7: an edition may leave out traders, boats or pirates; a player has one pirate at most', () => {
    for (const kind of SHIP_KINDS) {
      const without = (file: File, count: number) => {
        file.perPlayer[kind] = count;
        file.ships = file.ships.filter((ship) => ship.kind !== kind);
      };
      expect(reasons((file) => without(file, 0))).toBe('accepted');
      expect(reasons((file) => without(file, -1))).toContain(`perPlayer.${kind}`);
    }
    expect(reasons((file) => (file.perPlayer.pirate = 2))).toContain('perPlayer.pirate: Too big');
    expect(reasons((file) => (file.perPlayer.sailors = 0))).toContain('perPlayer.sailors: Too small');
  });

  test('CAB-2.1: the built-in edition has the components of the rules', () => {
    expect(components.tiles).toHaveLength(81);
    expect(components.ports).toHaveLength(10);
    expect(components.tradeCards).toHaveLength(25);
    expect(components.treasureCards).toHaveLength(6);
    expect(components.cross.map(({ tileId, x, y }) => [tileId, x, y])).toEqual([
      ['sea-01', 0, 0],
      ['sea-02', 0, -1],
      ['sea-03', 1, 0],
      ['sea-04', 0, 1],
      ['sea-05', -1, 0],
    ]);
    for (const port of components.ports)
      expect(components.tradeCards.filter(({ buyers }) => buyers.has(port))).toHaveLength(17);
    expect([1, 4, 5, 7, 8, 40].map(components.zoneOf)).toEqual([1, 1, 2, 2, 3, 3]);
    expect(components.supply[1]?.trade).toEqual(['ship-yellow-trade-1', 'ship-yellow-trade-2']);
  });

  test.each<[string, string, (file: File) => void]>([
    [
      'an id twice',
      'sea-02 is listed twice',
      (file) => {
        first(file.tiles).id = 'sea-02';
      },
    ],
    [
      'other corners',
      'sea-01: the corners of a sea are 0000',
      (file) => {
        first(file.tiles).corners = [1, 0, 0, 0];
      },
    ],
    [
      'fish on open sea',
      'sea-01: fish tiles, and only they, have fish',
      (file) => {
        Object.assign(first(file.tiles), { fish: 2 });
      },
    ],
    [
      'wrong counts',
      'tileCounts.sea: 12, but there are 11',
      (file) => {
        file.tileCounts.sea = 12;
      },
    ],
    [
      'no room for four home ports',
      'tiles: fewer ports than players',
      (file) => {
        file.tiles = file.tiles.filter(({ kind, id }) => kind !== 'port' || id === 'port-faro');
      },
    ],
    [
      'a cross of other tiles',
      'startCrossTiles: the cross needs five different tiles of open sea',
      (file) => {
        file.startCrossTiles[0] = 'rock-1';
      },
    ],
    [
      'another cross',
      'startCross: the cells are 0,0 0,-1 1,0 0,1 -1,0',
      (file) => {
        first(file.startCross).x = 3;
      },
    ],
    [
      'a port neither buying nor struck',
      'trade-salt-1: buyers and struck together name every port once',
      (file) => {
        first(file.tradeCards).buyers.pop();
      },
    ],
    [
      'a price a zone',
      'trade-salt-1: one price a zone',
      (file) => {
        first(file.tradeCards).prices.pop();
      },
    ],
    [
      'a price below the due',
      'trade-salt-1: a price is below the port due',
      (file) => {
        first(file.tradeCards).prices[0] = 10;
      },
    ],
    [
      'too few cards',
      'tradeCards: more are needed than ships that can carry one',
      (file) => {
        file.tradeCards.length = 16;
      },
    ],
    [
      'overlapping zones',
      'zones: they must cover every distance from 1 without overlap, numbered from 1',
      (file) => {
        first(file.zones).max = 5;
      },
    ],
    [
      'zones that end',
      'zones: they must cover every distance from 1 without overlap, numbered from 1',
      (file) => {
        Object.assign(file.zones[2] ?? {}, { max: 9 });
      },
    ],
    [
      'a missing ship',
      'red: 2 of trade needed',
      (file) => {
        file.ships.shift();
      },
    ],
    [
      'a missing sailor',
      'red: 5 sailors needed',
      (file) => {
        file.sailors.shift();
      },
    ],
    [
      'an unknown colour',
      'sailor-red-1: unknown colour pink',
      (file) => {
        first(file.sailors).colour = 'pink';
      },
    ],
    [
      'colours twice',
      'colours: red is listed twice',
      (file) => {
        file.colours[1] = 'red';
      },
    ],
    [
      'more tiles than coordinates',
      'tiles: Too big',
      (file) => {
        for (let n = 0; n < 30; n++) file.tiles.push({ id: `sea-x${n}`, kind: 'sea', corners: [0, 0, 0, 0] });
      },
    ],
    [
      'another game',
      'game: Invalid input',
      (file) => {
        file.game = 'borneo';
      },
    ],
  ])('CAB-2.1: %s is refused', (_title, reason, change) => {
    expect(reasons(change)).toContain(reason);
  });
});
