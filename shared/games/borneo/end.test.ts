import { describe, expect, test } from '@jest/globals';
import { winnersOf } from '../../kernel/ranking.ts';
import { begin, fallbackCommand, playOut, seedOf } from '../../testing/play.ts';
import { asking, heard, told, typesOf } from '../../testing/scenario.ts';
import type { Command } from './commands.ts';
import { rankingOf } from './score.ts';
import { accepted, game, refusal, type Scenario, scenario } from './testing/scenario.ts';

const PEPPER = ['ship-rb-pepper', 'ship-ry-pepper', 'ship-rg-pepper'];
const play: Command = { type: 'play-shipment', card: 'ship-ry-nutmeg', slot: 0 };
const skip: Command = { type: 'skip-mission' };

/** Seat 2 will complete the last harbour. */
const lastHarbour = (more: Partial<Scenario> = {}) =>
  scenario({
    kind: 'shipment',
    active: 2,
    harbourPileCount: 0,
    hands: {
      0: ['ship-gb-nutmeg'],
      1: ['ship-by-nutmeg'],
      2: ['ship-ry-nutmeg', 'ship-rb-nutmeg'],
      3: ['ship-gy-nutmeg'],
    },
    slots: [
      ['harbour-11', 'ship-rb-cinnamon', 'ship-br-cloves'],
      ['harbour-05', 'ship-yg-cloves'],
      ['harbour-06', 'ship-bg-cloves', 'ship-by-cloves'],
    ],
    ...more,
  });

