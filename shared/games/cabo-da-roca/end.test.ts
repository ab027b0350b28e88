import { describe, expect, test } from '@jest/globals';
import { conceal } from '../../kernel/secrecy.ts';
import { heard, typesOf } from '../../testing/scenario.ts';
import { type Draft, deckOf, stackOf } from './state.ts';
import {
  accepted,
  CROSS,
  coinsIn,
  components,
  fallbackOf,
  game,
  M1,
  playedThrough,
  refusal,
  type Scenario,
  scenario,
} from './testing/scenario.ts';

const T = 'ship-red-trade-1';
const turn = { type: 'turn', shipId: T, side: 'left' } as const;
const end = { type: 'end-turn' } as const;
const FLEETS = { 'red-trade-1': { at: [0, 0] }, 'yellow-trade-1': { at: [1, 0] } } as const;
const final = (more: Scenario = {}) => scenario({ finalPhase: true, ships: FLEETS, ...more });
const reasonOf = (state: Draft) => state.shown.result?.reason;

describe('CAB-16: the final phase', () => {
  test('CAB-16.1: no tiles, no new cargo; what is aboard can be delivered', () => {
    const begun = accepted(final(), 0, end);
    expect(typesOf(begun)).toEqual(['turn-ended', 'turn-started']);
    expect(heard(begun)[1]).toMatchObject({ finalPhase: true });
    expect(begun.state.shown.phase).toBe('actions');
    const docked = final({ ships: { ...FLEETS, 'red-trade-2': { at: [0, -2] } } });
    expect(refusal(docked, 0, { type: 'load', shipId: 'ship-red-trade-2' })).toBe('final-phase CAB-16.1');
    const delivering = final({
      ships: { ...FLEETS, 'red-trade-2': { at: [5, 1], heading: 2, cargo: 'trade-wine-1' } },
    });
    const done = accepted(delivering, 0, { type: 'advance', shipId: 'ship-red-trade-2' });
    const events = heard(done);
    expect(events.map(({ type }) => type)).toContain('cargo-delivered');
  });

  test('CAB-16.2: the game ends when every wreck has a ship and every island a sailor', () => {
    const almost = final({
      ships: { ...FLEETS, 'red-pirate-1': { at: [3, 1], heading: 6 } },
      sailors: { 'yellow-2': [-2, -1] },
    });
    expect(reasonOf(accepted(almost, 0, turn).state)).toBeUndefined();
    expect(reasonOf(accepted(almost, 0, { type: 'advance', shipId: 'ship-red-pirate-1' }).state)).toBe(
      'treasures',
    );
    const early = scenario({
      ships: { ...FLEETS, 'red-pirate-1': { at: [2, 1] } },
      sailors: { 'yellow-2': [-2, -1] },
    });
    expect(reasonOf(accepted(early, 0, turn).state)).toBeUndefined();
  });

  test('CAB-16.2: at the last tile too, and also if none is laid', () => {
    const last = scenario({
      board: `${CROSS} port-lisboa@0,-2,0 port-porto@0,2,2`,
      phase: 'lay-tile',
      drawn: 'fish-1-1',
      stack: [],
      ships: FLEETS,
    });
    const done = accepted(last, 0, { type: 'place-tile', x: 2, y: 0, rotation: 0 });
    const { state } = done;
    const events = heard(done);
    expect(events.slice(0, 2).map(({ type }) => type)).toEqual(['tile-placed', 'final-phase-started']);
    expect(reasonOf(state)).toBe('treasures');
    expect(refusal(state, 0, end)).toBe('game-over CAB-17.4');
  });

  test('CAB-16.3: so many turns each after the one in which the final phase began', () => {
    let state = final({ options: { finalRounds: 2 } });
    const turns: number[] = [];
    for (let n = 0; n < 10 && state.shown.phase !== 'finished'; n++) {
      turns.push(state.shown.turnSeat);
      const ship = state.shown.turnSeat === 0 ? T : 'ship-yellow-trade-1';
      state = playedThrough(state, { type: 'turn', shipId: ship, side: 'left' }, end).state;
    }
    expect(turns).toEqual([0, 1, 0, 1, 0]);
    expect(reasonOf(state)).toBe('guard');
    expect(refusal(state, 0, end)).toBe('game-over CAB-16.3');
    expect(state.shown.finalTurns).toEqual([2, 2]);
  });

  test('CAB-16.4: a round without any command but end-turn', () => {
    const idle = playedThrough(final(), end, end);
    expect(reasonOf(idle.state)).toBe('idle');
    expect(refusal(idle.state, 0, end)).toBe('game-over CAB-16.4');
    const busy = playedThrough(final(), turn, end, end);
    expect(reasonOf(busy.state)).toBeUndefined();
    expect(busy.state.shown.idleTurns).toBe(1);
    expect(reasonOf(accepted(busy.state, 0, end).state)).toBe('idle');
  });

  test('CAB-16.4: only idle turns in a row count, and only those of the final phase', () => {
    const yellow = { type: 'turn', shipId: 'ship-yellow-trade-1', side: 'left' } as const;
    const broken = playedThrough(final(), end, yellow, end, end).state;
    expect([reasonOf(broken), broken.shown.idleTurns]).toEqual([undefined, 1]);
    expect(reasonOf(accepted(broken, 1, end).state)).toBe('idle');
    const three: Scenario = { seats: 3, ships: { ...FLEETS, 'green-trade-1': { at: [2, 0] } } };
    const two = playedThrough(final(three), end, end).state;
    expect([reasonOf(two), two.shown.idleTurns]).toEqual([undefined, 2]);
    expect(reasonOf(accepted(two, 2, end).state)).toBe('idle');
    const before = accepted(scenario({ ships: FLEETS }), 0, end).state;
    expect(before.shown.idleTurns).toBe(0);
    // Asking for a ransom is a command like any other, whatever the answer.
    const ships = { 'red-pirate-1': { at: [0, 0] }, 'yellow-trade-1': { at: [1, 0] } } as const;
    const demand = { type: 'attack', pirateId: 'ship-red-pirate-1', flank: 'right', ransom: 1 } as const;
    const asked = playedThrough(final({ ships }), demand, { type: 'answer-ransom', reply: 'pay' }).state;
    expect(asked.shown.turnIdle).toBe(false);
  });

  test('CAB-16.4: a declined berth leaves the turn idle, a granted one does not', () => {
    const ask = { type: 'buy-ship', kind: 'fishing', portId: 'port-porto' } as const;
    const declined = playedThrough(final(), ask, { type: 'answer-berth', accept: false }, end);
    expect(declined.state.shown.idleTurns).toBe(1);
    const granted = playedThrough(final(), ask, { type: 'answer-berth', accept: true });
    expect(granted.state.shown.turnIdle).toBe(false);
    expect(accepted(granted.state, 0, end).state.shown.idleTurns).toBe(0);
  });

  test('CAB-16.4: laying the last tile is a command, and an elimination counts anew', () => {
    const last = scenario({ phase: 'lay-tile', drawn: 'fish-1-1', stack: [], ships: FLEETS });
    const laid = accepted(last, 0, fallbackOf(last)).state;
    expect([laid.shown.finalPhase, laid.shown.turnIdle]).toEqual([true, false]);
    const three = final({ seats: 3, ships: { ...FLEETS, 'green-trade-1': { at: [2, 0] } } });
    const one = accepted(three, 0, end).state;
    expect(one.shown.idleTurns).toBe(1);
    const gone = accepted(one, 0, { type: 'resign' }).state;
    expect([gone.shown.idleTurns, gone.shown.turnIdle]).toEqual([0, true]);
    expect(reasonOf(playedThrough(gone, end, end).state)).toBe('idle');
    const left = accepted(three, 0, { type: 'resign' }).state;
    expect([left.shown.idleTurns, left.shown.turnSeat]).toEqual([0, 1]);
  });
});

