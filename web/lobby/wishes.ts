// What a new table is to be like: one for a quick match against bots, and one for friends.
import type { GameFacts, TableOptions } from '../../client/index.ts';

/** How many sit at a table if nobody says otherwise: few wait less. */
const USUAL_SEATS = 3;

export type Wish = Pick<TableOptions, 'seats' | 'bots' | 'clock' | 'visibility'>;

export function usualSeats({ seats }: Pick<GameFacts, 'seats'>): number {
  return Math.min(seats.max, Math.max(seats.min, USUAL_SEATS));
}

export function seatChoices({ seats }: Pick<GameFacts, 'seats'>): number[] {
  return Array.from({ length: seats.max - seats.min + 1 }, (_, more) => seats.min + more);
}

/** Alone against bots: nobody else is to come, and there is all the time in the world. */
export function quickWish(seats: number): Wish {
  return { seats, bots: seats - 1, clock: 'none', visibility: 'private' };
}

/** All other seats wait for people with the invitation. */
export function friendsWish(seats: number): Wish {
  return { seats, bots: 0, clock: 'none', visibility: 'private' };
}
