// Who begins: an option of most games.
import { z } from 'zod';
import { type OptionCode, type Rejection, reject } from './codes.ts';
import { type Dealer, drawLot } from './dealer.ts';
import type { Seat } from './seat.ts';

/** A seat, or one that is drawn during the setup. Any other number is well-formed, but not a seat of the table. */
export const firstSeat = z.union([
  z.literal('random'),
  z.int().meta({ minimum: 0, description: 'A seat, counted from 0; below the number of seats.' }),
]);
type FirstSeat = z.infer<typeof firstSeat>;

/** Why a table with so many seats cannot begin there; `undefined` if it can. */
export function refuseFirstSeat(
  chosen: FirstSeat,
  seats: number,
  rule: string,
): Rejection<OptionCode> | undefined {
  if (chosen === 'random' || (chosen >= 0 && chosen < seats)) return undefined;
  return reject('option-not-allowed', rule, 'firstSeat: no such seat at this table');
}

/** Takes nothing from the generator if a seat was chosen. */
export function drawFirstSeat(chosen: FirstSeat, seats: number, dealer: Dealer): Seat {
  return chosen === 'random' ? drawLot(dealer, 'first-seat', seats) : chosen;
}
