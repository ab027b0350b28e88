import { describe, expect, test } from '@jest/globals';
import { begin } from '../../testing/play.ts';
import { told } from '../../testing/scenario.ts';
import { shipOf } from './ships.ts';
import { productDeckOf } from './state.ts';
import { accepted, choose, components, game, refusal, scenario } from './testing/scenario.ts';

const sailing = { phase: 'sailing' } as const;

describe('ROT-1: board and setup', () => {
  test('ROT-1.1: a ship faces every channel that leaves its position, open or not', () => {
    const state = scenario({ ...sailing, ships: { 'ship-red-1': 'start-2', 'ship-yellow-1': 'pos-e1' } });
    const done = accepted(state, 0, choose('purple'));
    expect(told(done, 'moves-required').ships).toEqual([
      { ship: 'ship-red-1', channels: ['ch-03', 'ch-05'] },
    ]);
    expect(
      refusal(done.state, 0, { type: 'move-ships', moves: [{ ship: 'ship-red-1', channel: 'ch-06' }] }),
    ).toBe('channel-not-here ROT-1.1');
  });

  test('ROT-1.2: a start or a water holds one ship, a harbour any number', () => {
    const full = scenario({ ships: { 'ship-yellow-1': 'start-1' } });
    expect(refusal(full, 0, { type: 'place-ship', start: 'start-1', material: null, keepTurn: false })).toBe(
      'position-occupied ROT-1.2',
    );
    const state = scenario({
      ...sailing,
      ships: {
        'ship-red-1': 'pos-f7',
        'ship-red-2': 'harbour-merwehaven',
        'ship-yellow-1': 'pos-h7',
      },
    });
    const done = accepted(state, 0, choose('green'));
    expect(done.state.shown.harbourQueues['harbour-merwehaven']).toEqual([
      'ship-red-2',
      'ship-red-1',
      'ship-yellow-1',
    ]);
  });

  test('ROT-1.3: starts and harbours count as on the water, the supply does not', () => {
    const state = scenario({
      ships: { 'ship-yellow-1': ['start-1', 'grain'], 'ship-yellow-2': ['harbour-botlek', 'oil'] },
      navigation: [['nav-inspection-1']],
    });
    const card = 'nav-inspection-1';
    expect(refusal(state, 0, { type: 'play-inspection', card, ship: 'ship-yellow-3' })).toBe(
      'ship-not-on-water ROT-1.3',
    );
    expect(refusal(state, 0, { type: 'play-inspection', card, ship: 'ship-yellow-1' })).toBe('accepted');
    expect(refusal(state, 0, { type: 'play-inspection', card, ship: 'ship-yellow-2' })).toBe('accepted');
  });

  test('ROT-1.4: a ship carries one unit from the stock at most, and none in the supply', () => {
    const state = scenario({});
    const done = accepted(state, 0, {
      type: 'place-ship',
      start: 'start-2',
      material: 'oil',
      keepTurn: false,
    });
    expect(shipOf(done.state, 'ship-red-1').cargo).toBe('oil');
    expect(done.state.shown.stock['oil']).toBe(6);
    for (const ship of Object.values(done.state.shown.ships)) ship.position = null;
    expect(game.violations(done.state)).toEqual(['ship-red-1: loaded in the supply']);
  });

  test('ROT-1.5: no command outside phase 2 moves a ship forward', () => {
    for (const phase of ['placement', 'navigation', 'unloading', 'trading', 'missions'] as const) {
      const state = scenario({
        phase,
        ships: { 'ship-red-1': 'start-1', 'ship-red-2': 'harbour-botlek' },
        navigation: [['nav-joker-1']],
        products: [{ bread: 1 }, { jam: 1 }],
      });
      expect(refusal(state, 0, choose('red'))).toBe('wrong-phase ROT-2.1');
      const moves = [{ ship: 'ship-red-1', channel: 'ch-01' }];
      expect(refusal(state, 0, { type: 'move-ships', moves })).toBe('wrong-phase ROT-2.1');
    }
  });

  test('ROT-1.6: a ship in a harbour faces no channel', () => {
    const ships = Object.fromEntries(
      components.harbours.map(({ id }, index) => [`ship-red-${index + 1}`, id]),
    );
    for (const colour of components.colours) {
      const done = accepted(scenario({ ...sailing, ships }), 0, {
        type: 'choose-colour',
        colour,
        keepTurn: false,
      });
      expect(told(done, 'movement-finished')).toMatchObject({ moved: 0, blocked: 0 });
      for (const [ship, harbour] of Object.entries(ships))
        expect(shipOf(done.state, ship).position).toBe(harbour);
    }
  });

  test('ROT-1.7: each harbour processes one material and has its own two products, half and half', () => {
    const state = scenario({});
    const decks = components.harbours.map(({ id, material }) => {
      const cards = [...productDeckOf(state, id)].sort();
      const kinds = [...new Set(cards)].map(
        (kind) => `${cards.filter((card) => card === kind).length} ${kind}`,
      );
      return [material, ...kinds];
    });
    expect(decks).toEqual([
      ['grain', '8 bread', '8 pasta'],
      ['fruit', '7 jam', '7 orange-juice'],
      ['textile', '7 carpet', '7 clothing'],
      ['oil', '8 petrol', '8 plastic'],
    ]);
  });

  test('ROT-1.8: the lowest ship has the lowest number, the lowest channel comes first in the edition', () => {
    const state = scenario({ ships: { 'ship-red-1': 'pos-a1', 'ship-red-3': 'pos-b1' } });
    const done = accepted(state, 0, {
      type: 'place-ship',
      start: 'start-1',
      material: null,
      keepTurn: false,
    });
    expect(shipOf(done.state, 'ship-red-2').position).toBe('start-1');
    const fork = scenario({ ...sailing, ships: { 'ship-red-1': 'pos-b2' } });
    const forkDone = accepted(fork, 0, choose('yellow'));
    expect(game.fallback(forkDone.state, 0)).toEqual({
      type: 'move-ships',
      moves: [{ ship: 'ship-red-1', channel: 'ch-24' }],
    });
  });

  test('ROT-1.9: seats take the colours in order; five ships each for two, four for more', () => {
    for (const [seats, ships] of [
      [2, 5],
      [3, 4],
      [4, 4],
    ] as const) {
      const { state, news } = game.setup(scenario({ seats }).shown.options, seats, '0'.repeat(32));
      expect(Object.keys(state.shown.ships)).toHaveLength(seats * ships);
      for (const [id, { owner, position, cargo }] of Object.entries(state.shown.ships)) {
        expect(id.split('-')[1]).toBe(['red', 'yellow', 'orange', 'green'][owner]);
        expect([position, cargo]).toEqual([null, null]);
      }
      expect(news[0]?.all).toMatchObject({
        type: 'game-started',
        colours: ['red', 'yellow', 'orange', 'green'].slice(0, seats),
      });
    }
    const state = scenario({ seats: 3, navigation: [['nav-inspection-1']] });
    const fields = { card: 'nav-inspection-1', ship: 'ship-red-5' };
    expect(refusal(state, 0, { type: 'play-inspection', ...fields })).toBe('unknown-ship ROT-1.9');
  });

  test('ROT-1.10, ROT-1.9: EX-1 the table before the first move', () => {
    const { state, news } = begin(game, 3, '0123456789abcdef0123456789abcdef');
    const view = game.publicView(state);
    expect(Object.keys(view.ships)).toHaveLength(12);
    expect(view.ships).not.toHaveProperty('ship-red-5');
    expect(view.missionDeckCount).toBe(37);
    expect(view.navigationPileCount).toBe(20);
    expect(Object.values(view.productDecks)).toEqual([16, 14, 14, 16].map((count) => ({ count, top: null })));
    expect(view.stock).toEqual({ grain: 7, fruit: 5, textile: 5, oil: 7 });
    for (const player of view.players) {
      expect(player).toMatchObject({
        missionCount: 3,
        productCount: 0,
        navigationCount: 0,
        missionPoints: 0,
      });
    }
    expect(view.phase).toBe('placement');
    expect(view.turn).toBe(view.captain);
    expect([0, 1, 2]).toContain(view.captain);
    expect(news.map(({ all }) => all.type)).toEqual([
      'game-started',
      'round-started',
      'phase-started',
      'turn-started',
    ]);
    for (const seat of [0, 1, 2]) {
      const { missions } = game.seatView(state, seat);
      const [start] = news;
      expect(start?.only?.find((part) => part.seat === seat)?.event).toMatchObject({ missions });
    }
  });
});
