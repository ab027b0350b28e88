import { describe, expect, test } from '@jest/globals';
import { heard, typesOf } from '../../testing/scenario.ts';
import {
  accepted,
  CROSS,
  coinsIn,
  legalOf,
  M1,
  playedThrough,
  refusal,
  type Scenario,
  type ShipAt,
  scenario,
  shipIn,
} from './testing/scenario.ts';

const T = 'ship-red-trade-1';
const advance = { type: 'advance', shipId: T } as const;
const trader = (ship: ShipAt, more: Scenario = {}) =>
  scenario({ ...more, ships: { 'red-trade-1': ship, ...more.ships } });
const boat = (ship: ShipAt) => scenario({ ships: { 'red-fishing-1': ship } });
const pirate = (ship: ShipAt, more: Scenario = {}) =>
  scenario({ ...more, ships: { 'red-pirate-1': ship, ...more.ships } });
const F = 'ship-red-fishing-1';
const P = 'ship-red-pirate-1';
describe('CAB-8: moving ships', () => {
  test('CAB-8.1: advance goes one cell ahead, turn changes the heading by one', () => {
    const ahead = accepted(trader({ at: [0, 0], heading: 1 }), 0, advance);
    expect(shipIn(ahead.state, 'red-trade-1')).toMatchObject({ x: 1, y: -1, heading: 1 });
    const left = accepted(trader({ at: [0, 0], heading: 0 }), 0, { type: 'turn', shipId: T, side: 'left' });
    expect(heard(left)).toEqual([{ type: 'ship-turned', seat: 0, shipId: T, heading: 7, bonusUsed: 0 }]);
    const right = accepted(trader({ at: [0, 0], heading: 7 }), 0, { type: 'turn', shipId: T, side: 'right' });
    expect(shipIn(right.state, 'red-trade-1').heading).toBe(0);
  });

  test('CAB-8.2: there must be a tile', () => {
    expect(refusal(trader({ at: [4, 1], heading: 4 }), 0, advance)).toBe('off-board CAB-8.2');
  });

  test('CAB-8.3: a step needs water, and islets are land', () => {
    // Between Lisboa and coast-1 the south end of the common side is sea; a cove to the north closes it.
    expect(refusal(trader({ at: [1, -2], heading: 6 }), 0, advance)).toBe('accepted');
    const board = `${M1} cove-1@0,-3,2 cove-2@1,-3,3`;
    expect(refusal(trader({ at: [1, -2], heading: 0 }, { board }), 0, advance)).toBe(
      'land-in-the-way CAB-8.3',
    );
    expect(refusal(trader({ at: [2, 0], heading: 2 }), 0, advance)).toBe('land-in-the-way CAB-8.3');
    expect(refusal(trader({ at: [-1, 0], heading: 7 }), 0, advance)).toBe('land-in-the-way CAB-8.3');
    // Diagonally it is the common corner that counts: (2,-2) is land, (0,-1) is sea.
    const corner = `${M1} coast-2@2,-3,3`;
    expect(refusal(trader({ at: [1, -2], heading: 1 }, { board: corner }), 0, advance)).toBe(
      'land-in-the-way CAB-8.3',
    );
    expect(refusal(trader({ at: [0, -1], heading: 7 }), 0, advance)).toBe('accepted');
  });

  test('CAB-8.4: a step costs one', () => {
    expect(heard(accepted(trader({ at: [0, 0], heading: 0 }), 0, advance))[0]).toMatchObject({
      cost: 1,
      bonusUsed: 0,
    });
  });

  test('CAB-8.4: the shark costs one more on the way in and on the way out, but no pirate', () => {
    const cost = (name: string, at: [number, number], heading: number, flags: object = {}) => {
      // Three ships, so that there are three actions.
      const ships = { 'red-trade-2': { at: [3, 1] }, 'red-fishing-2': { at: [2, -1] } } as const;
      const state = scenario({ ships: { ...ships, [name]: { at, heading } } });
      const [event] = heard(accepted(state, 0, { type: 'advance', shipId: `ship-${name}`, ...flags }));
      return event?.type === 'ship-advanced' ? event.cost : undefined;
    };
    for (const [name, toll] of [
      ['red-trade-1', 2],
      ['red-fishing-1', 2],
      ['red-pirate-1', 1],
    ] as const) {
      expect(cost(name, [-1, 0], 6)).toBe(toll);
      expect(cost(name, [-2, 0], 2)).toBe(toll);
      expect(cost(name, [-1, -1], 2)).toBe(1);
    }
    // Over another ship into the shark: one and two.
    const over = scenario({
      ships: {
        'red-trade-1': { at: [0, 0], heading: 6 },
        'red-trade-2': { at: [3, 1] },
        'red-fishing-2': { at: [2, -1] },
        'yellow-trade-1': { at: [-1, 0], heading: 2 },
      },
    });
    expect(heard(accepted(over, 0, { type: 'advance', shipId: T, through: true }))[0]).toMatchObject({
      cost: 3,
    });
  });

  test('CAB-8.5: one ship a cell; a coast with a sailor is closed', () => {
    const other = { 'yellow-trade-1': { at: [1, 0], heading: 0 } } as const;
    expect(refusal(trader({ at: [0, 0], heading: 2 }, { ships: other }), 0, advance)).toBe(
      'cell-occupied CAB-8.5',
    );
    const sailors = { 'red-1': [1, -2] } as const;
    const closed = trader({ at: [2, -2], heading: 6 }, { sailors });
    expect(refusal(closed, 0, advance)).toBe('cell-occupied CAB-8.5');
    expect(refusal(closed, 0, { ...advance, through: true })).toBe('cell-occupied CAB-8.5');
    expect(refusal(trader({ at: [2, -2], heading: 6 }), 0, advance)).toBe('accepted');
  });

  test('CAB-8.6: bonus, docking, delivery, then dues; the bonus on the way cannot pay', () => {
    // From beside lighthouse-3 into Lisboa, which is beside lighthouse-2.
    const board = M1.replace('sea-06@', 'lighthouse-2@').replace('sea-08@', 'lighthouse-3@');
    const entering = trader(
      { at: [1, -1], heading: 7, cargo: 'trade-wine-1', origin: 'port-porto' },
      { board, sailors: { 'red-1': null, 'yellow-2': [2, 0] }, coins: [0, 150] },
    );
    const docked = accepted(entering, 0, advance);
    expect(typesOf(docked)).toEqual([
      'ship-advanced',
      'bonus-credited',
      'ship-docked',
      'cargo-delivered',
      'dues-paid',
    ]);
    expect(coinsIn(docked.state)).toEqual([30, 170]);
    const noBonusYet = trader({ at: [1, 0], heading: 2 }, { used: 2 });
    expect(refusal(noBonusYet, 0, advance)).toBe('not-enough-actions CAB-5.2');
    expect(refusal(noBonusYet, 0, { ...advance, bonus: 1 })).toBe('bonus-too-high CAB-12.4');
  });
});

