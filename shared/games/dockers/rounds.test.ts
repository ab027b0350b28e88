import { describe, expect, test } from '@jest/globals';
import { asking, deciderOf, told, typesOf } from '../../testing/scenario.ts';
import { berthAt } from './state.ts';
import {
  accepted,
  allocate,
  lay,
  payBy,
  place,
  play,
  playedThrough,
  refusal,
  scenario,
} from './testing/scenario.ts';

/** No seat has primes, so no auction is possible and turns end automatically. */
const quiet = { primes: [0, 0, 0] };

describe('DOC-3: rounds and the slate', () => {
  test('DOC-3.1: each player takes one turn, clockwise from the holder of the slate', () => {
    const first = scenario({ ...quiet, active: 1, slate: 1 });
    const second = accepted(first, 1, play('sailor', place(1))).state;
    const third = accepted(second, 2, play('sailor', place(1))).state;
    expect([first, second, third].map(deciderOf)).toEqual([1, 2, 0]);
    const done = accepted(third, 0, play('sailor', place(1)));
    expect(typesOf(done)).toEqual([
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
    const state = scenario({
      ...quiet,
      slate: 0,
      quays: { 1: { ship: 'ship-3-1', goods: 'goods-rum', porters: [1, 0, 1] } },
    });
    const after = playedThrough(state, play('sailor', place(1)), payBy(1, 2)).state;
    expect(after.shown.slateSeat).toBe(2);
    const later = accepted(after, 0, allocate({ 1: 'goods-madras' })).state;
    expect(asking(later)).toEqual(['1 before-relation']);
    expect(later.shown.roundFirstSeat).toBe(0);
  });

  test('DOC-3.3, DOC-3.5: an unused slate passes to the left, and its new holder starts', () => {
    const state = scenario({ ...quiet, turnsPlayed: 2, active: 1, slate: 2 });
    const done = accepted(state, 1, play('sailor', place(1)));
    expect(told(done, 'slate-moved')).toEqual({
      type: 'slate-moved',
      fromSeat: 2,
      toSeat: 0,
      cause: 'round-end',
    });
    expect(told(done, 'round-ended')).toEqual({
      type: 'round-ended',
      round: 3,
      slateUsed: false,
      slateSeat: 0,
    });
    expect(told(done, 'round-started')).toEqual({ type: 'round-started', round: 4, firstSeat: 0 });
    expect(asking(done.state)).toEqual(['0 before-relation']);
  });

  test('DOC-3.4, DOC-3.5: a used slate stays with its holder, who starts', () => {
    const state = scenario({ ...quiet, turnsPlayed: 2, active: 1, slate: 2, slateUsed: true });
    const done = accepted(state, 1, play('sailor', place(1)));
    expect(typesOf(done)).not.toContain('slate-moved');
    expect(told(done, 'round-ended')).toEqual({
      type: 'round-ended',
      round: 3,
      slateUsed: true,
      slateSeat: 2,
    });
    expect(asking(done.state)).toEqual(['2 before-relation']);
    expect(done.state.shown.slateUsedThisRound).toBe(false);
  });

  test('DOC-3.5: the last player of a round may play first in the next', () => {
    const state = scenario({ ...quiet, turnsPlayed: 2, active: 1, slate: 1, slateUsed: true });
    const after = accepted(state, 1, play('sailor', place(1))).state;
    expect(asking(after)).toEqual(['1 before-relation']);
  });

  test('DOC-3.6: after the final round the slate does not move', () => {
    const state = scenario({ ...quiet, turnsPlayed: 2, active: 1, slate: 2, shipPile: [] });
    const done = accepted(state, 1, play('sailor', place(1)));
    expect(typesOf(done).slice(-3)).toEqual(['turn-ended', 'round-ended', 'game-ended']);
    expect(done.state.shown.slateSeat).toBe(2);
  });
});

describe('DOC-4: the turn', () => {
  const rich = { primes: [5, 5, 5] };

  test('DOC-4.1: one relation a turn', () => {
    const { state } = accepted(scenario(rich), 0, play('sailor', place(1)));
    expect(asking(state)).toEqual(['0 after-relation']);
    expect(refusal(state, 0, play('foreman', place(1, 1)))).toBe('relation-already-played DOC-4.1');
  });

  test('DOC-4.2: one auction a turn, before or after the relation', () => {
    const auction = { type: 'open-auction' } as const;
    const after = playedThrough(scenario(rich), play('sailor', place(1)), auction).state;
    expect(asking(after)).toEqual(['0 auction-opening']);
    const before = playedThrough(scenario(rich), auction, { type: 'place-bid', amount: 5 }).state;
    expect(asking(before)).toEqual(['0 before-relation']);
    expect(refusal(before, 0, auction)).toBe('auction-already-held DOC-4.2');
  });

  test('DOC-4.3: one event a turn, never in the middle of an action', () => {
    const tiles = { 0: ['event-mutiny-1', 'event-mutiny-2'] };
    const { state } = accepted(scenario({ ...rich, tiles }), 0, lay('event-mutiny-1', 1));
    expect(refusal(state, 0, lay('event-mutiny-2', 2))).toBe('event-already-played DOC-4.3');
    const settling = accepted(
      scenario({
        ...rich,
        tiles,
        quays: { 1: { ship: 'ship-3-1', porters: [1, 1, 0] } },
      }),
      0,
      play('sailor', place(1)),
    ).state;
    expect(asking(settling)).toEqual(['0 settling']);
    expect(refusal(settling, 0, lay('event-mutiny-1', 2))).toBe('wrong-phase DOC-4.3');
    const allocating = accepted(settling, 0, payBy(1, 0)).state;
    expect(asking(allocating)).toEqual(['0 allocating']);
    expect(refusal(allocating, 0, lay('event-mutiny-1', 2))).toBe('wrong-phase DOC-4.3');
  });

  test('DOC-4.4: a tile bought in this turn may be played in it, around the relation in any order', () => {
    const state = scenario({ ...rich, eventPile: ['event-top-quality-1'] });
    const after = playedThrough(state, { type: 'open-auction' }, { type: 'place-bid', amount: 5 }).state;
    const later = playedThrough(after, lay('event-top-quality-1', 1), play('sailor', place(1))).state;
    expect(berthAt(later.shown, 1)).toMatchObject({
      event: { id: 'event-top-quality-1', seat: 0 },
      porters: [1, 0, 0],
    });
    const split = scenario({ ...rich, tiles: { 0: ['event-mutiny-1'] } });
    const waiting = playedThrough(
      split,
      { type: 'open-auction' },
      { type: 'place-bid', amount: 5 },
      play('sailor', place(1)),
    ).state;
    expect(asking(waiting)).toEqual(['0 after-relation']);
    const ended = accepted(waiting, 0, lay('event-mutiny-1', 1));
    expect(typesOf(ended)).toContain('turn-ended');
  });

  test('DOC-4.5: the turn ends by end-turn, once the relation is played', () => {
    const state = scenario(rich);
    expect(refusal(state, 0, { type: 'end-turn' })).toBe('relation-not-played DOC-4.5');
    const { state: after } = accepted(state, 0, play('sailor', place(1)));
    const done = accepted(after, 0, { type: 'end-turn' });
    expect(typesOf(done)).toEqual(['turn-ended', 'turn-started']);
    expect(asking(done.state)).toEqual(['1 before-relation']);
  });

  test('DOC-4.6: EX-26 without an optional action left the turn ends by itself', () => {
    const poor = { primes: [5, 0, 5] };
    const done = accepted(scenario(poor), 0, play('sailor', place(1)));
    expect(typesOf(done)).toEqual(['relation-played', 'effect-applied', 'turn-ended', 'turn-started']);
    const state = scenario({ ...poor, tiles: { 0: ['event-mutiny-1'] } });
    const waiting = accepted(state, 0, play('sailor', place(1))).state;
    expect(asking(waiting)).toEqual(['0 after-relation']);
    const ended = accepted(waiting, 0, lay('event-mutiny-1', 2));
    expect(typesOf(ended)).toEqual(['event-played', 'turn-ended', 'turn-started']);
  });

  test.each<[string, object]>([
    ['events are off', { options: { events: false } }],
    ['the auction was held', { auctionHeld: true }],
    ['a player has no primes', { primes: [5, 5, 0] }],
    ['no tile is left', { eventPile: [] }],
  ])('DOC-4.6: no auction is awaited when %s', (_, setting) => {
    const done = accepted(scenario({ ...rich, ...setting }), 0, play('sailor', place(1)));
    expect(typesOf(done)).toContain('turn-ended');
  });

  test('DOC-4.6: an owned tile is not waited for when it cannot be laid', () => {
    const tiles = { 0: ['event-storm-1'] };
    const event = (id: string) => ({ event: { id, seat: 1 } });
    const closed = { 1: event('event-mutiny-1'), 2: event('event-mutiny-2'), 3: event('event-claim-1') };
    const open = accepted(scenario({ tiles, quays: closed }), 0, play('sailor', place(1))).state;
    expect(asking(open)).toEqual(['0 after-relation']);
    const state = scenario({ tiles, quays: { ...closed, 4: event('event-pirates-1') } });
    const none = accepted(state, 0, play('sailor', place(1)));
    expect(typesOf(none)).toContain('turn-ended');
    const played = accepted(scenario({ tiles, eventPlayed: true }), 0, play('sailor', place(1)));
    expect(typesOf(played)).toContain('turn-ended');
  });
});
