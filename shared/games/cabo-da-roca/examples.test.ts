// The worked examples of the rules (section 12), one test each.
import { describe, expect, test } from '@jest/globals';
import { conceal } from '../../kernel/secrecy.ts';
import { heard, typesOf } from '../../testing/scenario.ts';
import { deckOf, stackOf } from './state.ts';
import {
  accepted,
  CROSS,
  coinsIn,
  legalOf,
  M1,
  playedThrough,
  refusal,
  type Scenario,
  scenario,
  shipIn,
} from './testing/scenario.ts';

describe('worked examples', () => {
  test('CAB-4.2: E1 Corners', () => {
    const state = scenario({ phase: 'lay-tile', drawn: 'coast-2' });
    expect(refusal(state, 0, { type: 'place-tile', x: 2, y: -3, rotation: 0 })).toBe(
      'corners-mismatch CAB-4.2',
    );
    expect(refusal(state, 0, { type: 'place-tile', x: 2, y: -3, rotation: 3 })).toBe('accepted');
    const there = legalOf(state).filter((command) => 'x' in command && command.x === 2 && command.y === -3);
    expect(there).toEqual([{ type: 'place-tile', x: 2, y: -3, rotation: 3 }]);
  });

  test('CAB-4.3: E2 Port spacing', () => {
    const state = scenario({ phase: 'lay-tile', drawn: 'port-aveiro' });
    expect(refusal(state, 0, { type: 'place-tile', x: 1, y: -3, rotation: 2 })).toBe(
      'port-too-close CAB-4.3',
    );
    expect(legalOf(state)).toContainEqual({ type: 'place-tile', x: 2, y: -3, rotation: 3 });
  });

  test('CAB-4.5: E3 Unplaceable tile', () => {
    const state = scenario({
      board: CROSS,
      round: 1,
      phase: 'lay-choice',
      change: (draft) => {
        const rest = stackOf(draft).filter((id) => id !== 'cove-1' && id !== 'fish-1-1');
        draft.hidden.stack = conceal([...rest, 'fish-1-1', 'cove-1']);
      },
    });
    expect(state.shown.stackCount).toBe(74);
    const drawn = accepted(state, 0, { type: 'draw-tile' });
    expect(heard(drawn)).toEqual([
      { type: 'tile-returned', tileId: 'cove-1' },
      { type: 'tile-drawn', seat: 0, tileId: 'fish-1-1' },
    ]);
    const laid = accepted(drawn.state, 0, { type: 'place-tile', x: 1, y: 1, rotation: 0 });
    expect(laid.state.shown.stackCount).toBe(73);
    expect(stackOf(laid.state)).toContain('cove-1');
  });

  test('CAB-3.2, CAB-3.3: E4 Laying rounds', () => {
    const first = scenario({ board: CROSS, round: 1, phase: 'lay-choice' });
    const laid = accepted(first, 0, { type: 'place-port', x: 0, y: -2, rotation: 0 });
    expect(laid.state.shown.board.at(-1)).toEqual({ tileId: 'port-lisboa', x: 0, y: -2, rotation: 0 });
    expect(laid.state.shown.sailors).toEqual([{ id: 'sailor-red-1', seat: 0, x: 0, y: -2, moved: false }]);
    expect(laid.state.shown.turnSeat).toBe(1);
    const third = scenario({
      board: `${CROSS} port-lisboa@0,-2,0`,
      round: 3,
      turnSeat: 1,
      phase: 'lay-port',
    });
    expect(refusal(third, 1, { type: 'draw-tile' })).toBe('wrong-phase CAB-3.1');
  });

  test('CAB-9.3: E5 Departure', () => {
    const wanted: Scenario = { ships: { 'red-trade-1': { at: [0, -2], cargo: 'trade-wine-1' } } };
    const state = scenario(wanted);
    const shipId = 'ship-red-trade-1';
    const directions = legalOf(state).flatMap((command) =>
      command.type === 'depart' ? [command.direction] : [],
    );
    expect(directions.toSorted()).toEqual([2, 3, 4, 5, 6]);
    expect(refusal(state, 0, { type: 'depart', shipId, direction: 0 })).toBe('off-board CAB-8.2');
    const closed = scenario({ ...wanted, board: `${M1} cove-1@0,-3,2` });
    expect(refusal(closed, 0, { type: 'depart', shipId, direction: 0 })).toBe('land-in-the-way CAB-8.3');
    const left = accepted(state, 0, { type: 'depart', shipId, direction: 3 }).state;
    expect(shipIn(left, 'red-trade-1')).toMatchObject({
      x: 1,
      y: -1,
      heading: 3,
      justLeftPort: true,
      docked: false,
    });
    expect(left.shown.actionsAllowed - left.shown.actionsUsed).toBe(1);
  });

  test('CAB-5.7: E6 Departure first, purchases', () => {
    const faro = { at: [6, 1], cargo: 'trade-wine-2' } as const;
    const both = scenario({
      ships: { 'red-trade-1': { at: [0, -2], cargo: 'trade-wine-1' }, 'red-trade-2': faro },
    });
    const buy = { type: 'buy-sailor', tileId: 'port-faro' } as const;
    expect(refusal(both, 0, buy)).toBe('departure-first CAB-5.7');
    const one = scenario({
      ships: { 'red-trade-1': { at: [1, 0], cargo: 'trade-wine-1' }, 'red-trade-2': faro },
    });
    const { state } = accepted(one, 0, buy);
    expect(coinsIn(state)).toEqual([130, 150]);
    expect(state.shown.actionsAllowed - state.shown.actionsUsed).toBe(1);
    expect(state.shown.sailors.at(-1)).toMatchObject({ seat: 0, x: 6, y: 1 });
    expect(refusal(state, 0, { type: 'end-turn' })).toBe('departure-first CAB-5.7');
  });

  test('CAB-5.1: E7 Third ship', () => {
    const start = scenario({
      ships: {
        'red-trade-1': { at: [0, 2], cargo: 'trade-wine-1' },
        'red-trade-2': { at: [0, -2], cargo: 'trade-wine-2' },
      },
      sailors: { 'red-2': [6, 1] },
    });
    const { state } = accepted(start, 0, { type: 'buy-ship', kind: 'fishing', portId: 'port-faro' });
    expect([state.shown.actionsAllowed, state.shown.actionsUsed]).toEqual([3, 1]);
    expect(coinsIn(state)[0]).toBe(90);
    const next = playedThrough(
      state,
      { type: 'depart', shipId: 'ship-red-trade-1', direction: 0 },
      { type: 'depart', shipId: 'ship-red-trade-2', direction: 2 },
    );
    expect(typesOf(next)).toContain('turn-ended');
  });

  test('CAB-10.1, CAB-10.3: E8 Crossing', () => {
    const ships = (heading: number) =>
      ({
        'red-trade-1': { at: [-1, 0], heading: 2 },
        'yellow-trade-1': { at: [0, 0], heading },
      }) as const;
    const state = scenario({ ships: ships(6) });
    const advance = { type: 'advance', shipId: 'ship-red-trade-1' } as const;
    expect(refusal(state, 0, advance)).toBe('cell-occupied CAB-8.5');
    const crossed = accepted(state, 0, { ...advance, through: true });
    expect(heard(crossed)[0]).toEqual({
      type: 'ship-advanced',
      seat: 0,
      shipId: 'ship-red-trade-1',
      path: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
      ],
      cost: 2,
      bonusUsed: 0,
    });
    expect(shipIn(crossed.state, 'red-trade-1')).toMatchObject({ x: 1, y: 0 });
    const across = scenario({ ships: ships(0) });
    expect(refusal(across, 0, { ...advance, through: true })).toBe('crossing-not-parallel CAB-10.3');
  });

  test('CAB-12.6: E9 Shark', () => {
    const advance = { type: 'advance', shipId: 'ship-red-trade-1' } as const;
    const start = scenario({ ships: { 'red-trade-1': { at: [-1, 0], heading: 6 } } });
    expect(heard(accepted(start, 0, advance))[0]).toMatchObject({ type: 'ship-advanced', cost: 2 });
    const on = { at: [-2, 0], heading: 2 } as const;
    const left = accepted(scenario({ ships: { 'red-trade-1': on } }), 0, advance);
    expect(heard(left)[0]).toMatchObject({ path: [{ x: -1, y: 0 }], cost: 2 });
    const poor = scenario({ ships: { 'red-trade-1': { ...on, bonusOld: 1 } }, used: 1 });
    expect(refusal(poor, 0, advance)).toBe('not-enough-actions CAB-5.2');
    expect(refusal(poor, 0, { ...advance, bonus: 0 })).toBe('not-enough-actions CAB-5.2');
    expect(refusal(poor, 0, { ...advance, bonus: 1 })).toBe('accepted');
    const pirate = scenario({ ships: { 'red-pirate-1': { at: [-1, 0], heading: 6 } } });
    expect(heard(accepted(pirate, 0, { type: 'advance', shipId: 'ship-red-pirate-1' }))[0]).toMatchObject({
      cost: 1,
    });
  });

  test('CAB-12.3, CAB-12.4: E10 Lighthouse bonus', () => {
    const shipId = 'ship-red-trade-1';
    const start = scenario({ ships: { 'red-trade-1': { at: [1, 0], heading: 2 } } });
    const near = accepted(start, 0, { type: 'advance', shipId });
    expect(heard(near)).toContainEqual({
      type: 'bonus-credited',
      seat: 0,
      shipId,
      lighthouseId: 'lighthouse-1',
    });
    expect(shipIn(near.state, 'red-trade-1')).toMatchObject({ x: 2, y: 0, bonusNew: 1 });
    const turned = accepted(near.state, 0, { type: 'turn', shipId, side: 'right' });
    expect(turned.state.shown.actionsUsed).toBe(2);
    const on = accepted(turned.state, 0, { type: 'advance', shipId, bonus: 1 });
    expect(typesOf(on)).toEqual(expect.not.arrayContaining(['bonus-credited', 'dues-paid']));
    expect(shipIn(on.state, 'red-trade-1')).toMatchObject({ x: 3, y: 1, bonusNew: 0, bonusOld: 0 });
  });

  const faroRun: Scenario = {
    ships: { 'red-trade-1': { at: [4, 1], heading: 2, cargo: 'trade-wine-1', origin: 'port-lisboa' } },
    sailors: { 'yellow-2': [3, 0], 'yellow-3': [6, 1] },
  };

  test('CAB-12.2, CAB-13.7: E11 Lighthouse due, port due', () => {
    const shipId = 'ship-red-trade-1';
    const out = accepted(scenario(faroRun), 0, { type: 'advance', shipId });
    expect(heard(out)).toContainEqual({
      type: 'dues-paid',
      from: 0,
      to: 1,
      lighthouseId: 'lighthouse-1',
      amount: 20,
    });
    expect(coinsIn(out.state)).toEqual([130, 170]);
    const done = accepted(out.state, 0, { type: 'advance', shipId });
    expect(heard(done)).toContainEqual({
      type: 'cargo-delivered',
      seat: 0,
      shipId,
      cardId: 'trade-wine-1',
      portId: 'port-faro',
      distance: 6,
      zone: 2,
      price: 80,
      due: 20,
      owner: 1,
    });
    expect(coinsIn(done.state)).toEqual([190, 190]);
    expect(shipIn(done.state, 'red-trade-1')).toMatchObject({
      docked: true,
      heading: 4,
      cargo: null,
      origin: null,
    });
  });

  test('CAB-11.7: E12 Pirate moves', () => {
    const shipId = 'ship-red-pirate-1';
    const start = scenario({ ships: { 'red-pirate-1': { at: [0, 0], heading: 0 } } });
    const turned = accepted(start, 0, { type: 'turn', shipId, side: 'left' }).state;
    expect(refusal(turned, 0, { type: 'advance', shipId })).toBe('pirate-has-turned CAB-11.7');
    expect(refusal(turned, 0, { type: 'turn', shipId, side: 'left' })).toBe('accepted');
    const advanced = accepted(start, 0, { type: 'advance', shipId }).state;
    expect(refusal(advanced, 0, { type: 'turn', shipId, side: 'right' })).toBe(
      'pirate-has-advanced CAB-11.7',
    );
    expect(shipIn(advanced, 'red-pirate-1').pirateMode).toBe('advanced');
  });

  test('CAB-11.1: E13 Coast rule', () => {
    const at = (heading: number) => scenario({ ships: { 'red-fishing-1': { at: [0, -1], heading } } });
    const advance = { type: 'advance', shipId: 'ship-red-fishing-1' } as const;
    expect(refusal(at(4), 0, advance)).toBe('away-from-coast CAB-11.1');
    expect(shipIn(accepted(at(2), 0, advance).state, 'red-fishing-1')).toMatchObject({ x: 1, y: -1 });
  });

  test('CAB-11.5: E14 Hazard', () => {
    const boat = scenario({
      ships: { 'red-fishing-1': { at: [0, 2], cargo: 'trade-oil-1', origin: 'port-porto' } },
    });
    const depart = { type: 'depart', shipId: 'ship-red-fishing-1', direction: 7 } as const;
    expect(refusal(boat, 0, depart)).toBe('would-sink CAB-11.5');
    const sunk = accepted(boat, 0, { ...depart, acceptSinking: true });
    expect(heard(sunk)).toContainEqual({
      type: 'ship-sunk',
      seat: 0,
      shipId: 'ship-red-fishing-1',
      cause: 'storm',
      cardId: 'trade-oil-1',
    });
    expect(sunk.state.shown.actionsUsed).toBe(1);
    expect(sunk.state.shown.seats[0]?.lost).toEqual(['ship-red-fishing-1']);
    expect(sunk.state.shown.discard).toEqual(['trade-oil-1']);
    const trader = scenario({ ships: { 'red-trade-1': { at: [0, 2], cargo: 'trade-oil-1' } } });
    const shipId = 'ship-red-trade-1';
    expect(refusal(trader, 0, { type: 'depart', shipId, direction: 7 })).toBe('accepted');
    expect(refusal(trader, 0, { type: 'depart', shipId, direction: 1 })).toBe('would-sink CAB-11.5');
  });

  const broadside: Scenario = {
    ships: {
      'red-pirate-1': { at: [0, 0], heading: 0 },
      'yellow-trade-1': { at: [1, 0], cargo: 'trade-spice-1' },
      'yellow-fishing-1': { at: [-1, 0] },
    },
  };
  const pirateId = 'ship-red-pirate-1';

  test('CAB-15.3, CAB-15.4: E15 Broadside', () => {
    const right = accepted(scenario(broadside), 0, { type: 'attack', pirateId, flank: 'right' });
    expect(heard(right)).toEqual([
      {
        type: 'ship-sunk',
        seat: 1,
        shipId: 'ship-yellow-trade-1',
        cause: 'attack',
        by: pirateId,
        attacker: 0,
        reward: 70,
        cardId: 'trade-spice-1',
      },
    ]);
    expect(coinsIn(right.state)[0]).toBe(220);
    const left = accepted(right.state, 0, { type: 'attack', pirateId, flank: 'left' });
    expect(coinsIn(left.state)[0]).toBe(220);
    expect(left.state.shown.seats[1]?.lost).toEqual(['ship-yellow-trade-1', 'ship-yellow-fishing-1']);
    expect(left.state.shown.actionsUsed).toBe(0);
    const ahead = scenario({
      ...broadside,
      ships: { ...broadside.ships, 'yellow-trade-1': { at: [1, -1] } },
    });
    expect(refusal(ahead, 0, { type: 'attack', pirateId, flank: 'right' })).toBe('no-target CAB-15.2');
  });

  test('CAB-15.6, CAB-15.7: E16 Ransom', () => {
    const demand = accepted(scenario(broadside), 0, { type: 'attack', pirateId, flank: 'right', ransom: 60 });
    expect(demand.state.open).toEqual([{ id: 9, seat: 1, kind: 'ransom-demand' }]);
    const done = playedThrough(
      demand.state,
      { type: 'answer-ransom', reply: 'counter', amount: 40 },
      { type: 'answer-counter', accept: true },
    );
    expect(heard(done)).toEqual([
      { type: 'ransom-answered', seat: 1, reply: 'counter', amount: 40 },
      { type: 'ransom-answered', seat: 0, reply: 'accept', amount: 40 },
      { type: 'ransom-paid', from: 1, to: 0, amount: 40 },
    ]);
    expect(coinsIn(done.state)).toEqual([190, 110]);
    expect(shipIn(done.state, 'yellow-trade-1')).toMatchObject({ x: 1, y: 0 });
    expect(refusal(done.state, 0, { type: 'attack', pirateId, flank: 'right' })).toBe('truce CAB-15.7');
  });

  test('CAB-13.4: E17 Refused card', () => {
    const shipId = 'ship-red-trade-1';
    const start = scenario({ ships: { 'red-trade-1': { at: [0, -2] } }, deck: ['trade-wine-5'] });
    const done = accepted(start, 0, { type: 'load', shipId });
    const { state } = done;
    const events = heard(done);
    expect(events).toEqual([{ type: 'cargo-refused', seat: 0, shipId, cardId: 'trade-wine-5' }]);
    expect(state.shown.discard).toEqual(['trade-wine-5']);
    expect(state.shown.actionsAllowed - state.shown.actionsUsed).toBe(2);
    expect(refusal(state, 0, { type: 'depart', shipId, direction: 3 })).toBe(
      'card-refused-this-turn CAB-13.4',
    );
    expect(refusal(state, 0, { type: 'end-turn' })).toBe('accepted');
  });

  test('CAB-13.2: E18 Treasure while loading', () => {
    const shipId = 'ship-red-trade-1';
    const start = scenario({
      ships: { 'red-trade-1': { at: [0, -2] } },
      deck: ['treasure-island-100', 'treasure-island-50', 'trade-wine-1'],
    });
    const done = accepted(start, 0, { type: 'load', shipId });
    const { state } = done;
    const events = heard(done);
    expect(events).toEqual([
      { type: 'treasure-revealed', kind: 'island', cardId: 'treasure-island-100', value: 100 },
      { type: 'treasure-set-aside', cardId: 'treasure-island-50' },
      { type: 'cargo-loaded', seat: 0, shipId, cardId: 'trade-wine-1', origin: 'port-lisboa' },
    ]);
    expect(state.shown.treasureCards).toEqual({ island: 'treasure-island-100', wreck: null });
    expect(state.shown.setAside).toEqual(['treasure-island-50']);
    expect(shipIn(state, 'red-trade-1')).toMatchObject({ cargo: 'trade-wine-1', origin: 'port-lisboa' });
    expect(deckOf(state)).toHaveLength(28);
  });

  test('CAB-14.2, CAB-14.4: E19 Debt', () => {
    const start = scenario({
      coins: [5, 150],
      ships: { 'red-trade-1': { at: [4, 1], heading: 2 }, 'red-fishing-1': { at: [0, -1] } },
      sailors: { 'yellow-2': [3, 0] },
    });
    const owing = accepted(start, 0, { type: 'advance', shipId: 'ship-red-trade-1' });
    expect(heard(owing).at(-1)).toEqual({
      type: 'debt-opened',
      seat: 0,
      amount: 20,
      dues: [{ lighthouseId: 'lighthouse-1', seat: 1, amount: 20 }],
    });
    const sailor = accepted(owing.state, 0, { type: 'sell', pieceId: 'sailor-red-1' });
    expect(coinsIn(sailor.state)).toEqual([15, 150]);
    expect(sailor.state.shown.phase).toBe('debt');
    const boat = accepted(owing.state, 0, { type: 'sell', pieceId: 'ship-red-fishing-1' });
    expect(heard(boat).slice(0, 3)).toEqual([
      { type: 'piece-sold', seat: 0, pieceId: 'ship-red-fishing-1', price: 30 },
      { type: 'dues-paid', from: 0, to: 1, lighthouseId: 'lighthouse-1', amount: 20 },
      { type: 'debt-settled', seat: 0 },
    ]);
    expect(coinsIn(boat.state)).toEqual([15, 170]);
    expect(typesOf(boat)).toContain('turn-ended');
    expect(boat.state.shown.seats[0]?.lost).toEqual([]);
  });

  test('CAB-17.1: E20 1000', () => {
    const start = scenario({
      coins: [950, 150],
      ships: { 'red-trade-1': { at: [5, 1], heading: 2, cargo: 'trade-wine-1' } },
    });
    const done = accepted(start, 0, { type: 'advance', shipId: 'ship-red-trade-1' });
    const { state } = done;
    const events = heard(done);
    expect(state.shown.phase).toBe('finished');
    expect(state.shown.result).toMatchObject({ reason: 'target', winner: 0, ranking: [0, 1] });
    expect(state.shown.result?.scores[0]).toEqual({
      seat: 0,
      coins: 1030,
      fishPorts: 0,
      fishShips: 0,
      fleet: 0,
      ports: 0,
      treasures: 0,
      total: 1030,
    });
    expect(events.at(-1)).toMatchObject({ type: 'game-ended', reason: 'target', cardsTurned: [] });
  });

  test('CAB-17.3: E21 No fleet', () => {
    const sink = (coins: number, change?: Scenario['change']) =>
      accepted(
        scenario({
          coins: [150, coins],
          ships: { 'red-pirate-1': { at: [0, 0], heading: 0 }, 'yellow-trade-1': { at: [1, 0] } },
          ...(change === undefined ? {} : { change }),
        }),
        0,
        { type: 'attack', pirateId, flank: 'right' },
      ).state;
    expect(sink(50).shown.result).toMatchObject({ reason: 'no-fleet' });
    expect(sink(60).shown.phase).toBe('actions');
    const poor = sink(60, (draft) => {
      draft.shown.seats[1]?.lost.push('ship-yellow-fishing-1', 'ship-yellow-fishing-2');
    });
    expect(poor.shown.result).toMatchObject({ reason: 'no-fleet' });
  });

  test('CAB-18.1, CAB-18.2, CAB-18.4: E22 Final scoring', () => {
    const start = scenario({
      coins: [310, 420],
      finalPhase: true,
      turnSeat: 0,
      treasures: { island: 'treasure-island-100' },
      deck: ['trade-salt-1', 'treasure-wreck-50'],
      ships: {
        'red-trade-1': { at: [1, -1] },
        'red-fishing-1': { at: [2, 1] },
        'yellow-trade-1': { at: [4, 1] },
        'yellow-pirate-1': { at: [0, 0] },
      },
      sailors: { 'red-2': [-2, -1], 'yellow-2': [6, 1] },
    });
    const { state } = accepted(start, 0, { type: 'turn', shipId: 'ship-red-trade-1', side: 'left' });
    expect(state.shown.result?.reason).toBe('treasures');
    expect(state.shown.treasureCards.wreck).toBe('treasure-wreck-50');
    expect(state.shown.cardsTurned).toEqual(['trade-salt-1']);
    expect(state.shown.result?.scores).toEqual([
      { seat: 0, coins: 310, fishPorts: 40, fishShips: 20, fleet: 0, ports: 0, treasures: 150, total: 520 },
      { seat: 1, coins: 420, fishPorts: 0, fishShips: 0, fleet: 100, ports: 50, treasures: 0, total: 570 },
    ]);
    expect(state.shown.result?.winner).toBe(1);
  });

  test('CAB-5.6: E23 From port to port', () => {
    const shipId = 'ship-red-trade-1';
    const start = scenario({
      board: M1.replace('quarter-02@2,-2,0', 'port-aveiro@2,-2,0'),
      ships: {
        'red-trade-1': { at: [0, -2], cargo: 'trade-wine-1' },
        'red-trade-2': { at: [0, 0] },
        'red-fishing-1': { at: [-1, -1] },
      },
    });
    const { state } = playedThrough(
      start,
      { type: 'depart', shipId, direction: 2 },
      { type: 'advance', shipId },
    );
    expect(shipIn(state, 'red-trade-1')).toMatchObject({ x: 2, y: -2, docked: true, cargo: 'trade-wine-1' });
    expect(state.shown.actionsAllowed - state.shown.actionsUsed).toBe(1);
    expect(refusal(state, 0, { type: 'end-turn' })).toBe('accepted');
  });

  test('CAB-5.7, CAB-15.1: E24 Combat after departures', () => {
    const start = scenario({
      ships: {
        'red-trade-1': { at: [0, -2], cargo: 'trade-wine-1' },
        'red-pirate-1': { at: [0, 0], heading: 0 },
        'yellow-trade-1': { at: [1, 0] },
      },
    });
    const attack = { type: 'attack', pirateId, flank: 'right' } as const;
    expect(refusal(start, 0, attack)).toBe('departure-first CAB-5.7');
    const left = accepted(start, 0, { type: 'depart', shipId: 'ship-red-trade-1', direction: 6 }).state;
    expect(refusal(left, 0, attack)).toBe('accepted');
  });

  test('CAB-13.10: E25 Stuck in port', () => {
    const shipId = 'ship-red-trade-1';
    const stuck = (heading: number) =>
      scenario({ ships: { 'red-trade-1': { at: [6, 1] }, 'yellow-trade-1': { at: [5, 1], heading } } });
    expect(refusal(stuck(0), 0, { type: 'load', shipId })).toBe('cannot-depart CAB-13.10');
    expect(refusal(stuck(0), 0, { type: 'end-turn' })).toBe('accepted');
    expect(refusal(stuck(2), 0, { type: 'load', shipId })).toBe('accepted');
    expect(refusal(stuck(2), 0, { type: 'end-turn' })).toBe('departure-first CAB-5.7');
  });
});