describe('CAB-17: the end', () => {
  test('CAB-17.1: the target wins at once, the richest first, then the active player, then clockwise', () => {
    const rich = (coins: number[], more: Scenario = {}) =>
      accepted(scenario({ seats: 3, coins, ships: FLEETS, ...more }), 0, turn).state.shown.result;
    expect(rich([999, 999, 999])).toBeNull();
    expect(rich([1000, 1200, 1100])).toMatchObject({ reason: 'target', ranking: [1, 2, 0] });
    expect(rich([1100, 1100, 1100])).toMatchObject({ winner: 0 });
    expect(rich([900, 1100, 1100])).toMatchObject({ winner: 1, ranking: [1, 2, 0] });
    const bought = { type: 'buy-sailor', tileId: 'port-lisboa' } as const;
    const wrapped = scenario({
      seats: 3,
      turnSeat: 2,
      firstSeat: 1,
      coins: [1100, 1100, 1000],
      ships: FLEETS,
      homes: ['port-porto', 'port-faro', 'port-lisboa'],
      sailors: { 'green-1': [1, -2] },
    });
    expect(accepted(wrapped, 2, bought).state.shown.result).toMatchObject({ winner: 0, ranking: [0, 1, 2] });
    expect(rich([400, 150, 0], { options: { targetCoins: 400 } })).toMatchObject({ winner: 0 });
    expect(rich([1000, 0, 0], { deck: ['treasure-wreck-50'] })?.scores[0]).toMatchObject({
      treasures: 0,
      total: 1000,
    });
  });

  test('CAB-17.2: only one player is left', () => {
    const done = accepted(scenario({ ships: FLEETS, finalPhase: true }), 1, { type: 'resign' });
    const { state } = done;
    const events = heard(done);
    expect(reasonOf(state)).toBe('last-player');
    expect(state.open).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: 'game-ended', winner: 0, ranking: [0, 1] });
    expect(refusal(state, 0, end)).toBe('game-over CAB-17.2');
    expect(refusal(state, 0, { type: 'resign' })).toBe('game-over CAB-17.2');
  });

  test('CAB-17.3: nobody else has or can buy a ship, from round 4 on', () => {
    const ships = { 'red-trade-1': { at: [0, 0] } } as const;
    const lone = (coins: number[], more: Scenario = {}) =>
      reasonOf(accepted(scenario({ ships, coins, ...more }), 0, turn).state);
    expect(lone([150, 59])).toBe('no-fleet');
    expect(lone([150, 60])).toBeUndefined();
    expect(lone([150, 59], { seats: 3 })).toBeUndefined();
    expect(lone([150, 59, 59], { seats: 3 })).toBe('no-fleet');
    const nobody = scenario({ coins: [30, 30], ships: { 'red-trade-1': { at: [0, 1], heading: 2 } } });
    const sunk = accepted(nobody, 0, { type: 'advance', shipId: T, acceptSinking: true }).state;
    expect(reasonOf(sunk)).toBe('no-fleet');
    expect(refusal(sunk, 0, end)).toBe('game-over CAB-17.3');
    const early = scenario({ board: CROSS, round: 3, phase: 'lay-tile', drawn: 'fish-1-1', coins: [0, 0] });
    expect(reasonOf(accepted(early, 0, fallbackOf(early)).state)).toBeUndefined();
  });

  test('CAB-17.4: the order of the conditions', () => {
    const all = final({
      coins: [1000, 0],
      ships: { 'red-trade-1': { at: [2, 1] } },
      sailors: { 'red-2': [-2, -1] },
    });
    expect(reasonOf(accepted(all, 0, turn).state)).toBe('target');
    const poorer = final({
      coins: [10, 0],
      ships: { 'red-trade-1': { at: [2, 1] } },
      sailors: { 'red-2': [-2, -1] },
    });
    expect(reasonOf(accepted(poorer, 0, turn).state)).toBe('no-fleet');
    const busy = final({
      coins: [10, 90],
      ships: { ...FLEETS, 'red-trade-1': { at: [2, 1] } },
      sailors: { 'red-2': [-2, -1] },
    });
    expect(reasonOf(accepted(busy, 0, turn).state)).toBe('treasures');
  });

  test('CAB-17.5: eliminated players count in none of them', () => {
    const gone = accepted(scenario({ seats: 3, ships: FLEETS, coins: [150, 150, 0] }), 1, {
      type: 'resign',
    }).state;
    expect(reasonOf(gone)).toBe('no-fleet');
    const still = accepted(scenario({ seats: 3, ships: FLEETS, coins: [150, 150, 60] }), 1, {
      type: 'resign',
    }).state;
    expect(reasonOf(still)).toBeUndefined();
  });

  test('CAB-17.6: a tile that was drawn and not laid goes back when the others leave', () => {
    const drawn: Scenario = { phase: 'lay-tile', drawn: 'fish-1-1', stack: ['fish-1-2', 'fish-1-3'] };
    const done = accepted(scenario({ ...drawn, ships: FLEETS }), 1, { type: 'resign' });
    const { state } = done;
    const events = heard(done);
    expect(reasonOf(state)).toBe('last-player');
    expect(events.slice(0, 2)).toEqual([
      { type: 'player-eliminated', seat: 1, reason: 'resigned' },
      { type: 'tile-returned', tileId: 'fish-1-1' },
    ]);
    expect(state.shown.drawnTile).toBeNull();
    expect([state.shown.stackCount, stackOf(state).toSorted()]).toEqual([
      3,
      ['fish-1-1', 'fish-1-2', 'fish-1-3'],
    ]);
    expect(game.violations(state)).toEqual([]);
    const fleetGone = accepted(scenario({ ...drawn, seats: 3, coins: [150, 0, 0], ships: FLEETS }), 1, {
      type: 'resign',
    });
    expect(reasonOf(fleetGone.state)).toBe('no-fleet');
    expect(game.violations(fleetGone.state)).toEqual([]);
  });

  test('CAB-17.1: no condition is looked at while an answer or a debt is open', () => {
    const demand = accepted(
      scenario({
        coins: [1000, 1000],
        ships: { 'red-pirate-1': { at: [0, 0] }, 'yellow-trade-1': { at: [1, 0] } },
      }),
      0,
      { type: 'attack', pirateId: 'ship-red-pirate-1', flank: 'right', ransom: 1 },
    );
    expect(demand.state.shown.phase).toBe('ransom-demand');
    expect(reasonOf(accepted(demand.state, 1, { type: 'answer-ransom', reply: 'pay' }).state)).toBe('target');
  });
});

