import { describe, expect, test } from '@jest/globals';
import { canonicalJson } from '../../kernel/canonical.ts';
import { replay } from '../../kernel/journal.ts';
import { Match } from '../../kernel/match.ts';
import { reveal } from '../../kernel/reveal.ts';
import type { Command, CommandType } from './commands.ts';
import type { Event } from './events.ts';
import { game, type Scenario, Table } from './testing/scenario.ts';

/** Phases and turns from the news, abbreviated. */
function course(events: readonly Event[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'phase-started' || event.type === 'phase-skipped')
      return [`${event.type} ${event.phase}`];
    if (event.type === 'turn-started') return [`${event.seat} starts`];
    if (event.type === 'turn-ended') return [`${event.seat} ${event.reason}`];
    if (event.type === 'round-started') return [`round ${event.round} captain ${event.captain}`];
    return [];
  });
}

describe('rounds, turns and own turn', () => {
  test('ROT-2.1: six phases a round, in each the captain first and the others clockwise, once each', () => {
    const table = new Table({ seats: 3, captain: 1, products: [{ bread: 2 }, { jam: 2 }, {}] });
    const told: Event[] = [];
    while (table.state.shown.round === 1) {
      const seat = table.state.open[0]?.seat ?? 0;
      const { type, ...fields } = game.fallback(table.state, seat);
      table.send(seat, type, fields);
      told.push(...table.heard());
    }
    expect(course(told)).toEqual([
      ...['1 declined', '2 starts', '2 declined', '0 starts', '0 declined'],
      ...['phase-started sailing', '1 starts', '1 done', '2 starts', '2 done', '0 starts', '0 done'],
      ...['phase-started navigation', '1 skipped', '2 skipped', '0 skipped'],
      ...['phase-skipped unloading', 'phase-started trading'],
      ...['phase-started missions', '1 starts', '1 declined', '2 skipped', '0 starts', '0 declined'],
      ...['round 2 captain 2', 'phase-started placement', '2 starts'],
    ]);
  });

  test('ROT-2.2: while ships are moving it is nobody’s own turn', () => {
    const table = new Table({
      phase: 'sailing',
      ships: { 'ship-yellow-1': 'pos-b2' },
      navigation: [['nav-advantage-1'], ['nav-advantage-2']],
    });
    table.send(0, 'choose-colour', { colour: 'yellow', keepTurn: true });
    expect(table.state.shown.step).toBe('resolving');
    expect(table.refusal(0, 'lay-advantage', { card: 'nav-advantage-1' })).toBe('not-your-turn ROT-2.1');
    expect(table.refusal(1, 'lay-advantage', { card: 'nav-advantage-2' })).toBe(
      'movement-in-progress ROT-2.2',
    );
    table.send(1, 'move-ships', { moves: [{ ship: 'ship-yellow-1', channel: 'ch-24' }] });
    expect(table.asked()).toEqual(['0 turn-end']);
    expect(table.refusal(1, 'lay-advantage', { card: 'nav-advantage-2' })).toBe('not-your-turn ROT-2.1');
    expect(table.refusal(0, 'lay-advantage', { card: 'nav-advantage-1' })).toBe('accepted');
  });

  test('ROT-2.1: at the end of a turn, what belongs to another phase is refused for that', () => {
    const sailing = new Table({ phase: 'sailing', navigation: [['nav-joker-1']] });
    sailing.send(0, 'choose-colour', { colour: 'yellow', keepTurn: true });
    expect(sailing.asked()).toEqual(['0 turn-end']);
    const placing = { start: 'start-1', material: null };
    expect(sailing.refusal(0, 'place-ship', placing)).toBe('wrong-phase ROT-2.1');
    const mission = { mission: 'mission-01', jokers: [] };
    expect(sailing.refusal(0, 'fulfil-mission', mission)).toBe('wrong-phase ROT-2.1');
    const placement = new Table({ phase: 'placement', navigation: [['nav-joker-1']] });
    placement.send(0, 'place-ship', { ...placing, keepTurn: true });
    expect(placement.asked()).toEqual(['0 turn-end']);
    expect(placement.refusal(0, 'choose-colour', { colour: 'red' })).toBe('wrong-phase ROT-2.1');
  });

  test('ROT-2.2, ROT-4.8: EX-26 early, late and foreign commands', () => {
    const table = new Table({
      phase: 'sailing',
      ships: { 'ship-yellow-1': 'pos-b2' },
      navigation: [[], ['nav-storm-1']],
    });
    table.send(0, 'choose-colour', { colour: 'yellow' });
    expect(table.refusal(0, 'end-turn')).toBe('not-your-turn ROT-2.1');
    const storm = { card: 'nav-storm-1', ship: 'ship-yellow-1', path: ['ch-12', 'ch-01'] };
    expect(table.refusal(1, 'play-storm', storm)).toBe('movement-in-progress ROT-2.2');
    expect(table.refusal(1, 'fulfil-mission', { mission: 'mission-01', jokers: [] })).toBe(
      'wrong-phase ROT-2.1',
    );
    expect(table.refusal(1, 'choose-colour', { colour: 'red' })).toBe('movement-in-progress ROT-2.2');
    const moves = [{ ship: 'ship-yellow-1', channel: 'ch-25' }];
    table.send(1, 'move-ships', { moves });
    expect(table.asked()).toEqual(['1 colour']);
    expect(table.refusal(1, 'move-ships', { moves })).toBe('not-awaited ROT-4.8');
  });

  test('ROT-2.3: in phase 5 it is the own turn of all who are not done', () => {
    const table = new Table({
      seats: 3,
      phase: 'trading',
      products: [{ bread: 1 }, { jam: 1 }, { jam: 1 }],
      navigation: [['nav-advantage-1'], ['nav-advantage-2'], ['nav-advantage-3']],
      done: [2],
    });
    table.send(1, 'lay-advantage', { card: 'nav-advantage-2' });
    table.send(0, 'lay-advantage', { card: 'nav-advantage-1' });
    expect(table.state.shown.players.map(({ laid }) => laid)).toEqual([
      ['nav-advantage-1'],
      ['nav-advantage-2'],
      [],
    ]);
    expect(table.refusal(2, 'lay-advantage', { card: 'nav-advantage-3' })).toBe('not-your-turn ROT-2.1');
  });

  test('ROT-2.4: any number of cards in any phase, but the joker only with a mission', () => {
    for (const phase of ['placement', 'sailing', 'navigation', 'unloading', 'missions'] as const) {
      const table = new Table({
        phase,
        ships: { 'ship-red-1': ['harbour-botlek', 'oil'], 'ship-yellow-1': ['pos-a1', 'grain'] },
        navigation: [['nav-advantage-1', 'nav-inspection-1', 'nav-joker-1'], []],
        products: [{ bread: 2 }],
      });
      expect(table.refusal(1, 'end-turn')).toBe('not-your-turn ROT-2.1');
      table.send(0, 'lay-advantage', { card: 'nav-advantage-1' });
      table.send(0, 'play-inspection', { card: 'nav-inspection-1', ship: 'ship-yellow-1' });
      expect(table.state.open[0]?.seat).toBe(0);
      expect(table.refusal(0, 'lay-advantage', { card: 'nav-joker-1' })).toBe('wrong-card-kind ROT-10.1');
      expect(table.refusal(0, 'play-inspection', { card: 'nav-joker-1', ship: 'ship-red-1' })).toBe(
        'wrong-card-kind ROT-10.1',
      );
    }
  });

  test('ROT-2.5: behind the main action the turn goes on only when asked for and with a card in hand', () => {
    const scene = { navigation: [['nav-advantage-1']] };
    const place = { start: 'start-1', material: null };
    expect(new Table(scene).send(0, 'place-ship', place).asked()).toEqual(['1 placement']);
    const kept = new Table(scene).send(0, 'place-ship', { ...place, keepTurn: true });
    expect(kept.asked()).toEqual(['0 turn-end']);
    expect(kept.state.shown.step).toBe('after');
    expect(kept.send(0, 'end-turn').told('turn-ended')).toMatchObject({ seat: 0, reason: 'done' });
    const none = new Table({}).send(0, 'place-ship', { ...place, keepTurn: true });
    expect(none.asked()).toEqual(['1 placement']);
    const colour = new Table({ ...scene, phase: 'sailing' });
    expect(colour.send(0, 'choose-colour', { colour: 'red', keepTurn: true }).asked()).toEqual([
      '0 turn-end',
    ]);
    const missions = {
      phase: 'missions',
      missions: [['mission-02']],
      products: [{ bread: 1, jam: 1 }],
    } as const;
    const fulfil = { mission: 'mission-02', jokers: [], keepTurn: true };
    expect(new Table({ ...missions, ...scene }).send(0, 'fulfil-mission', fulfil).asked()).toEqual([
      '0 turn-end',
    ]);
    expect(new Table(missions).send(0, 'fulfil-mission', fulfil).state.shown.round).toBe(2);
  });

  test('ROT-2.5: keepTurn with the last joker spent counts as false', () => {
    const table = new Table({
      phase: 'missions',
      missions: [['mission-02']],
      products: [{ bread: 1 }, { jam: 2 }],
      navigation: [['nav-joker-1']],
    });
    const jokers = [{ card: 'nav-joker-1', as: 'jam' }];
    table.send(0, 'fulfil-mission', { mission: 'mission-02', jokers, keepTurn: true });
    expect(table.asked()).toEqual(['1 mission']);
  });

  test('ROT-2.5: where keepTurn does not count it is recorded as false', () => {
    const recorded = (scene: Scenario, type: CommandType, fields: object) => {
      const table = new Table(scene);
      const command = { type, ...fields, keepTurn: true } as Command;
      const outcome = game.apply(table.state, 0, command);
      if (!outcome.ok) throw new Error(outcome.code);
      const plain = game.apply(table.state, 0, { ...command, keepTurn: false } as Command);
      const sameEnd = plain.ok && canonicalJson(plain.state) === canonicalJson(outcome.state);
      expect(sameEnd).toBe(outcome.command !== undefined);
      expect(plain).not.toHaveProperty('command');
      expect(game.plain(command)).toEqual({ ...command, keepTurn: false });
      return outcome.command ?? command;
    };
    const place = { start: 'start-1', material: null };
    const card = { navigation: [['nav-advantage-1']] };
    const joker = { navigation: [['nav-joker-1']] };
    const missions = {
      phase: 'missions',
      missions: [['mission-02']],
      products: [{ bread: 1, jam: 1 }],
    } as const;
    const paid = { mission: 'mission-02', jokers: [] };
    const withJoker = { mission: 'mission-02', jokers: [{ card: 'nav-joker-1', as: 'jam' }] };
    expect(recorded({}, 'place-ship', place)).toMatchObject({ ...place, keepTurn: false });
    expect(recorded(card, 'place-ship', place)).toMatchObject({ ...place, keepTurn: true });
    expect(recorded({ phase: 'sailing' }, 'choose-colour', { colour: 'red' })).toMatchObject({
      keepTurn: false,
    });
    expect(recorded({ phase: 'sailing', ...card }, 'choose-colour', { colour: 'red' })).toMatchObject({
      keepTurn: true,
    });
    expect(recorded(missions, 'fulfil-mission', paid)).toMatchObject({ ...paid, keepTurn: false });
    expect(recorded({ ...missions, ...joker }, 'fulfil-mission', paid)).toMatchObject({ keepTurn: true });
    expect(recorded({ ...missions, ...joker }, 'fulfil-mission', withJoker)).toMatchObject({
      keepTurn: false,
    });
  });

  test('ROT-2.5: the journal holds what counted; one that holds it as sent plays on as well', () => {
    const options = game.parseOptions({ firstSeat: 0 }, 2);
    if (!options.ok) throw new Error(options.code);
    const beginning = { options: options.value, seats: 2, seed: '0'.repeat(32) };
    const match = new Match(game, beginning.options, beginning.seats, beginning.seed);
    const command = { type: 'place-ship', start: 'start-1', material: null, keepTurn: true } as const;
    const decision = match.decisionOf(0)?.id ?? -1;
    const judged = match.propose(0, { decision, command }, 'player');
    if (!judged.ok) throw new Error(judged.code);
    expect(judged.entry.command).toEqual({ ...command, keepTurn: false });
    match.settle();
    for (const entry of [judged.entry, { ...judged.entry, command }])
      expect(reveal(replay(game, beginning, [entry]).fingerprint())).toBe(reveal(match.fingerprint()));
  });

  test('ROT-2.6: placing and fulfilling may be declined, naming a colour may not', () => {
    expect(new Table({}).send(0, 'end-turn').told('turn-ended').reason).toBe('declined');
    const colour = new Table({ phase: 'sailing' });
    expect(colour.refusal(0, 'end-turn')).toBe('colour-required ROT-2.6');
    const again = new Table({ phase: 'sailing', step: 'after', navigation: [['nav-advantage-1']] });
    expect(again.refusal(0, 'choose-colour', { colour: 'red' })).toBe('colour-already-chosen ROT-2.6');
    const mission = new Table({ phase: 'missions', products: [{ bread: 2 }] });
    expect(mission.send(0, 'end-turn').heard()[0]).toEqual({
      type: 'turn-ended',
      seat: 0,
      phase: 'missions',
      reason: 'declined',
    });
  });

  test('ROT-2.7: without a card, a player without a ship or a free start is skipped in phase 1', () => {
    const afloat = Object.fromEntries(
      ['pos-a1', 'pos-b1', 'pos-c1', 'pos-d1', 'pos-e1'].map((at, index) => [`ship-yellow-${index + 1}`, at]),
    );
    const table = new Table({ ships: afloat }).send(0, 'end-turn');
    expect(course(table.heard())).toEqual(['0 declined', '1 skipped', 'phase-started sailing', '0 starts']);
    const armed = new Table({ ships: afloat, navigation: [[], ['nav-joker-1']] }).send(0, 'end-turn');
    expect(armed.asked()).toEqual(['1 placement']);
    const starts = { 'ship-red-1': 'start-1', 'ship-red-2': 'start-2', 'ship-red-3': 'start-3' };
    const blocked = new Table({ ships: starts }).send(0, 'place-ship', { start: 'start-4', material: null });
    expect(course(blocked.heard())).toEqual(['0 done', '1 skipped', 'phase-started sailing', '0 starts']);
  });

  test('ROT-2.8: no window without a card; in phase 4 none either without a ship in a harbour', () => {
    const table = new Table({
      seats: 3,
      phase: 'sailing',
      captain: 0,
      turn: 2,
      ships: { 'ship-red-1': ['harbour-botlek', 'oil'] },
      navigation: [[], ['nav-joker-1'], []],
    });
    table.send(2, 'choose-colour', { colour: 'red' });
    expect(course(table.heard())).toEqual(['2 done', 'phase-started navigation', '0 skipped', '1 starts']);
    table.send(1, 'end-turn');
    // Seat 0 holds no card and unloads at once; then no ship is left for a window of seat 1.
    expect(course(table.heard())).toEqual([
      ...['1 done', '2 skipped', 'phase-started unloading', '0 skipped', '1 skipped', '2 skipped'],
      ...['phase-skipped trading', 'phase-started missions', '0 skipped', '1 starts'],
    ]);
    expect(table.told('ship-unloaded')).toMatchObject({ seat: 0, result: 'product' });
  });

  test('ROT-2.9: phase 6 skips by the number of cards, never by their kinds', () => {
    const scene = {
      seats: 3,
      phase: 'missions',
      missions: [null, ['mission-01']],
      navigation: [['nav-joker-1']],
    } as const;
    const useless = new Table({ ...scene, products: [{}, { plastic: 2 }, { bread: 1 }] }).send(0, 'end-turn');
    expect(useless.asked()).toEqual(['1 mission']);
    expect(course(useless.send(1, 'end-turn').heard()).slice(0, 2)).toEqual(['1 declined', '2 skipped']);
  });

  test('ROT-2.10: the turn ends by itself when the last card leaves nothing to do', () => {
    const lay = { card: 'nav-advantage-1' };
    const navigation = [['nav-advantage-1']];
    const window = new Table({ phase: 'navigation', navigation }).send(0, 'lay-advantage', lay);
    expect(course(window.heard())[0]).toBe('0 done');
    const after = new Table({ phase: 'sailing', step: 'after', navigation }).send(0, 'lay-advantage', lay);
    expect(course(after.heard())).toEqual(['0 done', '1 starts']);
    const ships = Object.fromEntries(
      ['pos-a1', 'pos-b1', 'pos-c1', 'pos-d1', 'pos-e1'].map((at, index) => [`ship-red-${index + 1}`, at]),
    );
    const placement = new Table({ ships, navigation }).send(0, 'lay-advantage', lay);
    expect(course(placement.heard())).toEqual(['0 done', '1 starts']);
    const mission = new Table({ phase: 'missions', navigation, products: [{ bread: 1 }] });
    expect(course(mission.send(0, 'lay-advantage', lay).heard())[0]).toBe('0 done');
    const more = new Table({ phase: 'missions', navigation, products: [{ bread: 2 }] });
    expect(more.send(0, 'lay-advantage', lay).asked()).toEqual(['0 mission']);
  });

  test('ROT-2.8, ROT-2.10: EX-23 the last ship is pushed out of the harbour', () => {
    const table = new Table({
      phase: 'unloading',
      ships: { 'ship-yellow-1': ['harbour-botlek', 'oil'] },
      navigation: [['nav-setback-1'], ['nav-joker-1']],
      products: [{ bread: 1 }, { jam: 1 }],
    });
    table.send(0, 'play-setback', { card: 'nav-setback-1', ship: 'ship-yellow-1', path: ['ch-62'] });
    expect(table.at('ship-yellow-1')).toBe('pos-d5');
    expect(table.types()).not.toContain('ship-unloaded');
    expect(course(table.heard())).toEqual(['0 done', '1 skipped', 'phase-started trading']);
    expect(table.state.shown.phase).toBe('trading');
  });

  test('ROT-2.11: the first captain is the seat named, or random', () => {
    for (const firstSeat of [0, 1, 2]) {
      const options = game.parseOptions({ firstSeat }, 3);
      if (!options.ok) throw new Error(options.code);
      expect(game.setup(options.value, 3, '0'.repeat(32)).state.shown.captain).toBe(firstSeat);
    }
    const options = game.parseOptions({}, 3);
    if (!options.ok) throw new Error(options.code);
    const captains = Array.from({ length: 30 }, (_, n) => {
      return game.setup(options.value, 3, n.toString(16).padStart(32, '0')).state.shown.captain;
    });
    expect(new Set(captains)).toEqual(new Set([0, 1, 2]));
  });

  test('ROT-2.12: a time-out plays the default of each decision, and no card', () => {
    const cards = {
      navigation: [['nav-advantage-1', 'nav-joker-1'], []],
      products: [{ bread: 2 }, { jam: 1 }],
    };
    const ships = { 'ship-red-1': ['harbour-botlek', 'oil'], 'ship-red-2': 'pos-b2' } as const;
    const fallback = (scene: Scenario) => {
      const table = new Table({ ...cards, ships, ...scene });
      return [table.state.open[0]?.kind, game.fallback(table.state, 0)];
    };
    const endTurn = { type: 'end-turn' };
    expect(fallback({ phase: 'placement' })).toEqual(['placement', endTurn]);
    expect(fallback({ phase: 'placement', step: 'after' })).toEqual(['turn-end', endTurn]);
    expect(fallback({ phase: 'sailing', step: 'after' })).toEqual(['turn-end', endTurn]);
    expect(fallback({ phase: 'sailing' })).toEqual([
      'colour',
      { type: 'choose-colour', colour: 'yellow', keepTurn: false },
    ]);
    expect(fallback({ phase: 'navigation' })).toEqual(['navigation-window', endTurn]);
    expect(fallback({ phase: 'unloading' })).toEqual(['unload-window', endTurn]);
    expect(fallback({ phase: 'trading' })).toEqual(['trading', { type: 'stop-trading' }]);
    expect(fallback({ phase: 'missions' })).toEqual(['mission', endTurn]);
  });

  test('ROT-2.12: nobody can leave; an absent seat is played by the defaults to the end', () => {
    expect(game.commands.filter((type) => /resign|leave|quit/.test(type))).toEqual([]);
    const table = new Table({ options: { maxRounds: 3 } });
    while (table.state.open.length > 0) {
      const seat = table.state.open[0]?.seat ?? 0;
      const { type, ...fields } = game.fallback(table.state, seat);
      table.send(seat, type, fields);
    }
    expect(game.result(table.state)?.reason).toBe('max-rounds');
  });
});
