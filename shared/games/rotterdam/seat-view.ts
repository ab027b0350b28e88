// What one seat knows besides: its hand, and the offers that it sent or that are addressed to it.
import { z } from 'zod';
import { reveal } from '../../kernel/reveal.ts';
import type { Seat } from '../../kernel/seat.ts';
import { tallyOf } from './hands.ts';
import { dealOf } from './phases/trading.ts';
import type { Position } from './state.ts';
import { playerAt } from './table.ts';

const id = z.string();
const seat = z.int().min(0);
const tally = z.record(id, z.int().min(1));

export const seatViewSchema = z.strictObject({
  missions: z.array(id),
  products: tally,
  navigation: z.array(id),
  offers: z.array(
    z.strictObject({
      id: z.int().min(1),
      from: seat,
      to: z.union([seat, z.literal('*')]),
      give: tally,
      want: tally,
    }),
  ),
});

export type SeatView = z.infer<typeof seatViewSchema>;

export function seatView(state: Position, owner: Seat): SeatView {
  const { missions, products, navigation } = playerAt(state, owner);
  const concerned = state.offers.filter(({ from, to }) => from === owner || to === owner);
  return {
    missions: reveal(missions).slice(),
    products: tallyOf(reveal(products)),
    navigation: reveal(navigation).slice(),
    offers: concerned.map((offer) => {
      const { give, want } = dealOf(offer);
      return { id: offer.id, from: offer.from, to: offer.to, give: { ...give }, want: { ...want } };
    }),
  };
}