describe('CAB-18: the score', () => {
  /** Ends the game by idle turns and returns the final rows. */
  const scores = (wanted: Scenario) => {
    let state = final(wanted);
    while (state.shown.phase !== 'finished') state = playedThrough(state, end).state;
    expect(game.violations(state)).toEqual([]);
    return state.shown.result?.scores ?? [];
  };

  test('CAB-18.1: unknown values are turned over, one pass for both kinds', () => {
    const deck = ['treasure-wreck-150', 'trade-salt-1', 'treasure-wreck-50', 'treasure-island-100'];
    const done = playedThrough(final({ deck }), end, end);
    const { state } = done;
    const events = heard(done);
    expect(state.shown.treasureCards).toEqual({ island: 'treasure-island-100', wreck: 'treasure-wreck-150' });
    expect(state.shown.cardsTurned).toEqual(['trade-salt-1', 'treasure-wreck-50']);
    expect(events.filter(({ type }) => type === 'treasure-revealed')).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ cardsTurned: ['trade-salt-1', 'treasure-wreck-50'] });
    expect(state.shown.deckCount).toBe(27);
    const known = playedThrough(
      final({ treasures: { island: 'treasure-island-50', wreck: 'treasure-wreck-50' } }),
      end,
      end,
    );
    expect(known.state.shown.cardsTurned).toEqual([]);
  });

  test('CAB-18.1: no card of a kind: its treasures are worth nothing', () => {
    const rows = scores({
      sailors: { 'red-2': [-2, -1] },
      change: (draft) => {
        draft.shown.setAside = deckOf(draft).filter((id) => id.startsWith('treasure'));
        draft.hidden.deck = conceal(deckOf(draft).filter((id) => !id.startsWith('treasure')));
      },
    });
    expect(rows[0]?.treasures).toBe(0);
  });

  test('CAB-18.2: fish around the straight coast of a port, each tile once a player', () => {
    // A shore of three: Lisboa, coast-1, coast-2; fish beside its ends and one beyond.
    const board = `${CROSS} port-lisboa@0,-2,0 coast-1@1,-2,0 coast-2@2,-2,0 fish-2-1@1,-1,0 fish-1-1@3,-1,0 fish-3-1@4,-1,0`;
    expect(
      scores({ board, homes: ['port-lisboa', 'port-lagos'], sailors: { 'yellow-2': null } })[0]?.fishPorts,
    ).toBe(60);
    const bent = board.replace('coast-2@2,-2,0', 'quarter-01@2,-2,0');
    expect(scores({ board: bent, homes: ['port-lisboa', 'port-lagos'] })[0]?.fishPorts).toBe(40);
    const away = scores({ board, homes: ['port-lisboa', 'port-lagos'], sailors: { 'red-1': [1, -2] } });
    expect(away[0]?.fishPorts).toBe(0);
    // Two ports in one line: both players score the same fish in full, and neither scores it twice.
    const two = `${CROSS} port-lisboa@0,-2,0 coast-1@1,-2,0 port-porto@2,-2,0 fish-2-1@1,-1,0`;
    expect(scores({ board: two }).map(({ fishPorts }) => fishPorts)).toEqual([40, 40]);
    const both = scores({ board: two, sailors: { 'yellow-1': null, 'red-2': [2, -2] } });
    expect(both.map(({ fishPorts }) => fishPorts)).toEqual([40, 0]);
  });

  test('CAB-18.2: the line goes on both sides of the port, as far as it is unbroken', () => {
    // Lisboa with two coasts to the west and one to the east, fish around the ends, and a coast beyond a gap.
    const line = `${CROSS} port-lisboa@0,-2,0 coast-1@1,-2,0 coast-2@-1,-2,0 coast-3@-2,-2,0 coast-4@-4,-2,0`;
    const near = (fish: string) =>
      scores({ board: `${line} ${fish}`, homes: ['port-lisboa', 'port-lagos'] })[0]?.fishPorts;
    expect(near('fish-1-1@-3,-1,0')).toBe(20);
    expect(near('fish-1-1@-2,-1,0')).toBe(20);
    expect(near('fish-1-1@2,-1,0')).toBe(20);
    expect(near('fish-1-1@3,-1,0')).toBe(0);
    expect(near('fish-1-1@-5,-1,0')).toBe(0);
    expect(near('fish-1-1@1,1,0')).toBe(0);
    // A port in the line counts, whichever seat controls it.
    const through = `${CROSS} port-lisboa@0,-2,0 coast-1@1,-2,0 port-porto@2,-2,0 coast-2@3,-2,0 fish-1-1@4,-1,0`;
    expect(scores({ board: through }).map(({ fishPorts }) => fishPorts)).toEqual([20, 20]);
    // The same, rotated by a quarter turn: the quay then runs from north to south.
    const turned = `${CROSS} port-lisboa@2,0,1 coast-1@2,1,1 coast-2@2,-1,1`;
    const side = (fish: string) =>
      scores({ board: `${turned} ${fish}`, homes: ['port-lisboa', 'port-lagos'] })[0]?.fishPorts;
    expect([side('fish-2-1@1,2,0'), side('fish-2-1@1,-2,0'), side('fish-2-1@1,3,0')]).toEqual([40, 40, 0]);
  });

  test('CAB-18.3: fish under ships of any kind, besides what they earn near ports', () => {
    const rows = scores({ ships: { 'red-pirate-1': { at: [1, -1] }, 'yellow-trade-1': { at: [1, 0] } } });
    expect(rows.map(({ fishShips, fishPorts }) => [fishShips, fishPorts])).toEqual([
      [20, 40],
      [0, 0],
    ]);
  });

  test('CAB-18.4: the largest fleet, shared in full, if there is any', () => {
    const fleet = (ships: NonNullable<Scenario['ships']>) =>
      scores({ ships, coins: [150, 150] }).map((row) => row.fleet);
    expect(fleet(FLEETS)).toEqual([100, 100]);
    expect(fleet({ ...FLEETS, 'yellow-fishing-1': { at: [-1, -1] } })).toEqual([0, 100]);
    const pirates = { 'red-pirate-1': { at: [0, 0] }, 'yellow-fishing-1': { at: [-1, -1] } } as const;
    expect(fleet(pirates)).toEqual([100, 0]);
    expect(fleet({})).toEqual([0, 0]);
  });

  test('CAB-18.5: the most ports, shared in full, if there are any', () => {
    const ports = (sailors: NonNullable<Scenario['sailors']>) => scores({ sailors }).map((row) => row.ports);
    expect(ports({})).toEqual([50, 50]);
    expect(ports({ 'red-2': [6, 1] })).toEqual([50, 0]);
    expect(ports({ 'red-1': [1, -2], 'yellow-1': [3, 0] })).toEqual([0, 0]);
  });

  test('CAB-18.6: the value of each island with a sailor and of each wreck with a ship', () => {
    const rows = scores({
      board: `${M1} wreck-2@3,2,0 island-2@3,-1,0`,
      treasures: { island: 'treasure-island-50', wreck: 'treasure-wreck-150' },
      ships: { 'red-pirate-1': { at: [2, 1] }, 'yellow-trade-1': { at: [3, 2] } },
      sailors: { 'red-2': [-2, -1], 'yellow-2': null },
    });
    expect(rows.map(({ treasures }) => treasures)).toEqual([200, 150]);
    const all = scores({
      board: `${M1} wreck-2@3,2,0 island-2@3,-1,0`,
      treasures: { island: 'treasure-island-50', wreck: 'treasure-wreck-150' },
      ships: { ...FLEETS, 'red-pirate-1': { at: [2, 1] }, 'red-trade-2': { at: [3, 2] } },
      sailors: { 'red-2': [-2, -1], 'red-3': [3, -1] },
    });
    expect(all.map(({ treasures }) => treasures)).toEqual([400, 0]);
  });

  test('CAB-18.7: ties go to fleet, ports, treasures, then to the later seat', () => {
    const winner = (wanted: Scenario) => playedThrough(final(wanted), end, end).state.shown.result;
    const plain: Scenario = { sailors: { 'red-1': [1, -2], 'yellow-1': null } };
    expect(winner(plain)).toMatchObject({ winner: 1, ranking: [1, 0] });
    expect(winner({ ...plain, firstSeat: 1 })).toMatchObject({ winner: 0 });
    const fleet = winner({
      ...plain,
      ships: { ...FLEETS, 'red-fishing-1': { at: [-1, -1] } },
      coins: [100, 200],
    });
    expect(fleet).toMatchObject({ winner: 0 });
    expect(fleet?.scores.map(({ total }) => total)).toEqual([200, 200]);
    const more = winner({ ...plain, sailors: { 'red-1': [0, -2], 'yellow-1': null }, coins: [60, 150] });
    expect(more?.scores.map(({ total }) => total)).toEqual([250, 250]);
    expect(more).toMatchObject({ winner: 0 });
    const held = winner({
      ...plain,
      treasures: { island: 'treasure-island-50' },
      sailors: { ...plain.sailors, 'red-2': [-2, -1] },
      coins: [100, 150],
    });
    expect(held?.scores.map(({ total }) => total)).toEqual([250, 250]);
    expect(held).toMatchObject({ winner: 0 });
    // A ship on a wreck counts as well, but not a ship anywhere else.
    const wreck = winner({
      ...plain,
      treasures: { wreck: 'treasure-wreck-50' },
      ships: { ...FLEETS, 'red-trade-1': { at: [2, 1] } },
      coins: [100, 150],
    });
    expect(wreck?.scores.map(({ total }) => total)).toEqual([250, 250]);
    expect(wreck).toMatchObject({ winner: 0 });
  });

  test('CAB-18.7: the result says what ties go by, in this order', () => {
    const wanted: Scenario = {
      sailors: { 'red-1': [1, -2], 'yellow-1': [0, -2] },
      ships: { 'yellow-trade-1': { at: [2, 1] } },
      firstSeat: 1,
    };
    const { state } = playedThrough(final(wanted), end, end);
    const ranking = game.result(state)?.ranking ?? [];
    const bySeat = ranking.toSorted((a, b) => a.seat - b.seat);
    expect(bySeat.map(({ tieBreak }) => Object.entries(tieBreak ?? {}))).toEqual([
      [
        ['fleetPoints', 0],
        ['portCount', 0],
        ['treasureCount', 0],
        ['turnOrder', 2],
      ],
      [
        ['fleetPoints', components.constants.fleetPoints.trade],
        ['portCount', 1],
        ['treasureCount', 1],
        ['turnOrder', 1],
      ],
    ]);
  });

  test('CAB-18.8: eliminated players score nothing and rank last, the later one above', () => {
    const three = final({ seats: 4, ships: { ...FLEETS, 'green-trade-1': { at: [2, 0] } } });
    const two = accepted(accepted(three, 3, { type: 'resign' }).state, 2, { type: 'resign' }).state;
    const { state } = playedThrough(two, end, end);
    expect(state.shown.result?.ranking.slice(2)).toEqual([2, 3]);
    const ranking = game.result(state)?.ranking ?? [];
    expect(ranking.map(({ tieBreak }) => Object.entries(tieBreak ?? {})[0])).toEqual([
      ['lasted', 4],
      ['lasted', 4],
      ['lasted', 2],
      ['lasted', 1],
    ]);
    expect(state.shown.result?.scores[3]).toEqual({
      seat: 3,
      coins: 0,
      fishPorts: 0,
      fishShips: 0,
      fleet: 0,
      ports: 0,
      treasures: 0,
      total: 0,
    });
  });

  test('CAB-18.8: with the target reached only the winner is found clockwise, the others rank as ever', () => {
    const ships = { 'red-fishing-1': { at: [-1, -1] }, 'green-trade-1': { at: [1, 0] } } as const;
    const turnBoat = { type: 'turn', shipId: 'ship-red-fishing-1', side: 'left' } as const;
    const ended = (more: Scenario) =>
      accepted(scenario({ seats: 3, ships, coins: [1000, 1000, 1000], ...more }), 0, turnBoat).state.shown
        .result;
    // Green has a trader, Yellow nothing.
    expect(ended({})).toMatchObject({ reason: 'target', winner: 0, ranking: [0, 2, 1] });
    // Green's trader is worth more than Red's boat, but Red is the active player.
    expect(ended({ coins: [1000, 999, 1000] })).toMatchObject({ winner: 0, ranking: [0, 2, 1] });
    // Below the target too: places after the winner's.
    expect(ended({ coins: [1000, 900, 900] })).toMatchObject({ winner: 0, ranking: [0, 2, 1] });
    const shown = scenario({ seats: 3, ships, coins: [1000, 1000, 1000] });
    const ranking = game.result(accepted(shown, 0, turnBoat).state)?.ranking ?? [];
    expect(ranking.map(({ seat, tieBreak }) => [seat, ...(Object.entries(tieBreak ?? {})[0] ?? [])])).toEqual(
      [
        [0, 'reachedFirst', 1],
        [2, 'reachedFirst', 0],
        [1, 'reachedFirst', 0],
      ],
    );
    const target = scenario({ seats: 3, coins: [1000, 0, 900], ships: FLEETS });
    const reached = accepted(target, 2, { type: 'resign' }).state;
    expect(reached.shown.result?.ranking).toEqual([0, 1, 2]);
    expect(refusal(reached, 0, end)).toBe('game-over CAB-17.1');
  });

  test('CAB-18.7: the kernel’s result has strict places and terms that add up', () => {
    const { state } = playedThrough(final(), end, end);
    const result = game.result(state);
    expect(result).toMatchObject({ reason: 'idle', winners: [0] });
    expect(result?.ranking.map(({ seat, place }) => [seat, place])).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(result?.ranking[0]).toMatchObject({
      total: 340,
      parts: { coins: 150, fishPorts: 40, fishShips: 0, fleet: 100, ports: 50, treasures: 0 },
    });
    expect([...game.legal(state, 0)]).toEqual([]);
    expect(coinsIn(state)).toEqual([150, 150]);
  });
});
