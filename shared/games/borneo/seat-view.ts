// What a seat knows in addition to the public view: its hand and its tiles.
import { z } from 'zod';
import type { Seat } from '../../kernel/seat.ts';
import type { State } from './play.ts';
import { handOf, missionsOf } from './state.ts';
import { ids } from './wire.ts';

export const seatViewSchema = z.strictObject({
  /** Oldest card first. */
  hand: ids,
  /** In the order taken. */
  missions: ids,
});

export type SeatView = z.infer<typeof seatViewSchema>;

export function seatView(state: State, seat: Seat): SeatView {
  return { hand: handOf(state, seat).slice(), missions: missionsOf(state, seat).slice() };
}
