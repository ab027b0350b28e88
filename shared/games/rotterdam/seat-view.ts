// What a seat knows in addition to the public view: its hand, and the offers that it sent or that are addressed to it.
import { z } from 'zod';
import type { Seat } from '../../kernel/seat.ts';
import { tallyOf } from './hands.ts';
import type { State } from './play.ts';
import { copyDeal, dealOf, missionsOf, navigationOf, productsOf } from './state.ts';
import { ids, seat, tally } from './wire.ts';

export const seatViewSchema = z.strictObject({
  missions: ids,
  products: tally,
  navigation: ids,
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

export function seatView(state: State, seat: Seat): SeatView {
  const concerned = state.shown.offers.filter(({ from, to }) => from === seat || to === seat);
  return {
    missions: missionsOf(state, seat).slice(),
    products: tallyOf(productsOf(state, seat)),
    navigation: navigationOf(state, seat).slice(),
    offers: concerned.map((offer) => {
      const { id, from, to } = offer;
      return { id, from, to, ...copyDeal(dealOf(state, offer)) };
    }),
  };
}