describe('BOR-12, BOR-13: the end', () => {
  test('BOR-10.2, BOR-12.1: E21 no harbour to turn up: the game ends without a draw', () => {
    const warehouse = (n: string) => [`ship-mix-${n}-1`, `ship-mix-${n}-2`];
    const warehouses = { 0: warehouse('pepper'), 1: warehouse('cloves'), 2: warehouse('nutmeg'), 3: PEPPER };
    let done = accepted(lastHarbour({ warehouses }), 2, play);
    expect(typesOf(done)).toEqual([
      'shipment-played',
      'distribution-started',
      'cards-discarded',
      'distribution-ended',
      'end-triggered',
      'cards-discarded',
      'hands-discarded',
    ]);
    // BOR-12.4: starting to the left of the last active player, who is asked last.
    const asked: string[] = [];
    while (done.state.open.length > 0) {
      asked.push(...asking(done.state));
      done = accepted(done.state, done.state.open[0]?.seat ?? -1, skip);
    }
    expect(asked).toEqual(['3 final-mission', '0 final-mission', '1 final-mission', '2 final-mission']);
    expect(typesOf(done)).toEqual(['mission-skipped', 'game-ended']);
  });

  test('BOR-12.2: or no card to draw', () => {
    const state = lastHarbour({
      deckCount: 0,
      slots: [['harbour-01'], ['harbour-05'], ['harbour-06']],
    });
    const done = accepted(state, 2, play);
    expect(told(done, 'end-triggered')).toMatchObject({ reason: 'shipments', lastActive: 2 });
    expect(game.publicView(done.state)).toMatchObject({ endReason: 'shipments', activeSeat: 2 });
  });

  test('BOR-12.3: harbours and hands are discarded, warehouses and tiles stay', () => {
    const state = lastHarbour({ warehouses: { 3: PEPPER }, missions: { 1: ['mission-16'] } });
    const done = accepted(state, 2, play);
    const cleared = ['ship-yg-cloves', 'ship-bg-cloves', 'ship-by-cloves'];
    expect(heard(done).slice(4)).toEqual([
      { type: 'end-triggered', reason: 'harbours', lastActive: 2, harbours: ['harbour-05', 'harbour-06'] },
      { type: 'cards-discarded', seat: null, cards: cleared, reason: 'end' },
      {
        type: 'hands-discarded',
        hands: [
          { seat: 0, cards: ['ship-gb-nutmeg'] },
          { seat: 1, cards: ['ship-by-nutmeg'] },
          { seat: 2, cards: ['ship-rb-nutmeg'] },
          { seat: 3, cards: ['ship-gy-nutmeg'] },
        ],
      },
    ]);
    const view = game.publicView(done.state);
    expect(view.slots.map(({ harbourId, pile }) => [harbourId, pile])).toEqual([
      [null, []],
      [null, []],
      [null, []],
    ]);
    expect(view.removedHarbours).toEqual(['harbour-05', 'harbour-06']);
    expect(view.discard).toEqual(expect.arrayContaining([...cleared, 'ship-rb-nutmeg', 'ship-gy-nutmeg']));
    expect(view.players.map((player) => player.handCount)).toEqual([0, 0, 0, 0]);
    expect(view.players.map((player) => player.warehouse)).toEqual([[], [], ['harbour-11'], PEPPER]);
    expect(game.seatView(done.state, 1).missions).toEqual(['mission-16']);
  });

  test('BOR-12.4, BOR-15.2: one last mission for each, where one can be paid', () => {
    const done = accepted(lastHarbour({ warehouses: { 0: PEPPER } }), 2, play);
    expect(heard(done).at(-1)).toEqual({ type: 'mission-skipped', seat: 3, automatic: true });
    expect(asking(done.state)).toEqual(['0 final-mission']);
    expect(game.fallback(done.state, 0)).toEqual(skip);
    const paid = accepted(done.state, 0, { type: 'complete-mission', mission: 'mission-01', cards: PEPPER });
    expect(typesOf(paid)).toEqual([
      'mission-completed',
      'cards-discarded',
      'mission-skipped',
      'mission-skipped',
      'game-ended',
    ]);
    expect(game.seatView(paid.state, 0).missions).toEqual(['mission-01']);
  });

  test('BOR-12.5, BOR-13.1: cards and missions are counted, and everything is told', () => {
    const state = scenario({
      kind: 'final-mission',
      active: 0,
      warehouses: {
        0: [...PEPPER, 'harbour-09'],
        1: ['ship-mix-cloves-1'],
        3: ['harbour-05', 'ship-gb-pepper'],
      },
      missions: { 0: ['mission-05'], 2: ['mission-16', 'mission-02'] },
    });
    const done = accepted(state, 0, skip);
    const row = (seat: number, warehouseVp: number, missionVp: number, missions: string[]) => ({
      seat,
      warehouseVp,
      missionVp,
      piratePenalty: 0,
      total: warehouseVp + missionVp,
      missions,
    });
    const scores = [
      row(0, 4, 7, ['mission-05']),
      row(1, 1, 0, []),
      row(2, 0, 21, ['mission-16', 'mission-02']),
      row(3, 2, 0, []),
    ];
    expect(told(done, 'game-ended')).toEqual({
      type: 'game-ended',
      scores,
      ranking: [
        { seat: 2, place: 1 },
        { seat: 0, place: 2 },
        { seat: 3, place: 3 },
        { seat: 1, place: 4 },
      ],
      winners: [2],
    });
    expect(game.publicView(done.state)).toMatchObject({ phase: 'finished', scores, decisions: [] });
    expect(game.result(done.state)).toEqual({
      reason: 'harbours',
      ranking: [
        {
          seat: 2,
          place: 1,
          total: 21,
          parts: { warehouse: 0, missions: 21, pirates: 0 },
          tieBreak: { missionCount: 2 },
        },
        {
          seat: 0,
          place: 2,
          total: 11,
          parts: { warehouse: 4, missions: 7, pirates: 0 },
          tieBreak: { missionCount: 1 },
        },
        {
          seat: 3,
          place: 3,
          total: 2,
          parts: { warehouse: 2, missions: 0, pirates: 0 },
          tieBreak: { missionCount: 0 },
        },
        {
          seat: 1,
          place: 4,
          total: 1,
          parts: { warehouse: 1, missions: 0, pirates: 0 },
          tieBreak: { missionCount: 0 },
        },
      ],
      winners: [2],
    });
    expect(refusal(done.state, 0, skip)).toBe('game-over null');
  });

  test('BOR-13.1: cards in hand count nothing', () => {
    const done = accepted(lastHarbour(), 2, play);
    expect(told(done, 'game-ended').scores.map((score) => score.total)).toEqual([0, 0, 1, 0]);
  });

  const scored = (seat: number, total: number, tiles: number) => ({
    seat,
    warehouseVp: total,
    missionVp: 0,
    piratePenalty: 0,
    total,
    missions: Array<string>(tiles).fill('tile'),
  });

  test('BOR-13.2: the highest total wins', () => {
    const ranking = rankingOf([scored(0, 10, 3), scored(1, 12, 0), scored(2, 11, 1)]);
    expect(ranking.map(({ seat, place }) => [seat, place])).toEqual([
      [1, 1],
      [2, 2],
      [0, 3],
    ]);
    expect(winnersOf(ranking)).toEqual([1]);
  });

  test('BOR-13.1, BOR-13.3: E23 a tie goes to the player with more tiles', () => {
    const state = scenario({
      kind: 'final-mission',
      active: 0,
      seats: 3,
      warehouses: {
        0: [...PEPPER, 'ship-rb-cloves', 'ship-mix-cloves-1', 'harbour-09'],
        1: ['nutmeg', 'cinnamon'].flatMap((spice) =>
          ['rb', 'ry', 'rg', 'gr'].map((flag) => `ship-${flag}-${spice}`),
        ),
      },
      missions: { 0: ['mission-01', 'mission-08'], 1: ['mission-12'] },
    });
    const { ranking, winners, scores } = told(accepted(state, 0, skip), 'game-ended');
    expect(scores.map((score) => score.total)).toEqual([19, 19, 0]);
    expect(winners).toEqual([0]);
    expect(ranking.map(({ place }) => place)).toEqual([1, 2, 3]);
    const result = game.result(accepted(state, 0, skip).state);
    expect(result?.ranking.map(({ seat, tieBreak }) => [seat, tieBreak])).toEqual([
      [0, { missionCount: 2 }],
      [1, { missionCount: 1 }],
      [2, { missionCount: 0 }],
    ]);
  });

  test('BOR-13.4: players who are still equal share the place, and the next one is left out', () => {
    const ranking = rankingOf([
      scored(0, 9, 1),
      scored(1, 12, 2),
      scored(2, 12, 2),
      scored(3, 9, 1),
      scored(4, 3, 0),
    ]);
    expect(ranking.map(({ seat, place }) => [seat, place])).toEqual([
      [1, 1],
      [2, 1],
      [0, 3],
      [3, 3],
      [4, 5],
    ]);
    expect(winnersOf(ranking)).toEqual([1, 2]);
  });

  test('BOR-14.6: the holder of the pirate ship loses two points at the end, nobody if it is in the lair', () => {
    const ending = (pirateShip: 'lair' | number) => {
      const options = { blackbeard: true };
      const state = scenario({ kind: 'final-mission', options, pirateShip, warehouses: { 0: PEPPER } });
      return accepted(state, 0, skip).state;
    };
    expect(ending(0).shown.scores?.[0]).toMatchObject({ warehouseVp: 3, piratePenalty: 2, total: 1 });
    expect(game.result(ending(0))?.ranking[0]).toMatchObject({
      total: 1,
      parts: { warehouse: 3, missions: 0, pirates: -2 },
    });
    expect(ending('lair').shown.scores?.map((score) => score.piratePenalty)).toEqual([0, 0, 0, 0]);
  });

  test.each([
    { seats: 4, turn: 36 },
    { seats: 5, turn: 30 },
  ])('BOR-12.2, BOR-15.1: E26 all players stall, $seats players', ({ seats, turn }) => {
    for (let n = 0; n < 20; n++) {
      const { state } = begin(game, seats, seedOf(n));
      const end = playOut(game, state, seedOf(n), () => fallbackCommand);
      expect([end.shown.endReason, end.shown.turn]).toEqual(['shipments', turn]);
      expect(end.shown.scores?.every((score) => score.missionVp === 0)).toBe(true);
    }
  });
});
