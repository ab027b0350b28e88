import { describe, expect, test } from '@jest/globals';
import { begin, fallbackCommand, optionsOf, playOut, randomCommand, seedOf } from '../../testing/play.ts';
import builtIn from './edition.json' with { type: 'json' };
import { dockers } from './index.ts';
import { parseEdition } from './parse-edition.ts';

type File = typeof builtIn;
const altered = (change: (file: File) => void): File => {
  const file = structuredClone(builtIn);
  change(file);
  return file;
};
const reasonsFor = (change: (file: File) => void): string => {
  const parsed = parseEdition(altered(change));
  return parsed.ok ? 'accepted' : parsed.reasons.join('; ');
};
const drop = <Item>(list: Item[], kept: number) => list.splice(kept);

describe('the built-in edition', () => {
  const parsed = parseEdition(builtIn);
  if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
  const components = parsed.value;

  test('DOC-1.3: 20 ships with 97 places', () => {
    expect(components.ships).toHaveLength(20);
    const count = (value: number) => [...components.valueOf.values()].filter((one) => one === value).length;
    expect([3, 4, 5, 6, 7, 8].map(count)).toEqual([4, 5, 5, 3, 2, 1]);
  });

  test('DOC-1.5: 16 goods tiles, 7/5/3/1', () => {
    const count = (kind: string) => components.goods.filter((one) => one === kind).length;
    expect(['goods-madras', 'goods-rum', 'goods-spice', 'goods-vanilla'].map(count)).toEqual([7, 5, 3, 1]);
    expect([...components.primeOf.values()]).toEqual([2, 3, 4, 5]);
  });

  test('DOC-1.6: 16 event tiles of ten kinds', () => {
    expect(components.events).toHaveLength(16);
    expect(new Set([...components.tileOf.values()].map((tile) => tile.kind)).size).toBe(10);
  });

  test('DOC-5.1: nine relations with commissions that sum to 25', () => {
    const cards = [...components.relationOf.values()];
    expect(cards.map((card) => card.commission)).toEqual([1, 2, 2, 2, 3, 3, 3, 4, 5]);
    const effects = cards.flatMap((card) => card.effects);
    const placed = effects.reduce((sum, effect) => sum + (effect.type === 'place' ? effect.count : 0), 0);
    expect(placed).toBe(15);
    expect(effects.filter((effect) => effect.type === 'recall')).toHaveLength(1);
  });
});

