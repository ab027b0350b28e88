import { describe, expect, test } from '@jest/globals';
import { asking, heard, told } from '../../testing/scenario.ts';
import { type Draft, missionsOf } from './state.ts';
import { accepted, type Done, game, refusal, type Scenario, scenario } from './testing/scenario.ts';

/** The end of the game, reached by the last player's `end-turn` in phase 6. */
function ended(scene: Scenario): Done {
  const last = (scene.seats ?? 2) - 1;
  const navigation = scene.navigation ?? [];
  const state = scenario({
    phase: 'missions',
    turn: last,
    options: { maxRounds: 1 },
    ...scene,
    navigation: Array.from(
      { length: last + 1 },
      (_, seat) => navigation[seat] ?? (seat === last ? ['nav-storm-2'] : []),
    ),
  });
  const done = accepted(state, last, { type: 'end-turn' });
  return done;
}

const standing = (state: Draft) =>
  game.result(state)?.ranking.map(({ seat, place, total }) => [seat, place, total]);

describe('ROT-9: the end', () => {
  test('ROT-9.1: after phase 6 the pawn goes to the left and a new round begins', () => {
    const state = scenario({
      seats: 3,
      phase: 'missions',
      captain: 2,
      turn: 1,
      products: [{}, { bread: 2 }],
    });
    const done = accepted(state, 1, { type: 'end-turn' });
    expect(heard(done).slice(1, 3)).toEqual([
      { type: 'round-started', round: 2, captain: 0 },
      { type: 'phase-started', phase: 'placement' },
    ]);
    expect(asking(done.state)).toEqual(['0 placement']);
  });

  test('ROT-9.2, ROT-9.6: EX-17 all complete phase 6, and the highest total wins', () => {
    const state = scenario({
      seats: 4,
      phase: 'missions',
      captain: 2,
      turn: 3,
      missions: [null, ['mission-26'], null, ['mission-01']],
      fulfilled: [[], ['mission-10', 'mission-11'], [], ['mission-02', 'mission-19']],
      laid: [[], ['nav-extra-advantage-1']],
      products: [
        { plastic: 2 },
        { bread: 1, 'orange-juice': 1, petrol: 1, clothing: 1 },
        {},
        { bread: 1, 'orange-juice': 1, carpet: 1 },
      ],
    });
    let done = accepted(state, 3, {
      type: 'fulfil-mission',
      mission: 'mission-01',
      jokers: [],
      keepTurn: false,
    });
    expect(told(done, 'mission-fulfilled').missionPoints).toBe(12);
    expect(asking(done.state)).toEqual(['0 mission']);
    done = accepted(done.state, 0, { type: 'end-turn' });
    done = accepted(done.state, 1, {
      type: 'fulfil-mission',
      mission: 'mission-26',
      jokers: [],
      keepTurn: false,
    });
    expect(done.state.shown.phase).toBe('ended');
    expect(game.publicView(done.state).result).toEqual({
      reason: 'target',
      winners: [1],
      scores: [
        { missionPoints: 0, navigationPoints: 0, productPoints: 2, total: 2, productCount: 2, rank: 3 },
        { missionPoints: 13, navigationPoints: 2, productPoints: 1, total: 16, productCount: 1, rank: 1 },
        { missionPoints: 0, navigationPoints: 0, productPoints: 0, total: 0, productCount: 0, rank: 4 },
        { missionPoints: 12, navigationPoints: 0, productPoints: 1, total: 13, productCount: 1, rank: 2 },
      ],
    });
    expect(refusal(done.state, 1, { type: 'end-turn' })).toBe('game-over ROT-9.2');
    expect(refusal(done.state, 1, { type: 'resume-trading' })).toBe('game-over ROT-9.2');
    expect(asking(done.state)).toEqual([]);
  });

  test('ROT-9.3: points on cards do not bring the game to its end', () => {
    const scene = {
      phase: 'missions',
      turn: 1,
      laid: [['nav-extra-advantage-1', 'nav-advantage-1'], []],
      products: [{ bread: 5 }, { jam: 2 }],
      fulfilled: [['mission-26', 'mission-20'], []],
    } as const;
    expect(accepted(scenario(scene), 1, { type: 'end-turn' }).state.shown.phase).toBe('placement');
    const target = { ...scene, options: { targetMissionPoints: 11 } };
    expect(accepted(scenario(target), 1, { type: 'end-turn' }).state.shown.phase).toBe('ended');
  });

  test('ROT-9.4: EX-27 the last round by option; the target has precedence as reason', () => {
    const scene = { options: { maxRounds: 5 }, round: 5 };
    const done = ended({ ...scene, fulfilled: [[], ['mission-19', 'mission-20']] });
    expect(told(done, 'game-ended').reason).toBe('target');
    expect(told(ended(scene), 'game-ended').reason).toBe('max-rounds');
    expect(ended({ ...scene, round: 4 }).state.shown.round).toBe(5);
    expect(ended({ options: { maxRounds: 0 }, round: 200 }).state.shown.round).toBe(201);
  });

  test('ROT-9.5: missions, advantages laid or in hand, products in hand; nothing else', () => {
    const done = ended({
      fulfilled: [['mission-10', 'mission-19']],
      laid: [['nav-advantage-1']],
      navigation: [['nav-extra-advantage-1', 'nav-advantage-3', 'nav-joker-1'], ['nav-storm-1']],
      products: [{ bread: 2, jam: 1 }],
    });
    expect(game.result(done.state)).toEqual({
      reason: 'max-rounds',
      ranking: [
        {
          seat: 0,
          place: 1,
          total: 17,
          parts: { missionPoints: 10, navigationPoints: 4, productPoints: 3 },
          tieBreak: { missionPoints: 10, productCount: 3 },
        },
        {
          seat: 1,
          place: 2,
          total: 0,
          parts: { missionPoints: 0, navigationPoints: 0, productPoints: 0 },
          tieBreak: { missionPoints: 0, productCount: 0 },
        },
      ],
      winners: [0],
    });
  });

  test('ROT-9.6: the one with the target need not win', () => {
    const done = ended({
      options: {},
      fulfilled: [
        ['mission-19', 'mission-20'],
        ['mission-26', 'mission-21'],
      ],
      products: [{}, { jam: 3 }],
    });
    expect(told(done, 'game-ended').reason).toBe('target');
    expect(game.result(done.state)?.winners).toEqual([1]);
  });

  test('ROT-9.7: EX-18 ties go to the mission points, then to the number of products, then are shared', () => {
    const missions = ended({
      fulfilled: [
        ['mission-19', 'mission-20'],
        ['mission-10', 'mission-01', 'mission-21'],
      ],
      products: [{ bread: 3 }, { jam: 2 }],
    });
    expect(standing(missions.state)).toEqual([
      [1, 1, 15],
      [0, 2, 15],
    ]);
    const twelve = [
      ['mission-19', 'mission-20'],
      ['mission-21', 'mission-22'],
    ];
    const products = ended({
      fulfilled: twelve,
      products: [{ jam: 3 }, { carpet: 2 }],
      laid: [[], ['nav-advantage-1']],
    });
    expect(standing(products.state)).toEqual([
      [0, 1, 15],
      [1, 2, 15],
    ]);
    const shared = ended({ fulfilled: twelve, products: [{ jam: 2 }, { carpet: 2 }] });
    expect(standing(shared.state)).toEqual([
      [0, 1, 14],
      [1, 1, 14],
    ]);
    expect(game.result(shared.state)?.winners).toEqual([0, 1]);
    const tieBreaks = [missions, products, shared].map(({ state }) =>
      game.result(state)?.ranking.map(({ tieBreak }) => Object.entries(tieBreak ?? {})),
    );
    const told = (missionPoints: number, productCount: number) => [
      ['missionPoints', missionPoints],
      ['productCount', productCount],
    ];
    expect(tieBreaks).toEqual([
      [told(13, 2), told(12, 3)],
      [told(12, 3), told(12, 2)],
      [told(12, 2), told(12, 2)],
    ]);
  });

  test('ROT-9.8: equal players share a rank and the next one is left out', () => {
    const done = ended({ seats: 3, products: [{ bread: 1 }, { jam: 1 }, {}] });
    expect(standing(done.state)).toEqual([
      [0, 1, 1],
      [1, 1, 1],
      [2, 3, 0],
    ]);
  });

  test('ROT-12.3: at the end all hands are published, but no deck', () => {
    const done = ended({
      missions: [['mission-05'], ['mission-46']],
      products: [{ jam: 2 }, {}],
      navigation: [['nav-joker-2'], ['nav-storm-1']],
    });
    const hands = [
      { missions: missionsOf(done.state, 0), products: { jam: 2 }, navigation: ['nav-joker-2'] },
      { missions: missionsOf(done.state, 1), products: {}, navigation: ['nav-storm-1'] },
    ];
    expect(told(done, 'game-ended').hands).toEqual(hands);
    const view = game.publicView(done.state);
    expect(view.players.map(({ hand }) => hand)).toEqual(hands);
    expect(view.productDecks['harbour-botlek']).toEqual({ count: 16, top: null });
    const open = hands.flatMap(({ missions }) => missions);
    const named: string[] = JSON.stringify(view).match(/mission-\d+/g) ?? [];
    expect([...new Set(named)].sort()).toEqual(open.sort());
  });
});
