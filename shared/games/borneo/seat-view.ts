// What a seat knows in addition to the public view: its hand and its tiles.
import type { Seat } from '../../kernel/seat.ts';
import { handOf, missionsOf, type SeatView, type State } from './state.ts';

export function seatView(state: State, seat: Seat): SeatView {
  return { hand: handOf(state, seat).slice(), missions: missionsOf(state, seat).slice() };
}
