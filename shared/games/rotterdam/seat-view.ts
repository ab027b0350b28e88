// What a seat knows in addition to the public view: its hand, and the offers that it sent or that are addressed to it.
import type { Seat } from '../../kernel/seat.ts';
import { tallyOf } from './hands.ts';
import {
  copyDeal,
  dealOf,
  missionsOf,
  navigationOf,
  productsOf,
  type SeatView,
  type State,
} from './state.ts';

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
