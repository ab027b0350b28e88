import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { begin, playSteps, randomCommand, seedOf } from '../../testing/play.ts';
import { asking, heard, told, typesOf } from '../../testing/scenario.ts';
import { completePlans, convoyOf, defaultPlan, hasChoice } from './phases/convoy.ts';
import { shipOf } from './ships.ts';
import type { Draft } from './state.ts';
import { accepted, choose, components, game, refusal, type Scenario, scenario } from './testing/scenario.ts';

function at(ships: NonNullable<Scenario['ships']>, more: Scenario = {}): Draft {
  return scenario({ phase: 'sailing', ships, ...more });
}

describe('ROT-4: sailing', () => {
  test('ROT-4.1: any colour of the edition, also again and in vain; no other', () => {
    const state = at({});
    expect(refusal(state, 0, choose('orange'))).toBe('unknown-colour ROT-4.1');
    let done = accepted(state, 0, choose('blue'));
    expect(told(done, 'movement-finished')).toEqual({
      type: 'movement-finished',
      colour: 'blue',
      moved: 0,
      blocked: 0,
    });
    expect(typesOf(done)).not.toContain('ships-moved');
    done = accepted(done.state, 1, choose('blue'));
    expect(told(done, 'colour-chosen')).toEqual({
      type: 'colour-chosen',
      seat: 1,
      colour: 'blue',
    });
  });

  test('ROT-4.2, ROT-4.3: EX-2 all ships of all players, the namer’s first', () => {
    const state = at({ 'ship-red-1': 'start-1', 'ship-red-2': 'pos-b1', 'ship-yellow-1': 'start-3' });
    const done = accepted(state, 0, choose('red'));
    expect(heard(done).slice(0, 4)).toEqual([
      { type: 'colour-chosen', seat: 0, colour: 'red' },
      {
        type: 'ships-moved',
        seat: 0,
        colour: 'red',
        moves: [
          { ship: 'ship-red-1', channel: 'ch-01', from: 'start-1', to: 'pos-a1' },
          { ship: 'ship-red-2', channel: 'ch-14', from: 'pos-b1', to: 'pos-c2' },
        ],
        blocked: [],
        auto: true,
      },
      {
        type: 'ships-moved',
        seat: 1,
        colour: 'red',
        moves: [{ ship: 'ship-yellow-1', channel: 'ch-06', from: 'start-3', to: 'pos-c1' }],
        blocked: [],
        auto: true,
      },
      { type: 'movement-finished', colour: 'red', moved: 3, blocked: 0 },
    ]);
    expect(asking(done.state)).toEqual(['1 colour']);
  });

  test('ROT-4.3: the segments go clockwise from the namer, also after one whose owner was asked', () => {
    const seats = { seats: 4, turn: 2, captain: 0 };
    const ships = {
      'ship-red-1': 'start-1',
      'ship-yellow-1': 'pos-b1',
      'ship-orange-1': 'pos-d5',
      'ship-green-1': 'pos-d4',
    };
    let done = accepted(at(ships, seats), 2, choose('red'));
    // Orange sails automatically or not at all; here it has to choose.
    expect(asking(done.state)).toEqual(['2 moves']);
    done = accepted(done.state, 2, {
      type: 'move-ships',
      moves: [{ ship: 'ship-orange-1', channel: 'ch-64' }],
    });
    expect(asking(done.state)).toEqual(['3 moves']);
    done = accepted(done.state, 3, {
      type: 'move-ships',
      moves: [{ ship: 'ship-green-1', channel: 'ch-51' }],
    });
    const sailed = heard(done).flatMap((event) => (event.type === 'ships-moved' ? [event.seat] : []));
    expect(sailed).toEqual([3, 0, 1]);
    // Two ships want the same water: the nearer one clockwise gets it.
    const rivals = { 'ship-yellow-1': 'pos-d3', 'ship-green-1': 'pos-c3' };
    const water = accepted(at(rivals, { ...seats, seats: 4 }), 2, choose('red'));
    expect([
      shipOf(water.state, 'ship-green-1').position,
      shipOf(water.state, 'ship-yellow-1').position,
    ]).toEqual(['pos-c4', 'pos-d3']);
  });

  test('ROT-4.3: EX-7 two ways into one water, the namer goes first', () => {
    const state = at({ 'ship-red-1': 'pos-d3', 'ship-yellow-1': 'pos-c3' });
    const done = accepted(state, 0, choose('red'));
    expect([shipOf(done.state, 'ship-red-1').position, shipOf(done.state, 'ship-yellow-1').position]).toEqual(
      ['pos-c4', 'pos-c3'],
    );
    const own = at({ 'ship-red-1': 'pos-c3', 'ship-red-2': 'pos-d3' });
    let ownDone = accepted(own, 0, choose('red'));
    expect(asking(ownDone.state)).toEqual(['0 moves']);
    expect([...game.legal(ownDone.state, 0)]).toEqual([
      { type: 'move-ships', moves: [{ ship: 'ship-red-1', channel: 'ch-38' }] },
      { type: 'move-ships', moves: [{ ship: 'ship-red-2', channel: 'ch-40' }] },
    ]);
    ownDone = accepted(ownDone.state, 0, {
      type: 'move-ships',
      moves: [{ ship: 'ship-red-2', channel: 'ch-40' }],
    });
    expect(told(ownDone, 'ships-moved')).toMatchObject({ blocked: ['ship-red-1'], auto: false });
    expect(told(ownDone, 'movement-finished')).toMatchObject({ moved: 1, blocked: 1 });
  });

  test('ROT-4.4: each ship moves once a naming, though it faces the colour again', () => {
    const done = accepted(at({ 'ship-red-1': 'start-1' }), 0, choose('red'));
    expect(shipOf(done.state, 'ship-red-1').position).toBe('pos-a1');
    const fork = at({
      'ship-red-1': 'pos-b2',
      'ship-red-2': 'pos-c1',
      'ship-red-3': 'pos-a1',
      'ship-yellow-1': 'pos-d1',
    });
    const forkDone = accepted(fork, 0, choose('yellow'));
    const first = { ship: 'ship-red-1', channel: 'ch-24' };
    const refused = (second: { ship: string; channel: string }) =>
      refusal(forkDone.state, 0, { type: 'move-ships', moves: [first, second] });
    expect(refused({ ship: 'ship-red-1', channel: 'ch-25' })).toBe('duplicate-ship ROT-4.4');
    expect(refused({ ship: 'ship-red-3', channel: 'ch-12' })).toBe('ship-not-eligible ROT-4.4');
    expect(refused({ ship: 'ship-yellow-1', channel: 'ch-18' })).toBe('ship-not-yours ROT-4.5');
    expect(refused({ ship: 'ship-blue-9', channel: 'ch-16' })).toBe('unknown-ship ROT-1.9');
    expect(refused({ ship: 'ship-red-2', channel: 'ch-17' })).toBe('channel-wrong-colour ROT-4.2');
    expect(refused({ ship: 'ship-red-2', channel: 'ch-18' })).toBe('channel-not-here ROT-1.1');
    expect(refused({ ship: 'ship-red-2', channel: 'ch-99' })).toBe('channel-not-here ROT-1.1');
    expect(refused({ ship: 'ship-red-2', channel: 'ch-16' })).toBe('accepted');
  });

  test('ROT-4.5, ROT-4.8: EX-3 a convoy moves as a whole, by itself', () => {
    const state = at({ 'ship-red-1': 'start-1', 'ship-red-2': 'pos-a1', 'ship-red-3': 'pos-a2' });
    const done = accepted(state, 0, choose('red'));
    const ships = ['ship-red-1', 'ship-red-2', 'ship-red-3'];
    expect(ships.map((ship) => shipOf(done.state, ship).position)).toEqual(['pos-a1', 'pos-a2', 'pos-b3']);
    expect(told(done, 'ships-moved')).toMatchObject({ auto: true, blocked: [] });
  });

  test('ROT-4.6: EX-5 at a fork the owner chooses, no matter who named the colour', () => {
    let done = accepted(at({ 'ship-yellow-1': 'pos-b2' }), 0, choose('yellow'));
    expect(done.state.shown.step).toBe('resolving');
    expect(asking(done.state)).toEqual(['1 moves']);
    expect(game.publicView(done.state)).toMatchObject({ turn: 0, colour: 'yellow', keepTurn: false });
    expect(told(done, 'moves-required')).toEqual({
      type: 'moves-required',
      seat: 1,
      colour: 'yellow',
      ships: [{ ship: 'ship-yellow-1', channels: ['ch-24', 'ch-25'] }],
    });
    done = accepted(done.state, 1, {
      type: 'move-ships',
      moves: [{ ship: 'ship-yellow-1', channel: 'ch-25' }],
    });
    expect(shipOf(done.state, 'ship-yellow-1').position).toBe('pos-b3');
    expect(typesOf(done)).toEqual(['ships-moved', 'movement-finished', 'turn-ended', 'turn-started']);
    expect(told(done, 'turn-ended')).toMatchObject({ seat: 0, phase: 'sailing', reason: 'done' });
  });

  test('ROT-4.7: EX-4 a ship that is blocked stays, even if its way gets free later', () => {
    const ships = { 'ship-red-1': 'pos-a1', 'ship-yellow-1': 'pos-a2' };
    const done = accepted(at(ships), 0, choose('red'));
    expect([shipOf(done.state, 'ship-red-1').position, shipOf(done.state, 'ship-yellow-1').position]).toEqual(
      ['pos-a1', 'pos-b3'],
    );
    expect(heard(done).slice(1, 4)).toEqual([
      { type: 'ships-blocked', seat: 0, colour: 'red', ships: ['ship-red-1'] },
      expect.objectContaining({ type: 'ships-moved', seat: 1, blocked: [] }),
      { type: 'movement-finished', colour: 'red', moved: 1, blocked: 1 },
    ]);
    const other = accepted(at(ships, { turn: 1, captain: 0 }), 1, choose('red'));
    expect([
      shipOf(other.state, 'ship-red-1').position,
      shipOf(other.state, 'ship-yellow-1').position,
    ]).toEqual(['pos-a2', 'pos-b3']);
  });

  test('ROT-4.7: EX-6 evasion takes the only open end; with none the ship stays', () => {
    const state = at({ 'ship-yellow-1': 'pos-b2', 'ship-red-1': 'pos-a3' });
    const done = accepted(state, 0, choose('yellow'));
    expect(shipOf(done.state, 'ship-yellow-1').position).toBe('pos-b3');
    expect(typesOf(done)).not.toContain('moves-required');
    const closed = at({ 'ship-yellow-1': 'pos-b2', 'ship-red-1': 'pos-a3', 'ship-red-2': 'pos-b3' });
    const closedDone = accepted(closed, 0, choose('yellow'));
    expect(shipOf(closedDone.state, 'ship-yellow-1').position).toBe('pos-b2');
    expect(told(closedDone, 'movement-finished')).toMatchObject({ moved: 0, blocked: 1 });
    // Nothing says that ships have sailed.
    expect(typesOf(closedDone)).not.toContain('ships-moved');
    expect(told(closedDone, 'ships-blocked')).toMatchObject({ seat: 1, ships: ['ship-yellow-1'] });
  });

  test('ROT-4.8: the order of arrival in a harbour is not worth a question', () => {
    const state = at({ 'ship-red-2': 'pos-f7', 'ship-red-1': 'pos-h7' });
    const done = accepted(state, 0, choose('green'));
    expect(done.state.shown.harbourQueues['harbour-merwehaven']).toEqual(['ship-red-1', 'ship-red-2']);
    expect(asking(done.state)).toEqual(['1 colour']);
  });

  test('ROT-4.8: the decision of one segment does not share the clock of the turn', () => {
    const state = at({ 'ship-yellow-1': 'pos-b2' });
    expect(state.open[0]).toMatchObject({ allotment: 'round-1-sailing-seat-0' });
    const done = accepted(state, 0, choose('yellow'));
    expect(done.state.open[0]).not.toHaveProperty('allotment');
  });

  test('ROT-4.9: the default plan takes the lowest ship that can move, through the lowest channel', () => {
    const state = at({
      'ship-red-1': 'pos-a1',
      'ship-red-2': 'pos-a2',
      'ship-red-3': 'pos-d4',
      'ship-red-4': 'pos-b1',
    });
    const done = accepted(state, 0, choose('red'));
    expect(game.fallback(done.state, 0)).toEqual({
      type: 'move-ships',
      moves: [
        { ship: 'ship-red-2', channel: 'ch-23' },
        { ship: 'ship-red-1', channel: 'ch-11' },
        { ship: 'ship-red-3', channel: 'ch-51' },
        { ship: 'ship-red-4', channel: 'ch-14' },
      ],
    });
  });

  test('ROT-4.10: EX-8 a choice at a fork may block another ship of its owner', () => {
    const ships = { 'ship-red-1': 'pos-a5', 'ship-red-2': 'pos-b5' };
    const harbour = { ship: 'ship-red-1', channel: 'ch-55' };
    const ahead = { ship: 'ship-red-2', channel: 'ch-58' };
    const water = [{ ship: 'ship-red-1', channel: 'ch-56' }];
    const lists = [[harbour, ahead], water, [ahead, harbour]];
    let done = accepted(at(ships), 0, choose('blue'));
    expect([...game.legal(done.state, 0)]).toEqual(lists.map((moves) => ({ type: 'move-ships', moves })));
    for (const moves of lists) expect(refusal(done.state, 0, { type: 'move-ships', moves })).toBe('accepted');
    done = accepted(done.state, 0, { type: 'move-ships', moves: water });
    expect([shipOf(done.state, 'ship-red-1').position, shipOf(done.state, 'ship-red-2').position]).toEqual([
      'pos-f6',
      'pos-b5',
    ]);
    expect(told(done, 'ships-moved')).toMatchObject({ blocked: ['ship-red-2'], auto: false });
  });

  test('ROT-4.11: EX-9 a list is checked move by move and must be complete', () => {
    const state = at({ 'ship-red-1': 'pos-d4', 'ship-red-2': 'pos-d5', 'ship-yellow-1': 'pos-c5' });
    let done = accepted(state, 0, choose('red'));
    const north = { ship: 'ship-red-1', channel: 'ch-51' };
    const south = { ship: 'ship-red-1', channel: 'ch-52' };
    const unload = { ship: 'ship-red-2', channel: 'ch-62' };
    expect(refusal(done.state, 0, { type: 'move-ships', moves: [unload] })).toBe('moves-incomplete ROT-4.11');
    expect(refusal(done.state, 0, { type: 'move-ships', moves: [north, unload] })).toBe(
      'position-occupied ROT-1.2',
    );
    expect([shipOf(done.state, 'ship-red-1').position, shipOf(done.state, 'ship-red-2').position]).toEqual([
      'pos-d4',
      'pos-d5',
    ]);
    done = accepted(done.state, 0, { type: 'move-ships', moves: [south, unload] });
    expect([shipOf(done.state, 'ship-red-1').position, shipOf(done.state, 'ship-red-2').position]).toEqual([
      'pos-e5',
      'harbour-botlek',
    ]);
  });

  test('ROT-4.12: ships stay in a harbour and queue in order of arrival', () => {
    const state = at({
      'ship-yellow-2': 'harbour-botlek',
      'ship-red-1': 'pos-e5',
      'ship-yellow-1': 'pos-e4',
    });
    const done = accepted(state, 0, choose('purple'));
    expect(done.state.shown.harbourQueues['harbour-botlek']).toEqual(['ship-yellow-2', 'ship-red-1']);
    expect(shipOf(done.state, 'ship-yellow-2').position).toBe('harbour-botlek');
  });

  test('ROT-4.13: ships of several owners enter one harbour in one naming', () => {
    const state = at({ 'ship-red-1': 'pos-f7', 'ship-yellow-1': 'pos-h7' }, { turn: 1, captain: 0 });
    const done = accepted(state, 1, choose('green'));
    const unloaded = heard(done).filter((event) => event.type === 'ship-unloaded');
    expect(unloaded).toMatchObject([
      { seat: 0, ship: 'ship-red-1', harbour: 'harbour-merwehaven' },
      { seat: 1, ship: 'ship-yellow-1', harbour: 'harbour-merwehaven' },
    ]);
  });

  test('ROT-4.14: empty ships move like loaded ones', () => {
    const state = at({ 'ship-red-1': 'start-1', 'ship-red-2': ['pos-b1', 'oil'] });
    const done = accepted(state, 0, choose('red'));
    expect([shipOf(done.state, 'ship-red-1').position, shipOf(done.state, 'ship-red-2').position]).toEqual([
      'pos-a1',
      'pos-c2',
    ]);
  });

  test('ROT-4.15: after all segments the turn of the namer goes on or ends', () => {
    const navigation = [['nav-joker-1']];
    const state = at({ 'ship-yellow-1': 'pos-b2', 'ship-red-1': 'pos-c3' }, { navigation });
    let done = accepted(state, 0, choose('yellow', true));
    expect(game.publicView(done.state)).toMatchObject({ keepTurn: true, movedShips: 0, blockedShips: 0 });
    done = accepted(done.state, 0, { type: 'move-ships', moves: [{ ship: 'ship-red-1', channel: 'ch-37' }] });
    expect(asking(done.state)).toEqual(['1 moves']);
    expect(game.publicView(done.state)).toMatchObject({ movedShips: 1, blockedShips: 0 });
    done = accepted(done.state, 1, {
      type: 'move-ships',
      moves: [{ ship: 'ship-yellow-1', channel: 'ch-24' }],
    });
    expect(asking(done.state)).toEqual(['0 turn-end']);
    expect(told(done, 'movement-finished')).toMatchObject({ moved: 2, blocked: 0 });
    done = accepted(done.state, 0, { type: 'end-turn' });
    expect(asking(done.state)).toEqual(['1 colour']);
  });

  test('ROT-4.16: EX-10 a time-out names the colour that moves the most ships of its player, or else the first', () => {
    const state = at({ 'ship-red-1': 'pos-a1', 'ship-red-2': 'pos-a2', 'ship-red-3': 'start-3' });
    expect(game.fallback(state, 0)).toEqual(choose('red'));
    const tie = at({ 'ship-red-1': 'start-3' });
    expect(game.fallback(tie, 0)).toMatchObject({ colour: 'red' });
    const blue = at({ 'ship-red-1': 'start-3', 'ship-red-2': 'pos-a3' });
    expect(game.fallback(blue, 0)).toMatchObject({ colour: 'blue' });
    expect(game.fallback(at({ 'ship-yellow-1': 'start-3' }), 0)).toMatchObject({ colour: 'red' });
  });

  test('ROT-4.16: what counts are ships that would move, not ships that are blocked', () => {
    // Both face red and blue; on red the first is blocked by Yellow and the second by the first.
    const ships = { 'ship-red-1': 'pos-a1', 'ship-red-2': 'start-1', 'ship-yellow-1': 'pos-a2' };
    expect(game.fallback(at(ships), 0)).toMatchObject({ colour: 'blue' });
    // A ship also counts if it sails into the place that another ship of the same owner leaves.
    const behind = { 'ship-red-1': 'pos-a1', 'ship-red-2': 'pos-a2', 'ship-red-3': 'pos-a3' };
    expect(game.fallback(at(behind), 0)).toMatchObject({ colour: 'red' });
  });

  test('ROT-4.8, ROT-4.9: an owner is asked exactly when complete sequences end differently', () => {
    const waters = components.positions.filter((id) => !components.harbourOf.has(id));
    let asked = 0;
    fc.assert(
      fc.property(
        fc.shuffledSubarray(waters, { minLength: 6, maxLength: 9 }),
        fc.constantFrom(...components.colours),
        (places, colour) => {
          const ships = Object.fromEntries(
            places.map((position, index) => {
              const owner = index < 5 ? 0 : 1;
              return [`ship-${index}`, { owner, position, cargo: null }];
            }),
          );
          const convoy = convoyOf(components, { ships }, 0, colour);
          const endings = [...completePlans(components, convoy)].map((plan) =>
            plan
              .map(({ ship, channel }) => `${ship} ${channel.to}`)
              .sort()
              .join(),
          );
          const different = new Set(endings).size > 1;
          asked += different ? 1 : 0;
          expect(hasChoice(components, convoy)).toBe(different);
          const byDefault = defaultPlan(components, convoy).map(
            ({ ship, channel }) => `${ship} ${channel.to}`,
          );
          expect(endings).toContain(byDefault.sort().join());
        },
      ),
      { numRuns: 1500, seed: 4 },
    );
    expect(asked).toBeGreaterThan(200);
  });

  test('ROT-4.2, ROT-4.4: in random games a naming moves each ship one channel of its colour at most', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.integer({ min: 2, max: 4 }), (n, seats) => {
        const { state } = begin(game, seats, seedOf(n), { maxRounds: 8 });
        let moved = new Set<string>();
        for (const { news } of playSteps(game, state, seedOf(n + 1), () => randomCommand)) {
          for (const { all } of news) {
            if (all.type === 'colour-chosen') moved = new Set();
            if (all.type !== 'ships-moved') continue;
            for (const { ship, channel, from, to } of all.moves) {
              expect(components.channelOf.get(channel)).toEqual({
                id: channel,
                from,
                to,
                colour: all.colour,
              });
              expect(moved).not.toContain(ship);
              moved.add(ship);
            }
            for (const ship of all.blocked) expect(moved).not.toContain(ship);
          }
        }
      }),
      { numRuns: 12 },
    );
  });
});
