import { describe, expect, test } from '@jest/globals';
import { allocate, lay, payBy, place, Table } from './testing/scenario.ts';

/** No seat has primes, so no auction is possible and turns end automatically. */
const quiet = { primes: [0, 0, 0] };

describe('DOC-3: rounds and the slate', () => {
  test('DOC-3.1: each player takes one turn, clockwise from the holder of the slate', () => {
    const table = new Table({ ...quiet, active: 1, slate: 1 });
    const seats: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      seats.push(table.actor);
      table.play('sailor', place(1));
    }
    expect(seats).toEqual([1, 2, 0]);
    expect(table.types()).toEqual([
      'relation-played',
      'effect-applied',
      'turn-ended',
      'slate-moved',
      'round-ended',
      'round-started',
      'turn-started',
    ]);
  });

  test('DOC-3.2: the slate changing hands leaves the order of the round as it is', () => {
    const table = new Table({
      ...quiet,
      slate: 0,
      quays: { 1: { ship: 'ship-3-1', goods: 'goods-rum', porters: [1, 0, 1] } },
    });
    table.play('sailor', place(1)).send(payBy(1, 2));
    expect(table.shown.slateSeat).toBe(2);
    table.send(allocate({ 1: 'goods-madras' }));
    expect(table.actor).toBe(1);
    expect(table.shown.roundFirstSeat).toBe(0);
  });

  test('DOC-3.3, DOC-3.5: an unused slate passes to the left, and its new holder starts', () => {
    const table = new Table({ ...quiet, turnsPlayed: 2, active: 1, slate: 2 });
    table.play('sailor', place(1));
    expect(table.events('slate-moved')).toEqual([
      { type: 'slate-moved', fromSeat: 2, toSeat: 0, cause: 'round-end' },
    ]);
    expect(table.events('round-ended')).toEqual([
      { type: 'round-ended', round: 3, slateUsed: false, slateSeat: 0 },
    ]);
    expect(table.events('round-started')).toEqual([{ type: 'round-started', round: 4, firstSeat: 0 }]);
    expect(table.actor).toBe(0);
  });

  test('DOC-3.4, DOC-3.5: a used slate stays with its holder, who starts', () => {
    const table = new Table({ ...quiet, turnsPlayed: 2, active: 1, slate: 2, slateUsed: true });
    table.play('sailor', place(1));
    expect(table.events('slate-moved')).toEqual([]);
    expect(table.events('round-ended')).toEqual([
      { type: 'round-ended', round: 3, slateUsed: true, slateSeat: 2 },
    ]);
    expect(table.actor).toBe(2);
    expect(table.shown.slateUsedThisRound).toBe(false);
  });

  test('DOC-3.5: the last player of a round may play first in the next', () => {
    const table = new Table({ ...quiet, turnsPlayed: 2, active: 1, slate: 1, slateUsed: true });
    table.play('sailor', place(1));
    expect(table.actor).toBe(1);
  });

  test('DOC-3.6: after the final round the slate does not move', () => {
    const table = new Table({ ...quiet, turnsPlayed: 2, active: 1, slate: 2, shipPile: [] });
    table.play('sailor', place(1));
    expect(table.types().slice(-3)).toEqual(['turn-ended', 'round-ended', 'game-ended']);
    expect(table.shown.slateSeat).toBe(2);
  });
});

