import { describe, expect, test } from '@jest/globals';
import { heard } from '../../testing/scenario.ts';
import type { State } from './state.ts';
import {
  accepted,
  coinsIn,
  fallbackOf,
  legalOf,
  M1,
  playedThrough,
  refusal,
  type Scenario,
  scenario,
  shipIn,
} from './testing/scenario.ts';

const DOCKED = { at: [0, -2], cargo: 'trade-wine-1' } as const;
const left = ({ shown }: State) => shown.actionsAllowed - shown.actionsUsed;
const passTo = (more: Scenario) =>
  accepted(scenario({ ...more, turnSeat: 1 }), 1, { type: 'end-turn' }).state;

/** A whole turn in which seat 1 does nothing, so that seat 0's turn starts by the rules. */
function redStarts(more: Scenario) {
  const passed = passTo({
    finalPhase: true,
    change: (draft) => {
      draft.shown.turnIdle = false;
    },
    ...more,
  });
  expect(passed.shown.turnSeat).toBe(0);
  return passed;
}

describe('CAB-5: actions', () => {
  test('CAB-5.1: three actions with three ships, two with fewer, set when the turn starts', () => {
    const two = { 'red-trade-1': { at: [0, 0] }, 'red-trade-2': { at: [1, 0] } } as const;
    expect(redStarts({ ships: two }).shown.actionsAllowed).toBe(2);
    expect(redStarts({ ships: { ...two, 'red-pirate-1': { at: [2, 0] } } }).shown.actionsAllowed).toBe(3);
  });

  test('CAB-5.6, CAB-7.2, CAB-9.4, CAB-12.4: a turn starts with every flag of the seat’s pieces cleared', () => {
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
        for (const sailor of draft.shown.sailors) sailor.moved = true;
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
    expect(state.shown.sailors.map(({ moved }) => moved)).toEqual([false, true]);
  });

  test('CAB-5.1: a third ship bought needs an action first; a ship lost takes none away', () => {
    const ships = { 'red-trade-1': { at: [0, 0] }, 'red-trade-2': { at: [1, 0] } } as const;
    const buy = { type: 'buy-ship', kind: 'fishing', portId: 'port-lisboa' } as const;
    expect(refusal(scenario({ ships, used: 2 }), 0, buy)).toBe('not-enough-actions CAB-5.2');
    const bought = accepted(scenario({ ships, used: 1 }), 0, buy).state;
    expect([bought.shown.actionsAllowed, bought.shown.actionsUsed]).toEqual([3, 2]);
    const three = scenario({
      ships: {
        ...ships,
        'red-trade-1': { at: [2, 0], heading: 3 },
        'red-pirate-1': { at: [0, 1], heading: 2 },
      },
    });
    const sunk = accepted(three, 0, {
      type: 'advance',
      shipId: 'ship-red-pirate-1',
      acceptSinking: true,
    }).state;
    expect(sunk.shown.seats[0]?.lost).toEqual(['ship-red-pirate-1']);
    expect(sunk.shown.seats[0]?.reserve.pirate).toBe(0);
    expect([sunk.shown.actionsAllowed, left(sunk)]).toEqual([3, 2]);
  });

  test('CAB-5.2: nothing that costs an action is possible beyond the actions left', () => {
    const state = scenario({
      ships: {
        'red-trade-1': { at: [0, 0] },
        'red-pirate-1': { at: [0, -1], heading: 0 },
        'yellow-trade-1': { at: [1, -1] },
      },
      used: 2,
    });
    expect(refusal(state, 0, { type: 'advance', shipId: 'ship-red-trade-1' })).toBe('cell-occupied CAB-8.5');
    expect(refusal(state, 0, { type: 'turn', shipId: 'ship-red-trade-1', side: 'left' })).toBe(
      'not-enough-actions CAB-5.2',
    );
    expect(refusal(state, 0, { type: 'move-sailor', sailorId: 'sailor-red-1', x: 1, y: -2 })).toBe(
      'not-enough-actions CAB-5.2',
    );
    expect(legalOf(state).filter(({ type }) => type !== 'attack')).toEqual([
      { type: 'end-turn' },
      { type: 'resign' },
    ]);
  });

  test('CAB-5.3: an advance, a turn, a departure, a sailor moved and each purchase cost one action', () => {
    const at = scenario({ ships: { 'red-trade-1': { at: [0, 0] } } });
    const shipId = 'ship-red-trade-1';
    expect(left(accepted(at, 0, { type: 'advance', shipId }).state)).toBe(1);
    expect(left(accepted(at, 0, { type: 'turn', shipId, side: 'left' }).state)).toBe(1);
    expect(left(accepted(at, 0, { type: 'move-sailor', sailorId: 'sailor-red-1', x: 1, y: -2 }).state)).toBe(
      1,
    );
    expect(left(accepted(at, 0, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' }).state)).toBe(1);
    const docked = scenario({ ships: { 'red-trade-1': DOCKED } });
    expect(left(accepted(docked, 0, { type: 'depart', shipId, direction: 4 }).state)).toBe(1);
    const sailor = scenario({ ships: { 'red-trade-1': { at: [2, 0] } } });
    expect(left(accepted(sailor, 0, { type: 'buy-sailor', tileId: 'lighthouse-1' }).state)).toBe(1);
  });

  test('CAB-5.4: loading, attacking and docking cost nothing beyond the step', () => {
    const docked = scenario({ ships: { 'red-trade-1': { at: [0, -2] } } });
    expect(left(accepted(docked, 0, { type: 'load', shipId: 'ship-red-trade-1' }).state)).toBe(2);
    const fire = scenario({
      ships: {
        'red-pirate-1': { at: [0, 0] },
        'yellow-trade-1': { at: [1, 0] },
        'yellow-trade-2': { at: [2, 0] },
      },
    });
    expect(
      left(accepted(fire, 0, { type: 'attack', pirateId: 'ship-red-pirate-1', flank: 'right' }).state),
    ).toBe(2);
    const enter = scenario({ ships: { 'red-trade-1': { at: [-1, -1], heading: 1 } } });
    const entered = accepted(enter, 0, { type: 'advance', shipId: 'ship-red-trade-1' });
    expect(left(entered.state)).toBe(1);
    expect(shipIn(entered.state, 'red-trade-1')).toMatchObject({ x: 0, y: -2, docked: true });
  });

  test('CAB-5.5: actions may be spread over ships and sailors', () => {
    const state = scenario({ ships: { 'red-trade-1': { at: [0, 0] }, 'red-trade-2': { at: [1, 0] } } });
    const done = playedThrough(
      state,
      { type: 'turn', shipId: 'ship-red-trade-1', side: 'right' },
      { type: 'move-sailor', sailorId: 'sailor-red-1', x: 1, y: -2 },
    );
    const { state: after } = done;
    const events = heard(done);
    expect(events.map(({ type }) => type).slice(0, 3)).toEqual(['ship-turned', 'sailor-moved', 'turn-ended']);
    expect(after.shown.turnSeat).toBe(1);
  });

  test('CAB-5.6: only ships docked at turn start or loaded this turn are obliged, if they can leave', () => {
    const end = { type: 'end-turn' } as const;
    const ship = (change: object) => scenario({ ships: { 'red-trade-1': { ...DOCKED, ...change } } });
    expect(refusal(ship({}), 0, end)).toBe('departure-first CAB-5.7');
    expect(refusal(ship({ dockedAtTurnStart: false }), 0, end)).toBe('accepted');
    expect(refusal(ship({ dockedAtTurnStart: false, loadedThisTurn: true }), 0, end)).toBe(
      'departure-first CAB-5.7',
    );
    expect(refusal(ship({ enteredPort: true }), 0, end)).toBe('accepted');
    expect(refusal(ship({ cardRefused: true }), 0, end)).toBe('accepted');
    const broke = scenario({ ships: { 'red-trade-1': DOCKED }, used: 2 });
    expect(refusal(broke, 0, end)).toBe('accepted');
    const bonus = scenario({ ships: { 'red-trade-1': { ...DOCKED, bonusOld: 1 } }, used: 2 });
    expect(refusal(bonus, 0, end)).toBe('departure-first CAB-5.7');
    const pirate = scenario({ ships: { 'red-pirate-1': { at: [0, -2] } } });
    expect(refusal(pirate, 0, end)).toBe('departure-first CAB-5.7');
  });

  test('CAB-5.6: an exit that sinks the ship obliges to nothing', () => {
    const board = `${M1} rock-1@5,2,0`.replace(' rock-1@-2,1,0', '').replace('sea-11@5,1,0', 'shoal-2@5,1,0');
    const walled = scenario({ board, ships: { 'red-trade-1': { at: [6, 1], cargo: 'trade-wine-1' } } });
    expect(refusal(walled, 0, { type: 'end-turn' })).toBe('accepted');
  });

  test('CAB-5.7: while a ship is obliged nothing else moves, shoots or ends the turn', () => {
    const state = scenario({
      ships: {
        'red-trade-1': DOCKED,
        'red-trade-2': { at: [6, 1], cargo: 'trade-wine-2', dockedAtTurnStart: false },
        'red-pirate-1': { at: [0, 0] },
        'red-fishing-1': { at: [0, 2], dockedAtTurnStart: false },
      },
      sailors: { 'red-2': [1, -2] },
    });
    const refused = 'departure-first CAB-5.7';
    expect(refusal(state, 0, { type: 'advance', shipId: 'ship-red-pirate-1' })).toBe(refused);
    expect(refusal(state, 0, { type: 'turn', shipId: 'ship-red-pirate-1', side: 'left' })).toBe(refused);
    expect(refusal(state, 0, { type: 'move-sailor', sailorId: 'sailor-red-2', x: 2, y: -3 })).toBe(refused);
    expect(refusal(state, 0, { type: 'attack', pirateId: 'ship-red-pirate-1', flank: 'left' })).toBe(refused);
    expect(refusal(state, 0, { type: 'depart', shipId: 'ship-red-trade-2', direction: 6 })).toBe(refused);
    expect(refusal(state, 0, { type: 'load', shipId: 'ship-red-fishing-1' })).toBe(refused);
    expect(refusal(state, 0, { type: 'end-turn' })).toBe(refused);
    expect(refusal(state, 0, { type: 'depart', shipId: 'ship-red-trade-1', direction: 4 })).toBe('accepted');
  });

  test('CAB-5.7: bonus moves of the obliged ship leave room for a purchase', () => {
    const ships = (bonusOld: number) => ({ 'red-trade-1': { ...DOCKED, bonusOld } });
    const buy = { type: 'buy-ship', kind: 'trade', portId: 'port-faro' } as const;
    const sailors = { 'red-2': [6, 1] } as const;
    expect(refusal(scenario({ ships: ships(0), sailors, used: 1 }), 0, buy)).toBe('departure-first CAB-5.7');
    expect(refusal(scenario({ ships: ships(1), sailors, used: 1 }), 0, buy)).toBe('accepted');
    // More bonus moves than its exit costs leave no room for another ship's departure.
    const two = { ...ships(2), 'red-trade-2': { at: [6, 1], cargo: 'trade-wine-2' } } as const;
    const settle = { type: 'buy-sailor', tileId: 'port-faro' } as const;
    expect(refusal(scenario({ ships: two, used: 1 }), 0, settle)).toBe('departure-first CAB-5.7');
    expect(refusal(scenario({ ships: two, used: 0 }), 0, settle)).toBe('accepted');
  });

  test('CAB-5.8: the fallback loads, departs in the order of the exits, then ends the turn', () => {
    const state = scenario({ ships: { 'red-trade-1': { at: [0, -2] } }, deck: ['trade-wine-1'] });
    expect(fallbackOf(state)).toEqual({ type: 'load', shipId: 'ship-red-trade-1' });
    const loaded = accepted(state, 0, fallbackOf(state)).state;
    expect(fallbackOf(loaded)).toEqual({ type: 'depart', shipId: 'ship-red-trade-1', direction: 4 });
    const gone = accepted(loaded, 0, fallbackOf(loaded)).state;
    expect(fallbackOf(gone)).toEqual({ type: 'end-turn' });
  });

  test('CAB-5.8: the smallest id first; through a ship and by bonus where the actions do not cover it', () => {
    const state = scenario({
      ships: {
        'red-trade-1': DOCKED,
        'red-fishing-1': { at: [0, 2], cargo: 'trade-oil-1', bonusOld: 1 },
        'yellow-trade-1': { at: [0, 1], heading: 0 },
      },
      used: 1,
    });
    // Land of Porto is south: land+4 is north, through the trader to (0,0), away from the coast.
    expect(fallbackOf(state)).toEqual({ type: 'depart', shipId: 'ship-red-fishing-1', direction: 1 });
    const trader = scenario({
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
    expect(heard(accepted(trader, 0, fallbackOf(trader)))[0]).toMatchObject({ cost: 2, bonusUsed: 1 });
  });

  test('CAB-5.9: only the player’s own pieces, and only those on the board', () => {
    const state = scenario({ ships: { 'yellow-trade-1': { at: [0, 0] } } });
    const advance = (shipId: string) => refusal(state, 0, { type: 'advance', shipId });
    expect(advance('ship-yellow-trade-1')).toBe('not-your-piece CAB-5.9');
    expect(advance('ship-blue-trade-1')).toBe('not-your-piece CAB-5.9');
    expect(advance('ship-red-trade-1')).toBe('not-on-board CAB-5.9');
    expect(advance('sailor-red-1')).toBe('unknown-id CAB-5.9');
    expect(advance('sea-01')).toBe('unknown-id CAB-5.9');
    expect(refusal(state, 0, { type: 'buy-ship', kind: 'trade', portId: 'coast-1' })).toBe(
      'unknown-id CAB-5.9',
    );
    expect(refusal(state, 0, { type: 'buy-sailor', tileId: 'port-nowhere' })).toBe('unknown-id CAB-5.9');
    expect(refusal(state, 0, { type: 'move-sailor', sailorId: 'sailor-yellow-1', x: 0, y: 0 })).toBe(
      'not-your-piece CAB-5.9',
    );
    expect(refusal(state, 0, { type: 'move-sailor', sailorId: 'sailor-red-5', x: 0, y: 0 })).toBe(
      'not-on-board CAB-5.9',
    );
    expect(refusal(state, 1, { type: 'end-turn' })).toBe('not-your-turn null');
  });

  test('CAB-5.2: a turn in which nothing but its end is legal ends by itself', () => {
    const state = scenario({ ships: { 'red-trade-1': { at: [0, 0] } }, used: 1 });
    const done = accepted(state, 0, { type: 'turn', shipId: 'ship-red-trade-1', side: 'left' });
    const events = heard(done);
    expect(events[1]).toEqual({ type: 'turn-ended', seat: 0, auto: true });
    const asked = accepted(scenario({ ships: { 'red-trade-1': { at: [0, 0] } } }), 0, { type: 'end-turn' });
    expect(heard(asked)[0]).toEqual({ type: 'turn-ended', seat: 0, auto: false });
  });
});

describe('CAB-6: buying', () => {
  const FARO = { 'red-2': [6, 1] } as const;

  test('CAB-6.1: prices, the smallest id first, and no more than there are', () => {
    const state = scenario({ coins: [400, 150], sailors: FARO });
    const trade = accepted(state, 0, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' });
    expect(heard(trade)).toEqual([
      { type: 'ship-bought', seat: 0, shipId: 'ship-red-trade-1', portId: 'port-lisboa', paid: 100 },
    ]);
    expect(coinsIn(trade.state)[0]).toBe(300);
    expect(trade.state.shown.seats[0]?.reserve).toEqual({ trade: 1, fishing: 2, pirate: 1, sailor: 3 });
    expect(
      coinsIn(accepted(state, 0, { type: 'buy-ship', kind: 'fishing', portId: 'port-faro' }).state)[0],
    ).toBe(340);
    expect(
      coinsIn(accepted(state, 0, { type: 'buy-ship', kind: 'pirate', portId: 'port-faro' }).state)[0],
    ).toBe(250);
    const second = accepted(trade.state, 0, { type: 'buy-ship', kind: 'trade', portId: 'port-faro' });
    expect(heard(second)[0]).toMatchObject({ shipId: 'ship-red-trade-2' });
    expect(second.state.shown.ships.map(({ id }) => id)).toEqual(['ship-red-trade-1', 'ship-red-trade-2']);
    const all = scenario({
      coins: [400, 0],
      ships: { 'red-trade-1': { at: [0, 0] }, 'red-trade-2': { at: [1, 0] } },
    });
    expect(refusal(all, 0, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' })).toBe(
      'none-in-reserve CAB-6.1',
    );
    const poor = scenario({ coins: [99, 0] });
    expect(refusal(poor, 0, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' })).toBe(
      'not-enough-coins CAB-6.1',
    );
    const sailors = { 'red-2': [1, -2], 'red-3': [3, 0], 'red-4': [-2, -1], 'red-5': [6, 1] } as const;
    const manned = scenario({ board: `${M1} coast-2@2,-3,3`, sailors: { ...sailors, 'red-1': [2, -3] } });
    expect(refusal(manned, 0, { type: 'buy-sailor', tileId: 'port-lisboa' })).toBe('none-in-reserve CAB-6.1');
    const penniless = scenario({ coins: [19, 0], sailors: { 'red-1': [1, -2] } });
    expect(refusal(penniless, 0, { type: 'buy-sailor', tileId: 'port-lisboa' })).toBe(
      'not-enough-coins CAB-6.1',
    );
  });

  test('CAB-6.2: from round 4 on, also in the final phase', () => {
    const buy = { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' } as const;
    expect(refusal(scenario({ round: 4 }), 0, buy)).toBe('accepted');
    expect(refusal(scenario({ finalPhase: true }), 0, buy)).toBe('accepted');
    expect(refusal(scenario({ round: 3, phase: 'lay-tile', drawn: 'fish-1-1' }), 0, buy)).toBe(
      'wrong-phase CAB-3.1',
    );
  });

  test('CAB-6.3: in a laid port with a sailor of the buyer and without a ship; the ship lies along the quay, empty', () => {
    const state = scenario({ ships: { 'yellow-trade-1': { at: [6, 1] } }, sailors: FARO });
    const buy = (portId: string) => refusal(state, 0, { type: 'buy-ship', kind: 'trade', portId });
    expect(buy('port-lagos')).toBe('port-not-laid CAB-6.3');
    expect(buy('port-faro')).toBe('port-occupied CAB-6.3');
    const own = scenario({
      ships: { 'red-fishing-1': { at: [6, 1], dockedAtTurnStart: false } },
      sailors: FARO,
    });
    expect(refusal(own, 0, { type: 'buy-ship', kind: 'trade', portId: 'port-faro' })).toBe(
      'port-occupied CAB-6.3',
    );
    const bought = accepted(state, 0, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' }).state;
    expect(shipIn(bought, 'red-trade-1')).toEqual({
      id: 'ship-red-trade-1',
      seat: 0,
      kind: 'trade',
      x: 0,
      y: -2,
      heading: 2,
      docked: true,
      hasCargo: false,
      cargo: null,
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
    const bought = accepted(scenario(), 0, { type: 'buy-ship', kind: 'pirate', portId: 'port-lisboa' }).state;
    expect(shipIn(bought, 'red-pirate-1')).toMatchObject({ x: 0, y: -2, docked: true });
    const left = accepted(bought, 0, { type: 'depart', shipId: 'ship-red-pirate-1', direction: 4 });
    expect(heard(left)[0]).toMatchObject({ type: 'ship-departed', seat: 0, shipId: 'ship-red-pirate-1' });
  });

  const ask = { type: 'buy-ship', kind: 'fishing', portId: 'port-porto' } as const;

  test('CAB-6.5: in an opponent’s port the owner is asked, and paid after agreeing', () => {
    const asked = accepted(scenario(), 0, ask);
    expect(heard(asked)).toEqual([
      { type: 'berth-requested', seat: 0, owner: 1, portId: 'port-porto', kind: 'fishing', fee: 20 },
    ]);
    expect(asked.state.open).toEqual([{ id: 9, seat: 1, kind: 'berth-request' }]);
    expect(asked.state.shown.berth).toEqual({ owner: 1, portId: 'port-porto', shipKind: 'fishing', fee: 20 });
    expect(refusal(asked.state, 0, { type: 'end-turn' })).toBe('not-your-turn null');
    expect(fallbackOf(asked.state)).toEqual({ type: 'answer-berth', accept: false });
    const granted = accepted(asked.state, 1, { type: 'answer-berth', accept: true });
    expect(heard(granted)).toEqual([
      { type: 'berth-answered', owner: 1, accept: true },
      { type: 'ship-bought', seat: 0, shipId: 'ship-red-fishing-1', portId: 'port-porto', paid: 80 },
    ]);
    expect(coinsIn(granted.state)).toEqual([70, 170]);
    expect(left(granted.state)).toBe(1);
    expect(granted.state.open[0]).toMatchObject({ seat: 0, kind: 'actions', allotment: 'turn-5-0' });
  });

  test('CAB-6.5: declined, nothing happens; each owner is asked once a turn', () => {
    const done = playedThrough(scenario(), ask, { type: 'answer-berth', accept: false });
    const { state } = done;
    const events = heard(done);
    expect(events.at(-1)).toEqual({ type: 'berth-answered', owner: 1, accept: false });
    expect(coinsIn(state)).toEqual([150, 150]);
    expect(left(state)).toBe(2);
    expect(refusal(state, 0, ask)).toBe('berth-already-asked CAB-6.5');
    const later = playedThrough(state, { type: 'end-turn' }).state;
    expect(later.shown.berthAsked).toEqual([]);
  });

  test('CAB-6.5: a port without a sailor cannot be used, and the fee must be there', () => {
    expect(refusal(scenario(), 0, { type: 'buy-ship', kind: 'fishing', portId: 'port-faro' })).toBe(
      'port-not-controlled CAB-6.5',
    );
    expect(refusal(scenario({ coins: [79, 0] }), 0, ask)).toBe('not-enough-coins CAB-6.1');
    expect(refusal(scenario({ coins: [80, 0] }), 0, ask)).toBe('accepted');
  });

  test('CAB-6.6: a ship bought this turn is obliged only by loading, and may leave at once', () => {
    const bought = accepted(scenario({ deck: ['trade-wine-1'] }), 0, {
      type: 'buy-ship',
      kind: 'trade',
      portId: 'port-lisboa',
    }).state;
    expect(refusal(bought, 0, { type: 'end-turn' })).toBe('accepted');
    const shipId = 'ship-red-trade-1';
    expect(refusal(bought, 0, { type: 'depart', shipId, direction: 4 })).toBe('must-load-first CAB-13.1');
    const loaded = accepted(bought, 0, { type: 'load', shipId }).state;
    expect(refusal(loaded, 0, { type: 'end-turn' })).toBe('departure-first CAB-5.7');
    expect(refusal(loaded, 0, { type: 'depart', shipId, direction: 4 })).toBe('accepted');
  });

  test('CAB-6.7: sailors go to the home port, to a port with a ship of the buyer, to islets beside one', () => {
    const state = scenario({
      ships: {
        'red-trade-1': { at: [6, 1], dockedAtTurnStart: false },
        'red-fishing-1': { at: [-1, 0] },
        'red-pirate-1': { at: [2, 0] },
      },
      sailors: { 'red-1': [1, -2] },
    });
    const buy = (tileId: string) => refusal(state, 0, { type: 'buy-sailor', tileId });
    expect(buy('port-lisboa')).toBe('accepted');
    expect(buy('port-faro')).toBe('accepted');
    expect(buy('island-1')).toBe('accepted');
    expect(buy('lighthouse-1')).toBe('spot-not-allowed CAB-6.7');
    expect(buy('coast-1')).toBe('spot-occupied CAB-7.7');
    expect(buy('quarter-01')).toBe('spot-not-allowed CAB-6.7');
    expect(buy('port-porto')).toBe('spot-occupied CAB-7.7');
    expect(buy('island-2')).toBe('off-board CAB-6.7');
    const docked = scenario({
      ships: { 'red-trade-1': { at: [0, 2], dockedAtTurnStart: false } },
      sailors: { 'yellow-1': null },
    });
    expect(refusal(docked, 0, { type: 'buy-sailor', tileId: 'port-porto' })).toBe('accepted');
    const pirate = scenario({
      ships: { 'red-pirate-1': { at: [0, 2], dockedAtTurnStart: false } },
      sailors: { 'yellow-1': null },
    });
    expect(refusal(pirate, 0, { type: 'buy-sailor', tileId: 'port-porto' })).toBe('accepted');
  });

  test('CAB-6.7: the empty home port is among the places offered for a sailor', () => {
    const away = scenario({ sailors: { 'red-1': null } });
    expect(legalOf(away)).toContainEqual({ type: 'buy-sailor', tileId: 'port-lisboa' });
  });

  test('CAB-6.8: a sailor bought this turn may not move this turn', () => {
    const start = scenario({ sailors: { 'red-1': [1, -2] } });
    const done = accepted(start, 0, { type: 'buy-sailor', tileId: 'port-lisboa' });
    const { state } = done;
    const events = heard(done);
    expect(events).toEqual([
      { type: 'sailor-bought', seat: 0, sailorId: 'sailor-red-2', tileId: 'port-lisboa', paid: 20 },
    ]);
    expect(refusal(state, 0, { type: 'move-sailor', sailorId: 'sailor-red-2', x: 1, y: -2 })).toBe(
      'sailor-already-moved CAB-7.2',
    );
  });
});

describe('CAB-7: sailors', () => {
  const walk = (more: Scenario, x: number, y: number) =>
    refusal(scenario(more), 0, { type: 'move-sailor', sailorId: 'sailor-red-1', x, y });

  test('CAB-7.1: the port belongs to the player who has a sailor on it', () => {
    const away = scenario({ sailors: { 'red-1': [1, -2], 'yellow-2': [0, -2] } });
    expect(refusal(away, 0, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' })).toBe('accepted');
    expect(
      heard(accepted(away, 0, { type: 'buy-ship', kind: 'fishing', portId: 'port-lisboa' }))[0],
    ).toMatchObject({
      type: 'berth-requested',
      owner: 1,
    });
  });

  test('CAB-7.2: one cell, one action, once a turn', () => {
    const done = accepted(scenario({ ships: { 'red-trade-1': { at: [0, 0] } } }), 0, {
      type: 'move-sailor',
      sailorId: 'sailor-red-1',
      x: 1,
      y: -2,
    });
    const { state } = done;
    const events = heard(done);
    expect(events).toEqual([{ type: 'sailor-moved', seat: 0, sailorId: 'sailor-red-1', x: 1, y: -2 }]);
    expect(left(state)).toBe(1);
    expect(refusal(state, 0, { type: 'move-sailor', sailorId: 'sailor-red-1', x: 0, y: -2 })).toBe(
      'sailor-already-moved CAB-7.2',
    );
    expect(walk({}, 2, -2)).toBe('not-adjacent CAB-7.2');
    expect(walk({}, 0, -2)).toBe('not-adjacent CAB-7.2');
  });

  test('CAB-7.2: walks are offered as long as there is an action left', () => {
    const walks = (used: number) =>
      legalOf(scenario({ used, ships: { 'red-trade-1': { at: [0, 0], bonusNew: 1 } } })).filter(
        ({ type }) => type === 'move-sailor',
      );
    expect(walks(1)).toContainEqual({ type: 'move-sailor', sailorId: 'sailor-red-1', x: 1, y: -2 });
    expect(walks(2)).toEqual([]);
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
      const state = scenario({ sailors: { 'red-2': [x, y] } });
      const moves = legalOf(state).flatMap((command) =>
        command.type === 'move-sailor' ? [command.sailorId] : [],
      );
      expect(moves).not.toContain('sailor-red-2');
      expect(refusal(state, 0, { type: 'move-sailor', sailorId: 'sailor-red-2', x: x + 1, y: y + 1 })).toBe(
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
