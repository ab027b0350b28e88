import { describe, expect, test } from '@jest/globals';
import { type Draft, deckOf, type Sailor, type Ship, stackOf } from './state.ts';
import { accepted, game, scenario } from './testing/scenario.ts';

const SHIPS = {
  'red-trade-1': { at: [0, 0], cargo: 'trade-wine-1' },
  'red-trade-2': { at: [0, -2] },
  'red-pirate-1': { at: [1, 0] },
  'red-fishing-1': { at: [1, -1] },
} as const;

const broken = (change: (draft: Draft) => unknown, options = {}) => {
  const draft = scenario({ ships: SHIPS, options });
  expect(game.violations(draft)).toEqual([]);
  change(draft);
  return game.violations(draft);
};

const ship = ({ shown }: Draft, name: string): Ship => {
  const found = shown.ships.find(({ id }) => id === `ship-${name}`);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};
const put = (name: string, change: Partial<Ship>) => (draft: Draft) =>
  Object.assign(ship(draft, name), change);
const stand = (change: Partial<Sailor>) => (draft: Draft) =>
  Object.assign(draft.shown.sailors[0] as Sailor, change);

describe('a broken invariant is reported', () => {
  test.each<[string, (draft: Draft) => unknown]>([
    ['tiles: quarter-05 is lost', (draft) => stackOf(draft).pop()],
    ['the stack is counted wrongly', ({ shown }) => (shown.stackCount += 1)],
    ['cards: treasure-wreck-150 is lost', (draft) => deckOf(draft).pop()],
    ['the deck is counted wrongly', ({ shown }) => (shown.deckCount -= 1)],
    ['treasure-wreck-50 lies as island', ({ shown }) => (shown.treasureCards.island = 'treasure-wreck-50')],
    ['a treasure card is in the discard', ({ shown }) => shown.discard.push('treasure-wreck-50')],
    ['coast-1: corner 0 does not match', ({ shown }) => turnTile(shown.board, 'coast-1')],
    [
      'port-faro: another port is too close',
      ({ shown }) => shown.board.push({ tileId: 'port-lagos', x: 7, y: 2, rotation: 1 }),
    ],
    [
      'sea-01: the cell is taken',
      ({ shown }) => shown.board.push({ tileId: 'sea-01', x: 0, y: 0, rotation: 0 }),
    ],
    ['ship-red-pirate-1: two ships on a cell', put('red-pirate-1', { x: 0 })],
    ['ship-red-pirate-1: a ship on lighthouse', put('red-pirate-1', { x: 3 })],
    ['ship-red-pirate-1: a ship on nothing', put('red-pirate-1', { x: 30 })],
    ['sailor-yellow-1: two sailors on a cell', ({ shown }) => moveTo(shown.sailors, 1, 0)],
    ['sailor-red-1: a sailor on sea', stand({ x: 0, y: 0 })],
    ['sailor-red-1: a ship where a sailor stands', stand({ x: 1, y: 0 })],
    ['ship-red-trade-1 is in two places', ({ shown }) => shown.seats[0]?.lost.push('ship-red-trade-1')],
    ['ship-red-trade-1 belongs to another seat', put('red-trade-1', { seat: 1 })],
    [
      'ship-red-trade-1: its owner is out',
      ({ shown }) => Object.assign(shown.seats[0] ?? {}, { eliminated: 1 }),
    ],
    ['coins: -1', ({ shown }) => Object.assign(shown.seats[0] ?? {}, { coins: -1 })],
    ['ship-red-trade-1: docked is true', put('red-trade-1', { docked: true })],
    ['ship-red-trade-2: not along the quay', put('red-trade-2', { heading: 0 })],
    ['ship-red-trade-1: cargo and origin differ', put('red-trade-1', { origin: null })],
    [
      'ship-red-trade-2: has cargo and has none',
      put('red-trade-2', { hasCargo: true, origin: 'port-porto' }),
    ],
    ['ship-red-pirate-1: a pirate has cargo', put('red-pirate-1', { hasCargo: true })],
    ['ship-red-fishing-1: away from the coast', put('red-fishing-1', { x: 1, y: 0 })],
    ['ship-red-pirate-1: should have sunk', put('red-pirate-1', { x: 1, y: 1 })],
    ['ship-red-trade-1: 3 + 0 bonus moves', put('red-trade-1', { bonusOld: 3 })],
    ['ship-red-trade-1: -1 + 0 bonus moves', put('red-trade-1', { bonusOld: -1 })],
    ['ship-red-trade-1: 0 + -1 bonus moves', put('red-trade-1', { bonusNew: -1 })],
    ['actions: 4 of 3', ({ shown }) => (shown.actionsUsed = 4)],
    ['0 decisions in actions', (draft) => (draft.open = [])],
    ['asked for actions in debt', ({ shown }) => (shown.phase = 'debt')],
    ['seat 1 is asked but out', (draft) => askAnother(draft)],
    ['drawn tile in actions', ({ shown }) => (shown.drawnTile = 'cove-1')],
    [
      'berth request in actions',
      ({ shown }) => (shown.berth = { owner: 1, portId: 'port-porto', shipKind: 'trade', fee: 20 }),
    ],
    [
      'ransom in actions',
      ({ shown }) =>
        (shown.ransom = { pirateId: 'ship-red-pirate-1', shipId: 'ship-red-trade-1', amount: 1 }),
    ],
    [
      'dues in actions',
      ({ shown }) => shown.dues.push({ lighthouseId: 'lighthouse-1', seat: 1, amount: 20 }),
    ],
    [
      'result in actions',
      ({ shown }) => (shown.result = { reason: 'target', winner: 0, ranking: [0, 1], scores: [] }),
    ],
  ])('%s', (law, change) => {
    expect(broken(change)).toContain(law);
  });

  test('answers and debts may be open', () => {
    const near = { 'red-pirate-1': { at: [0, 0] }, 'yellow-trade-1': { at: [1, 0] } } as const;
    const attack = { type: 'attack', pirateId: 'ship-red-pirate-1', flank: 'right', ransom: 20 } as const;
    const demand = accepted(scenario({ ships: near }), 0, attack).state;
    const counter = accepted(demand, 1, { type: 'answer-ransom', reply: 'counter', amount: 10 }).state;
    const berth = accepted(scenario(), 0, { type: 'buy-ship', kind: 'trade', portId: 'port-porto' }).state;
    const leaving = scenario({
      coins: [0, 150],
      ships: { 'red-trade-1': { at: [2, 0], heading: 6 } },
      sailors: { 'yellow-2': [3, 0] },
    });
    const debt = accepted(leaving, 0, { type: 'advance', shipId: 'ship-red-trade-1' }).state;
    const open = [demand, counter, berth, debt];
    expect(open.map(({ shown }) => shown.phase)).toEqual([
      'ransom-demand',
      'ransom-counter',
      'berth-request',
      'debt',
    ]);
    for (const state of open) expect(game.violations(state)).toEqual([]);
  });

  test('a face-down cargo that is also shown, was unloaded, or sank with its ship', () => {
    const law = 'ship-red-trade-1: a cargo that is not aboard face down';
    const spoilt = (change: (draft: Draft) => unknown) => broken(change, { hiddenCargo: true });
    expect(spoilt(put('red-trade-1', { cargo: 'trade-wine-1' }))).toContain(law);
    expect(spoilt(put('red-trade-1', { hasCargo: false, origin: null }))).toContain(law);
    expect(spoilt(({ shown }) => shown.ships.shift())).toContain(law);
  });

  function turnTile(board: Draft['shown']['board'], id: string): void {
    for (const [index, laid] of board.entries())
      if (laid.tileId === id) board[index] = { ...laid, rotation: 1 };
  }

  function moveTo(sailors: Sailor[], to: number, moved: number): void {
    const [there, sailor] = [sailors[to], sailors[moved]];
    Object.assign(there ?? {}, { x: sailor?.x, y: sailor?.y });
  }

  function askAnother({ open, shown }: Draft): void {
    Object.assign(open[0] ?? {}, { seat: 1 });
    Object.assign(shown.seats[1] ?? {}, { eliminated: 1 });
  }
});
