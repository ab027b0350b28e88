// What a seat knows in addition to the public view: its hand, and the tug that it has sent.
import type { Seat } from '../../kernel/seat.ts';
import { handOf, type SeatView, type State, sentBy } from './state.ts';

export function seatView(state: State, seat: Seat): SeatView {
  return { hand: handOf(state, seat).slice(), sent: sentBy(state, seat) };
}
