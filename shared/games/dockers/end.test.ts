import { describe, expect, test } from '@jest/globals';
import { asking, told, typesOf } from '../../testing/scenario.ts';
import { berthAt } from './state.ts';
import {
  accepted,
  allocate,
  bid,
  game,
  lay,
  payBy,
  place,
  play,
  playedThrough,
  primesIn,
  refusal,
  scenario,
} from './testing/scenario.ts';

describe('DOC-13: the end', () => {
  test('DOC-13.1: EX-21 the round of the last ship is played to its end, and no further', () => {
    // Round order B, C, A.
    const state = scenario({
      active: 1,
      slate: 2,
      shipPile: ['ship-8-1'],
      quays: { 1: { ship: 'ship-3-1', porters: [0, 2, 0] } },
    });
    const after = playedThrough(state, play('sailor', place(1)), allocate({ 1: 'goods-madras' })).state;
    expect(asking(after)).toEqual(['2 before-relation']);
    const later = accepted(after, 2, play('sailor', place(2))).state;
    expect(asking(later)).toEqual(['0 before-relation']);
    const done = accepted(later, 0, play('sailor', place(2)));
    expect(done.state.shown.phase).toBe('game-over');
    expect(done.state.shown.slateSeat).toBe(2);
    expect(typesOf(done).slice(-3)).toEqual(['turn-ended', 'round-ended', 'game-ended']);
    expect(game.result(done.state)).toMatchObject({ reason: 'last-ship' });
  });

  test('DOC-13.1: in the last turn of a round the game ends after that turn', () => {
    const state = scenario({
      primes: [1, 1, 1],
      turnsPlayed: 2,
      shipPile: ['ship-8-1'],
      slate: 1,
      quays: { 1: { ship: 'ship-3-1', porters: [2, 0, 0] } },
    });
    const after = playedThrough(state, play('sailor', place(1)), allocate({ 1: 'goods-madras' })).state;
    expect(asking(after)).toEqual(['0 after-relation']);
    const later = accepted(after, 0, { type: 'end-turn' }).state;
    expect(later.shown.phase).toBe('game-over');
  });

  test('DOC-13.1: after the last ship docked by an event the relation is still played', () => {
    const state = scenario({ shipPile: ['ship-8-1'], tiles: { 0: ['event-fire-1'] } });
    const after = playedThrough(state, lay('event-fire-1', 1), allocate({ 1: 'goods-madras' })).state;
    expect(asking(after)).toEqual(['0 before-relation']);
  });

  test('DOC-13.2: EX-22 at the target the game ends as soon as the ship is settled', () => {
    const state = scenario({
      slate: 1,
      primes: [93, 80, 40],
      quays: { 2: { ship: 'ship-6-2', goods: 'goods-rum', porters: [0, 2, 1] } },
    });
    const done = accepted(state, 0, play('shipowner', place(2, 2, 2)));
    expect(primesIn(done.state)).toEqual([98, 86, 43]);
    expect(berthAt(done.state.shown, 2).shipId).toBeNull();
    expect(typesOf(done)).toEqual([
      'relation-played',
      'effect-applied',
      'ship-filled',
      'primes-paid',
      'target-reached',
      'commission-paid',
      'porters-returned',
      'ship-departed',
      'game-ended',
    ]);
    expect(told(done, 'target-reached')).toEqual({ type: 'target-reached', seats: [0] });
    expect(game.result(done.state)).toMatchObject({ reason: 'target', winners: [0] });
    expect(game.publicView(done.state)).toMatchObject({
      phase: 'game-over',
      actorSeat: null,
      targetReached: true,
      decisions: [],
    });
  });

  test('DOC-13.2: EX-23 the queue is settled first, and another may win', () => {
    const state = scenario({
      slate: 1,
      primes: [88, 90, 50],
      quays: {
        1: { ship: 'ship-3-1', goods: 'goods-spice', porters: [2, 0, 0] },
        2: { ship: 'ship-7-1', goods: 'goods-rum', porters: [0, 5, 1] },
      },
    });
    const done = accepted(state, 0, play('harbourmaster', place(1, 2)));
    expect(primesIn(done.state)).toEqual([97, 105, 53]);
    expect(told(done, 'target-reached')).toEqual({ type: 'target-reached', seats: [0] });
    expect(done.state.shown.phase).toBe('game-over');
    expect(game.result(done.state)).toMatchObject({ winners: [1] });
  });

  test('DOC-13.2: slate choices are still made after the target was reached', () => {
    const state = scenario({
      primes: [98, 50, 50],
      quays: {
        1: { ship: 'ship-3-1', goods: 'goods-madras', porters: [1, 1, 0] },
        2: { ship: 'ship-3-2', goods: 'goods-madras', porters: [1, 0, 1] },
      },
    });
    const after = accepted(state, 0, play('harbourmaster', place(1, 2))).state;
    expect(after.shown.targetReached).toBe(true);
    expect(asking(after)).toEqual(['0 settling']);
    const later = accepted(after, 0, payBy(1, 0)).state;
    expect(asking(later)).toEqual(['0 settling']);
    const done = accepted(later, 0, payBy(2, 2));
    expect(typesOf(done).at(-1)).toBe('game-ended');
    expect(primesIn(done.state)).toEqual([98 + 4 - 3 + 4, 52, 52 - 3]);
  });

  test('DOC-13.2: a Claim that reaches the target ends the game, also by Shortage', () => {
    const nearly = scenario({
      primes: [95, 9, 9],
      tiles: { 0: ['event-claim-1'] },
      quays: { 1: { ship: 'ship-5-1' } },
    });
    const claim = accepted(nearly, 0, lay('event-claim-1', 1));
    expect(typesOf(claim)).toEqual(['event-played', 'primes-claimed', 'target-reached', 'game-ended']);
    const loaded = scenario({
      primes: [9, 98, 99],
      tiles: { 0: ['event-shortage-1'] },
      quays: { 1: { ship: 'ship-8-1', goods: 'goods-madras', porters: [0, 1, 1] } },
    });
    const shortage = accepted(loaded, 0, lay('event-shortage-1', 1));
    expect(told(shortage, 'target-reached')).toEqual({ type: 'target-reached', seats: [1, 2] });
    expect(typesOf(shortage)).not.toContain('ship-docked');
    expect(shortage.state.shown.phase).toBe('game-over');
  });

  test('DOC-13.3: porters aboard, tiles and cards are worth nothing', () => {
    const state = scenario({
      primes: [3, 3, 4],
      turnsPlayed: 2,
      shipPile: [],
      tiles: { 0: ['event-claim-1', 'event-pirates-1'] },
      quays: { 1: { ship: 'ship-8-1', goods: 'goods-vanilla', porters: [6, 0, 0] } },
      goods: { 1: 'goods-rum' },
    });
    const after = playedThrough(state, play('sailor', place(2)), { type: 'end-turn' }).state;
    expect(game.result(after)?.ranking).toEqual([
      { seat: 2, place: 1, total: 4, parts: { primes: 4 }, tieBreak: { keptGoods: 2 } },
      { seat: 1, place: 2, total: 3, parts: { primes: 3 }, tieBreak: { keptGoods: 3 } },
      { seat: 0, place: 3, total: 3, parts: { primes: 3 }, tieBreak: { keptGoods: 2 } },
    ]);
  });
});