describe('CAB-9: ports', () => {
  test.each([
    // Land of Lisboa is north: the quay runs 2–6.
    [[-1, -1], 1, 2],
    [[0, -1], 0, 2],
    [[1, -1], 7, 6],
    [[1, -2], 6, 6],
  ] as const)('CAB-9.1: from %j with heading %i a ship docks heading %i', (at, heading, docked) => {
    const done = accepted(trader({ at, heading }), 0, advance);
    const { state } = done;
    const events = heard(done);
    expect(shipIn(state, 'red-trade-1')).toMatchObject({
      x: 0,
      y: -2,
      docked: true,
      heading: docked,
      enteredPort: true,
    });
    expect(events[1]).toEqual({
      type: 'ship-docked',
      seat: 0,
      shipId: T,
      portId: 'port-lisboa',
      heading: docked,
    });
  });

  test('CAB-9.1: a ship that entered a port stays this turn, bonus moves are kept', () => {
    const start = trader({ at: [0, -1], heading: 0, cargo: 'trade-wine-1', bonusNew: 2 });
    const { state } = accepted(start, 0, advance);
    expect(shipIn(state, 'red-trade-1').bonusNew).toBe(2);
    expect(refusal(state, 0, { type: 'depart', shipId: T, direction: 4, bonus: 1 })).toBe(
      'entered-port-this-turn CAB-9.1',
    );
    expect(refusal(state, 0, { type: 'load', shipId: T })).toBe('already-loaded CAB-13.1');
    const empty = accepted(trader({ at: [0, -1], heading: 0 }), 0, advance).state;
    expect(refusal(empty, 0, { type: 'load', shipId: T })).toBe('entered-port-this-turn CAB-9.1');
  });

  test('CAB-9.2: a port holds one ship and cannot be crossed', () => {
    const ships = { 'yellow-trade-1': { at: [0, -2], heading: 2 } } as const;
    const start = trader({ at: [1, -2], heading: 6 }, { ships });
    expect(refusal(start, 0, advance)).toBe('port-occupied CAB-9.2');
    expect(refusal(start, 0, { ...advance, through: true })).toBe('port-occupied CAB-9.2');
  });

  test('CAB-9.3: the five exits of a port, the crossed way at its whole cost', () => {
    const start = trader(
      { at: [0, 2], cargo: 'trade-wine-1' },
      { ships: { 'yellow-trade-1': { at: [0, 1], heading: 0 } } },
    );
    const departures = legalOf(start).filter(({ type }) => type === 'depart');
    // Land of Porto is south; east of its bow a shoal, north-west a storm that traders ride out.
    expect(departures).toEqual([
      { type: 'depart', shipId: T, direction: 0, through: true },
      { type: 'depart', shipId: T, direction: 7 },
      { type: 'depart', shipId: T, direction: 1, acceptSinking: true },
      { type: 'depart', shipId: T, direction: 6 },
      { type: 'depart', shipId: T, direction: 2 },
    ]);
    expect(
      heard(accepted(start, 0, { type: 'depart', shipId: T, direction: 0, through: true }))[0],
    ).toMatchObject({
      path: [
        { x: 0, y: 1 },
        { x: 0, y: 0 },
      ],
      cost: 2,
    });
  });

  test('CAB-9.4: departing sets the heading and protects until the owner’s next turn', () => {
    const start = trader({ at: [0, -2], cargo: 'trade-wine-1' });
    const done = accepted(start, 0, { type: 'depart', shipId: T, direction: 5 });
    const { state } = done;
    const events = heard(done);
    expect(events).toEqual([
      {
        type: 'ship-departed',
        seat: 0,
        shipId: T,
        direction: 5,
        path: [{ x: -1, y: -1 }],
        cost: 1,
        bonusUsed: 0,
      },
    ]);
    expect(shipIn(state, 'red-trade-1')).toMatchObject({ heading: 5, justLeftPort: true, docked: false });
    const yellow = accepted(state, 0, { type: 'end-turn' }).state;
    expect(shipIn(yellow, 'red-trade-1').justLeftPort).toBe(true);
    expect(refusal(trader({ at: [0, 0] }), 0, { type: 'depart', shipId: T, direction: 5 })).toBe(
      'not-docked CAB-9.4',
    );
    expect(refusal(start, 0, advance)).toBe('ship-docked CAB-9.4');
    expect(refusal(start, 0, { type: 'turn', shipId: T, side: 'left' })).toBe('ship-docked CAB-9.4');
  });

  test('CAB-9.5: any port free of ships may be entered, due only for a delivery', () => {
    // trade-wine-2 is sold in Porto, trade-salt-1 is not.
    const done = accepted(trader({ at: [0, 1], heading: 4, cargo: 'trade-salt-1' }), 0, advance);
    const { state } = done;
    const events = heard(done);
    expect(events.map(({ type }) => type)).not.toContain('cargo-delivered');
    expect(shipIn(state, 'red-trade-1')).toMatchObject({
      docked: true,
      cargo: 'trade-salt-1',
      origin: 'port-lisboa',
    });
    expect(coinsIn(state)).toEqual([150, 150]);
  });

  test('CAB-9.6: the duty to leave holds in the final phase too', () => {
    const start = trader({ at: [0, -2] }, { finalPhase: true });
    expect(refusal(start, 0, { type: 'end-turn' })).toBe('departure-first CAB-5.7');
    expect(refusal(start, 0, { type: 'load', shipId: T })).toBe('final-phase CAB-16.1');
    expect(refusal(start, 0, { type: 'depart', shipId: T, direction: 4 })).toBe('accepted');
  });
});

