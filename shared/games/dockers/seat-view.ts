// What a seat knows in addition to the public view: the kinds of the goods in its own hand (DOC-2.3).
import type { Seat } from '../../kernel/seat.ts';
import { handOf, type SeatView, type State } from './state.ts';

export function seatView(state: State, seat: Seat): SeatView {
  return { goods: handOf(state, seat).slice() };
}
