import { describe, expect, test } from '@jest/globals';
import { createRng, shuffle } from '../../kernel/rng.ts';
import type { Frozen } from '../../kernel/secrecy.ts';
import {
  act,
  actAll,
  coinsIn,
  fallbackOf,
  game,
  legalOf,
  M1,
  type Position,
  parts,
  position,
  refusal,
  SEED,
  stackOf,
  violationsOf,
} from './scenario.ts';
import type { State } from './state.ts';

const T = 'ship-red-trade-1';
const advance = { type: 'advance', shipId: T } as const;
const resign = { type: 'resign' } as const;
const KEEPER = { 'yellow-2': [3, 0] } as const;

/** Red's trader leaves the area of Yellow's lighthouse. */
const leaving = (more: Position = {}) =>
  position({
    coins: [5, 150],
    ...more,
    ships: { 'red-trade-1': { at: [4, 1], heading: 2 }, 'yellow-trade-1': { at: [0, 0] }, ...more.ships },
    sailors: { ...KEEPER, ...more.sailors },
  });
const owing = (more: Position = {}) => act(leaving(more), advance).state;

describe('debts', () => {
  test('CAB-14.1: dues in ascending lighthouse id; nothing is paid while they exceed the coins', () => {
    const two: Position = {
      board: `${M1} lighthouse-2@5,0,0 fish-1-1@4,2,0`,
      ships: { 'red-trade-1': { at: [4, 1], heading: 4 } },
      sailors: { 'yellow-2': [5, 0], 'yellow-3': [3, 0] },
    };
    const paid = act(leaving({ ...two, coins: [40, 150] }), advance);
    expect(paid.events.slice(1)).toEqual([
      { type: 'dues-paid', from: 0, to: 1, lighthouseId: 'lighthouse-1', amount: 20 },
      { type: 'dues-paid', from: 0, to: 1, lighthouseId: 'lighthouse-2', amount: 20 },
    ]);
    // By id, not in the order in which the lighthouses were laid.
    const board = `${M1.replace('lighthouse-1', 'lighthouse-2')} lighthouse-1@5,0,0 fish-1-1@4,2,0`;
    const swapped = act(leaving({ ...two, board, coins: [40, 150] }), advance);
    expect(swapped.events.slice(1, 3)).toMatchObject([
      { type: 'dues-paid', lighthouseId: 'lighthouse-1' },
      { type: 'dues-paid', lighthouseId: 'lighthouse-2' },
    ]);
    const short = act(leaving({ ...two, coins: [39, 150] }), advance);
    expect(short.events.at(-1)).toMatchObject({ type: 'debt-opened', seat: 0, amount: 40 });
    expect(coinsIn(short.state)).toEqual([39, 150]);
    expect(short.state.open[0]).toMatchObject({ seat: 0, kind: 'debt', allotment: 'turn-5-0' });
  });

  test('CAB-14.1: without any piece on the board the debtor is out at once', () => {
    const drowning = position({
      coins: [5, 150],
      board: `${M1} shoal-2@5,0,0`,
      ships: { 'red-trade-1': { at: [4, 1], heading: 1 }, 'yellow-trade-1': { at: [0, 0] } },
      sailors: { ...KEEPER, 'red-1': null },
    });
    const { state, events } = act(drowning, { ...advance, acceptSinking: true });
    // No debt opens that anything could be sold for.
    expect(events.slice(0, 4).map(({ type }) => type)).toEqual([
      'ship-advanced',
      'ship-sunk',
      'dues-paid',
      'player-eliminated',
    ]);
    expect(state.result?.reason).toBe('last-player');
    expect(coinsIn(state)).toEqual([0, 155]);
  });

  test('CAB-14.2: only then pieces are sold, one at a time, until all of it can be paid', () => {
    expect(refusal(leaving(), { type: 'sell', pieceId: T })).toBe('wrong-phase CAB-3.5');
    const debt = owing();
    expect(refusal(debt, { type: 'end-turn' })).toBe('wrong-phase CAB-3.5');
    expect(legalOf(debt)).toEqual([
      { type: 'sell', pieceId: T },
      { type: 'sell', pieceId: 'sailor-red-1' },
      resign,
    ]);
    expect(act(debt, { type: 'sell', pieceId: 'sailor-red-1' }).state.phase).toBe('debt');
    const paid = act(debt, { type: 'sell', pieceId: T });
    expect(paid.events.slice(0, 3).map(({ type }) => type)).toEqual([
      'piece-sold',
      'dues-paid',
      'debt-settled',
    ]);
    expect(coinsIn(paid.state)).toEqual([35, 170]);
  });

  test('CAB-14.3: any own piece on the board; it can be bought again, its cargo is lost', () => {
    const debt = owing({
      ships: { 'red-trade-1': { at: [4, 1], heading: 2, cargo: 'trade-wine-1' } },
      sailors: { 'red-2': [-2, -1] },
    });
    expect(refusal(debt, { type: 'sell', pieceId: 'ship-yellow-trade-1' })).toBe('not-your-piece CAB-5.9');
    expect(refusal(debt, { type: 'sell', pieceId: 'ship-red-trade-2' })).toBe('not-on-board CAB-5.9');
    expect(refusal(debt, { type: 'sell', pieceId: 'sea-01' })).toBe('unknown-id CAB-5.9');
    expect(act(debt, { type: 'sell', pieceId: 'sailor-red-2' }).events[0]).toEqual({
      type: 'piece-sold',
      seat: 0,
      pieceId: 'sailor-red-2',
      price: 10,
    });
    const { state, events } = act(debt, { type: 'sell', pieceId: T });
    expect(events[1]).toEqual({ type: 'cargo-discarded', shipId: T, cardId: 'trade-wine-1' });
    expect(state.discard).toEqual(['trade-wine-1']);
    expect(game.publicView(state as Frozen<State>).seats[0]?.reserve.trade).toBe(2);
    expect(state.players[0]?.lost).toEqual([]);
  });

  test('CAB-14.4: each sale uses one action, if any is left', () => {
    const sailors = { 'red-2': [-2, -1], 'red-3': [1, -2] } as const;
    const debt = owing({ coins: [0, 150], sailors });
    expect(debt.actionsUsed).toBe(1);
    const one = act(debt, { type: 'sell', pieceId: 'sailor-red-2' }).state;
    expect(one.actionsUsed).toBe(2);
    const two = act(one, { type: 'sell', pieceId: 'sailor-red-3' });
    expect(coinsIn(two.state)).toEqual([0, 170]);
    expect(two.events.map(({ type }) => type)).toContain('turn-ended');
    const spent = owing({ used: 1 });
    expect(act(spent, { type: 'sell', pieceId: 'sailor-red-1' }).state).toMatchObject({
      phase: 'debt',
      actionsUsed: 2,
    });
  });

  test('CAB-14.5: who has nothing left to sell pays as far as the coins go and is out', () => {
    const two: Position = {
      seats: 3,
      board: `${M1} lighthouse-2@5,0,0 shoal-2@4,2,0`,
      coins: [5, 150, 150],
      ships: { 'red-trade-1': { at: [4, 1], heading: 4 } },
      sailors: { 'red-1': [1, -2], 'green-2': [3, 0], 'yellow-3': [5, 0], 'yellow-2': null },
    };
    const debt = act(leaving(two), { ...advance, acceptSinking: true }).state;
    const { state, events } = act(debt, { type: 'sell', pieceId: 'sailor-red-1' });
    expect(events.slice(0, 4)).toEqual([
      { type: 'piece-sold', seat: 0, pieceId: 'sailor-red-1', price: 10 },
      { type: 'dues-paid', from: 0, to: 2, lighthouseId: 'lighthouse-1', amount: 15 },
      { type: 'player-eliminated', seat: 0, reason: 'debt' },
      { type: 'turn-ended', seat: 0, auto: true },
    ]);
    expect(coinsIn(state)).toEqual([0, 150, 165]);
    expect([state.turnSeat, state.dues]).toEqual([1, []]);
  });

  test('CAB-14.6: the default sale', () => {
    const sale = (more: Position) => fallbackOf(owing(more));
    // 15 are missing: a sailor (10) does not do, a boat (30) does.
    expect(sale({ ships: { 'red-fishing-1': { at: [0, -1] } } })).toEqual({
      type: 'sell',
      pieceId: 'ship-red-fishing-1',
    });
    expect(sale({ coins: [10, 150], sailors: { 'red-2': [-2, -1] } })).toEqual({
      type: 'sell',
      pieceId: 'sailor-red-1',
    });
    const lone = position({
      coins: [0, 150],
      board: `${M1} shoal-2@5,0,0`,
      ships: { 'red-trade-1': { at: [4, 1], heading: 1 }, 'yellow-trade-1': { at: [0, 0] } },
      sailors: { ...KEEPER, 'red-2': [-2, -1] },
    });
    const sunk = act(lone, { ...advance, acceptSinking: true }).state;
    expect(fallbackOf(sunk)).toEqual({ type: 'sell', pieceId: 'sailor-red-1' });
  });

  test('CAB-14.6: where no piece covers the debt the dearest goes first, of several the smallest id', () => {
    const board = `${M1} lighthouse-2@5,0,0 shoal-2@4,2,0`;
    const ships = { 'red-trade-1': { at: [4, 1], heading: 4 } } as const;
    const sailors = { 'red-2': [-2, -1], 'yellow-3': [5, 0] } as const;
    const sale = (more: NonNullable<Position['ships']>) => {
      const debt = leaving({ board, coins: [0, 150], ships: { ...ships, ...more }, sailors });
      return fallbackOf(act(debt, { ...advance, acceptSinking: true }).state);
    };
    // 40 are due: a boat brings 30, a sailor 10.
    const boats = { 'red-fishing-2': { at: [-1, -1] }, 'red-fishing-1': { at: [0, -1] } } as const;
    expect(sale({ 'red-fishing-2': boats['red-fishing-2'] })).toMatchObject({
      pieceId: 'ship-red-fishing-2',
    });
    expect(sale(boats)).toMatchObject({ pieceId: 'ship-red-fishing-1' });
    expect(sale({})).toMatchObject({ pieceId: 'sailor-red-1' });
    // A pirate (100) covers it, a trader (50) too: the cheaper of them.
    const rich = { 'red-pirate-1': { at: [2, 0] }, 'red-trade-2': { at: [0, 1] } } as const;
    expect(sale({ ...rich, ...boats })).toMatchObject({ pieceId: 'ship-red-trade-2' });
  });
});

