import { describe, expect, test } from '@jest/globals';
import { Table } from './testing/scenario.ts';

/** The last naming before phase 3, of a colour that moves nothing here. */
function anchored(scene: ConstructorParameters<typeof Table>[0]): Table {
  return new Table({ phase: 'sailing', turn: 1, ...scene }).send(1, 'choose-colour', { colour: 'purple' });
}

describe('phase 3: navigation cards', () => {
  test('ROT-5.1: ships at anchor are counted at the beginning of the phase, for all players', () => {
    const table = anchored({
      ships: {
        'ship-red-1': 'pos-c2',
        'ship-red-2': 'pos-a3',
        'ship-yellow-1': 'pos-d5',
        'ship-yellow-2': 'pos-a1',
      },
      pile: ['nav-setback-1', 'nav-joker-1', 'nav-storm-1', 'nav-joker-2'],
    });
    expect(table.state.shown.players.map(({ pendingDraws }) => pendingDraws)).toEqual([0, 1]);
    expect(table.navigation(0)).toEqual(['nav-setback-1', 'nav-joker-1']);
    // Pushed off its anchor, the yellow ship still earns its card.
    table.send(0, 'play-setback', { card: 'nav-setback-1', ship: 'ship-yellow-1', path: ['ch-50'] });
    table.send(0, 'end-turn');
    expect(table.navigation(1)).toEqual(['nav-storm-1']);
  });

  test('ROT-5.2: one card for each ship from the top of the pile, shown to its owner only', () => {
    const table = anchored({
      ships: { 'ship-red-1': 'pos-c2', 'ship-red-2': 'pos-a3' },
      pile: ['nav-joker-1', 'nav-storm-2', 'nav-storm-1'],
    });
    const drawn = { type: 'navigation-drawn', seat: 0, count: 2 };
    expect(table.told('navigation-drawn')).toEqual(drawn);
    expect(table.told('navigation-drawn', 1)).toEqual(drawn);
    expect(table.told('navigation-drawn', 0)).toEqual({ ...drawn, cards: ['nav-storm-2', 'nav-joker-1'] });
    expect(table.navigation(0)).toEqual(['nav-storm-2', 'nav-joker-1']);
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
    const table = new Table(full).send(1, 'end-turn');
    expect(table.types()).toEqual(['turn-ended', 'turn-started']);
    table.send(2, 'lay-advantage', { card: 'nav-advantage-1' });
    expect(table.told('navigation-drawn', 2)).toMatchObject({ count: 1, cards: ['nav-inspection-1'] });
    table.send(2, 'play-setback', { card: 'nav-setback-2', ship: 'ship-orange-2', path: ['ch-30'] });
    expect(table.types()).toEqual(['navigation-played', 'navigation-drawn']);
    expect(table.navigation(2)).toEqual(['nav-joker-1', 'nav-joker-2', 'nav-inspection-1']);
    expect(table.state.shown.players[2]?.pendingDraws).toBe(0);
  });

  test('ROT-5.3: EX-11 what is still pending at the end of the turn is lost', () => {
    const table = new Table(full).send(1, 'end-turn').send(2, 'end-turn');
    expect(table.heard()[0]).toEqual({
      type: 'navigation-draw-lost',
      seat: 2,
      count: 2,
      reason: 'hand-full',
    });
    expect(table.navigation(2)).toEqual(['nav-setback-2', 'nav-joker-1', 'nav-advantage-1']);
    expect(table.state.shown.players[2]?.pendingDraws).toBe(0);
  });

  test('ROT-5.4: a ship that stays on its anchor earns a card in every phase 3', () => {
    const table = anchored({ ships: { 'ship-red-1': 'pos-c2' }, pile: ['nav-joker-1', 'nav-joker-2'] });
    table.send(0, 'end-turn').send(0, 'end-turn').send(1, 'end-turn').send(0, 'end-turn');
    table.send(1, 'choose-colour', { colour: 'purple' }).send(0, 'choose-colour', { colour: 'purple' });
    expect(table.state.shown.round).toBe(2);
    expect(table.navigation(0)).toEqual(['nav-joker-1', 'nav-joker-2']);
  });

  test('ROT-5.5: EX-12 the used cards form a new pile when a card is needed', () => {
    const table = new Table({
      phase: 'navigation',
      turn: 1,
      captain: 1,
      ships: { 'ship-red-1': ['pos-a1', 'oil'] },
      navigation: [[], ['nav-joker-1', 'nav-joker-2', 'nav-inspection-2']],
      pending: [0, 1],
      used: ['nav-storm-1'],
      pile: [],
    });
    table.send(1, 'play-inspection', { card: 'nav-inspection-2', ship: 'ship-red-1' });
    expect(table.types()).toEqual(['navigation-played', 'navigation-reshuffled', 'navigation-drawn']);
    expect(table.told('navigation-reshuffled').count).toBe(2);
    const [drawn] = table.told('navigation-drawn', 1).cards ?? [];
    expect(['nav-storm-1', 'nav-inspection-2']).toContain(drawn);
    expect(table.state.shown.navigationDiscard).toEqual([]);
    expect(table.navigation(1)).toHaveLength(3);
  });

  test('ROT-5.5: without any used card the pending draws are lost at once', () => {
    const table = new Table({
      phase: 'navigation',
      turn: 1,
      captain: 1,
      navigation: [[], ['nav-joker-1', 'nav-joker-2', 'nav-advantage-1']],
      pending: [0, 2],
      pile: ['nav-storm-1'],
    });
    table.send(1, 'lay-advantage', { card: 'nav-advantage-1' });
    expect(table.navigation(1)).toEqual(['nav-storm-1', 'nav-joker-1', 'nav-joker-2']);
    expect(table.state.shown.players[1]?.pendingDraws).toBe(1);
    const empty = anchored({
      ships: { 'ship-red-1': 'pos-c2', 'ship-red-2': 'pos-a3' },
      pile: ['nav-joker-1'],
    });
    expect(empty.heard()).toContainEqual({
      type: 'navigation-draw-lost',
      seat: 0,
      count: 1,
      reason: 'supply-empty',
    });
    expect(empty.state.shown.players[0]?.pendingDraws).toBe(0);
  });

  test('ROT-5.6: a card just drawn may be played in the same turn', () => {
    const table = anchored({ ships: { 'ship-red-1': 'pos-c2' }, pile: ['nav-setback-1'] });
    table.send(0, 'play-setback', { card: 'nav-setback-1', ship: 'ship-red-1', path: ['ch-14'] });
    expect(table.at('ship-red-1')).toBe('pos-b1');
    expect(table.state.shown.navigationDiscard).toEqual(['nav-setback-1']);
  });
});