describe('editions that are refused, with a reason', () => {
  test.each<[string, RegExp, (file: File) => void]>([
    ['another game', /game/, (file) => Object.assign(file, { game: 'borneo' })],
    ['four ships', /more than 4/, (file) => drop(file.ships, 4)],
    ['a ship of value 0', /value/, (file) => Object.assign(file.ships[0] ?? {}, { value: 0 })],
    [
      'a ship id twice',
      /ship-3-1 is listed twice/,
      (file) => Object.assign(file.ships[5] ?? {}, { id: 'ship-3-1' }),
    ],
    [
      'a relation twice',
      /relation-sailor is listed twice/,
      (file) => file.relations.push(...file.relations.slice(0, 1)),
    ],
    ['five quays', /quays: must be/, (file) => file.quays.push(5)],
    ['a ring of quays', /adjacentQuays/, (file) => file.adjacentQuays.push([4, 1])],
    ['a nameless kind of goods', /nameFr/, (file) => Object.assign(file.goods[0] ?? {}, { nameFr: '' })],
    ['a wrong count', /count is 9/, (file) => Object.assign(file.goods[0] ?? {}, { count: 9 })],
    ['wrong totals', /totals\.events/, (file) => Object.assign(file.totals, { events: 20 })],
    ['too few goods', /fewer tiles than quays/, (file) => drop(file.goods, 1)],
    [
      'two copies of a relation',
      /countPerPlayer/,
      (file) => Object.assign(file.relations[0] ?? {}, { countPerPlayer: 2 }),
    ],
    [
      'half a commission',
      /commission/,
      (file) => Object.assign(file.relations[0] ?? {}, { commission: 0.5 }),
    ],
    [
      'a negative commission',
      /commission/,
      (file) => Object.assign(file.relations[0] ?? {}, { commission: -1 }),
    ],
    [
      'an unknown effect',
      /effects/,
      (file) => Object.assign(file.relations[0]?.effects[0] ?? {}, { type: 'fly' }),
    ],
    [
      'three porters on neighbours',
      /effects/,
      (file) => Object.assign(file.relations[6]?.effects[0] ?? {}, { count: 3 }),
    ],
    [
      'five different ships',
      /effects/,
      (file) => Object.assign(file.relations[8]?.effects[0] ?? {}, { count: 5 }),
    ],
    [
      'no single porter first',
      /exactly 1 porter/,
      (file) => {
        for (const { effects } of file.relations) Object.assign(effects[0] ?? {}, { optional: true });
      },
    ],
    ['too few porters', /never fill/, (file) => Object.assign(file, { portersPerPlayer: 8 })],
    [
      'an exclusivity for each quay',
      /closed by exclusivity/,
      (file) => {
        const kind = file.events.find((event) => event.kind === 'event-exclusivity');
        kind?.ids.push('event-exclusivity-3', 'event-exclusivity-4');
        Object.assign(kind ?? {}, { count: 4 });
      },
    ],
    [
      'a deck that recalls as many as it places',
      /place more porters/,
      (file) => {
        drop(file.relations, 1);
        const recall = { type: 'recall', count: 1, owner: 'opponent', optional: true };
        Object.assign(file.relations[0] ?? {}, { effects: [...(file.relations[0]?.effects ?? []), recall] });
      },
    ],
    [
      'a deck that can decline most of what it places',
      /mandatory effects must place more/,
      (file) => {
        drop(file.relations, 2);
        const recall = { type: 'recall', count: 1, owner: 'opponent', optional: true };
        const three = { type: 'place', count: 3, spread: 'one', optional: true };
        const [sailor, customs] = file.relations;
        Object.assign(sailor ?? {}, { effects: [...(sailor?.effects ?? []), recall] });
        Object.assign(customs ?? {}, { effects: [three, recall] });
        Object.assign(file.totals, {
          relationKinds: 2,
          relationCardsPerPlayer: 2,
          relationCardsFor4Players: 8,
        });
      },
    ],
    [
      'an unknown event effect',
      /effect/,
      (file) => Object.assign(file.events[0] ?? {}, { effect: { type: 'rain' } }),
    ],
    [
      'a quality that changes nothing',
      /amount/,
      (file) => {
        Object.assign(file.events[0] ?? {}, { effect: { type: 'prime-modifier', amount: 0 } });
      },
    ],
    [
      'a claim with another cap',
      /gainCap/,
      (file) => {
        Object.assign(file.events[9]?.effect ?? {}, { gainCap: 5 });
      },
    ],
    ['more seats than colours', /fewer colours/, (file) => drop(file.players.colours, 3)],
    [
      'a minimum above the maximum',
      /min is above max/,
      (file) => Object.assign(file.players, { min: 4, max: 3 }),
    ],
    ['two tiles to begin with', /startGoodsInHand/, (file) => Object.assign(file, { startGoodsInHand: 2 })],
    ['an unknown table', /Unrecognized|unrecognized/, (file) => Object.assign(file, { weather: [] })],
  ])('DOC-2.1: %s', (_, reason, change) => {
    expect(reasonsFor(change)).toMatch(reason);
  });

  test('DOC-2.1: the least and the greatest values that are accepted', () => {
    const with_ = (field: string, value: number) =>
      reasonsFor((file) => Object.assign(file, { [field]: value }));
    for (const [field, least, greatest] of [
      ['targetPrimes', 30, 300],
      ['startPrimes', 0, 29],
    ] as const) {
      expect([with_(field, least), with_(field, greatest)]).toEqual(['accepted', 'accepted']);
      expect(with_(field, least - 1)).toMatch(field);
      expect(with_(field, greatest + 1)).toMatch(field);
    }
    expect(with_('portersPerPlayer', 9)).toBe('accepted');
    expect(with_('portersPerPlayer', 200)).toBe('accepted');
    const distinct = (count: number) =>
      reasonsFor((file) => Object.assign(file.relations[8]?.effects[0] ?? {}, { count }));
    expect([distinct(2), distinct(4)]).toEqual(['accepted', 'accepted']);
    expect(distinct(1)).toMatch('effects');
    expect(with_('portersPerPlayer', 201)).toMatch('portersPerPlayer');
  });

  test('DOC-2.1: two to four seats, and two to eight colours', () => {
    const colours = ['blue', 'red', 'yellow', 'green', 'white', 'black', 'brown', 'pink', 'grey'];
    const seated = (min: number, max: number, count: number) =>
      reasonsFor((file) => {
        const players = { min, max, colours: colours.slice(0, count) };
        Object.assign(file, { players, portersPerPlayer: 20 });
      });
    expect([seated(2, 2, 2), seated(4, 4, 8)]).toEqual(['accepted', 'accepted']);
    expect(seated(1, 2, 2)).toMatch('players.min');
    expect(seated(5, 4, 4)).toMatch('players.min');
    expect(seated(2, 1, 2)).toMatch('players.max');
    expect(seated(2, 5, 5)).toMatch('players.max');
    expect(seated(2, 2, 1)).toMatch('players.colours');
    expect(seated(2, 4, 9)).toMatch('players.colours');
  });

  test.each<[string, number, number, (file: File, n: number) => void]>([
    ['edition', 1, 64, (file, n) => Object.assign(file, { edition: 'x'.repeat(n) })],
    ['ships.0.id', 1, 64, (file, n) => Object.assign(file.ships[0] ?? {}, { id: 'x'.repeat(n) })],
    ['goods.0.nameFr', 1, 80, (file, n) => Object.assign(file.goods[0] ?? {}, { nameFr: 'x'.repeat(n) })],
    ['goods.0.prime', 0, 50, (file, n) => Object.assign(file.goods[0] ?? {}, { prime: n })],
    ['relations.0.commission', 0, 50, (file, n) => Object.assign(file.relations[0] ?? {}, { commission: n })],
    [
      'relations.8.effects',
      1,
      6,
      (file, n) => {
        const governor = file.relations[8];
        Object.assign(governor ?? {}, { effects: Array.from({ length: n }, () => governor?.effects[0]) });
      },
    ],
    [
      'goods.0',
      1,
      100,
      (file, n) => {
        const ids = Array.from({ length: n }, (_, index) => `goods-madras-${index}`);
        Object.assign(file.goods[0] ?? {}, { count: n, ids });
        Object.assign(file.totals, { goods: 9 + n });
      },
    ],
    [
      'events.0',
      1,
      100,
      (file, n) => {
        Object.assign(file.totals, { events: file.totals.events - (file.events[0]?.count ?? 0) + n });
        const ids = Array.from({ length: n }, (_, index) => `${file.events[0]?.kind}-${index}`);
        Object.assign(file.events[0] ?? {}, { count: n, ids });
      },
    ],
    [
      'ships',
      5,
      100,
      (file, n) => {
        const ships = Array.from({ length: n }, (_, index) => ({ id: `ship-${index}`, value: 3 }));
        Object.assign(file, { ships });
        Object.assign(file.totals, { ships: n, porterPlacesOnAllShips: 3 * n });
      },
    ],
  ])('DOC-2.1: %s from %i to %i', (field, least, greatest, change) => {
    const with_ = (n: number) => reasonsFor((file) => change(file, n));
    expect([with_(least), with_(greatest)]).toEqual(['accepted', 'accepted']);
    expect(with_(least - 1)).toMatch(field);
    expect(with_(greatest + 1)).toMatch(field);
  });

  test('DOC-9.9: 4 + players tiles are just enough', () => {
    const eight = (file: File) => {
      drop(file.goods, 1);
      const madras = file.goods[0];
      madras?.ids.push('goods-madras-8');
      Object.assign(madras ?? {}, { count: 8 });
      Object.assign(file.totals, { goods: 8 });
    };
    expect(reasonsFor(eight)).toBe('accepted');
  });
});