describe('DOC-4: the turn', () => {
  const rich = { primes: [5, 5, 5] };

  test('DOC-4.1: one relation a turn', () => {
    const table = new Table(rich).play('sailor', place(1));
    expect(table.phase).toBe('after-relation');
    expect(table.refusedPlay('foreman', place(1, 1))).toBe('relation-already-played DOC-4.1');
  });

  test('DOC-4.2: one auction a turn, before or after the relation', () => {
    const auction = { type: 'open-auction' } as const;
    const after = new Table(rich).play('sailor', place(1)).send(auction);
    expect(after.phase).toBe('auction-opening');
    const before = new Table(rich).send(auction).send({ type: 'place-bid', amount: 5 });
    expect(before.phase).toBe('before-relation');
    expect(before.refusal(auction)).toBe('auction-already-held DOC-4.2');
  });

  test('DOC-4.3: one event a turn, never in the middle of an action', () => {
    const tiles = { 0: ['event-mutiny-1', 'event-mutiny-2'] };
    const table = new Table({ ...rich, tiles }).send(lay('event-mutiny-1', 1));
    expect(table.refusal(lay('event-mutiny-2', 2))).toBe('event-already-played DOC-4.3');
    const settling = new Table({
      ...rich,
      tiles,
      quays: { 1: { ship: 'ship-3-1', porters: [1, 1, 0] } },
    }).play('sailor', place(1));
    expect(settling.phase).toBe('settling');
    expect(settling.refusal(lay('event-mutiny-1', 2))).toBe('wrong-phase DOC-4.3');
    settling.send(payBy(1, 0));
    expect(settling.phase).toBe('allocating');
    expect(settling.refusal(lay('event-mutiny-1', 2))).toBe('wrong-phase DOC-4.3');
  });

  test('DOC-4.4: a tile bought in this turn may be played in it, around the relation in any order', () => {
    const table = new Table({ ...rich, eventPile: ['event-top-quality-1'] });
    table.send({ type: 'open-auction' }).send({ type: 'place-bid', amount: 5 });
    table.send(lay('event-top-quality-1', 1)).play('sailor', place(1));
    expect(table.quay(1)).toMatchObject({
      event: { id: 'event-top-quality-1', seat: 0 },
      porters: [1, 0, 0],
    });
    const split = new Table({ ...rich, tiles: { 0: ['event-mutiny-1'] } });
    split.send({ type: 'open-auction' }).send({ type: 'place-bid', amount: 5 }).play('sailor', place(1));
    expect(split.phase).toBe('after-relation');
    split.send(lay('event-mutiny-1', 1));
    expect(split.types()).toContain('turn-ended');
  });

  test('DOC-4.5: the turn ends by end-turn, once the relation is played', () => {
    const table = new Table(rich);
    expect(table.refusal({ type: 'end-turn' })).toBe('relation-not-played DOC-4.5');
    table.play('sailor', place(1)).send({ type: 'end-turn' });
    expect(table.types()).toEqual(['turn-ended', 'turn-started']);
    expect(table.actor).toBe(1);
  });

  test('DOC-4.6: EX-26 without an optional action left the turn ends by itself', () => {
    const poor = { primes: [5, 0, 5] };
    const table = new Table(poor).play('sailor', place(1));
    expect(table.types()).toEqual(['relation-played', 'effect-applied', 'turn-ended', 'turn-started']);
    const owner = new Table({ ...poor, tiles: { 0: ['event-mutiny-1'] } }).play('sailor', place(1));
    expect(owner.phase).toBe('after-relation');
    owner.send(lay('event-mutiny-1', 2));
    expect(owner.types()).toEqual(['event-played', 'turn-ended', 'turn-started']);
  });

  test.each<[string, object]>([
    ['events are off', { options: { events: false } }],
    ['the auction was held', { auctionHeld: true }],
    ['a player has no primes', { primes: [5, 5, 0] }],
    ['no tile is left', { eventPile: [] }],
  ])('DOC-4.6: no auction is awaited when %s', (_, setting) => {
    const table = new Table({ ...rich, ...setting }).play('sailor', place(1));
    expect(table.types()).toContain('turn-ended');
  });

  test('DOC-4.6: an owned tile is not waited for when it cannot be laid', () => {
    const tiles = { 0: ['event-storm-1'] };
    const event = (id: string) => ({ event: { id, seat: 1 } });
    const closed = { 1: event('event-mutiny-1'), 2: event('event-mutiny-2'), 3: event('event-claim-1') };
    const open = new Table({ tiles, quays: closed }).play('sailor', place(1));
    expect(open.phase).toBe('after-relation');
    const none = new Table({ tiles, quays: { ...closed, 4: event('event-pirates-1') } }).play(
      'sailor',
      place(1),
    );
    expect(none.types()).toContain('turn-ended');
    const played = new Table({ tiles, eventPlayed: true }).play('sailor', place(1));
    expect(played.types()).toContain('turn-ended');
  });
});
