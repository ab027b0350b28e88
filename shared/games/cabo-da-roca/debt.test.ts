import { describe, expect, test } from '@jest/globals';
import { createDealer, shufflePile } from '../../kernel/dealer.ts';
import { compareIds } from '../../kernel/pieces.ts';
import { heard, typesOf } from '../../testing/scenario.ts';
import { stackOf } from './state.ts';
import {
  accepted,
  coinsIn,
  components,
  fallbackOf,
  game,
  legalOf,
  M1,
  playedThrough,
  refusal,
  type Scenario,
  SEED,
  scenario,
} from './testing/scenario.ts';

const T = 'ship-red-trade-1';
const advance = { type: 'advance', shipId: T } as const;
const resign = { type: 'resign' } as const;
const KEEPER = { 'yellow-2': [3, 0] } as const;

/** Red's trader leaves the area of Yellow's lighthouse. */
const leaving = (more: Scenario = {}) =>
  scenario({
    coins: [5, 150],
    ...more,
    ships: { 'red-trade-1': { at: [4, 1], heading: 2 }, 'yellow-trade-1': { at: [0, 0] }, ...more.ships },
    sailors: { ...KEEPER, ...more.sailors },
  });
const owing = (more: Scenario = {}) => accepted(leaving(more), 0, advance).state;

