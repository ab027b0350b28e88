// What a seat knows in addition to the public view: its hand, and the tug that it has sent.
import { z } from 'zod';
import type { Seat } from '../../kernel/seat.ts';
import type { State } from './play.ts';
import { handOf, sentBy } from './state.ts';
import { id, ids } from './wire.ts';

export const seatViewSchema = z.strictObject({
  /** In the order drawn. */
  hand: ids,
  sent: id.nullable(),
});

export type SeatView = z.infer<typeof seatViewSchema>;

export function seatView(state: State, seat: Seat): SeatView {
  return { hand: handOf(state, seat).slice(), sent: sentBy(state, seat) };
}
