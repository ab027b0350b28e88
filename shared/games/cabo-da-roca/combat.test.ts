import { describe, expect, test } from '@jest/globals';
import { heard, typesOf } from '../../testing/scenario.ts';
import {
  accepted,
  coinsIn,
  fallbackOf,
  legalOf,
  M1,
  playedThrough,
  refusal,
  type Scenario,
  type ShipAt,
  scenario,
  shipIn,
} from './testing/scenario.ts';

const P = 'ship-red-pirate-1';
const right = { type: 'attack', pirateId: P, flank: 'right' } as const;
const left = { type: 'attack', pirateId: P, flank: 'left' } as const;

/** Red's pirate at (0,0) heading north: its flanks are (-1,0) and (1,0). */
const raid = (ships: Record<string, ShipAt>, more: Scenario = {}) =>
  scenario({
    ...more,
    ships: { 'red-pirate-1': { at: [0, 0] }, 'yellow-trade-2': { at: [2, -1] }, ...ships },
  });
const prey = (more: Partial<ShipAt> = {}) => ({ 'yellow-trade-1': { at: [1, 0], ...more } as ShipAt });

describe('CAB-15: combat', () => {
  test('CAB-15.1: at sea, any number of times, between moves, at no cost', () => {
    const docked = scenario({
      ships: { 'red-pirate-1': { at: [0, -2], dockedAtTurnStart: false }, 'yellow-trade-1': { at: [0, -1] } },
    });
    expect(refusal(docked, 0, right)).toBe('pirate-docked CAB-15.1');
    const both = raid({ ...prey(), 'yellow-fishing-1': { at: [-1, 0] } });
    const { state } = playedThrough(both, right, { type: 'advance', shipId: P });
    expect(state.shown.actionsUsed).toBe(1);
    const again = playedThrough(both, right, left, { type: 'advance', shipId: P });
    expect(again.state.shown.seats[1]?.lost).toEqual(['ship-yellow-trade-1', 'ship-yellow-fishing-1']);
  });

  test('CAB-15.2: only the two flank cells, whatever the terrain', () => {
    expect(refusal(raid({}), 0, right)).toBe('no-target CAB-15.2');
    expect(refusal(raid({ 'yellow-trade-1': { at: [0, -1] } }), 0, right)).toBe('no-target CAB-15.2');
    const diagonal = raid({ 'red-pirate-1': { at: [0, 0], heading: 1 }, 'yellow-fishing-1': { at: [1, 1] } });
    expect(refusal(diagonal, 0, right)).toBe('accepted');
    expect(refusal(diagonal, 0, left)).toBe('no-target CAB-15.2');
    // Over the land between a cove and the coast south of it.
    const overland = scenario({
      board: `${M1} cove-1@0,-3,2 cove-2@1,-3,3`,
      ships: { 'red-pirate-1': { at: [1, -3], heading: 2 }, 'yellow-trade-1': { at: [1, -2] } },
    });
    expect(refusal(overland, 0, right)).toBe('accepted');
  });

  test('CAB-15.3: an opponent’s ship at sea, or sailor on an island', () => {
    expect(refusal(raid({ 'red-trade-1': { at: [1, 0] } }), 0, right)).toBe('target-own CAB-15.3');
    expect(refusal(raid(prey({ justLeftPort: true })), 0, right)).toBe('target-just-left-port CAB-15.3');
    const port = scenario({
      ships: { 'red-pirate-1': { at: [1, -2], heading: 0 }, 'yellow-trade-1': { at: [0, -2] } },
    });
    expect(refusal(port, 0, left)).toBe('target-docked CAB-15.3');
    const island = (sailors: Scenario['sailors']) =>
      scenario({ ships: { 'red-pirate-1': { at: [-1, -1] } }, sailors: { ...sailors } });
    expect(refusal(island({ 'red-2': [-2, -1] }), 0, left)).toBe('target-own CAB-15.3');
    expect(refusal(island({ 'yellow-2': [-2, -1] }), 0, left)).toBe('accepted');
    const coast = scenario({ ships: { 'red-pirate-1': { at: [2, -2] } }, sailors: { 'yellow-2': [1, -2] } });
    expect(refusal(coast, 0, left)).toBe('no-target CAB-15.2');
    const keeper = scenario({ ships: { 'red-pirate-1': { at: [2, 0] } }, sailors: { 'yellow-2': [3, 0] } });
    expect(refusal(keeper, 0, right)).toBe('no-target CAB-15.2');
    const inPort = scenario({
      ships: { 'red-pirate-1': { at: [1, -2] } },
      sailors: { 'yellow-2': [0, -2], 'red-1': null },
    });
    expect(refusal(inPort, 0, left)).toBe('no-target CAB-15.2');
  });

  test('CAB-15.4: the reward is the smallest price of the cargo, nothing for an empty ship or a pirate', () => {
    const loot = (ships: Record<string, ShipAt>) => coinsIn(accepted(raid(ships), 0, right).state)[0];
    expect(loot(prey({ cargo: 'trade-cloth-1' }))).toBe(210);
    expect(loot(prey())).toBe(150);
    expect(loot({ 'yellow-pirate-1': { at: [1, 0], heading: 0 } })).toBe(150);
  });

  test('CAB-15.5: a sailor driven off an island returns to the reserve', () => {
    const state = scenario({
      ships: { 'red-pirate-1': { at: [-1, -1] }, 'yellow-trade-1': { at: [2, 0] } },
      sailors: { 'yellow-2': [-2, -1] },
    });
    const done = accepted(state, 0, left);
    const { state: after } = done;
    const events = heard(done);
    expect(events).toEqual([
      { type: 'sailor-removed', seat: 1, sailorId: 'sailor-yellow-2', by: P, attacker: 0 },
    ]);
    expect(after.shown.sailors.map(({ id }) => id)).toEqual(['sailor-red-1', 'sailor-yellow-1']);
    expect(refusal(state, 0, { ...left, ransom: 5 })).toBe('ransom-not-allowed CAB-15.6');
  });

  test('CAB-15.6: a ransom from 1 to the victim’s coins', () => {
    const state = raid(prey(), { coins: [150, 3] });
    expect(refusal(state, 0, { ...right, ransom: 4 })).toBe('ransom-too-high CAB-15.6');
    const ransoms = legalOf(state).flatMap((command) =>
      command.type === 'attack' && command.ransom !== undefined ? [command.ransom] : [],
    );
    expect(ransoms).toEqual([1, 2, 3]);
    expect(heard(accepted(state, 0, { ...right, ransom: 3 }))[0]).toEqual({
      type: 'ransom-demanded',
      seat: 0,
      victim: 1,
      pirateId: P,
      shipId: 'ship-yellow-trade-1',
      amount: 3,
    });
  });

  test('CAB-15.6: the victim pays, refuses or names a lower sum', () => {
    const demand = accepted(raid(prey({ cargo: 'trade-wine-1' })), 0, { ...right, ransom: 50 }).state;
    expect(demand.shown.ransom).toEqual({ pirateId: P, shipId: 'ship-yellow-trade-1', amount: 50 });
    expect(fallbackOf(demand)).toEqual({ type: 'answer-ransom', reply: 'refuse' });
    const counter = (amount: number) =>
      refusal(demand, 1, { type: 'answer-ransom', reply: 'counter', amount });
    expect([0, 50].map(counter)).toEqual(['bad-counter CAB-15.6', 'bad-counter CAB-15.6']);
    expect([1, 49].map(counter)).toEqual(['accepted', 'accepted']);
    const paid = accepted(demand, 1, { type: 'answer-ransom', reply: 'pay' });
    expect(heard(paid)).toEqual([
      { type: 'ransom-answered', seat: 1, reply: 'pay', amount: 50 },
      { type: 'ransom-paid', from: 1, to: 0, amount: 50 },
    ]);
    expect(coinsIn(paid.state)).toEqual([200, 100]);
    const refused = accepted(demand, 1, { type: 'answer-ransom', reply: 'refuse' });
    expect(heard(refused)).toEqual([
      { type: 'ransom-answered', seat: 1, reply: 'refuse', amount: 50 },
      {
        type: 'ship-sunk',
        seat: 1,
        shipId: 'ship-yellow-trade-1',
        cause: 'attack',
        by: P,
        attacker: 0,
        reward: 50,
        cardId: 'trade-wine-1',
      },
    ]);
    expect(coinsIn(refused.state)).toEqual([200, 150]);
    expect(refused.state.shown.ransom).toBeNull();
  });

  test('CAB-15.6: the attacker accepts the lower sum or fires', () => {
    const countered = playedThrough(
      raid(prey()),
      { ...right, ransom: 50 },
      { type: 'answer-ransom', reply: 'counter', amount: 20 },
    ).state;
    expect(countered.open).toEqual([{ id: 16, seat: 0, kind: 'ransom-counter' }]);
    expect(fallbackOf(countered)).toEqual({ type: 'answer-counter', accept: true });
    const fired = accepted(countered, 0, { type: 'answer-counter', accept: false });
    expect(typesOf(fired)).toEqual(['ransom-answered', 'ship-sunk']);
    expect(heard(fired)[0]).toMatchObject({ seat: 0, reply: 'fire', amount: 20 });
    expect(fired.state.open[0]).toMatchObject({ seat: 0, kind: 'actions', allotment: 'turn-5-0' });
    const agreed = accepted(countered, 0, { type: 'answer-counter', accept: true });
    expect(coinsIn(agreed.state)).toEqual([170, 130]);
  });

  test('CAB-15.7: a spared ship is safe this turn, and only this turn', () => {
    const { state } = playedThrough(
      raid(prey()),
      { ...right, ransom: 5 },
      { type: 'answer-ransom', reply: 'pay' },
    );
    expect(refusal(state, 0, right)).toBe('truce CAB-15.7');
    expect(refusal(state, 0, { ...right, ransom: 5 })).toBe('truce CAB-15.7');
    expect(shipIn(state, 'yellow-trade-1')).toMatchObject({ x: 1, y: 0 });
    expect(accepted(state, 0, { type: 'end-turn' }).state.shown.truces).toEqual([]);
  });
});