describe('CAB-14: debts', () => {
  test('CAB-14.1: ids are compared character code by character code', () => {
    expect(['b', 'a', 'B', 'a-10', 'a-2'].sort(compareIds)).toEqual(['B', 'a', 'a-10', 'a-2', 'b']);
    expect(compareIds('a', 'a')).toBe(0);
  });

  test('CAB-14.1: dues in ascending lighthouse id; nothing is paid while they exceed the coins', () => {
    const two: Scenario = {
      board: `${M1} lighthouse-2@5,0,0 fish-1-1@4,2,0`,
      ships: { 'red-trade-1': { at: [4, 1], heading: 4 } },
      sailors: { 'yellow-2': [5, 0], 'yellow-3': [3, 0] },
    };
    const paid = accepted(leaving({ ...two, coins: [40, 150] }), 0, advance);
    expect(heard(paid).slice(1)).toEqual([
      { type: 'dues-paid', from: 0, to: 1, lighthouseId: 'lighthouse-1', amount: 20 },
      { type: 'dues-paid', from: 0, to: 1, lighthouseId: 'lighthouse-2', amount: 20 },
    ]);
    // By id, not in the order in which the lighthouses were laid.
    const board = `${M1.replace('lighthouse-1', 'lighthouse-2')} lighthouse-1@5,0,0 fish-1-1@4,2,0`;
    const swapped = accepted(leaving({ ...two, board, coins: [40, 150] }), 0, advance);
    expect(heard(swapped).slice(1, 3)).toMatchObject([
      { type: 'dues-paid', lighthouseId: 'lighthouse-1' },
      { type: 'dues-paid', lighthouseId: 'lighthouse-2' },
    ]);
    const short = accepted(leaving({ ...two, coins: [39, 150] }), 0, advance);
    expect(heard(short).at(-1)).toMatchObject({ type: 'debt-opened', seat: 0, amount: 40 });
    expect(coinsIn(short.state)).toEqual([39, 150]);
    expect(short.state.open[0]).toMatchObject({ seat: 0, kind: 'debt', allotment: 'turn-5-0' });
  });

  test('CAB-14.1: without any piece on the board the debtor is out at once', () => {
    const drowning = scenario({
      coins: [5, 150],
      board: `${M1} shoal-2@5,0,0`,
      ships: { 'red-trade-1': { at: [4, 1], heading: 1 }, 'yellow-trade-1': { at: [0, 0] } },
      sailors: { ...KEEPER, 'red-1': null },
    });
    const done = accepted(drowning, 0, { ...advance, acceptSinking: true });
    const { state } = done;
    const events = heard(done);
    // No debt opens, since nothing could be sold for it.
    expect(events.slice(0, 4).map(({ type }) => type)).toEqual([
      'ship-advanced',
      'ship-sunk',
      'dues-paid',
      'player-eliminated',
    ]);
    expect(state.shown.result?.reason).toBe('last-player');
    expect(coinsIn(state)).toEqual([0, 155]);
  });

  test('CAB-14.2: only then pieces are sold, one at a time, until all of it can be paid', () => {
    expect(refusal(leaving(), 0, { type: 'sell', pieceId: T })).toBe('wrong-phase CAB-3.5');
    const debt = owing();
    expect(refusal(debt, 0, { type: 'end-turn' })).toBe('wrong-phase CAB-3.5');
    expect(legalOf(debt)).toEqual([
      { type: 'sell', pieceId: T },
      { type: 'sell', pieceId: 'sailor-red-1' },
      resign,
    ]);
    expect(accepted(debt, 0, { type: 'sell', pieceId: 'sailor-red-1' }).state.shown.phase).toBe('debt');
    const paid = accepted(debt, 0, { type: 'sell', pieceId: T });
    expect(
      heard(paid)
        .slice(0, 3)
        .map(({ type }) => type),
    ).toEqual(['piece-sold', 'dues-paid', 'debt-settled']);
    expect(coinsIn(paid.state)).toEqual([35, 170]);
  });

  test('CAB-14.3: any own piece on the board; it can be bought again, its cargo is lost', () => {
    const debt = owing({
      ships: { 'red-trade-1': { at: [4, 1], heading: 2, cargo: 'trade-wine-1' } },
      sailors: { 'red-2': [-2, -1] },
    });
    expect(refusal(debt, 0, { type: 'sell', pieceId: 'ship-yellow-trade-1' })).toBe('not-your-piece CAB-5.9');
    expect(refusal(debt, 0, { type: 'sell', pieceId: 'ship-red-trade-2' })).toBe('not-on-board CAB-5.9');
    expect(refusal(debt, 0, { type: 'sell', pieceId: 'sea-01' })).toBe('unknown-id CAB-5.9');
    expect(heard(accepted(debt, 0, { type: 'sell', pieceId: 'sailor-red-2' }))[0]).toEqual({
      type: 'piece-sold',
      seat: 0,
      pieceId: 'sailor-red-2',
      price: 10,
    });
    const done = accepted(debt, 0, { type: 'sell', pieceId: T });
    const { state } = done;
    const events = heard(done);
    expect(events[1]).toEqual({ type: 'cargo-discarded', seat: 0, shipId: T, cardId: 'trade-wine-1' });
    expect(state.shown.discard).toEqual(['trade-wine-1']);
    expect(game.publicView(state).seats[0]?.reserve.trade).toBe(2);
    expect(state.shown.seats[0]?.lost).toEqual([]);
  });

  test('CAB-14.4: each sale uses one action, if any is left', () => {
    const sailors = { 'red-2': [-2, -1], 'red-3': [1, -2] } as const;
    const debt = owing({ coins: [0, 150], sailors });
    expect(debt.shown.actionsUsed).toBe(1);
    const one = accepted(debt, 0, { type: 'sell', pieceId: 'sailor-red-2' }).state;
    expect(one.shown.actionsUsed).toBe(2);
    const two = accepted(one, 0, { type: 'sell', pieceId: 'sailor-red-3' });
    expect(coinsIn(two.state)).toEqual([0, 170]);
    expect(typesOf(two)).toContain('turn-ended');
    const spent = owing({ used: 1 });
    expect(accepted(spent, 0, { type: 'sell', pieceId: 'sailor-red-1' }).state.shown).toMatchObject({
      phase: 'debt',
      actionsUsed: 2,
    });
  });

  test('CAB-14.5: a player with nothing left to sell pays as far as the coins go and is out', () => {
    const two: Scenario = {
      seats: 3,
      board: `${M1} lighthouse-2@5,0,0 shoal-2@4,2,0`,
      coins: [5, 150, 150],
      ships: { 'red-trade-1': { at: [4, 1], heading: 4 } },
      sailors: { 'red-1': [1, -2], 'green-2': [3, 0], 'yellow-3': [5, 0], 'yellow-2': null },
    };
    const debt = accepted(leaving(two), 0, { ...advance, acceptSinking: true }).state;
    const done = accepted(debt, 0, { type: 'sell', pieceId: 'sailor-red-1' });
    const { state } = done;
    const events = heard(done);
    expect(events.slice(0, 4)).toEqual([
      { type: 'piece-sold', seat: 0, pieceId: 'sailor-red-1', price: 10 },
      { type: 'dues-paid', from: 0, to: 2, lighthouseId: 'lighthouse-1', amount: 15 },
      { type: 'player-eliminated', seat: 0, reason: 'debt' },
      { type: 'turn-ended', seat: 0, auto: true },
    ]);
    expect(coinsIn(state)).toEqual([0, 150, 165]);
    expect([state.shown.turnSeat, state.shown.dues]).toEqual([1, []]);
  });

  test('CAB-14.6: the default sale', () => {
    const sale = (more: Scenario) => fallbackOf(owing(more));
    // 15 are missing: a sailor (10) is not enough, a boat (30) is.
    expect(sale({ ships: { 'red-fishing-1': { at: [0, -1] } } })).toEqual({
      type: 'sell',
      pieceId: 'ship-red-fishing-1',
    });
    expect(sale({ coins: [10, 150], sailors: { 'red-2': [-2, -1] } })).toEqual({
      type: 'sell',
      pieceId: 'sailor-red-1',
    });
    const lone = scenario({
      coins: [0, 150],
      board: `${M1} shoal-2@5,0,0`,
      ships: { 'red-trade-1': { at: [4, 1], heading: 1 }, 'yellow-trade-1': { at: [0, 0] } },
      sailors: { ...KEEPER, 'red-2': [-2, -1] },
    });
    const sunk = accepted(lone, 0, { ...advance, acceptSinking: true }).state;
    expect(fallbackOf(sunk)).toEqual({ type: 'sell', pieceId: 'sailor-red-1' });
  });

  test('CAB-14.6: if no piece covers the debt, the most expensive goes first; in a tie, the smallest id', () => {
    const board = `${M1} lighthouse-2@5,0,0 shoal-2@4,2,0`;
    const ships = { 'red-trade-1': { at: [4, 1], heading: 4 } } as const;
    const sailors = { 'red-2': [-2, -1], 'yellow-3': [5, 0] } as const;
    const sale = (more: NonNullable<Scenario['ships']>) => {
      const debt = leaving({ board, coins: [0, 150], ships: { ...ships, ...more }, sailors });
      return fallbackOf(accepted(debt, 0, { ...advance, acceptSinking: true }).state);
    };
    // 40 are due: a boat brings 30, a sailor 10.
    const boats = { 'red-fishing-2': { at: [-1, -1] }, 'red-fishing-1': { at: [0, -1] } } as const;
    expect(sale({ 'red-fishing-2': boats['red-fishing-2'] })).toMatchObject({
      pieceId: 'ship-red-fishing-2',
    });
    expect(sale(boats)).toMatchObject({ pieceId: 'ship-red-fishing-1' });
    expect(sale({})).toMatchObject({ pieceId: 'sailor-red-1' });
    // Both a pirate (100) and a trader (50) cover it: the cheaper one is sold.
    const rich = { 'red-pirate-1': { at: [2, 0] }, 'red-trade-2': { at: [0, 1] } } as const;
    expect(sale({ ...rich, ...boats })).toMatchObject({ pieceId: 'ship-red-trade-2' });
  });
});

