// The two optional actions of a turn: whether one is left (DOC-4.6).
import { reject } from '../../../kernel/codes.ts';
import { reveal } from '../../../kernel/reveal.ts';
import type { RefusalOf } from '../../../kernel/rules.ts';
import { playerAt, type State, type Types } from '../state.ts';

/** Why no auction can be opened now, if none can. */
export function refuseAuction({ shown, hidden }: State): RefusalOf<Types> {
  if (!shown.options.events) return reject('events-disabled', 'DOC-10.1');
  if (shown.turn.auctionHeld) return reject('auction-already-held', 'DOC-4.2');
  if (shown.players.some(({ primes }) => primes === 0)) return reject('player-without-primes', 'DOC-10.1');
  if (reveal(hidden.eventPile).length + shown.eventDiscard.length === 0)
    return reject('event-pile-empty', 'DOC-10.3');
  return undefined;
}

export function isEventPossible(state: State): boolean {
  const { turn, activeSeat, quays } = state.shown;
  if (turn.eventPlayed || playerAt(state, activeSeat).events.length === 0) return false;
  return quays.some(({ shipId, event }) => shipId !== null && event === null);
}
