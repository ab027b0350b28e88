// Quiet hours in a player's own time zone.
import type { NoticeSettings } from '../../shared/protocol/notices.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** When the quiet hours end in which `now` lies; `undefined`: it lies in none. */
export function quietUntil(
  { quiet, zone }: Pick<NoticeSettings, 'quiet' | 'zone'>,
  now: number,
): number | undefined {
  if (quiet === null) return undefined;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const here = minutesOf(
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(now),
  );
  const isQuiet = from <= to ? here >= from && here < to : here >= from || here < to;
  if (!isQuiet) return undefined;
  const minutes = (to - here + DAY_MINUTES) % DAY_MINUTES;
  return Math.floor(now / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours % 24) * 60 + minutes;
}
