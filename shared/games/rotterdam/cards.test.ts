import { describe, expect, test } from '@jest/globals';
import { asking, told, typesOf } from '../../testing/scenario.ts';
import type { Command } from './commands.ts';
import { tallyOf } from './hands.ts';
import { shipOf } from './ships.ts';
import { type Draft, navigationOf, productsOf } from './state.ts';
import { accepted, choose, game, parsed, refusal, type Scenario, scenario } from './testing/scenario.ts';

function holding(card: string, ships: NonNullable<Scenario['ships']>, more: Scenario = {}): Draft {
  return scenario({ phase: 'navigation', ships, navigation: [[card, 'nav-joker-3']], ...more });
}

describe('ROT-10, ROT-11: navigation cards', () => {
  test('ROT-10.1: played from the hand with the command of its kind, then among the used cards', () => {
    const state = holding('nav-inspection-1', { 'ship-yellow-1': ['pos-a1', 'oil'] });
    const play = (card: string) =>
      refusal(state, 0, { type: 'play-inspection', card, ship: 'ship-yellow-1' });
    expect(play('nav-inspection-2')).toBe('card-not-in-hand ROT-10.1');
    expect(play('nonsense')).toBe('card-not-in-hand ROT-10.1');
    expect(play('nav-joker-3')).toBe('wrong-card-kind ROT-10.1');
    expect(refusal(state, 0, { type: 'lay-advantage', card: 'nav-inspection-1' })).toBe(
      'wrong-card-kind ROT-10.1',
    );
    const done = accepted(state, 0, {
      type: 'play-inspection',
      card: 'nav-inspection-1',
      ship: 'ship-yellow-1',
    });
    expect(told(done, 'navigation-played')).toEqual({
      type: 'navigation-played',
      seat: 0,
      card: 'nav-inspection-1',
      kind: 'inspection',
      ship: 'ship-yellow-1',
      owner: 1,
      material: 'oil',
    });
    expect(done.state.shown.navigationDiscard).toEqual(['nav-inspection-1']);
    expect(navigationOf(done.state, 0)).toEqual(['nav-joker-3']);
  });

  test('ROT-10.1: each kind of card answers to its own command only', () => {
    const kinds = {
      'nav-fortune-turns-1': ['play-fortune-turns', { shipA: 'ship-red-1', shipB: 'ship-red-2' }],
      'nav-extra-cargo-1': ['play-extra-cargo', { start: 'start-1', material: 'oil' }],
      'nav-setback-1': ['play-setback', { ship: 'ship-red-1', path: ['ch-23'] }],
      'nav-storm-1': ['play-storm', { ship: 'ship-red-1', path: ['ch-26', 'ch-14'] }],
      'nav-cargo-thief-1': ['play-cargo-thief', { from: 'ship-yellow-1', to: 'ship-red-1', start: null }],
      'nav-inspection-1': ['play-inspection', { ship: 'ship-red-1' }],
      'nav-extra-advantage-1': ['lay-advantage', {}],
    } as const;
    for (const card of Object.keys(kinds)) {
      const ships = {
        'ship-red-1': ['pos-b3', 'oil'],
        'ship-red-2': ['pos-a1', 'oil'],
        'ship-yellow-1': ['pos-e1', 'oil'],
      } as const;
      const state = holding(card, ships);
      for (const [own, [type, fields]] of Object.entries(kinds)) {
        const expected = own === card ? 'accepted' : 'wrong-card-kind ROT-10.1';
        expect(refusal(state, 0, parsed(type, { card, ...fields }))).toBe(expected);
      }
    }
  });

  test('ROT-1.9: a ship is one of the game, whatever the name that is sent', () => {
    const state = scenario({
      phase: 'navigation',
      ships: { 'ship-yellow-1': ['pos-a1', 'oil'] },
      navigation: [['nav-fortune-turns-1', 'nav-setback-1', 'nav-cargo-thief-1']],
    });
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const refused = (type: Command['type'], fields: object) =>
        expect(refusal(state, 0, parsed(type, fields))).toBe('unknown-ship ROT-1.9');
      refused('play-fortune-turns', { card: 'nav-fortune-turns-1', shipA: 'ship-yellow-1', shipB: name });
      refused('play-setback', { card: 'nav-setback-1', ship: name, path: ['ch-23'] });
      refused('play-cargo-thief', { card: 'nav-cargo-thief-1', from: name, to: null, start: 'start-1' });
    }
  });

  test('ROT-10.2: any player’s ships, anywhere on the water', () => {
    const state = holding('nav-inspection-1', {
      'ship-red-1': ['start-1', 'oil'],
      'ship-yellow-1': ['harbour-botlek', 'oil'],
      'ship-yellow-2': ['pos-a1', 'oil'],
      'ship-yellow-3': 'pos-b1',
    });
    const targets = [...game.legal(state, 0)].flatMap((command) =>
      command.type === 'play-inspection' ? [command.ship] : [],
    );
    expect(targets).toEqual(['ship-red-1', 'ship-yellow-1', 'ship-yellow-2']);
  });

  test('ROT-10.3: the effect is complete at once', () => {
    const state = holding('nav-cargo-thief-1', {
      'ship-red-1': ['pos-a1', 'grain'],
      'ship-yellow-1': ['pos-b1', 'oil'],
    });
    const done = accepted(state, 0, {
      type: 'play-cargo-thief',
      card: 'nav-cargo-thief-1',
      from: 'ship-yellow-1',
      to: 'ship-red-1',
      start: null,
    });
    expect([shipOf(done.state, 'ship-red-1').cargo, shipOf(done.state, 'ship-yellow-1').cargo]).toEqual([
      'oil',
      null,
    ]);
    expect(done.state.shown.stock).toMatchObject({ grain: 7, oil: 6 });
    expect(asking(done.state)).toEqual(['0 navigation-window']);
  });

  test('ROT-10.4: fortune turns: two different loaded ships on the water', () => {
    const card = 'nav-fortune-turns-1';
    const state = holding(card, {
      'ship-red-1': ['pos-a1', 'oil'],
      'ship-yellow-1': ['harbour-botlek', 'grain'],
      'ship-yellow-2': 'pos-b1',
      'ship-yellow-4': ['pos-c1', 'oil'],
    });
    const play = (shipA: string, shipB: string) =>
      refusal(state, 0, { type: 'play-fortune-turns', card, shipA, shipB });
    expect(play('ship-red-1', 'ship-red-9')).toBe('unknown-ship ROT-1.9');
    expect(play('ship-red-9', 'ship-red-9')).toBe('unknown-ship ROT-1.9');
    expect(play('ship-red-2', 'ship-red-2')).toBe('same-ship ROT-10.4');
    expect(play('ship-red-1', 'ship-yellow-3')).toBe('ship-not-on-water ROT-1.3');
    expect(play('ship-yellow-2', 'ship-yellow-3')).toBe('ship-not-on-water ROT-1.3');
    expect(play('ship-yellow-2', 'ship-red-1')).toBe('ship-empty ROT-10.4');
    expect(play('ship-red-1', 'ship-yellow-4')).toBe('accepted');
    const done = accepted(state, 0, {
      type: 'play-fortune-turns',
      card,
      shipA: 'ship-yellow-1',
      shipB: 'ship-red-1',
    });
    expect([shipOf(done.state, 'ship-red-1').cargo, shipOf(done.state, 'ship-yellow-1').cargo]).toEqual([
      'grain',
      'oil',
    ]);
    expect(told(done, 'navigation-played')).toMatchObject({
      ownerA: 1,
      cargoA: 'oil',
      ownerB: 0,
      cargoB: 'grain',
    });
  });

  test('ROT-10.5: extra cargo: one more ship, loaded, on a free start', () => {
    const card = 'nav-extra-cargo-1';
    const state = holding(card, { 'ship-yellow-1': 'start-1', 'ship-red-1': 'pos-a1' });
    const play = (start: string, material: string | null) =>
      refusal(state, 0, { type: 'play-extra-cargo', card, start, material });
    expect(play('pos-b1', null)).toBe('not-a-start ROT-10.5');
    expect(play('start-1', null)).toBe('position-occupied ROT-1.2');
    expect(play('start-2', null)).toBe('material-required ROT-10.5');
    expect(play('start-2', 'gold')).toBe('unknown-material ROT-3.1');
    state.shown.stock['fruit'] = 0;
    expect(play('start-2', 'fruit')).toBe('material-out-of-stock ROT-3.3');
    const done = accepted(state, 0, { type: 'play-extra-cargo', card, start: 'start-2', material: 'oil' });
    expect(typesOf(done)).toEqual(['navigation-played', 'ship-placed']);
    expect(told(done, 'ship-placed')).toMatchObject({
      ship: 'ship-red-2',
      by: 'extra-cargo',
      material: 'oil',
    });
    const fleet = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((row, n) => [`ship-red-${n + 1}`, `pos-${row}1`]),
    );
    const none = holding(card, fleet);
    expect(refusal(none, 0, { type: 'play-extra-cargo', card, start: 'pos-b1', material: null })).toBe(
      'no-ship-available ROT-10.5',
    );
  });

  test('ROT-10.6: EX-19 a storm drives a ship back two channels, over open water', () => {
    const card = 'nav-storm-1';
    const state = holding(card, {
      'ship-yellow-1': 'pos-c4',
      'ship-red-1': 'pos-c3',
      'ship-red-2': 'pos-a1',
    });
    const play = (ship: string, path: string[]) =>
      refusal(state, 0, { type: 'play-storm', card, ship, path });
    expect(play('ship-yellow-1', ['ch-38', 'ch-27'])).toBe('position-occupied ROT-1.2');
    expect(play('ship-yellow-1', ['ch-40', 'ch-27'])).toBe('illegal-path ROT-10.6');
    expect(play('ship-yellow-1', ['ch-99', 'ch-27'])).toBe('illegal-path ROT-10.6');
    expect(play('ship-red-2', ['ch-01', 'ch-01'])).toBe('illegal-path ROT-10.6');
    expect(play('ship-green-1', ['ch-01', 'ch-01'])).toBe('unknown-ship ROT-1.9');
    expect(play('ship-red-3', ['ch-01', 'ch-01'])).toBe('ship-not-on-water ROT-1.3');
    const done = accepted(state, 0, {
      type: 'play-storm',
      card,
      ship: 'ship-yellow-1',
      path: ['ch-40', 'ch-28'],
    });
    expect(shipOf(done.state, 'ship-yellow-1').position).toBe('pos-c2');
    const short = { card, ship: 'ship-yellow-1', path: ['ch-40'] };
    expect(game.parseCommand('play-storm', short)).toMatchObject({ ok: false, code: 'bad-payload' });
  });

  test('ROT-10.6: a setback goes back one channel of any colour, onto a start too, not from a start', () => {
    const card = 'nav-setback-1';
    const state = holding(card, {
      'ship-yellow-1': 'pos-a1',
      'ship-red-1': 'start-2',
      'ship-red-2': 'pos-a2',
    });
    const play = (ship: string, path: string[]) =>
      refusal(state, 0, { type: 'play-setback', card, ship, path });
    expect(play('ship-yellow-1', ['ch-03'])).toBe('position-occupied ROT-1.2');
    expect(play('ship-red-2', ['ch-11'])).toBe('position-occupied ROT-1.2');
    expect(play('ship-red-1', ['ch-03'])).toBe('illegal-path ROT-10.6');
    const done = accepted(state, 0, { type: 'play-setback', card, ship: 'ship-yellow-1', path: ['ch-01'] });
    expect(shipOf(done.state, 'ship-yellow-1').position).toBe('start-1');
  });

  test('ROT-10.7: a joker has no use but in a mission', () => {
    const state = holding('nav-joker-1', { 'ship-yellow-1': ['pos-a1', 'oil'] });
    expect([...game.legal(state, 0)]).toEqual([{ type: 'end-turn' }]);
  });

  test('ROT-10.8: advantages are laid down permanently, and no longer count for the hand', () => {
    const state = scenario({
      phase: 'sailing',
      navigation: [['nav-advantage-2', 'nav-extra-advantage-1', 'nav-joker-1']],
    });
    let done = accepted(state, 0, { type: 'lay-advantage', card: 'nav-extra-advantage-1' });
    expect(told(done, 'advantage-laid')).toEqual({
      type: 'advantage-laid',
      seat: 0,
      card: 'nav-extra-advantage-1',
      points: 2,
    });
    done = accepted(done.state, 0, { type: 'lay-advantage', card: 'nav-advantage-2' });
    expect(told(done, 'advantage-laid').points).toBe(1);
    expect(done.state.shown.players[0]?.laid).toEqual(['nav-extra-advantage-1', 'nav-advantage-2']);
    expect(navigationOf(done.state, 0)).toEqual(['nav-joker-1']);
    expect(done.state.shown.navigationDiscard).toEqual([]);
  });

  const thief = 'nav-cargo-thief-1';

  test('ROT-10.9: EX-20 a thief without a ship on the water places one', () => {
    const scene = { turn: 1, captain: 1, navigation: [[], [thief, 'nav-joker-1']] };
    const state = holding(thief, { 'ship-red-1': ['pos-a1', 'fruit'], 'ship-red-2': 'start-3' }, scene);
    const play = (start: string) =>
      refusal(state, 1, { type: 'play-cargo-thief', card: thief, from: 'ship-red-1', to: null, start });
    expect(play('pos-e1')).toBe('not-a-start ROT-10.9');
    expect(play('start-3')).toBe('position-occupied ROT-1.2');
    const done = accepted(state, 1, {
      type: 'play-cargo-thief',
      card: thief,
      from: 'ship-red-1',
      to: null,
      start: 'start-4',
    });
    expect([shipOf(done.state, 'ship-yellow-1').position, shipOf(done.state, 'ship-yellow-1').cargo]).toEqual(
      ['start-4', 'fruit'],
    );
    expect([shipOf(done.state, 'ship-red-1').position, shipOf(done.state, 'ship-red-1').cargo]).toEqual([
      'pos-a1',
      null,
    ]);
    expect(told(done, 'ship-placed')).toMatchObject({ by: 'cargo-thief', material: 'fruit' });
    expect(done.state.shown.stock['fruit']).toBe(4);
    const afloat = holding(
      thief,
      { 'ship-red-1': ['pos-a1', 'fruit'], 'ship-yellow-2': ['pos-b1', 'grain'] },
      scene,
    );
    const start = { card: thief, from: 'ship-red-1', to: null, start: 'start-4' };
    expect(refusal(afloat, 1, { type: 'play-cargo-thief', ...start })).toBe('ships-on-water ROT-10.9');
    const afloatDone = accepted(afloat, 1, {
      type: 'play-cargo-thief',
      card: thief,
      from: 'ship-red-1',
      to: 'ship-yellow-2',
      start: null,
    });
    expect(shipOf(afloatDone.state, 'ship-yellow-2').cargo).toBe('fruit');
    expect(afloatDone.state.shown.stock).toMatchObject({ grain: 7, fruit: 4 });
  });

  test('ROT-1.3, ROT-10.9: a ship on a start or in a harbour is on the water', () => {
    for (const place of ['start-2', 'harbour-botlek']) {
      const state = holding(thief, { 'ship-yellow-1': ['start-1', 'fruit'], 'ship-red-2': place });
      const steal = { card: thief, from: 'ship-yellow-1' };
      const placing = { ...steal, to: null, start: 'start-4' };
      expect(refusal(state, 0, { type: 'play-cargo-thief', ...placing })).toBe('ships-on-water ROT-10.9');
      const listed = [...game.legal(state, 0)].filter(({ type }) => type === 'play-cargo-thief');
      expect(listed).toEqual([{ type: 'play-cargo-thief', ...steal, to: 'ship-red-2', start: null }]);
      const done = accepted(state, 0, { type: 'play-cargo-thief', ...steal, to: 'ship-red-2', start: null });
      expect([shipOf(done.state, 'ship-yellow-1').cargo, shipOf(done.state, 'ship-red-2').cargo]).toEqual([
        null,
        'fruit',
      ]);
    }
  });

  test('ROT-10.9: what a thief may not do, in the order of the rules', () => {
    const state = holding(thief, {
      'ship-red-1': ['pos-a1', 'fruit'],
      'ship-red-2': 'pos-b1',
      'ship-yellow-1': 'pos-c1',
    });
    const play = (from: string, to: string) =>
      refusal(state, 0, { type: 'play-cargo-thief', card: thief, from, to, start: null });
    expect(play('ship-red-9', 'ship-yellow-1')).toBe('unknown-ship ROT-1.9');
    expect(play('ship-red-1', 'ship-red-9')).toBe('unknown-ship ROT-1.9');
    expect(play('ship-red-3', 'ship-yellow-1')).toBe('ship-not-on-water ROT-1.3');
    expect(play('ship-yellow-1', 'ship-yellow-1')).toBe('ship-empty ROT-10.9');
    expect(play('ship-red-1', 'ship-yellow-1')).toBe('ship-not-yours ROT-10.9');
    expect(play('ship-red-1', 'ship-red-1')).toBe('same-ship ROT-10.9');
    expect(play('ship-red-1', 'ship-red-3')).toBe('ship-not-on-water ROT-1.3');
    expect(play('ship-red-1', 'ship-red-2')).toBe('accepted');
  });

  test('ROT-10.10: an inspection returns the unit to the stock and leaves the ship', () => {
    const card = 'nav-inspection-1';
    const state = holding(card, { 'ship-yellow-1': ['harbour-botlek', 'oil'], 'ship-red-1': 'pos-a1' });
    expect(refusal(state, 0, { type: 'play-inspection', card, ship: 'ship-red-1' })).toBe(
      'ship-empty ROT-10.10',
    );
    expect(refusal(state, 0, { type: 'play-inspection', card, ship: 'ship-red-9' })).toBe(
      'unknown-ship ROT-1.9',
    );
    const done = accepted(state, 0, { type: 'play-inspection', card, ship: 'ship-yellow-1' });
    expect([shipOf(done.state, 'ship-yellow-1').position, shipOf(done.state, 'ship-yellow-1').cargo]).toEqual(
      ['harbour-botlek', null],
    );
    expect(done.state.shown.stock['oil']).toBe(7);
  });

  test('ROT-10.11: a ship moved out of a harbour loses its place in the queue', () => {
    const state = scenario({
      phase: 'sailing',
      ships: { 'ship-red-1': 'harbour-botlek', 'ship-yellow-1': 'harbour-botlek' },
      navigation: [['nav-setback-1', 'nav-joker-1']],
    });
    let done = accepted(state, 0, {
      type: 'play-setback',
      card: 'nav-setback-1',
      ship: 'ship-red-1',
      path: ['ch-65'],
    });
    expect(done.state.shown.harbourQueues['harbour-botlek']).toEqual(['ship-yellow-1']);
    done = accepted(done.state, 0, choose('purple'));
    expect(done.state.shown.harbourQueues['harbour-botlek']).toEqual(['ship-yellow-1', 'ship-red-1']);
  });

  test('ROT-10.2, ROT-11.1: EX-14 fortune turns in a harbour, and the same in a safe harbour', () => {
    const card = 'nav-fortune-turns-1';
    const ships = { 'ship-red-1': ['harbour-botlek', 'grain'], 'ship-yellow-1': ['pos-c4', 'oil'] } as const;
    const scene = { tops: { 'harbour-botlek': ['petrol'] }, turn: 1, captain: 0, navigation: [[], [card]] };
    const play = { card, shipA: 'ship-red-1', shipB: 'ship-yellow-1' };
    const done = accepted(holding(card, ships, scene), 1, { type: 'play-fortune-turns', ...play });
    expect(told(done, 'ship-unloaded', 0)).toMatchObject({ material: 'oil', product: 'petrol' });
    expect(tallyOf(productsOf(done.state, 0))).toEqual({ petrol: 1 });
    const safe = holding(card, ships, { ...scene, options: { safeHarbour: true } });
    expect(refusal(safe, 1, { type: 'play-fortune-turns', ...play })).toBe('ship-in-safe-harbour ROT-11.1');
  });

  test('ROT-11.1: in a safe harbour no card touches a ship or its cargo', () => {
    const ships = {
      'ship-red-1': ['harbour-botlek', 'oil'],
      'ship-red-2': ['pos-a1', 'oil'],
      'ship-yellow-1': ['harbour-merwehaven', 'oil'],
    } as const;
    const refused = (card: string, type: Command['type'], fields: object) => {
      const state = holding(card, ships, { options: { safeHarbour: true } });
      expect(
        [...game.legal(state, 0)].filter(
          (command) => command.type === type && JSON.stringify(command).includes('yellow'),
        ),
      ).toEqual([]);
      return refusal(state, 0, parsed(type, { card, ...fields }));
    };
    const safe = 'ship-in-safe-harbour ROT-11.1';
    expect(refused('nav-inspection-1', 'play-inspection', { ship: 'ship-yellow-1' })).toBe(safe);
    expect(refused('nav-setback-1', 'play-setback', { ship: 'ship-yellow-1', path: ['ch-99'] })).toBe(safe);
    expect(refused('nav-storm-1', 'play-storm', { ship: 'ship-yellow-1', path: ['ch-75', 'ch-67'] })).toBe(
      safe,
    );
    const thieves = { start: null, from: 'ship-yellow-1', to: 'ship-red-2' };
    expect(refused(thief, 'play-cargo-thief', thieves)).toBe(safe);
    expect(refused(thief, 'play-cargo-thief', { ...thieves, from: 'ship-red-2', to: 'ship-red-1' })).toBe(
      safe,
    );
    expect(refused(thief, 'play-cargo-thief', { ...thieves, from: 'ship-red-2', to: 'ship-yellow-1' })).toBe(
      safe,
    );
  });

  test('ROT-11.2: a ship in a safe harbour still counts as on the water', () => {
    const ships = { 'ship-red-1': 'harbour-botlek', 'ship-yellow-1': ['pos-a1', 'oil'] } as const;
    const state = holding(thief, ships, { options: { safeHarbour: true } });
    const play = { card: thief, from: 'ship-yellow-1', to: null, start: 'start-1' };
    expect(refusal(state, 0, { type: 'play-cargo-thief', ...play })).toBe('ships-on-water ROT-10.9');
    expect([...game.legal(state, 0)]).toEqual([{ type: 'end-turn' }]);
  });
});