describe('leaving the game', () => {
  test('CAB-14.7: all pieces and a home port in hand leave, a drawn tile goes back', () => {
    const state = position({
      seats: 3,
      board: M1,
      homes: ['port-viana', 'port-porto', 'port-lagos'],
      phase: 'lay-tile',
      drawn: 'fish-1-1',
      ships: { 'red-trade-1': { at: [0, 0], cargo: 'trade-wine-1' } },
      sailors: { 'red-1': [0, -2] },
    });
    const { state: after, events } = act(state, resign);
    expect(events.slice(0, 4)).toEqual([
      { type: 'player-eliminated', seat: 0, reason: 'resigned' },
      { type: 'cargo-discarded', shipId: T, cardId: 'trade-wine-1' },
      { type: 'tile-returned', tileId: 'fish-1-1' },
      { type: 'turn-ended', seat: 0, auto: true },
    ]);
    expect(after.players[0]).toMatchObject({ eliminated: 1, coins: 0, homePort: null });
    expect(after.removedTiles).toContain('port-viana');
    expect([...stackOf(after), after.drawnTile]).toContain('fish-1-1');
    expect([after.ships.length, after.turnSeat]).toEqual([0, 1]);
    expect(after.board.map(({ tileId }) => tileId)).toContain('port-lisboa');
    expect(violationsOf(after)).toEqual([]);
    expect(refusal(after, resign, 0)).toBe('eliminated CAB-14.7');
    expect(refusal(after, { type: 'end-turn' }, 0)).toBe('not-your-turn');
    expect(legalOf(after, 0)).toEqual([]);
  });

  test('CAB-14.7: the tile that goes back is shuffled in', () => {
    const stack = parts.tiles.flatMap(({ id }) => (id.startsWith('fish') && id !== 'fish-2-1' ? [id] : []));
    const drawn = stack.at(-1) ?? '';
    const state = position({
      phase: 'lay-tile',
      drawn,
      stack: stack.slice(0, -1),
      ships: { 'red-trade-1': { at: [0, 0] } },
    });
    const shuffled = [...stackOf(state), drawn];
    shuffle(createRng(SEED), shuffled);
    expect(shuffled.at(-1)).not.toBe(drawn);
    expect(stackOf(act(state, resign, 0).state)).toEqual(shuffled);
    expect(stackOf(act(state, resign, 1).state)).toEqual(shuffled);
  });

  test('CAB-14.7: the seat is skipped, and the round still grows when the first seat is passed over', () => {
    const state = position({ seats: 3, ships: { 'red-trade-1': { at: [0, 0] } }, board: M1, round: 5 });
    const gone = act(state, resign, 0).state;
    expect([gone.turnSeat, gone.round]).toEqual([1, 5]);
    const green = actAll(gone, fallbackOf(gone), { type: 'end-turn' }).state;
    expect([green.turnSeat, green.round]).toEqual([2, 5]);
    const laid = act(green, fallbackOf(green)).state;
    const yellow = act(laid, { type: 'end-turn' });
    expect(yellow.events[1]).toEqual({ type: 'turn-started', seat: 1, round: 6, finalPhase: false });
  });

  test('CAB-14.8: a seat may resign out of its turn, without touching the open decision', () => {
    const state = position({
      seats: 3,
      ships: { 'red-trade-1': { at: [0, 0] }, 'yellow-trade-1': { at: [1, 0] } },
    });
    expect(legalOf(state, 2)).toEqual([resign]);
    const { state: after, events } = act(state, resign, 1);
    expect(events).toEqual([{ type: 'player-eliminated', seat: 1, reason: 'resigned' }]);
    expect(after.open).toEqual(state.open);
    expect([after.version, after.turnSeat, after.phase]).toEqual([1, 0, 'actions']);
    expect(coinsIn(after)).toEqual([150, 0, 150]);
  });

  const asked = (seats = 3) =>
    act(position({ seats }), { type: 'buy-ship', kind: 'fishing', portId: 'port-porto' }).state;

  test('CAB-14.8: a berth request lapses when either side leaves, and stays when a third does', () => {
    const ownerGone = act(asked(), resign, 1);
    expect(ownerGone.state).toMatchObject({ berth: null, phase: 'actions', ships: [] });
    expect(ownerGone.state.open).toEqual([{ id: 16, seat: 0, kind: 'actions', allotment: 'turn-5-0' }]);
    const buyerGone = act(asked(), resign, 0);
    expect(buyerGone.state).toMatchObject({ berth: null, turnSeat: 1, ships: [] });
    const thirdGone = act(asked(), resign, 2);
    expect(thirdGone.state.open).toEqual([{ id: 9, seat: 1, kind: 'berth-request' }]);
    expect(act(thirdGone.state, { type: 'answer-berth', accept: true }).state.ships).toHaveLength(1);
  });

  test('CAB-14.8: a ransom question lapses too: nothing is paid or sunk', () => {
    const demand = act(
      position({
        seats: 3,
        ships: {
          'red-pirate-1': { at: [0, 0] },
          'yellow-trade-1': { at: [1, 0], cargo: 'trade-wine-1' },
          'green-trade-1': { at: [2, 0] },
        },
      }),
      { type: 'attack', pirateId: 'ship-red-pirate-1', flank: 'right', ransom: 9 },
    ).state;
    const pirateGone = act(demand, resign, 0);
    expect(pirateGone.state).toMatchObject({ ransom: null, turnSeat: 1 });
    expect(pirateGone.state.ships.map(({ id }) => id)).toEqual(['ship-yellow-trade-1', 'ship-green-trade-1']);
    expect(coinsIn(pirateGone.state)).toEqual([0, 150, 150]);
    const victimGone = act(demand, resign, 1);
    expect(victimGone.state).toMatchObject({ ransom: null, turnSeat: 0, phase: 'actions' });
    expect(victimGone.events.map(({ type }) => type)).toEqual(['player-eliminated', 'cargo-discarded']);
    expect(coinsIn(victimGone.state)).toEqual([150, 0, 150]);
  });

  test('CAB-14.8: who resigns in debt pays as far as the coins go', () => {
    const debt = owing({ seats: 3, coins: [5, 150, 150] });
    const { state, events } = act(debt, resign, 0);
    expect(events.slice(0, 2)).toEqual([
      { type: 'dues-paid', from: 0, to: 1, lighthouseId: 'lighthouse-1', amount: 5 },
      { type: 'player-eliminated', seat: 0, reason: 'resigned' },
    ]);
    expect(coinsIn(state)).toEqual([0, 155, 150]);
    expect([state.turnSeat, state.dues]).toEqual([1, []]);
  });

  test('CAB-14.9: what is owed to a player who leaves lapses', () => {
    const one = act(owing({ seats: 3, coins: [5, 150, 150] }), resign, 1);
    expect(one.events).toEqual([
      { type: 'player-eliminated', seat: 1, reason: 'resigned' },
      { type: 'debt-settled', seat: 0 },
    ]);
    expect(one.state).toMatchObject({ dues: [], phase: 'actions', turnSeat: 0 });
    expect(coinsIn(one.state)).toEqual([5, 0, 150]);
    const two = owing({
      seats: 3,
      coins: [25, 150, 150],
      board: `${M1} lighthouse-2@5,0,0 fish-1-1@4,2,0`,
      ships: { 'red-trade-1': { at: [4, 1], heading: 4 } },
      sailors: { 'green-2': [5, 0] },
    });
    const settled = act(two, resign, 2);
    expect(settled.events.slice(1)).toEqual([
      { type: 'dues-paid', from: 0, to: 1, lighthouseId: 'lighthouse-1', amount: 20 },
      { type: 'debt-settled', seat: 0 },
    ]);
    const still = act(owing({ seats: 3, coins: [5, 150, 150] }), resign, 2);
    expect(still.state.phase).toBe('debt');
    expect(still.state.open[0]).toMatchObject({ id: 8, seat: 0, kind: 'debt' });
  });
});