describe('another edition', () => {
  test('DOC-2.1: its components, target and start are played with', () => {
    const parsed = dockers.parseEdition(
      altered((file) => {
        Object.assign(file, {
          edition: 'house-rules',
          startPrimes: 5,
          targetPrimes: 60,
          portersPerPlayer: 12,
        });
        drop(file.ships, 12);
        Object.assign(file.totals, { ships: 12, porterPlacesOnAllShips: 3 * 4 + 4 * 5 + 5 * 3 });
      }),
    );
    if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
    const game = dockers.withEdition(parsed.value);
    expect(game.edition).toBe('house-rules');
    const options = optionsOf(game, 4);
    expect(options.targetPrimes).toBe(60);
    const { state } = game.setup(options, 4, seedOf(1));
    expect(game.publicView(state)).toMatchObject({
      shipPileCount: 8,
      players: [{ primes: 5, reserve: 12 }, {}, {}, {}],
    });
    const last = playOut(game, state, seedOf(2), () => randomCommand);
    expect(game.violations(last)).toEqual([]);
  });

  test('DOC-6.8: optional effects in any place of a card can be played to the end', () => {
    const parsed = dockers.parseEdition(
      altered((file) => {
        const [sailor, customs] = file.relations;
        Object.assign(customs ?? {}, { effects: [...(customs?.effects ?? [])].reverse() });
        Object.assign(sailor ?? {}, {
          effects: [...(sailor?.effects ?? []), { type: 'swap', range: 'adjacent', optional: false }],
        });
      }),
    );
    if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
    const game = dockers.withEdition(parsed.value);
    const options = optionsOf(game, 3);
    const last = playOut(game, game.setup(options, 3, seedOf(1)).state, seedOf(2), () => randomCommand);
    expect(game.result(last)).toBeDefined();
  });

  test('DOC-13.4: a deck whose placements never fit is played to the last permitted round', () => {
    const parsed = dockers.parseEdition(
      altered((file) => {
        const recall = { type: 'recall', count: 1, owner: 'opponent', optional: false };
        const six = { type: 'place', count: 6, spread: 'one', optional: false };
        drop(file.relations, 2);
        const [sailor, customs] = file.relations;
        Object.assign(sailor ?? {}, { effects: [...(sailor?.effects ?? []), recall] });
        Object.assign(customs ?? {}, { effects: [six] });
        for (const ship of file.ships) ship.value = 5;
        Object.assign(file.totals, {
          porterPlacesOnAllShips: 100,
          relationKinds: 2,
          relationCardsPerPlayer: 2,
          relationCardsFor4Players: 8,
        });
      }),
    );
    if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
    const game = dockers.withEdition(parsed.value);
    const { state } = begin(game, 3, seedOf(1), { maxRounds: 40, events: false });
    const end = playOut(game, state, seedOf(2), () => fallbackCommand, 40 * 3 + 1);
    expect(end.shown).toMatchObject({ round: 40, shipDiscard: [], finalRound: false });
    expect(game.result(end)?.reason).toBe('max-rounds');
  });
});

test.each([
  ['goods', 20],
  ['events', 30],
  ['relations', 30],
] as const)('an edition has at most so many kinds of %s: %i', (list, most) => {
  const withKinds = (length: number) =>
    reasonsFor((file) => Object.assign(file, { [list]: Array.from({ length }, () => file[list][0]) }));
  expect(withKinds(most)).not.toContain('Too big');
  expect(withKinds(most + 1)).toContain(`<=${most} items`);
});
