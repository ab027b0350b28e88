import { describe, expect, test } from '@jest/globals';
import { createDealer } from '../../kernel/dealer.ts';
import { conceal } from '../../kernel/secrecy.ts';
import { heard } from '../../testing/scenario.ts';
import { type Draft, deckOf, stackOf } from './state.ts';
import {
  accepted,
  begun,
  CROSS,
  fallbackOf,
  game,
  legalOf,
  M1,
  playedThrough,
  refusal,
  SEED,
  scenario,
} from './testing/scenario.ts';

const early = (change: Parameters<typeof scenario>[0] = {}) =>
  scenario({ board: CROSS, round: 1, phase: 'lay-choice', ...change });

/** A stack in which no tile fits: only these are left, top first. */
const COVES = ['cove-1', 'cove-2', 'cove-3'];

describe('CAB-2: setup', () => {
  test('CAB-2.1: the table before the first turn', () => {
    const { state, news } = begun(3, { firstSeat: 1 });
    expect([state.shown.round, state.shown.turnSeat, state.shown.firstSeat, state.shown.phase]).toEqual([
      1,
      1,
      1,
      'lay-choice',
    ]);
    expect(state.open).toEqual([{ id: 1, seat: 1, kind: 'lay-choice' }]);
    expect(state.shown.board.map(({ tileId }) => tileId)).toEqual([
      'sea-01',
      'sea-02',
      'sea-03',
      'sea-04',
      'sea-05',
    ]);
    expect(state.shown.stackCount).toBe(73);
    expect(stackOf(state)).toHaveLength(73);
    expect(deckOf(state)).toHaveLength(31);
    expect(state.shown.seats.map(({ coins }) => coins)).toEqual([150, 150, 150]);
    const homePorts = state.shown.seats.map(({ homePort }) => homePort);
    expect(news.map(({ all }) => all)).toEqual([
      { type: 'game-started', seats: 3, firstSeat: 1, homePorts },
      { type: 'turn-started', seat: 1, round: 1, finalPhase: false },
    ]);
    expect(new Set(homePorts).size).toBe(3);
    for (const port of homePorts) expect(stackOf(state)).not.toContain(port);
    expect(game.violations(state)).toEqual([]);
  });

  test.each([
    [2, 74],
    [3, 73],
    [4, 72],
  ])('CAB-2.1: %i players leave a stack of %i tiles', (seats, count) => {
    const { state } = begun(seats, { firstSeat: 0 });
    expect(state.shown.stackCount).toBe(count);
    expect(stackOf(state).filter((id) => id.startsWith('port-'))).toHaveLength(10 - seats);
  });

  test('CAB-2.2: the home port gives its player a place for sailors, nothing else', () => {
    const state = scenario({ sailors: { 'red-1': [1, -2] } });
    expect(refusal(state, 0, { type: 'buy-sailor', tileId: 'port-lisboa' })).toBe('accepted');
    expect(refusal(state, 0, { type: 'buy-sailor', tileId: 'port-faro' })).toBe('spot-not-allowed CAB-6.7');
    expect(refusal(state, 0, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' })).toBe(
      'port-not-controlled CAB-6.5',
    );
  });
});

describe('CAB-3: the first rounds', () => {
  test('CAB-3.1: laying a tile ends the turn, and nothing else is possible', () => {
    const drawn = accepted(early(), 0, { type: 'draw-tile' });
    expect(drawn.state.shown.phase).toBe('lay-tile');
    expect(refusal(drawn.state, 0, { type: 'end-turn' })).toBe('wrong-phase CAB-3.1');
    expect(refusal(drawn.state, 0, { type: 'buy-ship', kind: 'trade', portId: 'port-lisboa' })).toBe(
      'wrong-phase CAB-3.1',
    );
    const laid = accepted(drawn.state, 0, fallbackOf(drawn.state));
    expect(heard(laid).slice(1)).toEqual([
      { type: 'turn-ended', seat: 0, auto: true },
      { type: 'turn-started', seat: 1, round: 1, finalPhase: false },
    ]);
  });

  test('CAB-3.2: in rounds 1 and 2 a choice before drawing; a player who draws lays that tile', () => {
    for (const round of [1, 2]) {
      const state = early({ round });
      expect(new Set(legalOf(state).map(({ type }) => type))).toEqual(
        new Set(['draw-tile', 'place-port', 'resign']),
      );
      expect(fallbackOf(state)).toEqual({ type: 'draw-tile' });
      const drawn = accepted(state, 0, { type: 'draw-tile' }).state;
      expect(refusal(drawn, 0, { type: 'place-port', x: 0, y: -2, rotation: 0 })).toBe('wrong-phase CAB-3.1');
    }
  });

  test('CAB-3.3: in round 3 the home port must be laid', () => {
    const state = early({ round: 2, turnSeat: 1 });
    const drawn = accepted(state, 1, { type: 'draw-tile' }).state;
    const third = accepted(drawn, 1, fallbackOf(drawn)).state;
    expect([third.shown.round, third.shown.turnSeat, third.shown.phase]).toEqual([3, 0, 'lay-port']);
    expect(refusal(third, 0, { type: 'draw-tile' })).toBe('wrong-phase CAB-3.1');
    expect(fallbackOf(third)).toMatchObject({ type: 'place-port' });
    const founded = accepted(third, 0, fallbackOf(third)).state;
    expect([founded.shown.turnSeat, founded.shown.phase]).toEqual([1, 'lay-port']);
  });

  test('CAB-3.3: a late founding costs an action and its sailor does not move', () => {
    const state = scenario({
      homes: ['port-viana', 'port-porto'],
      round: 6,
      phase: 'lay-port',
    });
    const founded = accepted(state, 0, { type: 'place-port', x: 2, y: -3, rotation: 3 });
    expect(heard(founded)).toEqual([
      { type: 'tile-placed', seat: 0, tileId: 'port-viana', x: 2, y: -3, rotation: 3, stackCount: 53 },
      { type: 'home-port-founded', seat: 0, portId: 'port-viana', sailorId: 'sailor-red-1' },
    ]);
    expect([founded.state.shown.phase, founded.state.shown.actionsUsed]).toEqual(['actions', 1]);
    expect(refusal(founded.state, 0, { type: 'move-sailor', sailorId: 'sailor-red-1', x: 2, y: -2 })).toBe(
      'sailor-already-moved CAB-7.2',
    );
  });

  test('CAB-3.3: without a placement in round 3 the player draws, and lays it as soon as possible', () => {
    // Every cell beside the cross has a port among its 8 neighbours.
    const closed = `${CROSS} port-lagos@0,-2,0 port-faro@2,0,1 port-cascais@0,2,2 port-peniche@-2,0,3`;
    const state = scenario({
      board: closed,
      homes: ['port-viana', 'port-porto'],
      round: 2,
      turnSeat: 1,
      phase: 'lay-choice',
      stack: ['fish-1-1', 'fish-1-2', 'fish-1-3', 'fish-2-1'],
    });
    expect(legalOf(state).filter(({ type }) => type === 'place-port')).toEqual([]);
    const drawn = accepted(state, 1, { type: 'draw-tile' }).state;
    const third = accepted(drawn, 1, fallbackOf(drawn)).state;
    expect([third.shown.round, third.shown.turnSeat, third.shown.phase, third.shown.drawnTile]).toEqual([
      3,
      0,
      'lay-tile',
      'fish-1-2',
    ]);
  });

  test('CAB-3.4: the founding sailor is free and the smallest in reserve', () => {
    const done = accepted(early(), 0, { type: 'place-port', x: 0, y: -2, rotation: 0 });
    const { state } = done;
    const events = heard(done);
    expect(events[1]).toEqual({
      type: 'home-port-founded',
      seat: 0,
      portId: 'port-lisboa',
      sailorId: 'sailor-red-1',
    });
    expect(state.shown.seats[0]).toMatchObject({ coins: 150, homeLaid: true });
    const lastRound = accepted(early({ round: 3 }), 0, { type: 'place-port', x: 0, y: -2, rotation: 0 });
    expect(lastRound.state.shown.sailors).toEqual([
      { id: 'sailor-red-1', seat: 0, x: 0, y: -2, moved: false },
    ]);
    const late = scenario({ homes: ['port-viana', 'port-porto'], phase: 'lay-port' });
    const founded = accepted(late, 0, { type: 'place-port', x: 2, y: -3, rotation: 3 }).state;
    expect(founded.shown.sailors.map(({ id }) => id)).toEqual(['sailor-yellow-1', 'sailor-red-1']);
    const busy = scenario({
      homes: ['port-viana', 'port-porto'],
      phase: 'lay-port',
      sailors: { 'red-1': [0, -2], 'red-2': [1, -2], 'red-3': [6, 1], 'red-4': [3, 0], 'red-5': [-2, -1] },
    });
    const alone = accepted(busy, 0, { type: 'place-port', x: 2, y: -3, rotation: 3 });
    expect(heard(alone)[1]).toMatchObject({ type: 'home-port-founded', sailorId: null });
    expect(alone.state.shown.sailors).toHaveLength(6);
  });

  test('CAB-3.5: from round 4 on a turn goes on with actions after laying', () => {
    const state = scenario({ phase: 'lay-tile', drawn: 'fish-1-1', round: 4 });
    const laid = accepted(state, 0, fallbackOf(state)).state;
    expect([
      laid.shown.phase,
      laid.shown.turnSeat,
      laid.shown.actionsAllowed,
      laid.shown.actionsUsed,
    ]).toEqual(['actions', 0, 2, 0]);
    expect(laid.open[0]).toMatchObject({ kind: 'actions', allotment: 'turn-4-0' });
    expect(refusal(laid, 0, { type: 'draw-tile' })).toBe('wrong-phase CAB-3.5');
  });
});

describe('CAB-4: laying tiles', () => {
  const drawn = (tile: string) => scenario({ phase: 'lay-tile', drawn: tile });

  test('CAB-4.1: next to a side of a laid tile, on an empty cell', () => {
    const state = drawn('fish-1-1');
    const at = (x: number, y: number) => refusal(state, 0, { type: 'place-tile', x, y, rotation: 0 });
    expect(at(0, 0)).toBe('cell-taken CAB-4.1');
    expect(at(7, 3)).toBe('not-adjacent CAB-4.1');
    expect(at(-3, 2)).toBe('not-adjacent CAB-4.1');
    expect(at(100, -100)).toBe('not-adjacent CAB-4.1');
    expect(at(-3, 1)).toBe('accepted');
  });

  test('CAB-4.2: tiles that touch at a corner only must match there too', () => {
    // (-2,-2) touches quarter-01 by its side, and the land point (0,-2) by no corner: sea all around.
    const state = drawn('coast-2');
    const here = legalOf(state).flatMap((command) =>
      command.type === 'place-tile' && command.x === -1 && command.y === -3 ? [command.rotation] : [],
    );
    // se is the land corner of Lisboa, sw open sea: the land is north-east and south-east.
    expect(here).toEqual([1]);
  });

  test('CAB-4.3: no port on the 8 cells around a port', () => {
    const state = drawn('port-aveiro');
    expect(refusal(state, 0, { type: 'place-tile', x: 1, y: -3, rotation: 2 })).toBe(
      'port-too-close CAB-4.3',
    );
    for (const command of legalOf(state)) {
      if (command.type !== 'place-tile') continue;
      for (const [x, y] of [
        [0, -2],
        [0, 2],
        [6, 1],
      ] as const)
        expect(Math.max(Math.abs(command.x - x), Math.abs(command.y - y))).toBeGreaterThan(1);
    }
  });

  test('CAB-4.4: every legal placement is offered once, smallest y, x and rotation first', () => {
    const state = drawn('quarter-05');
    const places = legalOf(state).flatMap((command) =>
      command.type === 'place-tile' ? [[command.y, command.x, command.rotation] as const] : [],
    );
    const sorted = places.toSorted(([ay, ax, ar], [by, bx, br]) => ay - by || ax - bx || ar - br);
    expect(places).toEqual(sorted);
    expect(places).toContainEqual([-3, 2, 3]);
    expect(places).toHaveLength(27);
    expect(fallbackOf(state)).toEqual({
      type: 'place-tile',
      y: places[0]?.[0],
      x: places[0]?.[1],
      rotation: places[0]?.[2],
    });
  });

  test('CAB-4.5: without an unplaceable tile there is no shuffle', () => {
    const shuffled = accepted(early({ stack: ['cove-1', 'fish-1-1', 'fish-1-2', 'fish-1-3'] }), 0, {
      type: 'draw-tile',
    });
    expect(stackOf(shuffled.state).toSorted()).toEqual(['cove-1', 'fish-1-2', 'fish-1-3']);
    const plain = accepted(early({ stack: ['fish-1-1', 'fish-1-2', 'fish-1-3', 'cove-1'] }), 0, {
      type: 'draw-tile',
    });
    expect(plain.state.shown.drawnTile).toBe('fish-1-1');
    expect(stackOf(plain.state)).toEqual(['cove-1', 'fish-1-3', 'fish-1-2']);
  });

  test.each([1, 3])('CAB-4.6: in round %i the turn ends without laying, the stack stays', (round) => {
    const state = early({ stack: COVES, round, ships: { 'red-trade-1': { at: [0, 0] } } });
    const done = accepted(state, 0, { type: 'draw-tile' });
    const { state: after } = done;
    const events = heard(done);
    expect(events).toEqual([
      { type: 'tile-returned', tileId: 'cove-1' },
      { type: 'tile-returned', tileId: 'cove-2' },
      { type: 'tile-returned', tileId: 'cove-3' },
      { type: 'turn-ended', seat: 0, auto: true },
      { type: 'turn-started', seat: 1, round, finalPhase: false },
    ]);
    expect(stackOf(after).toSorted()).toEqual(COVES);
    expect(after.shown.board).toHaveLength(5);
  });

  test('CAB-4.6: later the stack is blocked and the final phase starts at once', () => {
    const state = scenario({
      board: `${CROSS} wreck-1@1,1,0`,
      homes: ['port-lisboa', 'port-porto'],
      round: 4,
      turnSeat: 0,
      phase: 'actions',
      stack: COVES,
      ships: { 'red-trade-1': { at: [0, 0] }, 'yellow-trade-1': { at: [1, 0] } },
      change: (draft) => {
        // Both home ports have left the game, so drawing is the only option.
        for (const owner of draft.shown.seats) {
          if (owner.homePort !== null) draft.shown.removedTiles.push(owner.homePort);
          owner.homePort = null;
        }
      },
    });
    const done = accepted(state, 0, { type: 'end-turn' });
    const { state: after } = done;
    const events = heard(done);
    expect(events.slice(1)).toEqual([
      { type: 'turn-started', seat: 1, round: 4, finalPhase: false },
      { type: 'tile-returned', tileId: 'cove-1' },
      { type: 'tile-returned', tileId: 'cove-2' },
      { type: 'tile-returned', tileId: 'cove-3' },
      { type: 'stack-blocked', tileIds: COVES },
      { type: 'final-phase-started', seat: 1 },
    ]);
    expect([after.shown.phase, after.shown.finalPhase, after.shown.stackCount, after.shown.turnSeat]).toEqual(
      ['actions', true, 0, 1],
    );
    expect(after.shown.removedTiles).toEqual([...state.shown.removedTiles, ...COVES]);
    expect(game.violations(after)).toEqual([]);
  });

  test('CAB-4.6, CAB-16.2: a blocked stack ends the game if every treasure is held', () => {
    const state = scenario({
      board: CROSS,
      stack: COVES,
      ships: { 'red-trade-1': { at: [0, 0] }, 'yellow-trade-1': { at: [1, 0] } },
      change: (draft) => {
        for (const owner of draft.shown.seats) {
          if (owner.homePort !== null) draft.shown.removedTiles.push(owner.homePort);
          owner.homePort = null;
        }
      },
    });
    const { state: after } = accepted(state, 0, { type: 'end-turn' });
    expect(after.shown.result?.reason).toBe('treasures');
  });

  test('CAB-4.7: the last tile laid starts the final phase, unlaid home ports are forfeited', () => {
    const state = scenario({
      board: `${CROSS} port-lisboa@0,-2,0 wreck-1@1,1,0`,
      phase: 'lay-tile',
      drawn: 'fish-1-1',
      stack: [],
      ships: { 'red-trade-1': { at: [0, 0] } },
    });
    const done = accepted(state, 0, { type: 'place-tile', x: 2, y: 0, rotation: 0 });
    const { state: after } = done;
    const events = heard(done);
    expect(events).toEqual([
      { type: 'tile-placed', seat: 0, tileId: 'fish-1-1', x: 2, y: 0, rotation: 0, stackCount: 0 },
      { type: 'final-phase-started', seat: 0 },
      { type: 'home-port-forfeited', seat: 1, portId: 'port-porto' },
    ]);
    expect(after.shown.seats[1]).toMatchObject({ homePort: null, homeLaid: false });
    expect([after.shown.phase, after.shown.finalPhase]).toEqual(['actions', true]);
    expect(game.violations(after)).toEqual([]);
  });

  test('CAB-4.5: the shuffle takes its chance from the state alone', () => {
    const state = early({ stack: ['cove-1', 'fish-1-1', 'fish-1-2', 'fish-1-3', 'fish-2-1', 'fish-2-2'] });
    const orders = new Set<string>();
    for (let n = 0; n < 8; n++) {
      const seeded: Draft = { ...state, rng: conceal(createDealer(`${SEED.slice(0, 31)}${n}`)) };
      const one = accepted(seeded, 0, { type: 'draw-tile' });
      expect(stackOf(accepted(seeded, 0, { type: 'draw-tile' }).state)).toEqual(stackOf(one.state));
      orders.add(stackOf(one.state).join());
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  test('CAB-4.1, CAB-4.2: the whole test board is legal, laid tile by tile', () => {
    const words = M1.split(' ');
    for (let laid = 5; laid < words.length; laid++) {
      const [tileId = '', place = ''] = (words[laid] ?? '').split('@');
      const [x = 0, y = 0, rotation = 0] = place.split(',').map(Number);
      const state = scenario({
        board: words.slice(0, laid).join(' '),
        homes: ['port-lagos', 'port-viana'],
        phase: 'lay-tile',
        drawn: tileId,
      });
      expect(refusal(state, 0, { type: 'place-tile', x, y, rotation })).toBe('accepted');
    }
  });
});

describe('CAB-3: the order of turns', () => {
  test('CAB-3.1: clockwise, and the round grows at the first seat', () => {
    let state = scenario({
      board: CROSS,
      seats: 3,
      firstSeat: 2,
      turnSeat: 2,
      round: 1,
      phase: 'lay-choice',
    });
    const order: string[] = [];
    for (let turn = 0; turn < 6; turn++) {
      order.push(`${state.shown.round}:${state.shown.turnSeat}`);
      const drawn = playedThrough(state, { type: 'draw-tile' }).state;
      state = playedThrough(drawn, fallbackOf(drawn)).state;
    }
    expect(order).toEqual(['1:2', '1:0', '1:1', '2:2', '2:0', '2:1']);
  });
});
