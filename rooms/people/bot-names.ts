// The names of bots, which are the same in French and English, a different one for each seat: small harbours for
// apprentices, ports for mates, navigators for captains.
import type { Seat } from '../../shared/kernel/seat.ts';
import { SEAT_LIMIT } from '../../shared/kernel/seat.ts';
import { STRENGTHS, type Strength } from '../../shared/kernel/strength.ts';
import NAMES from './bot-names.json' with { type: 'json' };

/** `crew`: hexadecimal digits that choose where in the list a table begins; rematches keep them. */
export function botNameOf(crew: string, seat: Seat, strength: Strength): string {
  const names = NAMES[strength];
  const start = Number.parseInt(crew.slice(0, 8), 16) || 0;
  return names[(start + seat) % names.length] ?? '';
}

/** All names that bots of this table have or may get; people with such a name get a number. */
export function botNames(crew: string): string[] {
  return STRENGTHS.flatMap((strength) =>
    Array.from({ length: SEAT_LIMIT }, (_, seat) => botNameOf(crew, seat, strength)),
  );
}
