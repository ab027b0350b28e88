// The settings of a quick match against bots, and of a table for friends.
import type { GameFacts, TableOptions } from '../../client/index.ts';

/** The default number of seats: fewer players wait less. */
const USUAL_SEATS = 3;

type Wish = Pick<TableOptions, 'seats' | 'bots' | 'clock' | 'visibility' | 'hints'>;

export function usualSeats({ seats }: Pick<GameFacts, 'seats'>): number {
  return Math.min(seats.max, Math.max(seats.min, USUAL_SEATS));
}

export function seatChoices({ seats }: Pick<GameFacts, 'seats'>): number[] {
  return Array.from({ length: seats.max - seats.min + 1 }, (_, more) => seats.min + more);
}

/** Alone against bots: private, without a clock, and with advice, which is unfair to no one. */
export function quickWish(seats: number): Wish {
  return { seats, bots: seats - 1, clock: 'none', visibility: 'private', hints: true };
}

/** All other seats wait for people with the invitation. */
export function friendsWish(seats: number): Wish {
  return { seats, bots: 0, clock: 'none', visibility: 'private', hints: false };
}