describe('CAB-10: crossing', () => {
  const through = { ...advance, through: true } as const;

  test('CAB-10.1: straight on through every ship that lies parallel', () => {
    const start = trader(
      { at: [-1, 0], heading: 2 },
      { ships: { 'yellow-trade-1': { at: [0, 0], heading: 2 }, 'red-pirate-1': { at: [1, 0], heading: 6 } } },
    );
    start.shown.actionsAllowed = 3;
    expect(heard(accepted(start, 0, through))[0]).toMatchObject({
      path: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 2, y: 0 },
      ],
      cost: 3,
    });
  });

  test('CAB-10.2: every cell on the way must be legal by itself, the cost is the sum', () => {
    const boats = scenario({
      ships: { 'red-fishing-1': { at: [1, -2], heading: 4 }, 'yellow-trade-1': { at: [1, -1], heading: 4 } },
    });
    // Beyond the trader is (1,0), with no land nearby.
    expect(refusal(boats, 0, { type: 'advance', shipId: F, through: true })).toBe('away-from-coast CAB-11.1');
    const shark = trader(
      { at: [0, 0], heading: 6 },
      { ships: { 'yellow-trade-1': { at: [-1, 0], heading: 2 } } },
    );
    expect(refusal(shark, 0, through)).toBe('not-enough-actions CAB-5.2');
    shark.shown.actionsAllowed = 3;
    expect(heard(accepted(shark, 0, through))[0]).toMatchObject({ cost: 3 });
  });

  test('CAB-10.3: without a free legal cell beyond, or across a ship, there is no passage', () => {
    const blocked = trader(
      { at: [3, 1], heading: 6 },
      {
        ships: {
          'yellow-trade-1': { at: [2, 1], heading: 6 },
          'yellow-fishing-1': { at: [1, 1], heading: 6 },
        },
      },
    );
    expect(refusal(blocked, 0, through)).toBe('would-sink CAB-11.5');
    const edge = trader(
      { at: [2, 0], heading: 3 },
      { ships: { 'yellow-trade-1': { at: [3, 1], heading: 3 } } },
    );
    expect(refusal(edge, 0, through)).toBe('crossing-blocked CAB-10.3');
    const across = trader(
      { at: [0, 0], heading: 3 },
      { board: M1, ships: { 'yellow-fishing-1': { at: [1, 1], heading: 0 } } },
    );
    expect(refusal(across, 0, through)).toBe('crossing-not-parallel CAB-10.3');
  });

  test('CAB-10.3: an island or a sailor beyond the first cell blocks the passage', () => {
    const island = trader(
      { at: [0, -1], heading: 6 },
      { board: M1, ships: { 'yellow-trade-1': { at: [-1, -1], heading: 6 } } },
    );
    expect(refusal(island, 0, through)).toBe('crossing-blocked CAB-10.3');
    const sailor = trader(
      { at: [1, 0] },
      { board: M1, ships: { 'yellow-trade-1': { at: [1, -1] } }, sailors: { 'yellow-2': [1, -2] } },
    );
    expect(refusal(sailor, 0, through)).toBe('crossing-blocked CAB-10.3');
  });

  test('CAB-11.5: sinking beyond a ship is among the legal commands, and says so', () => {
    const shoal = trader(
      { at: [0, 0], heading: 3 },
      { ships: { 'yellow-fishing-1': { at: [1, 1], heading: 3 } } },
    );
    expect(legalOf(shoal)).toContainEqual({ ...through, acceptSinking: true });
  });

  test('CAB-10.4: later cells are blocked crossings; a free port is a good end; sinking ends the way', () => {
    const intoPort = trader(
      { at: [2, -2], heading: 6 },
      { ships: { 'yellow-trade-1': { at: [1, -2], heading: 2 } } },
    );
    expect(shipIn(accepted(intoPort, 0, through).state, 'red-trade-1')).toMatchObject({
      x: 0,
      y: -2,
      docked: true,
    });
    const taken = trader(
      { at: [2, -2], heading: 6 },
      { ships: { 'yellow-trade-1': { at: [1, -2], heading: 2 }, 'yellow-trade-2': { at: [0, -2] } } },
    );
    expect(refusal(taken, 0, through)).toBe('crossing-blocked CAB-10.3');
    const raider = pirate(
      { at: [2, -2], heading: 6 },
      { ships: { 'yellow-trade-1': { at: [1, -2], heading: 2 } } },
    );
    expect(refusal(raider, 0, { type: 'advance', shipId: P, through: true })).toBe(
      'crossing-blocked CAB-10.3',
    );
    const skewed = trader(
      { at: [-1, 0], heading: 2 },
      {
        ships: { 'yellow-trade-1': { at: [0, 0], heading: 2 }, 'yellow-trade-2': { at: [1, 0], heading: 0 } },
      },
    );
    expect(refusal(skewed, 0, through)).toBe('crossing-not-parallel CAB-10.3');
    const shoal = trader(
      { at: [0, 0], heading: 3 },
      { ships: { 'yellow-fishing-1': { at: [1, 1], heading: 3 } } },
    );
    expect(refusal(shoal, 0, { ...advance, acceptSinking: true })).toBe('cell-occupied CAB-8.5');
    expect(refusal(shoal, 0, through)).toBe('would-sink CAB-11.5');
    const sunk = accepted(shoal, 0, { ...through, acceptSinking: true });
    expect(heard(sunk).slice(0, 2)).toEqual([
      { type: 'ship-advanced', seat: 0, shipId: T, path: [{ x: 1, y: 1 }], cost: 1, bonusUsed: 0 },
      { type: 'ship-sunk', seat: 0, shipId: T, cause: 'shoal' },
    ]);
    expect(shipIn(sunk.state, 'yellow-fishing-1')).toMatchObject({ x: 1, y: 1 });
  });
});

