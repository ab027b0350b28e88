import { describe, expect, test } from '@jest/globals';
import { reveal } from '../../kernel/reveal.ts';
import { seedOf } from '../../testing/play.ts';
import { bid, game, Table } from './testing/scenario.ts';

const open = { type: 'open-auction' } as const;
const pass = { type: 'pass-bid' } as const;

describe('DOC-10: the auction', () => {
  test('DOC-10.1: every player needs at least 1 prime, and events must be on', () => {
    expect(new Table({ primes: [9, 0, 9] }).refusal(open)).toBe('player-without-primes DOC-10.1');
    expect(new Table({ primes: [0, 9, 9] }).refusal(open)).toBe('player-without-primes DOC-10.1');
    expect(new Table({ primes: [1, 1, 1] }).refusal(open)).toBe('accepted');
    const off = new Table({ primes: [0, 0, 0], options: { events: false }, auctionHeld: true });
    expect(off.refusal(open)).toBe('events-disabled DOC-10.1');
    const held = new Table({ primes: [0, 0, 0], auctionHeld: true });
    expect(held.refusal(open)).toBe('auction-already-held DOC-4.2');
    expect([...game.legal(new Table({ primes: [1, 1, 1] }).state, 0)]).toContainEqual(open);
    expect([...game.legal(held.state, 0)]).not.toContainEqual(open);
  });

  test('DOC-10.2: the top tile is turned up for all', () => {
    const table = new Table({ primes: [3, 3, 3], eventPile: ['event-claim-1', 'event-fire-1'] }).send(open);
    expect(table.events('auction-opened')).toEqual([
      { type: 'auction-opened', seat: 0, eventId: 'event-claim-1', kind: 'event-claim' },
    ]);
    expect(table.shown.auction).toEqual({
      eventId: 'event-claim-1',
      openerSeat: 0,
      highBid: 0,
      highSeat: null,
      nextSeat: 0,
      passed: [],
    });
    expect(table.state.hidden.eventPile).toEqual(['event-fire-1']);
  });

  test('DOC-10.3: an empty pile is shuffled anew from the discard', () => {
    const discard = ['event-claim-1', 'event-storm-1', 'event-mutiny-2'];
    const table = new Table({ primes: [3, 3, 3], eventPile: [], eventDiscard: discard }).send(open);
    expect(table.types()).toEqual(['event-pile-reshuffled', 'auction-opened']);
    expect(table.events('event-pile-reshuffled')).toEqual([{ type: 'event-pile-reshuffled', count: 3 }]);
    expect(table.shown.eventDiscard).toEqual([]);
    expect(table.state.hidden.eventPile).toHaveLength(2);
    const none = new Table({ primes: [3, 3, 3], eventPile: [] });
    expect(none.refusal(open)).toBe('event-pile-empty DOC-10.3');
  });

  test('DOC-10.3: the order of the discard says nothing about the new pile', () => {
    const discard = ['event-claim-1', 'event-storm-1', 'event-mutiny-2'];
    const orders = Array.from({ length: 60 }, (_, n) => {
      const setting = { primes: [3, 3, 3], eventPile: [], eventDiscard: discard, seed: seedOf(n) };
      const { state } = new Table(setting).send(open);
      return [state.shown.auction?.eventId, ...reveal(state.hidden.eventPile)].join();
    });
    expect(new Set(orders).size).toBe(6);
  });

  test('DOC-10.4: the opener must bid at least 1 and at most all of their primes', () => {
    const table = new Table({ primes: [3, 9, 9] }).send(open);
    expect(table.phase).toBe('auction-opening');
    expect(table.refusal(pass)).toBe('must-open-bid DOC-10.4');
    expect(table.refusal(bid(4))).toBe('bid-too-high DOC-10.4');
    expect([...game.legal(table.state, 0)]).toEqual([bid(1), bid(2), bid(3)]);
    expect(table.send(bid(3)).events('bid-made')).toEqual([{ type: 'bid-made', seat: 0, amount: 3 }]);
  });

  test('DOC-10.5: the others raise or pass in turn, as often as needed; a pass is final', () => {
    const table = new Table({ primes: [9, 9, 9], active: 1 }).send(open).send(bid(1));
    expect(table.actor).toBe(2);
    expect(table.phase).toBe('auction-bidding');
    expect(table.refusal(bid(1))).toBe('bid-too-low DOC-10.5');
    expect(table.refusal(bid(10))).toBe('bid-too-high DOC-10.5');
    expect(table.refusal(bid(2), 1)).toBe('not-your-turn DOC-10.5');
    table.send(pass);
    expect(table.events('bid-passed')).toEqual([{ type: 'bid-passed', seat: 2, automatic: false }]);
    table.send(bid(4));
    expect(table.shown.auction).toMatchObject({ highBid: 4, highSeat: 0, passed: [2] });
    // The opener bids again; the one who passed is not asked any more.
    expect(table.actor).toBe(1);
    table.send(bid(6));
    expect(table.actor).toBe(0);
    expect([...game.legal(table.state, 0)]).toEqual([pass, bid(7), bid(8), bid(9)]);
  });

  test('DOC-10.5: who has passed is shown in the order of passing', () => {
    const table = new Table({ seats: 4, primes: [9, 9, 9, 9] }).send(open).send(bid(1)).send(pass).send(pass);
    expect(table.shown.auction).toMatchObject({ passed: [1, 2], nextSeat: 3 });
  });

  test('DOC-10.6: the high bidder pays and lays the tile open in front of their seat', () => {
    const table = new Table({ primes: [9, 9, 9], eventPile: ['event-fire-1'] });
    table.send(open).send(bid(1)).send(bid(2)).send(pass).send(pass);
    expect(table.events('auction-won')).toEqual([
      { type: 'auction-won', seat: 1, eventId: 'event-fire-1', amount: 2, primes: 7 },
    ]);
    expect(table.primes).toEqual([9, 7, 9]);
    expect(table.player(1).events).toEqual(['event-fire-1']);
    expect(table.shown.auction).toBeNull();
    expect(table.actor).toBe(0);
    expect(table.phase).toBe('before-relation');
  });

  test('DOC-10.7, DOC-10.5: EX-18 who cannot raise passes automatically', () => {
    const table = new Table({ primes: [8, 3, 2], eventPile: ['event-fire-1'] });
    table.send(open).send(bid(1)).send(bid(2));
    expect(table.types()).toEqual(['bid-made', 'bid-passed']);
    expect(table.events('bid-passed')).toEqual([{ type: 'bid-passed', seat: 2, automatic: true }]);
    expect(table.actor).toBe(0);
    table.send(bid(3));
    expect(table.types()).toEqual(['bid-made', 'bid-passed', 'auction-won']);
    expect(table.primes).toEqual([5, 3, 2]);
    expect(table.player(0).events).toEqual(['event-fire-1']);
  });

  test('DOC-10.7: an opening bid that nobody can raise ends the auction at once', () => {
    const table = new Table({ primes: [5, 2, 2] }).send(open).send(bid(2));
    expect(table.types()).toEqual(['bid-made', 'bid-passed', 'bid-passed', 'auction-won']);
    expect(table.phase).toBe('before-relation');
  });

  test('DOC-10.8: a player may own any number of tiles; unplayed ones are worth nothing', () => {
    const many = ['event-mutiny-1', 'event-mutiny-2', 'event-claim-1', 'event-fire-1'];
    const table = new Table({ primes: [5, 2, 2], tiles: { 0: many } }).send(open).send(bid(2));
    expect(table.player(0).events).toHaveLength(5);
  });
});
