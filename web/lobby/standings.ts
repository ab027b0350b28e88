// The state of the player's tables: which wait for the player, and the other players.
import type { MySeat } from '../../client/index.ts';

export type Standing = 'your-turn' | 'their-turn' | 'gathering' | 'under-way' | 'suspended';

export function standingOf({ status, seat, asked }: Pick<MySeat, 'status' | 'seat' | 'asked'>): Standing {
  if (status === 'lobby') return 'gathering';
  if (status === 'frozen') return 'suspended';
  if (asked === null) return 'under-way';
  return seat !== null && asked.includes(seat) ? 'your-turn' : 'their-turn';
}

const URGENCY: Readonly<Record<Standing, number>> = {
  'your-turn': 0,
  gathering: 1,
  'under-way': 2,
  'their-turn': 3,
  suspended: 4,
};

/** Those that wait for the player first, the most urgent before the rest; then the latest. */
export function byUrgency(seats: readonly MySeat[]): MySeat[] {
  return [...seats].sort(
    (one, other) =>
      URGENCY[standingOf(one)] - URGENCY[standingOf(other)] ||
      deadlineOf(one) - deadlineOf(other) ||
      other.updatedAt.localeCompare(one.updatedAt),
  );
}

/** The others at the table, by seat. */
export function othersAt(names: readonly (string | null)[], seat: number | null): string[] {
  return names.flatMap((name, at) => (at === seat || name === null ? [] : [name]));
}

/** The players who must act. */
export function askedNames({ names, asked }: Pick<MySeat, 'names' | 'asked'>): string[] {
  return (asked ?? []).flatMap((seat) => names[seat] ?? []);
}

/** Without one: later than all that have one. */
function deadlineOf({ deadline }: MySeat): number {
  return deadline ?? Number.MAX_SAFE_INTEGER;
}