describe('DOC-13.4: the last permitted round', () => {
  const quiet = { primes: [0, 0, 0], slate: 2, turnsPlayed: 2, options: { maxRounds: 3 } };

  test('DOC-13.4, DOC-3.6: the game ends after the round, with the slate where it is', () => {
    const done = accepted(scenario({ ...quiet, turnsPlayed: 1 }), 0, play('sailor', place(1)));
    expect(typesOf(done).at(-1)).toBe('turn-started');
    const next = accepted(done.state, 1, play('sailor', place(1)));
    expect(typesOf(next).slice(-3)).toEqual(['turn-ended', 'round-ended', 'game-ended']);
    expect(told(next, 'round-ended')).toMatchObject({ round: 3, slateSeat: 2 });
    expect(next.state).toMatchObject({ open: [], shown: { slateSeat: 2, finalRound: false } });
    expect(game.result(next.state)).toMatchObject({ reason: 'max-rounds' });
  });

  test('DOC-13.4: one round less than permitted goes on', () => {
    const done = accepted(scenario({ ...quiet, options: { maxRounds: 4 } }), 0, play('sailor', place(1)));
    expect(typesOf(done).slice(-2)).toEqual(['round-started', 'turn-started']);
    expect(game.result(done.state)).toBeUndefined();
  });

  test('DOC-13.4: the last ship and the target are the reason if they end the same round', () => {
    const ship = accepted(scenario({ ...quiet, shipPile: [] }), 0, play('sailor', place(1))).state;
    expect(game.result(ship)?.reason).toBe('last-ship');
    const full = { ship: 'ship-3-1', goods: 'goods-rum', porters: [2, 0, 0] };
    const state = scenario({ ...quiet, primes: [99, 0, 0], quays: { 1: full } });
    const target = accepted(state, 0, play('sailor', place(1))).state;
    expect(game.result(target)?.reason).toBe('target');
  });
});

describe('the ranking', () => {
  const ending = (primes: number[], goods: Record<number, string>) => {
    const state = scenario({ primes, goods, turnsPlayed: 2, shipPile: [], options: { events: false } });
    return accepted(state, 0, play('sailor', place(1)));
  };

  test('DOC-13.3: EX-24 a tie goes to the better secret tile', () => {
    const done = ending([44, 44, 30], { 0: 'goods-rum', 1: 'goods-spice' });
    expect(told(done, 'game-ended')).toEqual({
      type: 'game-ended',
      result: {
        reason: 'last-ship',
        ranking: [
          { seat: 1, primes: 44, goods: 'goods-spice', rank: 1 },
          { seat: 0, primes: 44, goods: 'goods-rum', rank: 2 },
          { seat: 2, primes: 30, goods: 'goods-madras', rank: 3 },
        ],
        winners: [1],
      },
    });
  });

  test('DOC-13.3: EX-24 with equal tiles the victory is shared and the next rank skipped', () => {
    const { state } = ending([44, 44, 30], { 0: 'goods-rum', 1: 'goods-rum' });
    const { ranking, winners } = game.publicView(state).result ?? { ranking: [], winners: [] };
    expect(ranking.map(({ seat, rank }) => [seat, rank])).toEqual([
      [0, 1],
      [1, 1],
      [2, 3],
    ]);
    expect(winners).toEqual([0, 1]);
  });

  test('DOC-13.1: nothing is accepted any more', () => {
    const { state } = ending([1, 2, 3], {});
    for (const seat of [0, 1, 2]) expect(refusal(state, seat, bid(1))).toBe('game-over null');
  });
});
