import { describe, expect, test } from '@jest/globals';
import { greedyCommand, optionsOf, playSteps, seedOf } from '../../testing/play.ts';
import builtIn from './edition.json' with { type: 'json' };
import type { Edition } from './edition.ts';
import { rotterdam } from './index.ts';
import { parseEdition } from './parse-edition.ts';

/** The reasons for rejecting the built-in edition with one change. */
function reasons(change: (edition: Edition) => void): string {
  const edition = structuredClone(builtIn) as unknown as Edition;
  change(edition);
  const parsed = parseEdition(edition);
  return parsed.ok ? 'accepted' : parsed.reasons.join('; ');
}

function first<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error('nothing there');
  return item;
}

describe('editions', () => {
  test('ROT-1.7, ROT-1.8: the built-in edition is accepted; every product is wanted by 15 missions', () => {
    expect(reasons(() => {})).toBe('accepted');
    for (const { id } of builtIn.products) {
      expect(builtIn.missions.filter(({ products }) => products.includes(id))).toHaveLength(15);
    }
    for (const { id } of builtIn.channelColours) {
      expect(builtIn.channels.filter(({ colour }) => colour === id)).toHaveLength(16);
    }
  });

  test.each<[string, (edition: Edition) => void]>([
    ['red is listed twice', (e) => e.playerColours.push('red')],
    ['ship-red-1 is listed twice', (e) => first(e.ships).ids.push('ship-red-1')],
    ['ships: red is listed twice', (e) => e.ships.push({ colour: 'red', ids: [] })],
    ['channelColours: red is listed twice', (e) => e.channelColours.push({ ...first(e.channelColours) })],
    ['grain is listed twice', (e) => e.rawMaterials.push({ ...first(e.rawMaterials) })],
    ['cube-grain-1 is listed twice', (e) => first(e.rawMaterials).ids.push(...first(e.rawMaterials).ids)],
    ['harbour-botlek is listed twice', (e) => e.harbours.push(...e.harbours)],
    ['products: bread is listed twice', (e) => e.products.push(...e.products)],
    ['prod-bread-1 is listed twice', (e) => first(e.products).ids.push(...first(e.products).ids)],
    ['missions: mission-01 is listed twice', (e) => e.missions.push({ ...first(e.missions) })],
    ['nav-joker-1 is listed twice', (e) => e.navigationCards.push(...e.navigationCards)],
    ['start-1 is listed twice', (e) => e.positions.push({ ...first(e.positions) })],
    ['ch-01 is listed twice', (e) => e.channels.push({ ...first(e.channels) })],
    ['grain: count is 8, but 7 ids', (e) => Object.assign(first(e.rawMaterials), { count: 8 })],
    ['totals: ships is 21', (e) => Object.assign(e.totals, { ships: 21 })],
    ['fewer than players.max', (e) => e.playerColours.pop()],
    ['not enough of colour red', (e) => first(e.ships).ids.splice(0, 2)],
    ['nothing said for 3 players', (e) => Reflect.deleteProperty(e.constants.shipsPerPlayer, '3')],
    ['ships: 7 is a number', (e) => first(e.ships).ids.splice(0, 1, '7')],
    ['min is greater than max', (e) => Object.assign(e.players, { min: 4, max: 3 })],
    ['is no position of kind harbour', (e) => Object.assign(e.positions.at(-1) ?? {}, { kind: 'water' })],
    ['is missing among the harbours', (e) => e.harbours.splice(0, 1)],
    ['unknown material wood', (e) => Object.assign(first(e.harbours), { material: 'wood' })],
    ['no harbour processes grain', (e) => Object.assign(first(e.harbours), { material: 'oil' })],
    ['jam is no product of harbour-vulcaanhaven', (e) => first(e.harbours).products.push('jam')],
    ['bread is not listed by its harbour', (e) => first(e.harbours).products.shift()],
    ['mission-01: unknown product gold', (e) => first(e.missions).products.push('gold')],
    ['mission-01: bread is listed twice', (e) => first(e.missions).products.push('bread')],
    ['not enough for the hands', (e) => e.missions.splice(0, 35)],
    ['storm is listed 0 times', (e) => e.navigationCards.splice(3, 1)],
    ['setback cannot have points', (e) => Object.assign(e.navigationCards[2] ?? {}, { points: 1 })],
    ['ch-01: leads from or to nowhere', (e) => Object.assign(first(e.channels), { to: 'nowhere' })],
    ['ch-01: leads to a start', (e) => Object.assign(first(e.channels), { to: 'start-2' })],
    ['ch-01: leaves a harbour', (e) => Object.assign(first(e.channels), { from: 'harbour-botlek' })],
    ['ch-01: unknown colour pink', (e) => Object.assign(first(e.channels), { colour: 'pink' })],
    ['pos-f7: no channel leaves it', (e) => e.channels.splice(74, 1)],
    [
      'positions: there is no start',
      (e) => {
        for (const position of e.positions) if (position.kind === 'start') position.kind = 'harbour';
      },
    ],
    ['start-1: does not reach harbour-botlek', (e) => e.channels.splice(0, 2)],
    [
      'ships could go in a circle',
      (e) => Object.assign(e.channels[10] ?? {}, { from: 'pos-a2', to: 'pos-a2' }),
    ],
    ['targetMissionPoints', (e) => Object.assign(e.constants, { targetMissionPoints: 3 })],
    ['missionHandSize', (e) => Object.assign(e.constants, { missionHandSize: 4 })],
    ['navigationHandLimit', (e) => Object.assign(e.constants, { navigationHandLimit: 0 })],
    ['shipCapacity', (e) => Object.assign(e.constants, { shipCapacity: 2 })],
    ['value', (e) => Object.assign(first(e.products), { value: -1 })],
    ['products', (e) => first(e.missions).products.pop()],
    ['surprise', (e) => Object.assign(e, { surprise: true })],
  ])('an edition is refused: %s', (reason, change) => {
    expect(reasons(change)).toContain(reason);
  });

  /** More players than can play; their ships are never used. */
  const withColours = (count: number) => (e: Edition) => {
    for (let n = e.playerColours.length; n < count; n++) {
      const ids = first(e.ships).ids.map((_, ship) => `ship-extra-${n}-${ship}`);
      e.playerColours.push(`extra-${n}`);
      e.ships.push({ colour: `extra-${n}`, ids });
    }
    Object.assign(e.totals, { ships: e.ships.flatMap(({ ids }) => ids).length });
  };

  test('there are 8 player colours at most', () => {
    expect(reasons(withColours(8))).toBe('accepted');
    expect(reasons(withColours(9))).toMatch(/^playerColours: .*; ships: /);
  });

  test('there are 1 to 20 colours of channels', () => {
    const withChannels = (count: number) => (e: Edition) => {
      const names = Array.from({ length: count }, (_, n) => `tint-${n}`);
      const [{ symbol, hex }] = e.channelColours as [Edition['channelColours'][number]];
      e.channelColours.splice(0, e.channelColours.length, ...names.map((id) => ({ id, symbol, hex })));
      for (const channel of e.channels) Object.assign(channel, { colour: names[0] ?? 'none' });
    };
    expect(reasons(withChannels(1))).toBe('accepted');
    expect(reasons(withChannels(20))).toBe('accepted');
    expect(reasons(withChannels(21))).toMatch(/^channelColours: /);
    expect(reasons(withChannels(0))).toMatch(/^channelColours: /);
  });

  test('there are 400 positions and 1000 channels at most', () => {
    const withPositions = (count: number) => (e: Edition) => {
      const start = first(e.positions);
      const channel = first(e.channels);
      for (let n = e.positions.length; n < count; n++) {
        e.positions.push({ ...start, id: `extra-${n}` });
        e.channels.push({ ...channel, id: `ch-extra-${n}`, from: `extra-${n}` });
      }
      Object.assign(e.totals, { positions: count, channels: e.channels.length });
    };
    expect(reasons(withPositions(400))).toBe('accepted');
    expect(reasons(withPositions(401))).toMatch(/^positions: /);
    const withChannels = (count: number) => (e: Edition) => {
      for (let n = e.channels.length; n < count; n++)
        e.channels.push({ ...first(e.channels), id: `ch-extra-${n}` });
      Object.assign(e.totals, { channels: count });
    };
    // A total has three digits at most.
    expect(reasons(withChannels(999))).toBe('accepted');
    expect(reasons(withChannels(1001))).toMatch(/^channels: /);
  });

  test('a kind of navigation card may have no card at all', () => {
    const without = (e: Edition) => {
      Object.assign(e.navigationCards[3] ?? {}, { count: 0, ids: [] });
      Object.assign(e.totals, { navigationCards: 18 });
    };
    expect(reasons(without)).toBe('accepted');
  });

  test('two harbours may process the same material, and another edition plays to its end', () => {
    const edition = structuredClone(builtIn) as unknown as Edition;
    Object.assign(edition, { edition: 'other' });
    edition.rawMaterials.splice(2, 1);
    Object.assign(edition.harbours[2] ?? {}, { material: 'fruit' });
    Object.assign(edition.totals, { rawMaterials: 19 });
    Object.assign(edition.constants, { targetMissionPoints: 5 });
    const parsed = rotterdam.parseEdition(edition);
    if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
    const other = rotterdam.withEdition(parsed.value);
    expect(other.edition).toBe('other');
    const options = optionsOf(other, 2);
    expect(options.targetMissionPoints).toBe(5);
    const brought = new Set<string>();
    for (let n = 0; n < 3; n++) {
      const { state } = other.setup(options, 2, seedOf(n));
      const game = playSteps(other, state, seedOf(n + 50), () => greedyCommand);
      for (let step = game.next(); step.done !== true; step = game.next()) {
        const { after, news } = step.value;
        expect(other.violations(after)).toEqual([]);
        for (const { all } of news)
          if (all.type === 'ship-unloaded' && all.result === 'product')
            brought.add(`${all.material} at ${all.harbour}`);
        if (after.shown.result !== null) expect(other.result(after)?.reason).toBe('target');
      }
    }
    // The one material feeds both of its harbours, and the one that is gone feeds none.
    expect([...brought].sort()).toEqual([
      'fruit at harbour-merwehaven',
      'fruit at harbour-waalhaven',
      'grain at harbour-vulcaanhaven',
      'oil at harbour-botlek',
    ]);
  });
});
