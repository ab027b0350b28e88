import { describe, expect, test } from '@jest/globals';
import { reveal } from '../../kernel/reveal.ts';
import { seedOf } from '../../testing/play.ts';
import { asking, told, typesOf } from '../../testing/scenario.ts';
import { playerAt } from './state.ts';
import { accepted, bid, game, playedThrough, primesIn, refusal, scenario } from './testing/scenario.ts';

const open = { type: 'open-auction' } as const;
const pass = { type: 'pass-bid' } as const;

describe('DOC-10: the auction', () => {
  test('DOC-10.1: every player needs at least 1 prime, and events must be on', () => {
    expect(refusal(scenario({ primes: [9, 0, 9] }), 0, open)).toBe('player-without-primes DOC-10.1');
    expect(refusal(scenario({ primes: [0, 9, 9] }), 0, open)).toBe('player-without-primes DOC-10.1');
    expect(refusal(scenario({ primes: [1, 1, 1] }), 0, open)).toBe('accepted');
    const off = scenario({ primes: [0, 0, 0], options: { events: false }, auctionHeld: true });
    expect(refusal(off, 0, open)).toBe('events-disabled DOC-10.1');
    const held = scenario({ primes: [0, 0, 0], auctionHeld: true });
    expect(refusal(held, 0, open)).toBe('auction-already-held DOC-4.2');
    expect([...game.legal(scenario({ primes: [1, 1, 1] }), 0)]).toContainEqual(open);
    expect([...game.legal(held, 0)]).not.toContainEqual(open);
  });

  test('DOC-10.2: the top tile is turned up for all', () => {
    const state = scenario({ primes: [3, 3, 3], eventPile: ['event-claim-1', 'event-fire-1'] });
    const done = accepted(state, 0, open);
    expect(told(done, 'auction-opened')).toEqual({
      type: 'auction-opened',
      seat: 0,
      eventId: 'event-claim-1',
      kind: 'event-claim',
    });
    expect(done.state.shown.auction).toEqual({
      eventId: 'event-claim-1',
      openerSeat: 0,
      highBid: 0,
      highSeat: null,
      nextSeat: 0,
      passed: [],
    });
    expect(done.state.hidden.eventPile).toEqual(['event-fire-1']);
  });

  test('DOC-10.3: an empty pile is shuffled anew from the discard', () => {
    const discard = ['event-claim-1', 'event-storm-1', 'event-mutiny-2'];
    const done = accepted(scenario({ primes: [3, 3, 3], eventPile: [], eventDiscard: discard }), 0, open);
    expect(typesOf(done)).toEqual(['event-pile-reshuffled', 'auction-opened']);
    expect(told(done, 'event-pile-reshuffled')).toEqual({ type: 'event-pile-reshuffled', count: 3 });
    expect(done.state.shown.eventDiscard).toEqual([]);
    expect(done.state.hidden.eventPile).toHaveLength(2);
    const none = scenario({ primes: [3, 3, 3], eventPile: [] });
    expect(refusal(none, 0, open)).toBe('event-pile-empty DOC-10.3');
  });

  test('DOC-10.3: the order of the discard says nothing about the new pile', () => {
    const discard = ['event-claim-1', 'event-storm-1', 'event-mutiny-2'];
    const orders = Array.from({ length: 60 }, (_, n) => {
      const setting = { primes: [3, 3, 3], eventPile: [], eventDiscard: discard, seed: seedOf(n) };
      const { state } = accepted(scenario(setting), 0, open);
      return [state.shown.auction?.eventId, ...reveal(state.hidden.eventPile)].join();
    });
    expect(new Set(orders).size).toBe(6);
  });

  test('DOC-10.4: the opener must bid at least 1 and at most all of their primes', () => {
    const { state } = accepted(scenario({ primes: [3, 9, 9] }), 0, open);
    expect(asking(state)).toEqual(['0 auction-opening']);
    expect(refusal(state, 0, pass)).toBe('must-open-bid DOC-10.4');
    expect(refusal(state, 0, bid(4))).toBe('bid-too-high DOC-10.4');
    expect([...game.legal(state, 0)]).toEqual([bid(1), bid(2), bid(3)]);
    expect(told(accepted(state, 0, bid(3)), 'bid-made')).toEqual({ type: 'bid-made', seat: 0, amount: 3 });
  });

  test('DOC-10.5: the others raise or pass in turn, as often as needed; a pass is final', () => {
    const { state } = playedThrough(scenario({ primes: [9, 9, 9], active: 1 }), open, bid(1));
    expect(asking(state)).toEqual(['2 auction-bidding']);
    expect(refusal(state, 2, bid(1))).toBe('bid-too-low DOC-10.5');
    expect(refusal(state, 2, bid(10))).toBe('bid-too-high DOC-10.5');
    expect(refusal(state, 1, bid(2))).toBe('not-your-turn DOC-10.5');
    const done = accepted(state, 2, pass);
    expect(told(done, 'bid-passed')).toEqual({ type: 'bid-passed', seat: 2, automatic: false });
    const after = accepted(done.state, 0, bid(4)).state;
    expect(after.shown.auction).toMatchObject({ highBid: 4, highSeat: 0, passed: [2] });
    // The opener bids again; the one who passed is not asked any more.
    expect(asking(after)).toEqual(['1 auction-bidding']);
    const later = accepted(after, 1, bid(6)).state;
    expect(asking(later)).toEqual(['0 auction-bidding']);
    expect([...game.legal(later, 0)]).toEqual([pass, bid(7), bid(8), bid(9)]);
  });

  test('DOC-10.5: the players who have passed are shown in the order of passing', () => {
    const { state } = playedThrough(scenario({ seats: 4, primes: [9, 9, 9, 9] }), open, bid(1), pass, pass);
    expect(state.shown.auction).toMatchObject({ passed: [1, 2], nextSeat: 3 });
  });

  test('DOC-10.6: the high bidder pays and lays the tile open in front of their seat', () => {
    const state = scenario({ primes: [9, 9, 9], eventPile: ['event-fire-1'] });
    const done = playedThrough(state, open, bid(1), bid(2), pass, pass);
    expect(told(done, 'auction-won')).toEqual({
      type: 'auction-won',
      seat: 1,
      eventId: 'event-fire-1',
      amount: 2,
      primes: 7,
    });
    expect(primesIn(done.state)).toEqual([9, 7, 9]);
    expect(playerAt(done.state, 1).events).toEqual(['event-fire-1']);
    expect(done.state.shown.auction).toBeNull();
    expect(asking(done.state)).toEqual(['0 before-relation']);
  });

  test('DOC-10.7, DOC-10.5: EX-18 a player who cannot raise passes automatically', () => {
    const state = scenario({ primes: [8, 3, 2], eventPile: ['event-fire-1'] });
    const { state: opened } = playedThrough(state, open, bid(1));
    const done = accepted(opened, 1, bid(2));
    expect(typesOf(done)).toEqual(['bid-made', 'bid-passed']);
    expect(told(done, 'bid-passed')).toEqual({ type: 'bid-passed', seat: 2, automatic: true });
    expect(asking(done.state)).toEqual(['0 auction-bidding']);
    const next = accepted(done.state, 0, bid(3));
    expect(typesOf(next)).toEqual(['bid-made', 'bid-passed', 'auction-won']);
    expect(primesIn(next.state)).toEqual([5, 3, 2]);
    expect(playerAt(next.state, 0).events).toEqual(['event-fire-1']);
  });

  test('DOC-10.7: an opening bid that nobody can raise ends the auction at once', () => {
    const { state: opened } = accepted(scenario({ primes: [5, 2, 2] }), 0, open);
    const done = accepted(opened, 0, bid(2));
    expect(typesOf(done)).toEqual(['bid-made', 'bid-passed', 'bid-passed', 'auction-won']);
    expect(asking(done.state)).toEqual(['0 before-relation']);
  });

  test('DOC-10.8: a player may own any number of tiles; unplayed ones are worth nothing', () => {
    const many = ['event-mutiny-1', 'event-mutiny-2', 'event-claim-1', 'event-fire-1'];
    const { state } = playedThrough(scenario({ primes: [5, 2, 2], tiles: { 0: many } }), open, bid(2));
    expect(playerAt(state, 0).events).toHaveLength(5);
  });
});
