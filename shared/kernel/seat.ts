// A place at the table.

/** 0 … n−1; clockwise is the next higher, wrapping round. */
export type Seat = number;

/** No table has more seats than this; decision ids are built on it. */
export const SEAT_LIMIT = 8;

export function clockwise(seat: Seat, seats: number, steps = 1): Seat {
  return (((seat + steps) % seats) + seats) % seats;
}

/** All seats once, clockwise, starting with `first`. */
export function seatsFrom(first: Seat, seats: number): Seat[] {
  return Array.from({ length: seats }, (_, step) => clockwise(first, seats, step));
}