describe('CAB-14: leaving the game', () => {
  test('CAB-14.7: all pieces and a home port in hand leave, a drawn tile goes back', () => {
    const state = scenario({
      seats: 3,
      board: M1,
      homes: ['port-viana', 'port-porto', 'port-lagos'],
      phase: 'lay-tile',
      drawn: 'fish-1-1',
      stack: ['fish-1-2', 'fish-1-3'],
      ships: { 'red-trade-1': { at: [0, 0], cargo: 'trade-wine-1' } },
      sailors: { 'red-1': [0, -2] },
    });
    const done = accepted(state, 0, resign);
    const { state: after } = done;
    const events = heard(done);
    expect(events.slice(0, 4)).toEqual([
      { type: 'player-eliminated', seat: 0, reason: 'resigned' },
      { type: 'cargo-discarded', seat: 0, shipId: T, cardId: 'trade-wine-1' },
      { type: 'tile-returned', tileId: 'fish-1-1' },
      { type: 'turn-ended', seat: 0, auto: true },
    ]);
    const reserve = { trade: 0, fishing: 0, pirate: 0, sailor: 0 };
    expect(after.shown.seats[0]).toMatchObject({ eliminated: 1, coins: 0, homePort: null, reserve });
    expect(after.shown.removedTiles).toEqual([...state.shown.removedTiles, 'port-viana']);
    expect([...stackOf(after), after.shown.drawnTile]).toContain('fish-1-1');
    expect([after.shown.ships.length, after.shown.turnSeat]).toEqual([0, 1]);
    expect(after.shown.board.map(({ tileId }) => tileId)).toContain('port-lisboa');
    expect(game.violations(after)).toEqual([]);
    expect(refusal(after, 0, resign)).toBe('eliminated CAB-14.7');
    expect(refusal(after, 0, { type: 'end-turn' })).toBe('not-your-turn null');
    expect([...game.legal(after, 0)]).toEqual([]);
  });

  test('CAB-14.7: the tile that goes back is shuffled in', () => {
    const stack = components.tiles.flatMap(({ id }) =>
      id.startsWith('fish') && id !== 'fish-2-1' ? [id] : [],
    );
    const drawn = stack.at(-1) ?? '';
    const state = scenario({
      phase: 'lay-tile',
      drawn,
      stack: stack.slice(0, -1),
      ships: { 'red-trade-1': { at: [0, 0] } },
    });
    const shuffled = [...stackOf(state), drawn];
    shufflePile(createDealer(SEED), 'stack', shuffled, components.tileOf.keys());
    expect(shuffled.at(-1)).not.toBe(drawn);
    expect(stackOf(accepted(state, 0, resign).state)).toEqual(shuffled);
    expect(stackOf(accepted(state, 1, resign).state)).toEqual(shuffled);
  });

  test('CAB-14.7: the seat is skipped, and the round still grows when the first seat is passed over', () => {
    const state = scenario({ seats: 3, ships: { 'red-trade-1': { at: [0, 0] } }, board: M1, round: 5 });
    const gone = accepted(state, 0, resign).state;
    expect([gone.shown.turnSeat, gone.shown.round]).toEqual([1, 5]);
    const green = playedThrough(gone, fallbackOf(gone), { type: 'end-turn' }).state;
    expect([green.shown.turnSeat, green.shown.round]).toEqual([2, 5]);
    const laid = accepted(green, 2, fallbackOf(green)).state;
    const yellow = accepted(laid, 2, { type: 'end-turn' });
    expect(heard(yellow)[1]).toEqual({ type: 'turn-started', seat: 1, round: 6, finalPhase: false });
  });

  test('CAB-14.8: a seat may resign out of its turn, without touching the open decision', () => {
    const state = scenario({
      seats: 3,
      ships: { 'red-trade-1': { at: [0, 0] }, 'yellow-trade-1': { at: [1, 0] } },
    });
    expect([...game.legal(state, 2)]).toEqual([resign]);
    const done = accepted(state, 1, resign);
    const { state: after } = done;
    const events = heard(done);
    expect(events).toEqual([{ type: 'player-eliminated', seat: 1, reason: 'resigned' }]);
    expect(after.open).toEqual(state.open);
    expect([after.version, after.shown.turnSeat, after.shown.phase]).toEqual([1, 0, 'actions']);
    expect(coinsIn(after)).toEqual([150, 0, 150]);
  });

  const asked = (seats = 3) =>
    accepted(scenario({ seats }), 0, { type: 'buy-ship', kind: 'fishing', portId: 'port-porto' }).state;

  test('CAB-14.8: a berth request lapses when either side leaves, and stays when a third does', () => {
    const ownerGone = accepted(asked(), 1, resign);
    expect(ownerGone.state.shown).toMatchObject({ berth: null, phase: 'actions', ships: [] });
    expect(ownerGone.state.open).toEqual([{ id: 16, seat: 0, kind: 'actions', allotment: 'turn-5-0' }]);
    const buyerGone = accepted(asked(), 0, resign);
    expect(buyerGone.state.shown).toMatchObject({ berth: null, turnSeat: 1, ships: [] });
    const thirdGone = accepted(asked(), 2, resign);
    expect(thirdGone.state.open).toEqual([{ id: 9, seat: 1, kind: 'berth-request' }]);
    expect(
      accepted(thirdGone.state, 1, { type: 'answer-berth', accept: true }).state.shown.ships,
    ).toHaveLength(1);
  });

  test('CAB-14.8: a ransom question lapses too: nothing is paid or sunk', () => {
    const demand = accepted(
      scenario({
        seats: 3,
        ships: {
          'red-pirate-1': { at: [0, 0] },
          'yellow-trade-1': { at: [1, 0], cargo: 'trade-wine-1' },
          'green-trade-1': { at: [2, 0] },
        },
      }),
      0,
      { type: 'attack', pirateId: 'ship-red-pirate-1', flank: 'right', ransom: 9 },
    ).state;
    const pirateGone = accepted(demand, 0, resign);
    expect(pirateGone.state.shown).toMatchObject({ ransom: null, turnSeat: 1 });
    expect(pirateGone.state.shown.ships.map(({ id }) => id)).toEqual([
      'ship-yellow-trade-1',
      'ship-green-trade-1',
    ]);
    expect(coinsIn(pirateGone.state)).toEqual([0, 150, 150]);
    const victimGone = accepted(demand, 1, resign);
    expect(victimGone.state.shown).toMatchObject({ ransom: null, turnSeat: 0, phase: 'actions' });
    expect(typesOf(victimGone)).toEqual(['player-eliminated', 'cargo-discarded']);
    expect(coinsIn(victimGone.state)).toEqual([150, 0, 150]);
  });

  test('CAB-14.8: a player who resigns in debt pays as far as the coins go', () => {
    const debt = owing({ seats: 3, coins: [5, 150, 150] });
    const done = accepted(debt, 0, resign);
    const { state } = done;
    const events = heard(done);
    expect(events.slice(0, 2)).toEqual([
      { type: 'dues-paid', from: 0, to: 1, lighthouseId: 'lighthouse-1', amount: 5 },
      { type: 'player-eliminated', seat: 0, reason: 'resigned' },
    ]);
    expect(coinsIn(state)).toEqual([0, 155, 150]);
    expect([state.shown.turnSeat, state.shown.dues]).toEqual([1, []]);
  });

  test('CAB-14.9: what is owed to a player who leaves lapses', () => {
    const one = accepted(owing({ seats: 3, coins: [5, 150, 150] }), 1, resign);
    expect(heard(one)).toEqual([
      { type: 'player-eliminated', seat: 1, reason: 'resigned' },
      { type: 'debt-settled', seat: 0 },
    ]);
    expect(one.state.shown).toMatchObject({ dues: [], phase: 'actions', turnSeat: 0 });
    expect(coinsIn(one.state)).toEqual([5, 0, 150]);
    const two = owing({
      seats: 3,
      coins: [25, 150, 150],
      board: `${M1} lighthouse-2@5,0,0 fish-1-1@4,2,0`,
      ships: { 'red-trade-1': { at: [4, 1], heading: 4 } },
      sailors: { 'green-2': [5, 0] },
    });
    const settled = accepted(two, 2, resign);
    expect(heard(settled).slice(1)).toEqual([
      { type: 'dues-paid', from: 0, to: 1, lighthouseId: 'lighthouse-1', amount: 20 },
      { type: 'debt-settled', seat: 0 },
    ]);
    const still = accepted(owing({ seats: 3, coins: [5, 150, 150] }), 2, resign);
    expect(still.state.shown.phase).toBe('debt');
    expect(still.state.open[0]).toMatchObject({ id: 8, seat: 0, kind: 'debt' });
  });
});
