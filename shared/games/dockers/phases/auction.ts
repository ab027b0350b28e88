// The auction of an event tile (DOC-10).
import { ask } from '../../../kernel/decisions.ts';
import { reveal } from '../../../kernel/reveal.ts';
import { shuffle } from '../../../kernel/rng.ts';
import { clockwise, type Seat } from '../../../kernel/seat.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import { refuse, refuseBy } from '../codes.ts';
import type { CommandOf } from '../commands.ts';
import { type Components, type EventId, known } from '../components.ts';
import { beginPlay, done, type Judged, type Play, tell } from '../play.ts';
import { playerAt, type Reading, sizeOf } from '../state.ts';
import { auctionObstacle } from './optional.ts';
import { goOnWithTurn } from './turn.ts';

export function openAuction(c: Components, state: Reading, seat: Seat): Judged {
  const obstacle = auctionObstacle(state);
  if (obstacle !== undefined) return obstacle;
  const play = beginPlay(c, state, seat);
  const { draft } = play;
  const eventId = turnUpTile(play);
  draft.turn.auctionHeld = true;
  draft.auction = { eventId, highBid: 0, highSeat: null, passed: [] };
  tell(play, { type: 'auction-opened', seat, eventId, kind: known(c.tileOf, eventId).kind }); // DOC-10.2
  ask(draft, seat, 'auction-opening');
  return done(play);
}

function turnUpTile(play: Play): EventId {
  const { draft } = play;
  if (sizeOf(draft.eventPile) === 0) {
    const again = draft.eventDiscard;
    draft.eventDiscard = [];
    shuffle(reveal(draft.rng), again);
    draft.eventPile = conceal(again); // DOC-10.3
    tell(play, { type: 'event-pile-reshuffled', count: again.length });
  }
  const eventId = reveal(draft.eventPile).shift();
  if (eventId === undefined) throw new Error('no event tile left');
  return eventId;
}

export function placeBid(
  c: Components,
  state: Reading,
  seat: Seat,
  { amount }: CommandOf<'place-bid'>,
): Judged {
  const { highBid, highSeat } = auctionOf(state);
  const rule = highSeat === null ? 'DOC-10.4' : 'DOC-10.5';
  if (amount <= highBid) return refuseBy(rule, 'bid-too-low');
  if (amount > playerAt(state, seat).primes) return refuseBy(rule, 'bid-too-high');
  const play = beginPlay(c, state, seat);
  const auction = auctionOf(play.draft);
  auction.highBid = amount;
  auction.highSeat = seat;
  tell(play, { type: 'bid-made', seat, amount });
  askNextBidder(play, seat);
  return done(play);
}

export function passBid(c: Components, state: Reading, seat: Seat): Judged {
  if (auctionOf(state).highSeat === null) return refuse('must-open-bid'); // DOC-10.4
  const play = beginPlay(c, state, seat);
  pass(play, seat, false);
  askNextBidder(play, seat);
  return done(play);
}

function pass(play: Play, seat: Seat, automatic: boolean): void {
  auctionOf(play.draft).passed.push(seat); // DOC-10.5: for this auction
  tell(play, { type: 'bid-passed', seat, automatic });
}

/** Clockwise to the next one who can raise; if nobody is left, the high bidder has won. */
function askNextBidder(play: Play, after: Seat): void {
  const { draft } = play;
  const { highBid, highSeat, passed } = auctionOf(draft);
  const seats = draft.players.length;
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

function awardTile(play: Play): void {
  const { draft } = play;
  const { eventId, highBid: amount, highSeat: seat } = auctionOf(draft);
  if (seat === null) throw new Error('an auction without a bid');
  const winner = playerAt(draft, seat);
  winner.primes -= amount; // DOC-10.6
  winner.events.push(eventId);
  draft.auction = null;
  tell(play, { type: 'auction-won', seat, eventId, amount, primes: winner.primes });
  goOnWithTurn(play);
}

function auctionOf<Table extends object>(state: { readonly auction: Table | null }): Table {
  if (state.auction === null) throw new Error('no auction is under way');
  return state.auction;
}
