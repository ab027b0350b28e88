import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { playSteps, randomCommand, seedOf } from '../../testing/play.ts';
import { completePlans, convoyOf, defaultPlan, hasChoice } from './phases/convoy.ts';
import { components, game, type Scenario, Table } from './testing/scenario.ts';

function at(ships: NonNullable<Scenario['ships']>, more: Scenario = {}): Table {
  return new Table({ phase: 'sailing', ships, ...more });
}

describe('phase 2: sailing', () => {
  test('ROT-4.1: any colour of the edition, also again and in vain; no other', () => {
    const table = at({});
    expect(table.refusal(0, 'choose-colour', { colour: 'orange' })).toBe('unknown-colour ROT-4.1');
    table.send(0, 'choose-colour', { colour: 'blue' });
    expect(table.told('movement-finished')).toEqual({
      type: 'movement-finished',
      colour: 'blue',
      moved: 0,
      blocked: 0,
    });
    expect(table.types()).not.toContain('ships-moved');
    expect(table.send(1, 'choose-colour', { colour: 'blue' }).told('colour-chosen')).toEqual({
      type: 'colour-chosen',
      seat: 1,
      colour: 'blue',
    });
  });

  test('ROT-4.2, ROT-4.3: EX-2 all ships of all players, the namer’s first', () => {
    const table = at({ 'ship-red-1': 'start-1', 'ship-red-2': 'pos-b1', 'ship-yellow-1': 'start-3' });
    table.send(0, 'choose-colour', { colour: 'red' });
    expect(table.heard().slice(0, 4)).toEqual([
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
    expect(table.asked()).toEqual(['1 colour']);
  });

  test('ROT-4.3: the segments go clockwise from the namer, also behind one that was asked', () => {
    const seats = { seats: 4, turn: 2, captain: 0 };
    const ships = {
      'ship-red-1': 'start-1',
      'ship-yellow-1': 'pos-b1',
      'ship-orange-1': 'pos-d5',
      'ship-green-1': 'pos-d4',
    };
    const table = at(ships, seats).send(2, 'choose-colour', { colour: 'red' });
    // Orange sails automatically or not at all; here it has to choose.
    expect(table.asked()).toEqual(['2 moves']);
    table.send(2, 'move-ships', { moves: [{ ship: 'ship-orange-1', channel: 'ch-64' }] });
    expect(table.asked()).toEqual(['3 moves']);
    table.send(3, 'move-ships', { moves: [{ ship: 'ship-green-1', channel: 'ch-51' }] });
    const sailed = table.heard().flatMap((event) => (event.type === 'ships-moved' ? [event.seat] : []));
    expect(sailed).toEqual([3, 0, 1]);
    // Two ships want the same water: the nearer one clockwise gets it.
    const rivals = { 'ship-yellow-1': 'pos-d3', 'ship-green-1': 'pos-c3' };
    const water = at(rivals, { ...seats, seats: 4 }).send(2, 'choose-colour', { colour: 'red' });
    expect([water.at('ship-green-1'), water.at('ship-yellow-1')]).toEqual(['pos-c4', 'pos-d3']);
  });

  test('ROT-4.3: EX-7 two ways into one water, the namer goes first', () => {
    const table = at({ 'ship-red-1': 'pos-d3', 'ship-yellow-1': 'pos-c3' });
    table.send(0, 'choose-colour', { colour: 'red' });
    expect([table.at('ship-red-1'), table.at('ship-yellow-1')]).toEqual(['pos-c4', 'pos-c3']);
    const own = at({ 'ship-red-1': 'pos-c3', 'ship-red-2': 'pos-d3' });
    own.send(0, 'choose-colour', { colour: 'red' });
    expect(own.asked()).toEqual(['0 moves']);
    expect(own.legal(0)).toEqual([
      { type: 'move-ships', moves: [{ ship: 'ship-red-1', channel: 'ch-38' }] },
      { type: 'move-ships', moves: [{ ship: 'ship-red-2', channel: 'ch-40' }] },
    ]);
    own.send(0, 'move-ships', { moves: [{ ship: 'ship-red-2', channel: 'ch-40' }] });
    expect(own.told('ships-moved')).toMatchObject({ blocked: ['ship-red-1'], auto: false });
    expect(own.told('movement-finished')).toMatchObject({ moved: 1, blocked: 1 });
  });

  test('ROT-4.4: each ship moves once a naming, though it faces the colour again', () => {
    const table = at({ 'ship-red-1': 'start-1' }).send(0, 'choose-colour', { colour: 'red' });
    expect(table.at('ship-red-1')).toBe('pos-a1');
    const fork = at({
      'ship-red-1': 'pos-b2',
      'ship-red-2': 'pos-c1',
      'ship-red-3': 'pos-a1',
      'ship-yellow-1': 'pos-d1',
    });
    fork.send(0, 'choose-colour', { colour: 'yellow' });
    const first = { ship: 'ship-red-1', channel: 'ch-24' };
    const refused = (second: object) => fork.refusal(0, 'move-ships', { moves: [first, second] });
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
    const table = at({ 'ship-red-1': 'start-1', 'ship-red-2': 'pos-a1', 'ship-red-3': 'pos-a2' });
    table.send(0, 'choose-colour', { colour: 'red' });
    const ships = ['ship-red-1', 'ship-red-2', 'ship-red-3'];
    expect(ships.map((ship) => table.at(ship))).toEqual(['pos-a1', 'pos-a2', 'pos-b3']);
    expect(table.told('ships-moved')).toMatchObject({ auto: true, blocked: [] });
  });

  test('ROT-4.6: EX-5 at a fork the owner chooses, no matter who named the colour', () => {
    const table = at({ 'ship-yellow-1': 'pos-b2' }).send(0, 'choose-colour', { colour: 'yellow' });
    expect(table.state.shown.step).toBe('resolving');
    expect(table.asked()).toEqual(['1 moves']);
    expect(game.publicView(table.state)).toMatchObject({ turn: 0, colour: 'yellow', keepTurn: false });
    expect(table.told('moves-required')).toEqual({
      type: 'moves-required',
      seat: 1,
      colour: 'yellow',
      ships: [{ ship: 'ship-yellow-1', channels: ['ch-24', 'ch-25'] }],
    });
    table.send(1, 'move-ships', { moves: [{ ship: 'ship-yellow-1', channel: 'ch-25' }] });
    expect(table.at('ship-yellow-1')).toBe('pos-b3');
    expect(table.types()).toEqual(['ships-moved', 'movement-finished', 'turn-ended', 'turn-started']);
    expect(table.told('turn-ended')).toMatchObject({ seat: 0, phase: 'sailing', reason: 'done' });
  });

  test('ROT-4.7: EX-4 a ship that is blocked stays, even if its way gets free later', () => {
    const ships = { 'ship-red-1': 'pos-a1', 'ship-yellow-1': 'pos-a2' };
    const table = at(ships).send(0, 'choose-colour', { colour: 'red' });
    expect([table.at('ship-red-1'), table.at('ship-yellow-1')]).toEqual(['pos-a1', 'pos-b3']);
    expect(table.heard().slice(1, 4)).toEqual([
      { type: 'ships-blocked', seat: 0, colour: 'red', ships: ['ship-red-1'] },
      expect.objectContaining({ type: 'ships-moved', seat: 1, blocked: [] }),
      { type: 'movement-finished', colour: 'red', moved: 1, blocked: 1 },
    ]);
    const other = at(ships, { turn: 1, captain: 0 }).send(1, 'choose-colour', { colour: 'red' });
    expect([other.at('ship-red-1'), other.at('ship-yellow-1')]).toEqual(['pos-a2', 'pos-b3']);
  });

  test('ROT-4.7: EX-6 evasion takes the only open end; with none the ship stays', () => {
    const table = at({ 'ship-yellow-1': 'pos-b2', 'ship-red-1': 'pos-a3' });
    table.send(0, 'choose-colour', { colour: 'yellow' });
    expect(table.at('ship-yellow-1')).toBe('pos-b3');
    expect(table.types()).not.toContain('moves-required');
    const closed = at({ 'ship-yellow-1': 'pos-b2', 'ship-red-1': 'pos-a3', 'ship-red-2': 'pos-b3' });
    closed.send(0, 'choose-colour', { colour: 'yellow' });
    expect(closed.at('ship-yellow-1')).toBe('pos-b2');
    expect(closed.told('movement-finished')).toMatchObject({ moved: 0, blocked: 1 });
    // Nothing says that ships have sailed.
    expect(closed.types()).not.toContain('ships-moved');
    expect(closed.told('ships-blocked')).toMatchObject({ seat: 1, ships: ['ship-yellow-1'] });
  });

  test('ROT-4.8: the order of arrival in a harbour is not worth a question', () => {
    const table = at({ 'ship-red-2': 'pos-f7', 'ship-red-1': 'pos-h7' });
    table.send(0, 'choose-colour', { colour: 'green' });
    expect(table.state.shown.harbourQueues['harbour-merwehaven']).toEqual(['ship-red-1', 'ship-red-2']);
    expect(table.asked()).toEqual(['1 colour']);
  });

  test('ROT-4.8: the decision of one segment does not share the clock of the turn', () => {
    const table = at({ 'ship-yellow-1': 'pos-b2' });
    expect(table.state.open[0]).toMatchObject({ allotment: 'round-1-sailing-seat-0' });
    table.send(0, 'choose-colour', { colour: 'yellow' });
    expect(table.state.open[0]).not.toHaveProperty('allotment');
  });

  test('ROT-4.9: the default plan takes the lowest ship that can move, through the lowest channel', () => {
    const table = at({
      'ship-red-1': 'pos-a1',
      'ship-red-2': 'pos-a2',
      'ship-red-3': 'pos-d4',
      'ship-red-4': 'pos-b1',
    });
    table.send(0, 'choose-colour', { colour: 'red' });
    expect(game.fallback(table.state, 0)).toEqual({
      type: 'move-ships',
      moves: [
        { ship: 'ship-red-2', channel: 'ch-23' },
        { ship: 'ship-red-1', channel: 'ch-11' },
        { ship: 'ship-red-3', channel: 'ch-51' },
        { ship: 'ship-red-4', channel: 'ch-14' },
      ],
    });
  });

  test('ROT-4.10: EX-8 a fork choice may block an own ship', () => {
    const ships = { 'ship-red-1': 'pos-a5', 'ship-red-2': 'pos-b5' };
    const harbour = { ship: 'ship-red-1', channel: 'ch-55' };
    const ahead = { ship: 'ship-red-2', channel: 'ch-58' };
    const lists = [[harbour, ahead], [{ ship: 'ship-red-1', channel: 'ch-56' }], [ahead, harbour]];
    const table = at(ships).send(0, 'choose-colour', { colour: 'blue' });
    expect(table.legal(0)).toEqual(lists.map((moves) => ({ type: 'move-ships', moves })));
    for (const moves of lists) expect(table.refusal(0, 'move-ships', { moves })).toBe('accepted');
    table.send(0, 'move-ships', { moves: lists[1] });
    expect([table.at('ship-red-1'), table.at('ship-red-2')]).toEqual(['pos-f6', 'pos-b5']);
    expect(table.told('ships-moved')).toMatchObject({ blocked: ['ship-red-2'], auto: false });
  });

  test('ROT-4.11: EX-9 a list is checked move by move and must be complete', () => {
    const table = at({ 'ship-red-1': 'pos-d4', 'ship-red-2': 'pos-d5', 'ship-yellow-1': 'pos-c5' });
    table.send(0, 'choose-colour', { colour: 'red' });
    const north = { ship: 'ship-red-1', channel: 'ch-51' };
    const south = { ship: 'ship-red-1', channel: 'ch-52' };
    const unload = { ship: 'ship-red-2', channel: 'ch-62' };
    expect(table.refusal(0, 'move-ships', { moves: [unload] })).toBe('moves-incomplete ROT-4.11');
    expect(table.refusal(0, 'move-ships', { moves: [north, unload] })).toBe('position-occupied ROT-1.2');
    expect([table.at('ship-red-1'), table.at('ship-red-2')]).toEqual(['pos-d4', 'pos-d5']);
    table.send(0, 'move-ships', { moves: [south, unload] });
    expect([table.at('ship-red-1'), table.at('ship-red-2')]).toEqual(['pos-e5', 'harbour-botlek']);
  });

  test('ROT-4.12: ships stay in a harbour and queue in order of arrival', () => {
    const table = at({
      'ship-yellow-2': 'harbour-botlek',
      'ship-red-1': 'pos-e5',
      'ship-yellow-1': 'pos-e4',
    });
    table.send(0, 'choose-colour', { colour: 'purple' });
    expect(table.state.shown.harbourQueues['harbour-botlek']).toEqual(['ship-yellow-2', 'ship-red-1']);
    expect(table.at('ship-yellow-2')).toBe('harbour-botlek');
  });

  test('ROT-4.13: ships of several owners enter one harbour in one naming', () => {
    const table = at({ 'ship-red-1': 'pos-f7', 'ship-yellow-1': 'pos-h7' }, { turn: 1, captain: 0 });
    table.send(1, 'choose-colour', { colour: 'green' });
    const unloaded = table.heard().filter((event) => event.type === 'ship-unloaded');
    expect(unloaded).toMatchObject([
      { seat: 0, ship: 'ship-red-1', harbour: 'harbour-merwehaven' },
      { seat: 1, ship: 'ship-yellow-1', harbour: 'harbour-merwehaven' },
    ]);
  });

  test('ROT-4.14: empty ships move like loaded ones', () => {
    const table = at({ 'ship-red-1': 'start-1', 'ship-red-2': ['pos-b1', 'oil'] });
    table.send(0, 'choose-colour', { colour: 'red' });
    expect([table.at('ship-red-1'), table.at('ship-red-2')]).toEqual(['pos-a1', 'pos-c2']);
  });

  test('ROT-4.15: after all segments the turn of the namer goes on or ends', () => {
    const navigation = [['nav-joker-1']];
    const table = at({ 'ship-yellow-1': 'pos-b2', 'ship-red-1': 'pos-c3' }, { navigation });
    table.send(0, 'choose-colour', { colour: 'yellow', keepTurn: true });
    expect(game.publicView(table.state)).toMatchObject({ keepTurn: true, movedShips: 0, blockedShips: 0 });
    table.send(0, 'move-ships', { moves: [{ ship: 'ship-red-1', channel: 'ch-37' }] });
    expect(table.asked()).toEqual(['1 moves']);
    expect(game.publicView(table.state)).toMatchObject({ movedShips: 1, blockedShips: 0 });
    table.send(1, 'move-ships', { moves: [{ ship: 'ship-yellow-1', channel: 'ch-24' }] });
    expect(table.asked()).toEqual(['0 turn-end']);
    expect(table.told('movement-finished')).toMatchObject({ moved: 2, blocked: 0 });
    expect(table.send(0, 'end-turn').asked()).toEqual(['1 colour']);
  });

  test('ROT-4.16: EX-10 a time-out names the colour that moves most own ships, else the first', () => {
    const table = at({ 'ship-red-1': 'pos-a1', 'ship-red-2': 'pos-a2', 'ship-red-3': 'start-3' });
    expect(game.fallback(table.state, 0)).toEqual({
      type: 'choose-colour',
      colour: 'red',
      keepTurn: false,
    });
    const tie = at({ 'ship-red-1': 'start-3' });
    expect(game.fallback(tie.state, 0)).toMatchObject({ colour: 'red' });
    const blue = at({ 'ship-red-1': 'start-3', 'ship-red-2': 'pos-a3' });
    expect(game.fallback(blue.state, 0)).toMatchObject({ colour: 'blue' });
    expect(game.fallback(at({ 'ship-yellow-1': 'start-3' }).state, 0)).toMatchObject({ colour: 'red' });
  });

  test('ROT-4.16: what counts are ships that would move, not ships that are blocked', () => {
    // Both face red and blue; on red the first is blocked by Yellow and the second by the first.
    const ships = { 'ship-red-1': 'pos-a1', 'ship-red-2': 'start-1', 'ship-yellow-1': 'pos-a2' };
    expect(game.fallback(at(ships).state, 0)).toMatchObject({ colour: 'blue' });
    // A ship also counts if it sails into the place that another ship of the same owner leaves.
    const behind = { 'ship-red-1': 'pos-a1', 'ship-red-2': 'pos-a2', 'ship-red-3': 'pos-a3' };
    expect(game.fallback(at(behind).state, 0)).toMatchObject({ colour: 'red' });
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
        const options = game.parseOptions({ maxRounds: 8 }, seats);
        if (!options.ok) throw new Error(options.code);
        const { state } = game.setup(options.value, seats, seedOf(n));
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
