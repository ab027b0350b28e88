import { describe, expect, test } from '@jest/globals';
import { heard, told, typesOf } from '../../testing/scenario.ts';
import { shipOf } from './ships.ts';
import { navigationOf } from './state.ts';
import { accepted, choose, type Done, type Scenario, scenario } from './testing/scenario.ts';

/** The last naming before phase 3, of a colour that moves nothing here. */
function anchored(scene: Scenario): Done {
  return accepted(scenario({ phase: 'sailing', turn: 1, ...scene }), 1, choose('purple'));
}

describe('ROT-5: drawing navigation cards', () => {
  test('ROT-5.1: ships at anchor are counted at the beginning of the phase, for all players', () => {
    let done = anchored({
      ships: {
        'ship-red-1': 'pos-c2',
        'ship-red-2': 'pos-a3',
        'ship-yellow-1': 'pos-d5',
        'ship-yellow-2': 'pos-a1',
      },
      pile: ['nav-setback-1', 'nav-joker-1', 'nav-storm-1', 'nav-joker-2'],
    });
    expect(done.state.shown.players.map(({ pendingDraws }) => pendingDraws)).toEqual([0, 1]);
    expect(navigationOf(done.state, 0)).toEqual(['nav-setback-1', 'nav-joker-1']);
    // Pushed off its anchor, the yellow ship still earns its card.
    done = accepted(done.state, 0, {
      type: 'play-setback',
      card: 'nav-setback-1',
      ship: 'ship-yellow-1',
      path: ['ch-50'],
    });
    done = accepted(done.state, 0, { type: 'end-turn' });
    expect(navigationOf(done.state, 1)).toEqual(['nav-storm-1']);
  });

  test('ROT-5.2: one card for each ship from the top of the pile, shown to its owner only', () => {
    const done = anchored({
      ships: { 'ship-red-1': 'pos-c2', 'ship-red-2': 'pos-a3' },
      pile: ['nav-joker-1', 'nav-storm-2', 'nav-storm-1'],
    });
    const drawn = { type: 'navigation-drawn', seat: 0, count: 2 };
    expect(told(done, 'navigation-drawn')).toEqual(drawn);
    expect(told(done, 'navigation-drawn', 1)).toEqual(drawn);
    expect(told(done, 'navigation-drawn', 0)).toEqual({ ...drawn, cards: ['nav-storm-2', 'nav-joker-1'] });
    expect(navigationOf(done.state, 0)).toEqual(['nav-storm-2', 'nav-joker-1']);
  });

  const full = {
    seats: 3,
    phase: 'navigation',
    turn: 1,
    ships: { 'ship-orange-1': 'pos-c2', 'ship-orange-2': 'pos-e3' },
    navigation: [[], ['nav-joker-3'], ['nav-advantage-1', 'nav-setback-2', 'nav-joker-1']],
    pending: [0, 0, 2],
    pile: ['nav-inspection-1', 'nav-joker-2'],
  } as const;

  test('ROT-5.1, ROT-5.3: EX-11 a full hand draws as soon as it makes room', () => {
    let done = accepted(scenario(full), 1, { type: 'end-turn' });
    expect(typesOf(done)).toEqual(['turn-ended', 'turn-started']);
    done = accepted(done.state, 2, { type: 'lay-advantage', card: 'nav-advantage-1' });
    expect(told(done, 'navigation-drawn', 2)).toMatchObject({ count: 1, cards: ['nav-inspection-1'] });
    done = accepted(done.state, 2, {
      type: 'play-setback',
      card: 'nav-setback-2',
      ship: 'ship-orange-2',
      path: ['ch-30'],
    });
    expect(typesOf(done)).toEqual(['navigation-played', 'navigation-drawn']);
    expect(navigationOf(done.state, 2)).toEqual(['nav-joker-1', 'nav-joker-2', 'nav-inspection-1']);
    expect(done.state.shown.players[2]?.pendingDraws).toBe(0);
  });

  test('ROT-5.3: EX-11 what is still pending at the end of the turn is lost', () => {
    const state = scenario(full);
    let done = accepted(state, 1, { type: 'end-turn' });
    done = accepted(done.state, 2, { type: 'end-turn' });
    expect(heard(done)[0]).toEqual({
      type: 'navigation-draw-lost',
      seat: 2,
      count: 2,
      reason: 'hand-full',
    });
    expect(navigationOf(done.state, 2)).toEqual(['nav-setback-2', 'nav-joker-1', 'nav-advantage-1']);
    expect(done.state.shown.players[2]?.pendingDraws).toBe(0);
  });

  test('ROT-5.4: a ship that stays on its anchor earns a card in every phase 3', () => {
    let done = anchored({ ships: { 'ship-red-1': 'pos-c2' }, pile: ['nav-joker-1', 'nav-joker-2'] });
    done = accepted(done.state, 0, { type: 'end-turn' });
    done = accepted(done.state, 0, { type: 'end-turn' });
    done = accepted(done.state, 1, { type: 'end-turn' });
    done = accepted(done.state, 0, { type: 'end-turn' });
    done = accepted(done.state, 1, choose('purple'));
    done = accepted(done.state, 0, choose('purple'));
    expect(done.state.shown.round).toBe(2);
    expect(navigationOf(done.state, 0)).toEqual(['nav-joker-1', 'nav-joker-2']);
  });

  test('ROT-5.5: EX-12 the used cards form a new pile when a card is needed', () => {
    const state = scenario({
      phase: 'navigation',
      turn: 1,
      captain: 1,
      ships: { 'ship-red-1': ['pos-a1', 'oil'] },
      navigation: [[], ['nav-joker-1', 'nav-joker-2', 'nav-inspection-2']],
      pending: [0, 1],
      used: ['nav-storm-1'],
      pile: [],
    });
    const done = accepted(state, 1, {
      type: 'play-inspection',
      card: 'nav-inspection-2',
      ship: 'ship-red-1',
    });
    expect(typesOf(done)).toEqual(['navigation-played', 'navigation-reshuffled', 'navigation-drawn']);
    expect(told(done, 'navigation-reshuffled').count).toBe(2);
    const [drawn] = told(done, 'navigation-drawn', 1).cards ?? [];
    expect(['nav-storm-1', 'nav-inspection-2']).toContain(drawn);
    expect(done.state.shown.navigationDiscard).toEqual([]);
    expect(navigationOf(done.state, 1)).toHaveLength(3);
  });

  test('ROT-5.5: without any used card the pending draws are lost at once', () => {
    const state = scenario({
      phase: 'navigation',
      turn: 1,
      captain: 1,
      navigation: [[], ['nav-joker-1', 'nav-joker-2', 'nav-advantage-1']],
      pending: [0, 2],
      pile: ['nav-storm-1'],
    });
    const done = accepted(state, 1, { type: 'lay-advantage', card: 'nav-advantage-1' });
    expect(navigationOf(done.state, 1)).toEqual(['nav-storm-1', 'nav-joker-1', 'nav-joker-2']);
    expect(done.state.shown.players[1]?.pendingDraws).toBe(1);
    const empty = anchored({
      ships: { 'ship-red-1': 'pos-c2', 'ship-red-2': 'pos-a3' },
      pile: ['nav-joker-1'],
    });
    expect(heard(empty)).toContainEqual({
      type: 'navigation-draw-lost',
      seat: 0,
      count: 1,
      reason: 'supply-empty',
    });
    expect(empty.state.shown.players[0]?.pendingDraws).toBe(0);
  });

  test('ROT-5.6: a card just drawn may be played in the same turn', () => {
    let done = anchored({ ships: { 'ship-red-1': 'pos-c2' }, pile: ['nav-setback-1'] });
    done = accepted(done.state, 0, {
      type: 'play-setback',
      card: 'nav-setback-1',
      ship: 'ship-red-1',
      path: ['ch-14'],
    });
    expect(shipOf(done.state, 'ship-red-1').position).toBe('pos-b1');
    expect(done.state.shown.navigationDiscard).toEqual(['nav-setback-1']);
  });
});
