import { describe, expect, test } from '@jest/globals';
import {
  act,
  actAll,
  coinsIn,
  fallbackOf,
  legalOf,
  M1,
  type Position,
  position,
  refusal,
  shipIn,
} from './scenario.ts';

const DOCKED = { at: [0, -2], cargo: 'trade-wine-1' } as const;
const left = (state: { actionsAllowed: number; actionsUsed: number }) =>
  state.actionsAllowed - state.actionsUsed;
const passTo = (wanted: Position) => act(position({ ...wanted, turnSeat: 1 }), { type: 'end-turn' }).state;

/** A whole turn of seat 1 that does nothing, so that seat 0's turn starts by the rules. */
function redStarts(wanted: Position) {
  const passed = passTo({
    finalPhase: true,
    change: (draft) => {
      draft.turnIdle = false;
    },
    ...wanted,
  });
  expect(passed.turnSeat).toBe(0);
  return passed;
}

describe('actions', () => {
  test('CAB-5.1: three actions with three ships, two with fewer, set when the turn starts', () => {
    const two = { 'red-trade-1': { at: [0, 0] }, 'red-trade-2': { at: [1, 0] } } as const;
    expect(redStarts({ ships: two }).actionsAllowed).toBe(2);
    expect(redStarts({ ships: { ...two, 'red-pirate-1': { at: [2, 0] } } }).actionsAllowed).toBe(3);
  });

  test('CAB-5.6, CAB-7.2, CAB-9.4, CAB-12.4: a turn starts with every flag of the own pieces cleared', () => {
    const busy = {
      enteredPort: true,
      cardRefused: true,
      loadedThisTurn: true,
      justLeftPort: true,
      dockedAtTurnStart: false,
      credited: ['lighthouse-1'],
      bonusNew: 1,
    };
    const state = redStarts({
      ships: {
        'red-trade-1': { at: [0, -2], ...busy },
        'red-pirate-1': { at: [0, 0], pirateMode: 'turned', dockedAtTurnStart: true },
        'yellow-trade-1': { at: [1, 0], justLeftPort: true },
      },
      change: (draft) => {
        for (const sailor of draft.sailors) sailor.moved = true;
      },
    });
    expect(shipIn(state, 'red-trade-1')).toMatchObject({
      enteredPort: false,
      cardRefused: false,
      loadedThisTurn: false,
      justLeftPort: false,
      dockedAtTurnStart: true,
      credited: [],
      bonusOld: 1,
      bonusNew: 0,
    });
    expect(shipIn(state, 'red-pirate-1')).toMatchObject({ pirateMode: 'none', dockedAtTurnStart: false });
    expect(shipIn(state, 'yellow-trade-1').justLeftPort).toBe(true);
    expect(state.sailors.map(({ moved }) => moved)).toEqual([false, true]);
  });

  test('CAB-5.1: a third ship bought needs an action first; a ship lost takes none away', () => {
    const ships = { 'red-trade-1': { at: [0, 0] }, 'red-trade-2': { at: [1, 0] } } as const;
    const buy = { type: 'buy-ship', kind: 'fishing', portId: 'port-lisboa' } as const;
    expect(refusal(position({ ships, used: 2 }), buy)).toBe('not-enough-actions CAB-5.2');
    const bought = act(position({ ships, used: 1 }), buy).state;
    expect([bought.actionsAllowed, bought.actionsUsed]).toEqual([3, 2]);
    const three = position({
      ships: {
        ...ships,
        'red-trade-1': { at: [2, 0], heading: 3 },
        'red-pirate-1': { at: [0, 1], heading: 2 },
      },
    });
    const sunk = act(three, { type: 'advance', shipId: 'ship-red-pirate-1', acceptSinking: true }).state;
    expect(sunk.players[0]?.lost).toEqual(['ship-red-pirate-1']);
    expect([sunk.actionsAllowed, left(sunk)]).toEqual([3, 2]);
  });

  test('CAB-5.2: nothing that costs an action is possible beyond the actions left', () => {
    const state = position({
      ships: {
        'red-trade-1': { at: [0, 0] },
        'red-pirate-1': { at: [0, -1], heading: 0 },
        'yellow-trade-1': { at: [1, -1] },
      },
      used: 2,
    });
    expect(refusal(state, { type: 'advance', shipId: 'ship-red-trade-1' })).toBe('cell-occupied CAB-8.5');
    expect(refusal(state, { type: 'turn', shipId: 'ship-red-trade-1', side: 'left' })).toBe(
      'not-enough-actions CAB-5.2',
    );
    expect(refusal(state, { type: 'move-sailor', sailorId: 'sailor-red-1', x: 1, y: -2 })).toBe(
      'not-enough-actions CAB-5.2',
    );
    expect(legalOf(state).filter(({ type }) => type !== 'attack')).toEqual([
      { type: 'end-turn' },
      { type: 'resign' },
    ]);
  });

  test('CAB-5.3: an advance, a turn, a departure, a sailor moved and each purchase cost one action', () => {
    const at = position({ ships: { 'red-trade-1': { at: [0, 0] } } });
    const shipId = 'ship-red-trade-1';
    expect(left(act(at, { type: 'advance', shipId }).state)).toBe(1);
    expect(left(act(at, { type: 'turn', shipId, side: 'left' }).state)).toBe(1);
    expect(left(act(at, { type: 'move-sailor', sailorId: 'sailor-red-1', x: 1, y: -2 }).state)).toBe(1);
    expect(left(act(at, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' }).state)).toBe(1);
    const docked = position({ ships: { 'red-trade-1': DOCKED } });
    expect(left(act(docked, { type: 'depart', shipId, direction: 4 }).state)).toBe(1);
    const sailor = position({ ships: { 'red-trade-1': { at: [2, 0] } } });
    expect(left(act(sailor, { type: 'buy-sailor', tileId: 'lighthouse-1' }).state)).toBe(1);
  });

  test('CAB-5.4: loading, attacking and docking cost nothing beyond the step', () => {
    const docked = position({ ships: { 'red-trade-1': { at: [0, -2] } } });
    expect(left(act(docked, { type: 'load', shipId: 'ship-red-trade-1' }).state)).toBe(2);
    const fire = position({
      ships: {
        'red-pirate-1': { at: [0, 0] },
        'yellow-trade-1': { at: [1, 0] },
        'yellow-trade-2': { at: [2, 0] },
      },
    });
    expect(left(act(fire, { type: 'attack', pirateId: 'ship-red-pirate-1', flank: 'right' }).state)).toBe(2);
    const enter = position({ ships: { 'red-trade-1': { at: [-1, -1], heading: 1 } } });
    const entered = act(enter, { type: 'advance', shipId: 'ship-red-trade-1' });
    expect(left(entered.state)).toBe(1);
    expect(shipIn(entered.state, 'red-trade-1')).toMatchObject({ x: 0, y: -2, docked: true });
  });

  test('CAB-5.5: actions may be spread over ships and sailors', () => {
    const state = position({ ships: { 'red-trade-1': { at: [0, 0] }, 'red-trade-2': { at: [1, 0] } } });
    const { state: after, events } = actAll(
      state,
      { type: 'turn', shipId: 'ship-red-trade-1', side: 'right' },
      { type: 'move-sailor', sailorId: 'sailor-red-1', x: 1, y: -2 },
    );
    expect(events.map(({ type }) => type).slice(0, 3)).toEqual(['ship-turned', 'sailor-moved', 'turn-ended']);
    expect(after.turnSeat).toBe(1);
  });

  test('CAB-5.6: only ships docked at turn start or loaded this turn are obliged, if they can leave', () => {
    const end = { type: 'end-turn' } as const;
    const ship = (change: object) => position({ ships: { 'red-trade-1': { ...DOCKED, ...change } } });
    expect(refusal(ship({}), end)).toBe('departure-first CAB-5.7');
    expect(refusal(ship({ dockedAtTurnStart: false }), end)).toBe('accepted');
    expect(refusal(ship({ dockedAtTurnStart: false, loadedThisTurn: true }), end)).toBe(
      'departure-first CAB-5.7',
    );
    expect(refusal(ship({ enteredPort: true }), end)).toBe('accepted');
    expect(refusal(ship({ cardRefused: true }), end)).toBe('accepted');
    const broke = position({ ships: { 'red-trade-1': DOCKED }, used: 2 });
    expect(refusal(broke, end)).toBe('accepted');
    const bonus = position({ ships: { 'red-trade-1': { ...DOCKED, bonusOld: 1 } }, used: 2 });
    expect(refusal(bonus, end)).toBe('departure-first CAB-5.7');
    const pirate = position({ ships: { 'red-pirate-1': { at: [0, -2] } } });
    expect(refusal(pirate, end)).toBe('departure-first CAB-5.7');
  });

  test('CAB-5.6: an exit that sinks the ship obliges to nothing', () => {
    const board = `${M1} rock-1@5,2,0`.replace(' rock-1@-2,1,0', '').replace('sea-11@5,1,0', 'shoal-2@5,1,0');
    const walled = position({ board, ships: { 'red-trade-1': { at: [6, 1], cargo: 'trade-wine-1' } } });
    expect(refusal(walled, { type: 'end-turn' })).toBe('accepted');
  });

  test('CAB-5.7: while a ship is obliged nothing else moves, shoots or ends the turn', () => {
    const state = position({
      ships: {
        'red-trade-1': DOCKED,
        'red-trade-2': { at: [6, 1], cargo: 'trade-wine-2', dockedAtTurnStart: false },
        'red-pirate-1': { at: [0, 0] },
        'red-fishing-1': { at: [0, 2], dockedAtTurnStart: false },
      },
      sailors: { 'red-2': [1, -2] },
    });
    const refused = 'departure-first CAB-5.7';
    expect(refusal(state, { type: 'advance', shipId: 'ship-red-pirate-1' })).toBe(refused);
    expect(refusal(state, { type: 'turn', shipId: 'ship-red-pirate-1', side: 'left' })).toBe(refused);
    expect(refusal(state, { type: 'move-sailor', sailorId: 'sailor-red-2', x: 2, y: -3 })).toBe(refused);
    expect(refusal(state, { type: 'attack', pirateId: 'ship-red-pirate-1', flank: 'left' })).toBe(refused);
    expect(refusal(state, { type: 'depart', shipId: 'ship-red-trade-2', direction: 6 })).toBe(refused);
    expect(refusal(state, { type: 'load', shipId: 'ship-red-fishing-1' })).toBe(refused);
    expect(refusal(state, { type: 'end-turn' })).toBe(refused);
    expect(refusal(state, { type: 'depart', shipId: 'ship-red-trade-1', direction: 4 })).toBe('accepted');
  });

  test('CAB-5.7: bonus moves of the obliged ship leave room for a purchase', () => {
    const ships = (bonusOld: number) => ({ 'red-trade-1': { ...DOCKED, bonusOld } });
    const buy = { type: 'buy-ship', kind: 'trade', portId: 'port-faro' } as const;
    const sailors = { 'red-2': [6, 1] } as const;
    expect(refusal(position({ ships: ships(0), sailors, used: 1 }), buy)).toBe('departure-first CAB-5.7');
    expect(refusal(position({ ships: ships(1), sailors, used: 1 }), buy)).toBe('accepted');
    // More bonus moves than its exit costs leave no room for another ship's departure.
    const two = { ...ships(2), 'red-trade-2': { at: [6, 1], cargo: 'trade-wine-2' } } as const;
    const settle = { type: 'buy-sailor', tileId: 'port-faro' } as const;
    expect(refusal(position({ ships: two, used: 1 }), settle)).toBe('departure-first CAB-5.7');
    expect(refusal(position({ ships: two, used: 0 }), settle)).toBe('accepted');
  });

  test('CAB-5.8: the fallback loads, departs in the order of the exits, then ends the turn', () => {
    const state = position({ ships: { 'red-trade-1': { at: [0, -2] } }, deck: ['trade-wine-1'] });
    expect(fallbackOf(state)).toEqual({ type: 'load', shipId: 'ship-red-trade-1' });
    const loaded = act(state, fallbackOf(state)).state;
    expect(fallbackOf(loaded)).toEqual({ type: 'depart', shipId: 'ship-red-trade-1', direction: 4 });
    const gone = act(loaded, fallbackOf(loaded)).state;
    expect(fallbackOf(gone)).toEqual({ type: 'end-turn' });
  });

  test('CAB-5.8: the smallest id first; through a ship and by bonus where the actions do not cover it', () => {
    const state = position({
      ships: {
        'red-trade-1': DOCKED,
        'red-fishing-1': { at: [0, 2], cargo: 'trade-oil-1', bonusOld: 1 },
        'yellow-trade-1': { at: [0, 1], heading: 0 },
      },
      used: 1,
    });
    // Land of Porto is south: land+4 is north, through the trader to (0,0), away from the coast.
    expect(fallbackOf(state)).toEqual({ type: 'depart', shipId: 'ship-red-fishing-1', direction: 1 });
    const trader = position({
      ships: {
        'red-trade-1': { ...DOCKED, bonusOld: 1 },
        'yellow-trade-1': { at: [0, -1], heading: 4 },
      },
      used: 1,
    });
    expect(fallbackOf(trader)).toEqual({
      type: 'depart',
      shipId: 'ship-red-trade-1',
      direction: 4,
      through: true,
      bonus: 1,
    });
    expect(act(trader, fallbackOf(trader)).events[0]).toMatchObject({ cost: 2, bonusUsed: 1 });
  });

  test('CAB-5.9: own pieces only, and only those on the board', () => {
    const state = position({ ships: { 'yellow-trade-1': { at: [0, 0] } } });
    const advance = (shipId: string) => refusal(state, { type: 'advance', shipId });
    expect(advance('ship-yellow-trade-1')).toBe('not-your-piece CAB-5.9');
    expect(advance('ship-blue-trade-1')).toBe('not-your-piece CAB-5.9');
    expect(advance('ship-red-trade-1')).toBe('not-on-board CAB-5.9');
    expect(advance('sailor-red-1')).toBe('unknown-id CAB-5.9');
    expect(advance('sea-01')).toBe('unknown-id CAB-5.9');
    expect(refusal(state, { type: 'buy-ship', kind: 'trade', portId: 'coast-1' })).toBe('unknown-id CAB-5.9');
    expect(refusal(state, { type: 'buy-sailor', tileId: 'port-nowhere' })).toBe('unknown-id CAB-5.9');
    expect(refusal(state, { type: 'move-sailor', sailorId: 'sailor-yellow-1', x: 0, y: 0 })).toBe(
      'not-your-piece CAB-5.9',
    );
    expect(refusal(state, { type: 'move-sailor', sailorId: 'sailor-red-5', x: 0, y: 0 })).toBe(
      'not-on-board CAB-5.9',
    );
    expect(refusal(state, { type: 'end-turn' }, 1)).toBe('not-your-turn');
  });

  test('CAB-5.2: a turn in which nothing but its end is legal ends by itself', () => {
    const state = position({ ships: { 'red-trade-1': { at: [0, 0] } }, used: 1 });
    const { events } = act(state, { type: 'turn', shipId: 'ship-red-trade-1', side: 'left' });
    expect(events[1]).toEqual({ type: 'turn-ended', seat: 0, auto: true });
    const asked = act(position({ ships: { 'red-trade-1': { at: [0, 0] } } }), { type: 'end-turn' });
    expect(asked.events[0]).toEqual({ type: 'turn-ended', seat: 0, auto: false });
  });
});

describe('buying', () => {
  const FARO = { 'red-2': [6, 1] } as const;

  test('CAB-6.1: prices, the smallest id first, and no more than there are', () => {
    const state = position({ coins: [400, 150], sailors: FARO });
    const trade = act(state, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' });
    expect(trade.events).toEqual([
      { type: 'ship-bought', seat: 0, shipId: 'ship-red-trade-1', portId: 'port-lisboa', paid: 100 },
    ]);
    expect(coinsIn(trade.state)[0]).toBe(300);
    expect(coinsIn(act(state, { type: 'buy-ship', kind: 'fishing', portId: 'port-faro' }).state)[0]).toBe(
      340,
    );
    expect(coinsIn(act(state, { type: 'buy-ship', kind: 'pirate', portId: 'port-faro' }).state)[0]).toBe(250);
    const second = act(trade.state, { type: 'buy-ship', kind: 'trade', portId: 'port-faro' });
    expect(second.events[0]).toMatchObject({ shipId: 'ship-red-trade-2' });
    const all = position({
      coins: [400, 0],
      ships: { 'red-trade-1': { at: [0, 0] }, 'red-trade-2': { at: [1, 0] } },
    });
    expect(refusal(all, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' })).toBe(
      'none-in-reserve CAB-6.1',
    );
    const poor = position({ coins: [99, 0] });
    expect(refusal(poor, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' })).toBe(
      'not-enough-coins CAB-6.1',
    );
    const sailors = { 'red-2': [1, -2], 'red-3': [3, 0], 'red-4': [-2, -1], 'red-5': [6, 1] } as const;
    const manned = position({ board: `${M1} coast-2@2,-3,3`, sailors: { ...sailors, 'red-1': [2, -3] } });
    expect(refusal(manned, { type: 'buy-sailor', tileId: 'port-lisboa' })).toBe('none-in-reserve CAB-6.1');
    const penniless = position({ coins: [19, 0], sailors: { 'red-1': [1, -2] } });
    expect(refusal(penniless, { type: 'buy-sailor', tileId: 'port-lisboa' })).toBe(
      'not-enough-coins CAB-6.1',
    );
  });

  test('CAB-6.2: from round 4 on, also in the final phase', () => {
    const buy = { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' } as const;
    expect(refusal(position({ round: 4 }), buy)).toBe('accepted');
    expect(refusal(position({ finalPhase: true }), buy)).toBe('accepted');
    expect(refusal(position({ round: 3, phase: 'lay-tile', drawn: 'fish-1-1' }), buy)).toBe(
      'wrong-phase CAB-3.1',
    );
  });

  test('CAB-6.3: in a laid port with an own sailor and without a ship; it lies along the quay, blank', () => {
    const state = position({ ships: { 'yellow-trade-1': { at: [6, 1] } }, sailors: FARO });
    const buy = (portId: string) => refusal(state, { type: 'buy-ship', kind: 'trade', portId });
    expect(buy('port-lagos')).toBe('port-not-laid CAB-6.3');
    expect(buy('port-faro')).toBe('port-occupied CAB-6.3');
    const own = position({
      ships: { 'red-fishing-1': { at: [6, 1], dockedAtTurnStart: false } },
      sailors: FARO,
    });
    expect(refusal(own, { type: 'buy-ship', kind: 'trade', portId: 'port-faro' })).toBe(
      'port-occupied CAB-6.3',
    );
    const bought = act(state, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' }).state;
    expect(shipIn(bought, 'red-trade-1')).toEqual({
      id: 'ship-red-trade-1',
      seat: 0,
      kind: 'trade',
      x: 0,
      y: -2,
      heading: 2,
      docked: true,
      cargo: null,
      secretCargo: null,
      origin: null,
      bonusOld: 0,
      bonusNew: 0,
      credited: [],
      dockedAtTurnStart: false,
      enteredPort: false,
      loadedThisTurn: false,
      cardRefused: false,
      justLeftPort: false,
      pirateMode: 'none',
    });
  });

  test('CAB-6.4: a pirate is bought into a port like the others', () => {
    const bought = act(position(), { type: 'buy-ship', kind: 'pirate', portId: 'port-lisboa' }).state;
    expect(shipIn(bought, 'red-pirate-1')).toMatchObject({ x: 0, y: -2, docked: true });
    const left = act(bought, { type: 'depart', shipId: 'ship-red-pirate-1', direction: 4 });
    expect(left.events[0]).toMatchObject({ type: 'ship-departed', shipId: 'ship-red-pirate-1' });
  });

  const ask = { type: 'buy-ship', kind: 'fishing', portId: 'port-porto' } as const;

  test('CAB-6.5: in an opponent’s port the owner is asked, and paid if he agrees', () => {
    const asked = act(position(), ask);
    expect(asked.events).toEqual([
      { type: 'berth-requested', seat: 0, owner: 1, portId: 'port-porto', kind: 'fishing', fee: 20 },
    ]);
    expect(asked.state.open).toEqual([{ id: 9, seat: 1, kind: 'berth-request' }]);
    expect(asked.state.berth).toEqual({ owner: 1, portId: 'port-porto', shipKind: 'fishing', fee: 20 });
    expect(refusal(asked.state, { type: 'end-turn' }, 0)).toBe('not-your-turn');
    expect(fallbackOf(asked.state)).toEqual({ type: 'answer-berth', accept: false });
    const granted = act(asked.state, { type: 'answer-berth', accept: true });
    expect(granted.events).toEqual([
      { type: 'berth-answered', owner: 1, accept: true },
      { type: 'ship-bought', seat: 0, shipId: 'ship-red-fishing-1', portId: 'port-porto', paid: 80 },
    ]);
    expect(coinsIn(granted.state)).toEqual([70, 170]);
    expect(left(granted.state)).toBe(1);
    expect(granted.state.open[0]).toMatchObject({ seat: 0, kind: 'actions', allotment: 'turn-5-0' });
  });

  test('CAB-6.5: declined, nothing happens; each owner is asked once a turn', () => {
    const { state, events } = actAll(position(), ask, { type: 'answer-berth', accept: false });
    expect(events.at(-1)).toEqual({ type: 'berth-answered', owner: 1, accept: false });
    expect(coinsIn(state)).toEqual([150, 150]);
    expect(left(state)).toBe(2);
    expect(refusal(state, ask)).toBe('berth-already-asked CAB-6.5');
    const later = actAll(state, { type: 'end-turn' }).state;
    expect(later.berthAsked).toEqual([]);
  });

  test('CAB-6.5: a port without a sailor cannot be used, and the fee must be there', () => {
    expect(refusal(position(), { type: 'buy-ship', kind: 'fishing', portId: 'port-faro' })).toBe(
      'port-not-controlled CAB-6.5',
    );
    expect(refusal(position({ coins: [79, 0] }), ask)).toBe('not-enough-coins CAB-6.1');
    expect(refusal(position({ coins: [80, 0] }), ask)).toBe('accepted');
  });

  test('CAB-6.6: a ship bought this turn is obliged only by loading, and may leave at once', () => {
    const bought = act(position({ deck: ['trade-wine-1'] }), {
      type: 'buy-ship',
      kind: 'trade',
      portId: 'port-lisboa',
    }).state;
    expect(refusal(bought, { type: 'end-turn' })).toBe('accepted');
    const shipId = 'ship-red-trade-1';
    expect(refusal(bought, { type: 'depart', shipId, direction: 4 })).toBe('must-load-first CAB-13.1');
    const loaded = act(bought, { type: 'load', shipId }).state;
    expect(refusal(loaded, { type: 'end-turn' })).toBe('departure-first CAB-5.7');
    expect(refusal(loaded, { type: 'depart', shipId, direction: 4 })).toBe('accepted');
  });

  test('CAB-6.7: sailors go to the home port, to a port with an own ship, to islets beside a ship', () => {
    const state = position({
      ships: {
        'red-trade-1': { at: [6, 1], dockedAtTurnStart: false },
        'red-fishing-1': { at: [-1, 0] },
        'red-pirate-1': { at: [2, 0] },
      },
      sailors: { 'red-1': [1, -2] },
    });
    const buy = (tileId: string) => refusal(state, { type: 'buy-sailor', tileId });
    expect(buy('port-lisboa')).toBe('accepted');
    expect(buy('port-faro')).toBe('accepted');
    expect(buy('island-1')).toBe('accepted');
    expect(buy('lighthouse-1')).toBe('spot-not-allowed CAB-6.7');
    expect(buy('coast-1')).toBe('spot-occupied CAB-7.7');
    expect(buy('quarter-01')).toBe('spot-not-allowed CAB-6.7');
    expect(buy('port-porto')).toBe('spot-occupied CAB-7.7');
    expect(buy('island-2')).toBe('off-board CAB-6.7');
    const docked = position({
      ships: { 'red-trade-1': { at: [0, 2], dockedAtTurnStart: false } },
      sailors: { 'yellow-1': null },
    });
    expect(refusal(docked, { type: 'buy-sailor', tileId: 'port-porto' })).toBe('accepted');
    const pirate = position({
      ships: { 'red-pirate-1': { at: [0, 2], dockedAtTurnStart: false } },
      sailors: { 'yellow-1': null },
    });
    expect(refusal(pirate, { type: 'buy-sailor', tileId: 'port-porto' })).toBe('accepted');
  });

  test('CAB-6.8: a sailor bought this turn may not move this turn', () => {
    const start = position({ sailors: { 'red-1': [1, -2] } });
    const { state, events } = act(start, { type: 'buy-sailor', tileId: 'port-lisboa' });
    expect(events).toEqual([
      { type: 'sailor-bought', seat: 0, sailorId: 'sailor-red-2', tileId: 'port-lisboa', paid: 20 },
    ]);
    expect(refusal(state, { type: 'move-sailor', sailorId: 'sailor-red-2', x: 1, y: -2 })).toBe(
      'sailor-already-moved CAB-7.2',
    );
  });
});

describe('sailors', () => {
  const walk = (wanted: Position, x: number, y: number) =>
    refusal(position(wanted), { type: 'move-sailor', sailorId: 'sailor-red-1', x, y });

  test('CAB-7.1: the port belongs to whoever has a sailor on it', () => {
    const away = position({ sailors: { 'red-1': [1, -2], 'yellow-2': [0, -2] } });
    expect(refusal(away, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' })).toBe('accepted');
    expect(act(away, { type: 'buy-ship', kind: 'fishing', portId: 'port-lisboa' }).events[0]).toMatchObject({
      type: 'berth-requested',
      owner: 1,
    });
  });

  test('CAB-7.2: one cell, one action, once a turn', () => {
    const { state, events } = act(position({ ships: { 'red-trade-1': { at: [0, 0] } } }), {
      type: 'move-sailor',
      sailorId: 'sailor-red-1',
      x: 1,
      y: -2,
    });
    expect(events).toEqual([{ type: 'sailor-moved', sailorId: 'sailor-red-1', x: 1, y: -2 }]);
    expect(left(state)).toBe(1);
    expect(refusal(state, { type: 'move-sailor', sailorId: 'sailor-red-1', x: 0, y: -2 })).toBe(
      'sailor-already-moved CAB-7.2',
    );
    expect(walk({}, 2, -2)).toBe('not-adjacent CAB-7.2');
    expect(walk({}, 0, -2)).toBe('not-adjacent CAB-7.2');
  });

  test('CAB-7.3: land must connect the cells, along a side or at the corner', () => {
    expect(walk({}, 0, -1)).toBe('no-land-connection CAB-7.3');
    expect(walk({}, 1, -1)).toBe('no-land-connection CAB-7.3');
    const board = `${M1} cove-1@0,-3,2 cove-2@1,-3,3`;
    expect(walk({ board }, 0, -3)).toBe('accepted');
    expect(walk({ board }, 1, -3)).toBe('accepted');
  });

  test('CAB-7.4: onto coasts, coves and ports only', () => {
    expect(walk({}, -1, -2)).toBe('not-land CAB-7.4');
    expect(walk({}, 0, -3)).toBe('off-board CAB-7.4');
    expect(walk({}, 1, -2)).toBe('accepted');
    expect(walk({ ships: { 'yellow-trade-1': { at: [1, -2] } } }, 1, -2)).toBe('spot-occupied CAB-7.7');
  });

  test('CAB-7.5: sailors on lighthouses and islands stay', () => {
    for (const [x, y] of [
      [3, 0],
      [-2, -1],
    ] as const) {
      const state = position({ sailors: { 'red-2': [x, y] } });
      const moves = legalOf(state).flatMap((command) =>
        command.type === 'move-sailor' ? [command.sailorId] : [],
      );
      expect(moves).not.toContain('sailor-red-2');
      expect(refusal(state, { type: 'move-sailor', sailorId: 'sailor-red-2', x: x + 1, y: y + 1 })).toBe(
        'no-land-connection CAB-7.3',
      );
    }
  });

  test('CAB-7.6: into and out of a port whatever ship is docked there', () => {
    const ships = { 'yellow-trade-1': { at: [0, -2] } } as const;
    expect(walk({ ships }, 1, -2)).toBe('accepted');
    expect(walk({ ships, sailors: { 'red-1': [1, -2] } }, 0, -2)).toBe('accepted');
  });

  test('CAB-7.7: never two sailors on a tile', () => {
    expect(walk({ sailors: { 'red-2': [1, -2] } }, 1, -2)).toBe('spot-occupied CAB-7.7');
    expect(walk({ sailors: { 'red-1': [1, -2], 'yellow-2': [0, -2] } }, 0, -2)).toBe('spot-occupied CAB-7.7');
  });
});
