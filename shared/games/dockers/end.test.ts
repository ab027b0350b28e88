import { describe, expect, test } from '@jest/globals';
import { allocate, bid, game, lay, payBy, place, Table } from './testing/scenario.ts';

describe('DOC-13: the end', () => {
  test('DOC-13.1: EX-21 the round of the last ship is played to its end, and no further', () => {
    // Round order B, C, A.
    const table = new Table({
      active: 1,
      slate: 2,
      shipPile: ['ship-8-1'],
      quays: { 1: { ship: 'ship-3-1', porters: [0, 2, 0] } },
    });
    table.play('sailor', place(1)).send(allocate({ 1: 'goods-madras' }));
    expect(table.actor).toBe(2);
    table.play('sailor', place(2));
    expect(table.actor).toBe(0);
    table.play('sailor', place(2));
    expect(table.phase).toBe('game-over');
    expect(table.shown.slateSeat).toBe(2);
    expect(table.types().slice(-3)).toEqual(['turn-ended', 'round-ended', 'game-ended']);
    expect(game.result(table.state)).toMatchObject({ reason: 'last-ship' });
  });

  test('DOC-13.1: in the last turn of a round the game ends after that turn', () => {
    const table = new Table({
      primes: [1, 1, 1],
      turnsPlayed: 2,
      shipPile: ['ship-8-1'],
      slate: 1,
      quays: { 1: { ship: 'ship-3-1', porters: [2, 0, 0] } },
    });
    table.play('sailor', place(1)).send(allocate({ 1: 'goods-madras' }));
    expect(table.phase).toBe('after-relation');
    table.send({ type: 'end-turn' });
    expect(table.phase).toBe('game-over');
  });

  test('DOC-13.1: after the last ship docked by an event the relation is still played', () => {
    const table = new Table({ shipPile: ['ship-8-1'], tiles: { 0: ['event-fire-1'] } });
    table.send(lay('event-fire-1', 1)).send(allocate({ 1: 'goods-madras' }));
    expect(table.phase).toBe('before-relation');
  });

  test('DOC-13.2: EX-22 at the target the game ends as soon as the ship is settled', () => {
    const table = new Table({
      slate: 1,
      primes: [93, 80, 40],
      quays: { 2: { ship: 'ship-6-2', goods: 'goods-rum', porters: [0, 2, 1] } },
    });
    table.play('shipowner', place(2, 2, 2));
    expect(table.primes).toEqual([98, 86, 43]);
    expect(table.quay(2).shipId).toBeNull();
    expect(table.types()).toEqual([
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
    expect(table.events('target-reached')).toEqual([{ type: 'target-reached', seats: [0] }]);
    expect(game.result(table.state)).toMatchObject({ reason: 'target', winners: [0] });
    expect(game.publicView(table.state)).toMatchObject({
      phase: 'game-over',
      actorSeat: null,
      targetReached: true,
      decisions: [],
    });
  });

  test('DOC-13.2: EX-23 the queue is settled first, and another may win', () => {
    const table = new Table({
      slate: 1,
      primes: [88, 90, 50],
      quays: {
        1: { ship: 'ship-3-1', goods: 'goods-spice', porters: [2, 0, 0] },
        2: { ship: 'ship-7-1', goods: 'goods-rum', porters: [0, 5, 1] },
      },
    });
    table.play('harbourmaster', place(1, 2));
    expect(table.primes).toEqual([97, 105, 53]);
    expect(table.events('target-reached')).toEqual([{ type: 'target-reached', seats: [0] }]);
    expect(table.phase).toBe('game-over');
    expect(game.result(table.state)).toMatchObject({ winners: [1] });
  });

  test('DOC-13.2: slate choices are still made after the target was reached', () => {
    const table = new Table({
      primes: [98, 50, 50],
      quays: {
        1: { ship: 'ship-3-1', goods: 'goods-madras', porters: [1, 1, 0] },
        2: { ship: 'ship-3-2', goods: 'goods-madras', porters: [1, 0, 1] },
      },
    });
    table.play('harbourmaster', place(1, 2));
    expect(table.shown.targetReached).toBe(true);
    expect(table.phase).toBe('settling');
    table.send(payBy(1, 0));
    expect(table.phase).toBe('settling');
    table.send(payBy(2, 2));
    expect(table.types().at(-1)).toBe('game-ended');
    expect(table.primes).toEqual([98 + 4 - 3 + 4, 52, 52 - 3]);
  });

  test('DOC-13.2: a Claim that reaches the target ends the game, also by Shortage', () => {
    const claim = new Table({
      primes: [95, 9, 9],
      tiles: { 0: ['event-claim-1'] },
      quays: { 1: { ship: 'ship-5-1' } },
    });
    claim.send(lay('event-claim-1', 1));
    expect(claim.types()).toEqual(['event-played', 'primes-claimed', 'target-reached', 'game-ended']);
    const shortage = new Table({
      primes: [9, 98, 99],
      tiles: { 0: ['event-shortage-1'] },
      quays: { 1: { ship: 'ship-8-1', goods: 'goods-madras', porters: [0, 1, 1] } },
    });
    shortage.send(lay('event-shortage-1', 1));
    expect(shortage.events('target-reached')).toEqual([{ type: 'target-reached', seats: [1, 2] }]);
    expect(shortage.types()).not.toContain('ship-docked');
    expect(shortage.phase).toBe('game-over');
  });

  test('DOC-13.3: porters aboard, tiles and cards are worth nothing', () => {
    const table = new Table({
      primes: [3, 3, 4],
      turnsPlayed: 2,
      shipPile: [],
      tiles: { 0: ['event-claim-1', 'event-pirates-1'] },
      quays: { 1: { ship: 'ship-8-1', goods: 'goods-vanilla', porters: [6, 0, 0] } },
      goods: { 1: 'goods-rum' },
    });
    table.play('sailor', place(2)).send({ type: 'end-turn' });
    expect(game.result(table.state)?.ranking).toEqual([
      { seat: 2, place: 1, total: 4, parts: { primes: 4 }, tieBreak: { keptGoods: 2 } },
      { seat: 1, place: 2, total: 3, parts: { primes: 3 }, tieBreak: { keptGoods: 3 } },
      { seat: 0, place: 3, total: 3, parts: { primes: 3 }, tieBreak: { keptGoods: 2 } },
    ]);
  });
});

describe('DOC-13.4: the last permitted round', () => {
  const quiet = { primes: [0, 0, 0], slate: 2, turnsPlayed: 2, options: { maxRounds: 3 } };

  test('DOC-13.4, DOC-3.6: the game ends after the round, with the slate where it is', () => {
    const table = new Table({ ...quiet, turnsPlayed: 1 }).play('sailor', place(1));
    expect(table.types().at(-1)).toBe('turn-started');
    table.play('sailor', place(1));
    expect(table.types().slice(-3)).toEqual(['turn-ended', 'round-ended', 'game-ended']);
    expect(table.events('round-ended')).toMatchObject([{ round: 3, slateSeat: 2 }]);
    expect(table.state).toMatchObject({ open: [], shown: { slateSeat: 2, finalRound: false } });
    expect(game.result(table.state)).toMatchObject({ reason: 'max-rounds' });
  });

  test('DOC-13.4: one round less than permitted goes on', () => {
    const table = new Table({ ...quiet, options: { maxRounds: 4 } }).play('sailor', place(1));
    expect(table.types().slice(-2)).toEqual(['round-started', 'turn-started']);
    expect(game.result(table.state)).toBeUndefined();
  });

  test('DOC-13.4: the last ship and the target are the reason if they end the same round', () => {
    const ship = new Table({ ...quiet, shipPile: [] }).play('sailor', place(1));
    expect(game.result(ship.state)?.reason).toBe('last-ship');
    const full = { ship: 'ship-3-1', goods: 'goods-rum', porters: [2, 0, 0] };
    const target = new Table({ ...quiet, primes: [99, 0, 0], quays: { 1: full } }).play('sailor', place(1));
    expect(game.result(target.state)?.reason).toBe('target');
  });
});

describe('the ranking', () => {
  const ending = (primes: number[], goods: Record<number, string>) => {
    const table = new Table({ primes, goods, turnsPlayed: 2, shipPile: [], options: { events: false } });
    return table.play('sailor', place(1));
  };

  test('DOC-13.3: EX-24 a tie goes to the better secret tile', () => {
    const table = ending([44, 44, 30], { 0: 'goods-rum', 1: 'goods-spice' });
    expect(table.events('game-ended')).toEqual([
      {
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
      },
    ]);
  });

  test('DOC-13.3: EX-24 with equal tiles the victory is shared and the next rank skipped', () => {
    const table = ending([44, 44, 30], { 0: 'goods-rum', 1: 'goods-rum' });
    const { ranking, winners } = game.publicView(table.state).result ?? { ranking: [], winners: [] };
    expect(ranking.map(({ seat, rank }) => [seat, rank])).toEqual([
      [0, 1],
      [1, 1],
      [2, 3],
    ]);
    expect(winners).toEqual([0, 1]);
  });

  test('DOC-13.1: nothing is accepted any more', () => {
    const table = ending([1, 2, 3], {});
    for (const seat of [0, 1, 2]) expect(table.refusal(bid(1), seat)).toBe('game-over null');
  });
});
