// The two optional actions of a turn: whether there is one left (DOC-4.6).
import { type Refusal, refuse } from '../codes.ts';
import { playerAt, type Reading, sizeOf } from '../state.ts';

/** Why no auction can be opened now; `undefined` if one can. */
export function auctionObstacle(state: Reading): Refusal | undefined {
  if (!state.options.events) return refuse('events-disabled'); // DOC-10.1
  if (state.turn.auctionHeld) return refuse('auction-already-held'); // DOC-4.2
  if (state.players.some(({ primes }) => primes === 0)) return refuse('player-without-primes'); // DOC-10.1
  const isNoneLeft = sizeOf(state.eventPile) + state.eventDiscard.length === 0;
  return isNoneLeft ? refuse('event-pile-empty') : undefined; // DOC-10.3
}

export function isEventPossible(state: Reading): boolean {
  if (state.turn.eventPlayed || playerAt(state, state.activeSeat).events.length === 0) return false;
  return state.berths.some(({ shipId, event }) => shipId !== null && event === null);
}
