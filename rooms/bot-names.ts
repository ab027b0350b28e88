// The names of bots: harbours that are called the same in French and English, a different one for each seat.
import type { Seat } from '../shared/kernel/seat.ts';
import { SEAT_LIMIT } from '../shared/kernel/seat.ts';
import NAMES from './bot-names.json' with { type: 'json' };

/** `crew`: hexadecimal digits that choose where in the list a table begins; rematches keep them. */
export function botNameOf(crew: string, seat: Seat): string {
  const start = Number.parseInt(crew.slice(0, 8), 16) || 0;
  return NAMES[(start + seat) % NAMES.length] ?? '';
}

/** All names that bots of this table have or may get; people with such a name get a number. */
export function botNames(crew: string): string[] {
  return Array.from({ length: SEAT_LIMIT }, (_, seat) => botNameOf(crew, seat));
}
