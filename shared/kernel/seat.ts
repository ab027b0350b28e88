// A place at the table.

/** 0 … n−1; clockwise is the next higher, wrapping round. */
export type Seat = number;

/** The maximum number of seats at a table; decision ids depend on it. */
export const SEAT_LIMIT = 8;

export function clockwise(seat: Seat, seats: number, steps = 1): Seat {
  return (((seat + steps) % seats) + seats) % seats;
}

/** All seats once, clockwise, starting with `first`. */
export function seatsFrom(first: Seat, seats: number): Seat[] {
  return Array.from({ length: seats }, (_, step) => clockwise(first, seats, step));
}
