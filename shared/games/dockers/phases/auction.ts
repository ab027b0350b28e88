// DOC-10: the auction of an event tile.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { shufflePile } from '../../../kernel/dealer.ts';
import { ask } from '../../../kernel/decisions.ts';
import { pieceOf } from '../../../kernel/pieces.ts';
import { type PlayOf, tell } from '../../../kernel/play.ts';
import { reveal } from '../../../kernel/reveal.ts';
import { clockwise, type Seat } from '../../../kernel/seat.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import type { EventId } from '../components.ts';
import { commandRule, playerAt, question, type Types } from '../state.ts';
import { refuseAuction } from './optional.ts';
import { continueTurn } from './turn.ts';

export const auctionOpening = question({
  weight: 'reply',
  /** DOC-14.3 */
  fallback: () => ({ type: 'place-bid', amount: 1 }),
});

export const auctionBidding = question({
  weight: 'reply',
  /** DOC-14.3 */
  fallback: () => ({ type: 'pass-bid' }),
});

export const openAuction = commandRule({
  type: 'open-auction',
  payload: z.strictObject({}),
  answers: ['before-relation', 'after-relation'],

  *legal({ state }) {
    if (refuseAuction(state) === undefined) yield { type: 'open-auction' };
  },

  refuse: ({ state }) => refuseAuction(state),

  carryOut(play, seat) {
    const { components, draft } = play;
    const eventId = turnUpTile(play);
    const { kind } = pieceOf(components.tileOf, eventId);
    draft.shown.turn.auctionHeld = true;
    draft.shown.auction = {
      eventId,
      openerSeat: seat,
      highBid: 0,
      highSeat: null,
      nextSeat: seat,
      passed: [],
    };
    tell(play, { type: 'auction-opened', seat, eventId, kind }); // DOC-10.2
    ask(draft, seat, 'auction-opening');
  },
});

export const passBid = commandRule({
  type: 'pass-bid',
  payload: z.strictObject({}),
  // The opening bid too, where it is refused with a specific code.
  answers: ['auction-bidding', 'auction-opening'],

  *legal({ state }) {
    if (auctionOf(state).highSeat !== null) yield { type: 'pass-bid' };
  },

  refuse({ state }) {
    if (auctionOf(state).highSeat === null) return reject('must-open-bid', 'DOC-10.4');
    return undefined;
  },

  carryOut(play, seat) {
    pass(play, seat, false);
    askNextBidder(play, seat);
  },
});

export const placeBid = commandRule({
  type: 'place-bid',
  payload: z.strictObject({ amount: z.int().min(1) }),
  answers: ['auction-opening', 'auction-bidding'],

  *legal({ state }, seat) {
    const { primes } = playerAt(state, seat);
    for (let amount = 1 + auctionOf(state).highBid; amount <= primes; amount++)
      yield { type: 'place-bid', amount };
  },

  refuse({ state }, seat, { amount }) {
    const { highBid, highSeat } = auctionOf(state);
    const rule = highSeat === null ? 'DOC-10.4' : 'DOC-10.5';
    if (amount <= highBid) return reject('bid-too-low', rule);
    if (amount > playerAt(state, seat).primes) return reject('bid-too-high', rule);
    return undefined;
  },

  carryOut(play, seat, { amount }) {
    const auction = auctionOf(play.draft);
    auction.highBid = amount;
    auction.highSeat = seat;
    tell(play, { type: 'bid-made', seat, amount });
    askNextBidder(play, seat);
  },
});

function auctionOf<Auction extends object>({
  shown,
}: {
  readonly shown: { readonly auction: Auction | null };
}): Auction {
  if (shown.auction === null) throw new Error('no auction is under way');
  return shown.auction;
}

function turnUpTile(play: PlayOf<Types>): EventId {
  const { rng, shown, hidden } = play.draft;
  if (reveal(hidden.eventPile).length === 0) {
    const again = shown.eventDiscard;
    shufflePile(reveal(rng), 'events', again, play.components.events);
    shown.eventDiscard = [];
    hidden.eventPile = conceal(again); // DOC-10.3
    tell(play, { type: 'event-pile-reshuffled', count: again.length });
  }
  const eventId = reveal(hidden.eventPile).shift();
  if (eventId === undefined) throw new Error('no event tile left');
  return eventId;
}

function pass(play: PlayOf<Types>, seat: Seat, automatic: boolean): void {
  auctionOf(play.draft).passed.push(seat); // DOC-10.5: for this auction
  tell(play, { type: 'bid-passed', seat, automatic });
}

/** Clockwise to the next seat that can raise; if there is none, the high bidder has won. */
function askNextBidder(play: PlayOf<Types>, after: Seat): void {
  const { draft } = play;
  const { highBid, highSeat, passed } = auctionOf(draft);
  const seats = draft.shown.players.length;
  for (let step = 1; step <= seats; step++) {
    const seat = clockwise(after, seats, step);
    if (seat === highSeat || passed.includes(seat)) continue;
    if (playerAt(draft, seat).primes > highBid) {
      ask(draft, seat, 'auction-bidding');
      return;
    }
    pass(play, seat, true); // DOC-10.7
  }
  awardTile(play);
}

function awardTile(play: PlayOf<Types>): void {
  const { draft } = play;
  const { eventId, highBid: amount, highSeat: seat } = auctionOf(draft);
  if (seat === null) throw new Error('an auction without a bid');
  const winner = playerAt(draft, seat);
  winner.primes -= amount; // DOC-10.6
  winner.events.push(eventId);
  draft.shown.auction = null;
  tell(play, { type: 'auction-won', seat, eventId, amount, primes: winner.primes });
  continueTurn(play);
}
