// What a seat knows besides: the kinds of the goods in its own hand (DOC-2.3).
import { z } from 'zod';
import { reveal } from '../../kernel/reveal.ts';
import type { Seat } from '../../kernel/seat.ts';
import { playerAt, type Reading } from './state.ts';

export const seatViewSchema = z.strictObject({
  /** The tile held first, then those just drawn, in draw order. */
  goods: z.array(z.string()),
});
export type SeatView = z.infer<typeof seatViewSchema>;

export function seatView(state: Reading, seat: Seat): SeatView {
  return { goods: reveal(playerAt(state, seat).goods).slice() };
}
