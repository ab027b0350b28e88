import { describe, expect, test } from '@jest/globals';
import { game, type Scenario, Table } from './testing/scenario.ts';

/** The end of the game, reached by the last player's `end-turn` in phase 6. */
function ended(scene: Scenario): Table {
  const last = (scene.seats ?? 2) - 1;
  const navigation = scene.navigation ?? [];
  const table = new Table({
    phase: 'missions',
    turn: last,
    options: { maxRounds: 1 },
    ...scene,
    navigation: Array.from(
      { length: last + 1 },
      (_, seat) => navigation[seat] ?? (seat === last ? ['nav-storm-2'] : []),
    ),
  });
  return table.send(last, 'end-turn');
}

const standing = (table: Table) =>
  game.result(table.state)?.ranking.map(({ seat, place, total }) => [seat, place, total]);

describe('end of round and of game', () => {
  test('ROT-9.1: after phase 6 the pawn goes to the left and a new round begins', () => {
    const table = new Table({
      seats: 3,
      phase: 'missions',
      captain: 2,
      turn: 1,
      products: [{}, { bread: 2 }],
    });
    table.send(1, 'end-turn');
    expect(table.heard().slice(1, 3)).toEqual([
      { type: 'round-started', round: 2, captain: 0 },
      { type: 'phase-started', phase: 'placement' },
    ]);
    expect(table.asked()).toEqual(['0 placement']);
  });

  test('ROT-9.2, ROT-9.6: EX-17 all complete phase 6, and the highest total wins', () => {
    const table = new Table({
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
    table.send(3, 'fulfil-mission', { mission: 'mission-01', jokers: [] });
    expect(table.told('mission-fulfilled').missionPoints).toBe(12);
    expect(table.asked()).toEqual(['0 mission']);
    table.send(0, 'end-turn').send(1, 'fulfil-mission', { mission: 'mission-26', jokers: [] });
    expect(table.state.shown.phase).toBe('ended');
    expect(game.publicView(table.state).result).toEqual({
      reason: 'target',
      winners: [1],
      scores: [
        { missionPoints: 0, navigationPoints: 0, productPoints: 2, total: 2, productCount: 2, rank: 3 },
        { missionPoints: 13, navigationPoints: 2, productPoints: 1, total: 16, productCount: 1, rank: 1 },
        { missionPoints: 0, navigationPoints: 0, productPoints: 0, total: 0, productCount: 0, rank: 4 },
        { missionPoints: 12, navigationPoints: 0, productPoints: 1, total: 13, productCount: 1, rank: 2 },
      ],
    });
    expect(table.refusal(1, 'end-turn')).toBe('game-over ROT-9.2');
    expect(table.refusal(1, 'resume-trading')).toBe('game-over ROT-9.2');
    expect(table.asked()).toEqual([]);
  });

  test('ROT-9.3: points on cards do not bring the game to its end', () => {
    const scene = {
      phase: 'missions',
      turn: 1,
      laid: [['nav-extra-advantage-1', 'nav-advantage-1'], []],
      products: [{ bread: 5 }, { jam: 2 }],
      fulfilled: [['mission-26', 'mission-20'], []],
    } as const;
    expect(new Table(scene).send(1, 'end-turn').state.shown.phase).toBe('placement');
    const target = { ...scene, options: { targetMissionPoints: 11 } };
    expect(new Table(target).send(1, 'end-turn').state.shown.phase).toBe('ended');
  });

  test('ROT-9.4: EX-27 the last round by option; the target has precedence as reason', () => {
    const scene = { options: { maxRounds: 5 }, round: 5 };
    const table = ended({ ...scene, fulfilled: [[], ['mission-19', 'mission-20']] });
    expect(table.told('game-ended').reason).toBe('target');
    expect(ended(scene).told('game-ended').reason).toBe('max-rounds');
    expect(ended({ ...scene, round: 4 }).state.shown.round).toBe(5);
    expect(ended({ options: { maxRounds: 0 }, round: 200 }).state.shown.round).toBe(201);
  });

  test('ROT-9.5: missions, advantages laid or in hand, products in hand; nothing else', () => {
    const table = ended({
      fulfilled: [['mission-10', 'mission-19']],
      laid: [['nav-advantage-1']],
      navigation: [['nav-extra-advantage-1', 'nav-advantage-3', 'nav-joker-1'], ['nav-storm-1']],
      products: [{ bread: 2, jam: 1 }],
    });
    expect(game.result(table.state)).toEqual({
      reason: 'max-rounds',
      ranking: [
        { seat: 0, place: 1, total: 17, parts: { missionPoints: 10, navigationPoints: 4, productPoints: 3 } },
        { seat: 1, place: 2, total: 0, parts: { missionPoints: 0, navigationPoints: 0, productPoints: 0 } },
      ],
      winners: [0],
    });
  });

  test('ROT-9.6: the one with the target need not win', () => {
    const table = ended({
      options: {},
      fulfilled: [
        ['mission-19', 'mission-20'],
        ['mission-26', 'mission-21'],
      ],
      products: [{}, { jam: 3 }],
    });
    expect(table.told('game-ended').reason).toBe('target');
    expect(game.result(table.state)?.winners).toEqual([1]);
  });

  test('ROT-9.7: EX-18 ties go to the mission points, then to the number of products, then are shared', () => {
    const missions = ended({
      fulfilled: [
        ['mission-19', 'mission-20'],
        ['mission-10', 'mission-01', 'mission-21'],
      ],
      products: [{ bread: 3 }, { jam: 2 }],
    });
    expect(standing(missions)).toEqual([
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
    expect(standing(products)).toEqual([
      [0, 1, 15],
      [1, 2, 15],
    ]);
    const shared = ended({ fulfilled: twelve, products: [{ jam: 2 }, { carpet: 2 }] });
    expect(standing(shared)).toEqual([
      [0, 1, 14],
      [1, 1, 14],
    ]);
    expect(game.result(shared.state)?.winners).toEqual([0, 1]);
  });

  test('ROT-9.8: equal players share a rank and the next one is left out', () => {
    const table = ended({ seats: 3, products: [{ bread: 1 }, { jam: 1 }, {}] });
    expect(standing(table)).toEqual([
      [0, 1, 1],
      [1, 1, 1],
      [2, 3, 0],
    ]);
  });

  test('ROT-12.3: at the end all hands are published, but no deck', () => {
    const table = ended({
      missions: [['mission-05'], ['mission-46']],
      products: [{ jam: 2 }, {}],
      navigation: [['nav-joker-2'], ['nav-storm-1']],
    });
    const hands = [
      { missions: table.missions(0), products: { jam: 2 }, navigation: ['nav-joker-2'] },
      { missions: table.missions(1), products: {}, navigation: ['nav-storm-1'] },
    ];
    expect(table.told('game-ended').hands).toEqual(hands);
    const view = game.publicView(table.state);
    expect(view.players.map(({ hand }) => hand)).toEqual(hands);
    expect(view.productDecks['harbour-botlek']).toEqual({ count: 16, top: null });
    const open = hands.flatMap(({ missions }) => missions);
    const named: string[] = JSON.stringify(view).match(/mission-\d+/g) ?? [];
    expect([...new Set(named)].sort()).toEqual(open.sort());
  });
});
