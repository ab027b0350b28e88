import { describe, expect, test } from '@jest/globals';
import { canonicalJson } from '../../kernel/canonical.ts';
import { Match } from '../../kernel/match.ts';
import { replay } from '../../kernel/replay.ts';
import { reveal } from '../../kernel/reveal.ts';
import { optionsOf } from '../../testing/play.ts';
import { asking, heard, told, typesOf } from '../../testing/scenario.ts';
import type { Command } from './commands.ts';
import type { Event } from './events.ts';
import { shipOf } from './ships.ts';
import { accepted, choose, type Done, game, refusal, type Scenario, scenario } from './testing/scenario.ts';

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

describe('ROT-2: rounds and turns', () => {
  test('ROT-2.1: six phases a round, in each the captain first and the others clockwise, once each', () => {
    let done: Done = {
      state: scenario({ seats: 3, captain: 1, products: [{ bread: 2 }, { jam: 2 }, {}] }),
      news: [],
    };
    const told: Event[] = [];
    while (done.state.shown.round === 1) {
      const seat = done.state.open[0]?.seat ?? 0;
      done = accepted(done.state, seat, game.fallback(done.state, seat));
      told.push(...heard(done));
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
    const state = scenario({
      phase: 'sailing',
      ships: { 'ship-yellow-1': 'pos-b2' },
      navigation: [['nav-advantage-1'], ['nav-advantage-2']],
    });
    let done = accepted(state, 0, choose('yellow', true));
    expect(done.state.shown.step).toBe('resolving');
    expect(refusal(done.state, 0, { type: 'lay-advantage', card: 'nav-advantage-1' })).toBe(
      'not-your-turn ROT-2.1',
    );
    expect(refusal(done.state, 1, { type: 'lay-advantage', card: 'nav-advantage-2' })).toBe(
      'movement-in-progress ROT-2.2',
    );
    done = accepted(done.state, 1, {
      type: 'move-ships',
      moves: [{ ship: 'ship-yellow-1', channel: 'ch-24' }],
    });
    expect(asking(done.state)).toEqual(['0 turn-end']);
    expect(refusal(done.state, 1, { type: 'lay-advantage', card: 'nav-advantage-2' })).toBe(
      'not-your-turn ROT-2.1',
    );
    expect(refusal(done.state, 0, { type: 'lay-advantage', card: 'nav-advantage-1' })).toBe('accepted');
  });

  test('ROT-2.1: at the end of a turn, what belongs to another phase is refused for that', () => {
    const sailing = scenario({ phase: 'sailing', navigation: [['nav-joker-1']] });
    const sailingDone = accepted(sailing, 0, choose('yellow', true));
    expect(asking(sailingDone.state)).toEqual(['0 turn-end']);
    const placing = { start: 'start-1', material: null };
    expect(refusal(sailingDone.state, 0, { type: 'place-ship', ...placing, keepTurn: false })).toBe(
      'wrong-phase ROT-2.1',
    );
    const mission = { mission: 'mission-01', jokers: [] };
    expect(refusal(sailingDone.state, 0, { type: 'fulfil-mission', ...mission, keepTurn: false })).toBe(
      'wrong-phase ROT-2.1',
    );
    const placement = scenario({ phase: 'placement', navigation: [['nav-joker-1']] });
    const placementDone = accepted(placement, 0, { type: 'place-ship', ...placing, keepTurn: true });
    expect(asking(placementDone.state)).toEqual(['0 turn-end']);
    expect(refusal(placementDone.state, 0, choose('red'))).toBe('wrong-phase ROT-2.1');
  });

  test('ROT-2.2, ROT-4.8: EX-26 early, late and foreign commands', () => {
    const state = scenario({
      phase: 'sailing',
      ships: { 'ship-yellow-1': 'pos-b2' },
      navigation: [[], ['nav-storm-1']],
    });
    let done = accepted(state, 0, choose('yellow'));
    expect(refusal(done.state, 0, { type: 'end-turn' })).toBe('not-your-turn ROT-2.1');
    const storm = { card: 'nav-storm-1', ship: 'ship-yellow-1', path: ['ch-12', 'ch-01'] };
    expect(refusal(done.state, 1, { type: 'play-storm', ...storm })).toBe('movement-in-progress ROT-2.2');
    expect(
      refusal(done.state, 1, { type: 'fulfil-mission', mission: 'mission-01', jokers: [], keepTurn: false }),
    ).toBe('wrong-phase ROT-2.1');
    expect(refusal(done.state, 1, choose('red'))).toBe('movement-in-progress ROT-2.2');
    const moves = [{ ship: 'ship-yellow-1', channel: 'ch-25' }];
    done = accepted(done.state, 1, { type: 'move-ships', moves });
    expect(asking(done.state)).toEqual(['1 colour']);
    expect(refusal(done.state, 1, { type: 'move-ships', moves })).toBe('not-awaited ROT-4.8');
  });

  test('ROT-2.3: in phase 5 it is the own turn of all players who are not done', () => {
    const state = scenario({
      seats: 3,
      phase: 'trading',
      products: [{ bread: 1 }, { jam: 1 }, { jam: 1 }],
      navigation: [['nav-advantage-1'], ['nav-advantage-2'], ['nav-advantage-3']],
      done: [2],
    });
    let done = accepted(state, 1, { type: 'lay-advantage', card: 'nav-advantage-2' });
    done = accepted(done.state, 0, { type: 'lay-advantage', card: 'nav-advantage-1' });
    expect(done.state.shown.players.map(({ laid }) => laid)).toEqual([
      ['nav-advantage-1'],
      ['nav-advantage-2'],
      [],
    ]);
    expect(refusal(done.state, 2, { type: 'lay-advantage', card: 'nav-advantage-3' })).toBe(
      'not-your-turn ROT-2.1',
    );
  });

  test('ROT-2.4: any number of cards in any phase, but the joker only with a mission', () => {
    for (const phase of ['placement', 'sailing', 'navigation', 'unloading', 'missions'] as const) {
      const state = scenario({
        phase,
        ships: { 'ship-red-1': ['harbour-botlek', 'oil'], 'ship-yellow-1': ['pos-a1', 'grain'] },
        navigation: [['nav-advantage-1', 'nav-inspection-1', 'nav-joker-1'], []],
        products: [{ bread: 2 }],
      });
      expect(refusal(state, 1, { type: 'end-turn' })).toBe('not-your-turn ROT-2.1');
      let done = accepted(state, 0, { type: 'lay-advantage', card: 'nav-advantage-1' });
      done = accepted(done.state, 0, {
        type: 'play-inspection',
        card: 'nav-inspection-1',
        ship: 'ship-yellow-1',
      });
      expect(done.state.open[0]?.seat).toBe(0);
      expect(refusal(done.state, 0, { type: 'lay-advantage', card: 'nav-joker-1' })).toBe(
        'wrong-card-kind ROT-10.1',
      );
      expect(
        refusal(done.state, 0, { type: 'play-inspection', card: 'nav-joker-1', ship: 'ship-red-1' }),
      ).toBe('wrong-card-kind ROT-10.1');
    }
  });

  test('ROT-2.5: after the main action the turn goes on only on request and with a card in hand', () => {
    const scene = { navigation: [['nav-advantage-1']] };
    const place = { start: 'start-1', material: null };
    expect(
      asking(accepted(scenario(scene), 0, { type: 'place-ship', ...place, keepTurn: false }).state),
    ).toEqual(['1 placement']);
    let kept = accepted(scenario(scene), 0, { type: 'place-ship', ...place, keepTurn: true });
    expect(asking(kept.state)).toEqual(['0 turn-end']);
    expect(kept.state.shown.step).toBe('after');
    kept = accepted(kept.state, 0, { type: 'end-turn' });
    expect(told(kept, 'turn-ended')).toMatchObject({ seat: 0, reason: 'done' });
    const none = accepted(scenario({}), 0, { type: 'place-ship', ...place, keepTurn: true });
    expect(asking(none.state)).toEqual(['1 placement']);
    const colour = scenario({ ...scene, phase: 'sailing' });
    const colourDone = accepted(colour, 0, choose('red', true));
    expect(asking(colourDone.state)).toEqual(['0 turn-end']);
    const missions = {
      phase: 'missions',
      missions: [['mission-02']],
      products: [{ bread: 1, jam: 1 }],
    } as const;
    const fulfil = { mission: 'mission-02', jokers: [], keepTurn: true };
    expect(
      asking(
        accepted(scenario({ ...missions, ...scene }), 0, {
          type: 'fulfil-mission',
          ...fulfil,
        }).state,
      ),
    ).toEqual(['0 turn-end']);
    expect(accepted(scenario(missions), 0, { type: 'fulfil-mission', ...fulfil }).state.shown.round).toBe(2);
  });

  test('ROT-2.5: keepTurn with the last joker spent counts as false', () => {
    const state = scenario({
      phase: 'missions',
      missions: [['mission-02']],
      products: [{ bread: 1 }, { jam: 2 }],
      navigation: [['nav-joker-1']],
    });
    const jokers = [{ card: 'nav-joker-1', as: 'jam' }];
    const done = accepted(state, 0, {
      type: 'fulfil-mission',
      mission: 'mission-02',
      jokers,
      keepTurn: true,
    });
    expect(asking(done.state)).toEqual(['1 mission']);
  });

  test('ROT-2.5: where keepTurn does not count it is recorded as false', () => {
    const recorded = (scene: Scenario, type: Command['type'], fields: object) => {
      const state = scenario(scene);
      const command = { type, ...fields, keepTurn: true } as Command;
      const outcome = game.apply(state, 0, command);
      if (!outcome.ok) throw new Error(outcome.code);
      const plain = game.apply(state, 0, { ...command, keepTurn: false } as Command);
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
    const options = optionsOf(game, 2, { firstSeat: 0 });
    const beginning = { options: options, seats: 2, seed: '0'.repeat(32) };
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
    expect(told(accepted(scenario({}), 0, { type: 'end-turn' }), 'turn-ended').reason).toBe('declined');
    const colour = scenario({ phase: 'sailing' });
    expect(refusal(colour, 0, { type: 'end-turn' })).toBe('colour-required ROT-2.6');
    const again = scenario({ phase: 'sailing', step: 'after', navigation: [['nav-advantage-1']] });
    expect(refusal(again, 0, choose('red'))).toBe('colour-already-chosen ROT-2.6');
    const mission = scenario({ phase: 'missions', products: [{ bread: 2 }] });
    const missionDone = accepted(mission, 0, { type: 'end-turn' });
    expect(heard(missionDone)[0]).toEqual({
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
    const done = accepted(scenario({ ships: afloat }), 0, { type: 'end-turn' });
    expect(course(heard(done))).toEqual(['0 declined', '1 skipped', 'phase-started sailing', '0 starts']);
    const armed = accepted(scenario({ ships: afloat, navigation: [[], ['nav-joker-1']] }), 0, {
      type: 'end-turn',
    });
    expect(asking(armed.state)).toEqual(['1 placement']);
    const starts = { 'ship-red-1': 'start-1', 'ship-red-2': 'start-2', 'ship-red-3': 'start-3' };
    const blocked = accepted(scenario({ ships: starts }), 0, {
      type: 'place-ship',
      start: 'start-4',
      material: null,
      keepTurn: false,
    });
    expect(course(heard(blocked))).toEqual(['0 done', '1 skipped', 'phase-started sailing', '0 starts']);
  });

  test('ROT-2.8: no window without a card; in phase 4 none either without a ship in a harbour', () => {
    const state = scenario({
      seats: 3,
      phase: 'sailing',
      captain: 0,
      turn: 2,
      ships: { 'ship-red-1': ['harbour-botlek', 'oil'] },
      navigation: [[], ['nav-joker-1'], []],
    });
    let done = accepted(state, 2, choose('red'));
    expect(course(heard(done))).toEqual(['2 done', 'phase-started navigation', '0 skipped', '1 starts']);
    done = accepted(done.state, 1, { type: 'end-turn' });
    // Seat 0 holds no card and unloads at once; then no ship is left for a window of seat 1.
    expect(course(heard(done))).toEqual([
      ...['1 done', '2 skipped', 'phase-started unloading', '0 skipped', '1 skipped', '2 skipped'],
      ...['phase-skipped trading', 'phase-started missions', '0 skipped', '1 starts'],
    ]);
    expect(told(done, 'ship-unloaded')).toMatchObject({ seat: 0, result: 'product' });
  });

  test('ROT-2.9: phase 6 skips by the number of cards, never by their kinds', () => {
    const scene = {
      seats: 3,
      phase: 'missions',
      missions: [null, ['mission-01']],
      navigation: [['nav-joker-1']],
    } as const;
    let useless = accepted(scenario({ ...scene, products: [{}, { plastic: 2 }, { bread: 1 }] }), 0, {
      type: 'end-turn',
    });
    expect(asking(useless.state)).toEqual(['1 mission']);
    useless = accepted(useless.state, 1, { type: 'end-turn' });
    expect(course(heard(useless)).slice(0, 2)).toEqual(['1 declined', '2 skipped']);
  });

  test('ROT-2.10: the turn ends by itself when the last card leaves nothing to do', () => {
    const lay = { card: 'nav-advantage-1' };
    const navigation = [['nav-advantage-1']];
    const window = accepted(scenario({ phase: 'navigation', navigation }), 0, {
      type: 'lay-advantage',
      ...lay,
    });
    expect(course(heard(window))[0]).toBe('0 done');
    const after = accepted(scenario({ phase: 'sailing', step: 'after', navigation }), 0, {
      type: 'lay-advantage',
      ...lay,
    });
    expect(course(heard(after))).toEqual(['0 done', '1 starts']);
    const ships = Object.fromEntries(
      ['pos-a1', 'pos-b1', 'pos-c1', 'pos-d1', 'pos-e1'].map((at, index) => [`ship-red-${index + 1}`, at]),
    );
    const placement = accepted(scenario({ ships, navigation }), 0, { type: 'lay-advantage', ...lay });
    expect(course(heard(placement))).toEqual(['0 done', '1 starts']);
    const mission = scenario({ phase: 'missions', navigation, products: [{ bread: 1 }] });
    const missionDone = accepted(mission, 0, { type: 'lay-advantage', ...lay });
    expect(course(heard(missionDone))[0]).toBe('0 done');
    const more = scenario({ phase: 'missions', navigation, products: [{ bread: 2 }] });
    const moreDone = accepted(more, 0, { type: 'lay-advantage', ...lay });
    expect(asking(moreDone.state)).toEqual(['0 mission']);
  });

  test('ROT-2.8, ROT-2.10: EX-23 the last ship is pushed out of the harbour', () => {
    const state = scenario({
      phase: 'unloading',
      ships: { 'ship-yellow-1': ['harbour-botlek', 'oil'] },
      navigation: [['nav-setback-1'], ['nav-joker-1']],
      products: [{ bread: 1 }, { jam: 1 }],
    });
    const done = accepted(state, 0, {
      type: 'play-setback',
      card: 'nav-setback-1',
      ship: 'ship-yellow-1',
      path: ['ch-62'],
    });
    expect(shipOf(done.state, 'ship-yellow-1').position).toBe('pos-d5');
    expect(typesOf(done)).not.toContain('ship-unloaded');
    expect(course(heard(done))).toEqual(['0 done', '1 skipped', 'phase-started trading']);
    expect(done.state.shown.phase).toBe('trading');
  });

  test('ROT-2.11: the first captain is the seat named, or random', () => {
    for (const firstSeat of [0, 1, 2]) {
      const options = optionsOf(game, 3, { firstSeat });
      expect(game.setup(options, 3, '0'.repeat(32)).state.shown.captain).toBe(firstSeat);
    }
    const options = optionsOf(game, 3);
    const captains = Array.from({ length: 30 }, (_, n) => {
      return game.setup(options, 3, n.toString(16).padStart(32, '0')).state.shown.captain;
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
      const state = scenario({ ...cards, ships, ...scene });
      return [state.open[0]?.kind, game.fallback(state, 0)];
    };
    const endTurn = { type: 'end-turn' };
    expect(fallback({ phase: 'placement' })).toEqual(['placement', endTurn]);
    expect(fallback({ phase: 'placement', step: 'after' })).toEqual(['turn-end', endTurn]);
    expect(fallback({ phase: 'sailing', step: 'after' })).toEqual(['turn-end', endTurn]);
    expect(fallback({ phase: 'sailing' })).toEqual(['colour', choose('yellow')]);
    expect(fallback({ phase: 'navigation' })).toEqual(['navigation-window', endTurn]);
    expect(fallback({ phase: 'unloading' })).toEqual(['unload-window', endTurn]);
    expect(fallback({ phase: 'trading' })).toEqual(['trading', { type: 'stop-trading' }]);
    expect(fallback({ phase: 'missions' })).toEqual(['mission', endTurn]);
  });

  test('ROT-2.12: nobody can leave; an absent seat is played by the defaults to the end', () => {
    expect(game.commands.filter((type) => /resign|leave|quit/.test(type))).toEqual([]);
    let done: Done = { state: scenario({ options: { maxRounds: 3 } }), news: [] };
    while (done.state.open.length > 0) {
      const seat = done.state.open[0]?.seat ?? 0;
      done = accepted(done.state, seat, game.fallback(done.state, seat));
    }
    expect(game.result(done.state)?.reason).toBe('max-rounds');
  });
});