describe('CAB-11: kinds of ships', () => {
  test('CAB-11.1: quarter tiles are no land for a fishing boat', () => {
    // Around (3,-1) only the quarter tile at (2,-2) has any land.
    const board = `${CROSS} port-lisboa@0,-2,0 coast-1@1,-2,0 quarter-02@2,-2,0 fish-1-1@1,-1,0 fish-1-2@2,-1,0 fish-1-3@3,-1,0`;
    const quarter = scenario({ board, ships: { 'red-fishing-1': { at: [2, -1], heading: 2 } } });
    expect(refusal(quarter, 0, { type: 'advance', shipId: F })).toBe('away-from-coast CAB-11.1');
    // (3,1) is beside the lighthouse.
    expect(refusal(boat({ at: [2, 0], heading: 3 }), 0, { type: 'advance', shipId: F })).toBe('accepted');
    // Of the cells around (-1,0) only the island is land; it and the port make the way along them legal.
    expect(refusal(boat({ at: [-1, -1], heading: 4 }), 0, { type: 'advance', shipId: F })).toBe('accepted');
    expect(refusal(boat({ at: [-1, 0], heading: 2 }), 0, { type: 'advance', shipId: F })).toBe(
      'away-from-coast CAB-11.1',
    );
  });

  test('CAB-11.2: fishing boats cross shoals and sink on rock and storm', () => {
    const at = (at: readonly [number, number], heading: number) => boat({ at, heading });
    const step = { type: 'advance', shipId: F } as const;
    expect(refusal(at([2, 0], 5), 0, step)).toBe('accepted');
    expect(refusal(at([-1, 2], 0), 0, step)).toBe('would-sink CAB-11.5');
    expect(heard(accepted(at([-1, 2], 0), 0, { ...step, acceptSinking: true }))[1]).toMatchObject({
      cause: 'storm',
    });
    const board = M1.replace('shoal-1@1,1,0', 'rock-1@1,1,0').replace('rock-1@-2,1,0', 'shoal-1@-2,1,0');
    const rock = scenario({ board, ships: { 'red-fishing-1': { at: [0, 1], heading: 2 } } });
    expect(heard(accepted(rock, 0, { ...step, acceptSinking: true }))[1]).toMatchObject({ cause: 'rock' });
  });

  test('CAB-11.3: traders sink on shoals and rocks, storms do nothing to them', () => {
    expect(refusal(trader({ at: [0, 1], heading: 6 }), 0, advance)).toBe('accepted');
    expect(refusal(trader({ at: [0, 1], heading: 2 }), 0, advance)).toBe('would-sink CAB-11.5');
    const rock = trader({ at: [-1, 1], heading: 6 });
    expect(refusal(rock, 0, advance)).toBe('would-sink CAB-11.5');
    expect(heard(accepted(rock, 0, { ...advance, acceptSinking: true }))[1]).toMatchObject({
      type: 'ship-sunk',
      seat: 0,
      cause: 'rock',
    });
  });

  test('CAB-11.4: pirates neither trade nor enter a port', () => {
    expect(refusal(pirate({ at: [0, -1], heading: 0 }), 0, { type: 'advance', shipId: P })).toBe(
      'port-closed-to-pirates CAB-11.4',
    );
    expect(refusal(pirate({ at: [0, -2] }), 0, { type: 'load', shipId: P })).toBe(
      'pirate-cannot-trade CAB-11.4',
    );
    expect(refusal(pirate({ at: [0, 1], heading: 2 }), 0, { type: 'advance', shipId: P })).toBe(
      'would-sink CAB-11.5',
    );
    expect(refusal(pirate({ at: [0, 1], heading: 6 }), 0, { type: 'advance', shipId: P })).toBe('accepted');
  });

  test('CAB-11.5: a ship sinks only if its owner accepts that', () => {
    const start = trader({ at: [0, 1], heading: 2 });
    expect(refusal(start, 0, { ...advance, acceptSinking: false })).toBe('would-sink CAB-11.5');
    expect(typesOf(accepted(start, 0, { ...advance, acceptSinking: true }))).toContain('ship-sunk');
    expect(
      typesOf(accepted(trader({ at: [0, 0], heading: 0 }), 0, { ...advance, acceptSinking: true })),
    ).not.toContain('ship-sunk');
  });

  test('CAB-11.6: a sunk ship is lost permanently, with its cargo and bonus moves', () => {
    const start = trader(
      { at: [0, 1], heading: 2, cargo: 'trade-wine-1', bonusNew: 1 },
      { coins: [400, 150] },
    );
    const done = accepted(start, 0, { ...advance, acceptSinking: true });
    const { state } = done;
    const events = heard(done);
    expect(events[1]).toEqual({
      type: 'ship-sunk',
      seat: 0,
      shipId: T,
      cause: 'shoal',
      cardId: 'trade-wine-1',
    });
    expect(state.shown.ships).toEqual([]);
    expect(state.shown.discard).toEqual(['trade-wine-1']);
    expect(coinsIn(state)).toEqual([400, 150]);
    const again = accepted(state, 0, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' });
    expect(heard(again)[0]).toMatchObject({ shipId: 'ship-red-trade-2' });
  });

  test('CAB-11.7: departing counts as advancing; traders mix freely; bonus moves make no exception', () => {
    const docked = pirate({ at: [0, -2], bonusOld: 1 });
    const left = accepted(docked, 0, { type: 'depart', shipId: P, direction: 4 }).state;
    expect(refusal(left, 0, { type: 'turn', shipId: P, side: 'left', bonus: 1 })).toBe(
      'pirate-has-advanced CAB-11.7',
    );
    expect(refusal(left, 0, { type: 'advance', shipId: P })).toBe('accepted');
    const mixed = playedThrough(
      trader({ at: [0, 0], heading: 1 }),
      { type: 'turn', shipId: T, side: 'left' },
      advance,
    );
    expect(typesOf(mixed).slice(0, 2)).toEqual(['ship-turned', 'ship-advanced']);
    const port = trader({ at: [0, -2], cargo: 'trade-wine-1' });
    const out = accepted(port, 0, { type: 'depart', shipId: T, direction: 4 }).state;
    expect(refusal(out, 0, { type: 'turn', shipId: T, side: 'left' })).toBe('accepted');
  });

  test('CAB-11.8: fishing boats and traders cannot attack', () => {
    const start = trader({ at: [0, 0] }, { ships: { 'yellow-trade-1': { at: [1, 0] } } });
    expect(refusal(start, 0, { type: 'attack', pirateId: T, flank: 'right' })).toBe('not-a-pirate CAB-11.8');
  });

  test('CAB-11.9: pirates pay no dues and no berth fee, and get bonus moves', () => {
    const out = pirate({ at: [4, 1], heading: 2 }, { sailors: { 'yellow-2': [3, 0] } });
    expect(typesOf(accepted(out, 0, { type: 'advance', shipId: P }))).toEqual(['ship-advanced']);
    const near = accepted(pirate({ at: [1, 0], heading: 2 }), 0, { type: 'advance', shipId: P });
    expect(shipIn(near.state, 'red-pirate-1').bonusNew).toBe(1);
    const berth = accepted(scenario(), 0, { type: 'buy-ship', kind: 'pirate', portId: 'port-porto' });
    expect(heard(berth)[0]).toMatchObject({ type: 'berth-requested', fee: 0 });
    const bought = accepted(berth.state, 1, { type: 'answer-berth', accept: true });
    expect(coinsIn(bought.state)).toEqual([0, 150]);
  });

  test('CAB-11.10: other illegal moves are refused and sink nothing', () => {
    const start = boat({ at: [0, -1], heading: 4 });
    expect(refusal(start, 0, { type: 'advance', shipId: F, acceptSinking: true })).toBe(
      'away-from-coast CAB-11.1',
    );
    expect(shipIn(start, 'red-fishing-1')).toMatchObject({ x: 0, y: -1 });
    const sinking = { acceptSinking: true } as const;
    const into = (wanted: Scenario, shipId: string) =>
      refusal(scenario(wanted), 0, { type: 'advance', shipId, ...sinking });
    // A rock out of sight of the coast: the boat may not go there at all.
    expect(into({ ships: { 'red-fishing-1': { at: [-2, 0], heading: 4 } } }, F)).toBe(
      'away-from-coast CAB-11.1',
    );
    // An occupied shoal: the obstacle is checked before the hazard.
    const other = { 'yellow-fishing-1': { at: [1, 1], heading: 0 } } as const;
    const onto: Scenario = { ships: { ...other, 'red-trade-1': { at: [0, 1], heading: 2 } } };
    expect(into(onto, T)).toBe('cell-occupied CAB-8.5');
    expect(into({ ships: { 'red-trade-1': { at: [5, 1], heading: 0 } } }, T)).toBe('off-board CAB-8.2');
    expect(into({ ships: { 'red-trade-1': { at: [2, 0], heading: 2 } } }, T)).toBe('land-in-the-way CAB-8.3');
    expect(into({ ships: { 'red-pirate-1': { at: [0, -1], heading: 0 } } }, 'ship-red-pirate-1')).toBe(
      'port-closed-to-pirates CAB-11.4',
    );
    const docked = { 'yellow-trade-1': { at: [0, -2] } } as const;
    expect(into({ ships: { ...docked, 'red-trade-1': { at: [0, -1], heading: 0 } } }, T)).toBe(
      'port-occupied CAB-9.2',
    );
  });
});

describe('CAB-12: special tiles', () => {
  const keeper = { 'yellow-2': [3, 0] } as const;

  test('CAB-12.1: no ship enters a lighthouse or island, and both are coast for fishing boats', () => {
    expect(refusal(trader({ at: [4, 1], heading: 7 }), 0, advance)).toBe('land-in-the-way CAB-8.3');
    expect(refusal(boat({ at: [2, -1], heading: 4 }), 0, { type: 'advance', shipId: F })).toBe('accepted');
  });

  test('CAB-12.2: leaving an opponent’s lighthouse area costs 20 a lighthouse', () => {
    const board = `${M1} lighthouse-2@5,0,0`;
    const both = trader({ at: [4, 1], heading: 2 }, { board, sailors: { ...keeper, 'yellow-3': [5, 0] } });
    // (5,1) is still beside lighthouse-2.
    expect(coinsIn(accepted(both, 0, advance).state)).toEqual([130, 170]);
    const west = trader(
      { at: [4, 1], heading: 4 },
      { board: `${board} fish-1-1@4,2,0`, sailors: { ...keeper, 'yellow-3': [5, 0] } },
    );
    const left = accepted(west, 0, advance);
    expect(heard(left).slice(1)).toEqual([
      { type: 'dues-paid', from: 0, to: 1, lighthouseId: 'lighthouse-1', amount: 20 },
      { type: 'dues-paid', from: 0, to: 1, lighthouseId: 'lighthouse-2', amount: 20 },
    ]);
    const own = trader({ at: [4, 1], heading: 2 }, { sailors: { 'red-2': [3, 0] } });
    expect(typesOf(accepted(own, 0, advance))).toEqual(['ship-advanced']);
    expect(typesOf(accepted(trader({ at: [4, 1], heading: 2 }), 0, advance))).toEqual(['ship-advanced']);
    const inside = trader({ at: [3, 1], heading: 2 }, { sailors: keeper });
    expect(typesOf(accepted(inside, 0, advance))).toEqual(['ship-advanced']);
  });

  test('CAB-12.3: one bonus move on entering an area, once a turn for each lighthouse', () => {
    const start = trader({ at: [1, 0], heading: 2, credited: ['lighthouse-1'] });
    expect(typesOf(accepted(start, 0, advance))).toEqual(['ship-advanced']);
    const kept = accepted(trader({ at: [1, 0], heading: 2 }, { sailors: keeper }), 0, advance);
    expect(shipIn(kept.state, 'red-trade-1')).toMatchObject({ bonusNew: 1, credited: ['lighthouse-1'] });
    const bought = scenario({
      board: M1.replace('sea-11@5,1,0', 'lighthouse-2@5,1,0'),
      sailors: { 'red-2': [6, 1] },
    });
    const shipped = accepted(bought, 0, { type: 'buy-ship', kind: 'trade', portId: 'port-faro' }).state;
    expect(shipIn(shipped, 'red-trade-1').bonusNew).toBe(0);
    const beside = trader({ at: [2, -1] }, { phase: 'lay-tile', drawn: 'lighthouse-2' });
    const laid = accepted(beside, 0, { type: 'place-tile', x: 3, y: -1, rotation: 0 }).state;
    expect(shipIn(laid, 'red-trade-1').bonusNew).toBe(0);
  });

  test('CAB-12.4: a bonus move lasts this turn and the next, for that ship only, oldest first', () => {
    const start = scenario({
      ships: {
        'red-trade-1': { at: [2, 0], heading: 6, bonusOld: 1, bonusNew: 1 },
        'red-trade-2': { at: [0, 0] },
      },
      used: 2,
    });
    expect(refusal(start, 0, { type: 'turn', shipId: 'ship-red-trade-2', side: 'left', bonus: 1 })).toBe(
      'bonus-too-high CAB-12.4',
    );
    expect(refusal(start, 0, { ...advance, bonus: 2 })).toBe('bonus-too-high CAB-12.4');
    const spent = accepted(start, 0, { ...advance, bonus: 1 }).state;
    expect(shipIn(spent, 'red-trade-1')).toMatchObject({ bonusOld: 0, bonusNew: 1 });
    expect(spent.shown.actionsUsed).toBe(2);
    const unspent = accepted(start, 0, { type: 'end-turn' });
    expect(heard(unspent).slice(0, 2)).toEqual([
      { type: 'turn-ended', seat: 0, auto: false },
      { type: 'bonus-expired', seat: 0, shipId: T, count: 1 },
    ]);
    expect(shipIn(unspent.state, 'red-trade-1')).toMatchObject({ bonusOld: 0, bonusNew: 1 });
  });

  test('CAB-12.4: what was gained last turn is old in the next and gone after it', () => {
    const yellows = scenario({
      finalPhase: true,
      turnSeat: 1,
      ships: { 'red-trade-1': { at: [2, 0], bonusNew: 1 }, 'yellow-trade-1': { at: [0, 0] } },
    });
    const reds = accepted(yellows, 1, { type: 'end-turn' }).state;
    expect(shipIn(reds, 'red-trade-1')).toMatchObject({ bonusOld: 1, bonusNew: 0 });
    const after = accepted(reds, 0, { type: 'turn', shipId: T, side: 'left' }).state;
    const gone = accepted(after, 0, { type: 'end-turn' });
    expect(heard(gone)).toContainEqual({ type: 'bonus-expired', seat: 0, shipId: T, count: 1 });
    expect(shipIn(gone.state, 'red-trade-1').bonusOld).toBe(0);
  });

  test('CAB-12.5: several lighthouses give a bonus move each', () => {
    const start = trader({ at: [1, 0], heading: 2 }, { board: `${M1} lighthouse-2@3,-1,0` });
    const done = accepted(start, 0, advance);
    const { state } = done;
    const events = heard(done);
    expect(events.slice(1)).toEqual([
      { type: 'bonus-credited', seat: 0, shipId: T, lighthouseId: 'lighthouse-1' },
      { type: 'bonus-credited', seat: 0, shipId: T, lighthouseId: 'lighthouse-2' },
    ]);
    expect(shipIn(state, 'red-trade-1').bonusNew).toBe(2);
  });

  test('CAB-12.6: turning on the shark costs one, a step out of it two', () => {
    const on = trader({ at: [-2, 0], heading: 1 });
    expect(accepted(on, 0, { type: 'turn', shipId: T, side: 'right' }).state.shown.actionsUsed).toBe(1);
    expect(refusal(trader({ at: [-2, 0], heading: 2 }, { used: 1 }), 0, advance)).toBe(
      'not-enough-actions CAB-5.2',
    );
    expect(refusal(boat({ at: [-1, 0], heading: 6 }), 0, { type: 'advance', shipId: F })).toBe('accepted');
  });

  test('CAB-12.7: storm, rock and shoal sink as the kind of ship says', () => {
    const fates = (kind: 'red-trade-1' | 'red-fishing-1' | 'red-pirate-1', tile: string) => {
      const board = M1.replace('shoal-1@1,1,0', `${tile}@1,1,0`)
        .replace('rock-1@-2,1,0', tile === 'rock-1' ? 'shoal-1@-2,1,0' : 'rock-1@-2,1,0')
        .replace('storm-1@-1,1,0', tile === 'storm-1' ? 'sea-06@-1,1,0' : 'storm-1@-1,1,0')
        .replace('sea-06@-1,-1,0', tile === 'storm-1' ? 'shoal-1@-1,-1,0' : 'sea-06@-1,-1,0');
      const state = scenario({ board, ships: { [kind]: { at: [0, 1], heading: 2 } } });
      return refusal(state, 0, { type: 'advance', shipId: `ship-${kind}` });
    };
    expect(fates('red-trade-1', 'storm-1')).toBe('accepted');
    expect(fates('red-pirate-1', 'storm-1')).toBe('accepted');
    expect(fates('red-fishing-1', 'storm-1')).toBe('would-sink CAB-11.5');
    expect(fates('red-fishing-1', 'shoal-1')).toBe('accepted');
    for (const kind of ['red-trade-1', 'red-fishing-1', 'red-pirate-1'] as const)
      expect(fates(kind, 'rock-1')).toBe('would-sink CAB-11.5');
  });

  test('CAB-12.8: a ship on the wreck may leave any time', () => {
    const on = trader({ at: [2, 1], heading: 2 }, { finalPhase: true });
    expect(shipIn(accepted(on, 0, advance).state, 'red-trade-1')).toMatchObject({ x: 3, y: 1 });
  });

  test('CAB-12.9: fish tiles are open sea', () => {
    expect(heard(accepted(trader({ at: [0, -1], heading: 2 }), 0, advance))).toEqual([
      { type: 'ship-advanced', seat: 0, shipId: T, path: [{ x: 1, y: -1 }], cost: 1, bonusUsed: 0 },
    ]);
  });
});
