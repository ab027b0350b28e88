// What a seat knows in addition to the public view: the kinds of the goods in its own hand (DOC-2.3).
import { z } from 'zod';
import type { Seat } from '../../kernel/seat.ts';
import type { State } from './play.ts';
import { handOf } from './state.ts';
import { ids } from './wire.ts';

export const seatViewSchema = z.strictObject({
  /** The tile held first, then those just drawn, in draw order. */
  goods: ids,
});

export type SeatView = z.infer<typeof seatViewSchema>;

export function seatView(state: State, seat: Seat): SeatView {
  return { goods: handOf(state, seat).slice() };
}
