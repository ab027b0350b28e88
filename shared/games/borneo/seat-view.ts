// What a seat knows besides: its hand and its tiles.
import { z } from 'zod';
import { reveal } from '../../kernel/reveal.ts';
import type { Seat } from '../../kernel/seat.ts';
import { type Board, playerAt } from './state.ts';
import { ids } from './wire.ts';

export const seatViewSchema = z.strictObject({
  /** Oldest card first. */
  hand: ids,
  /** In the order taken. */
  missions: ids,
});

export type SeatView = z.infer<typeof seatViewSchema>;

export function seatView(board: Board, seat: Seat): SeatView {
  const { hand, missions } = playerAt(board, seat);
  return { hand: reveal(hand).slice(), missions: reveal(missions).slice() };
}
