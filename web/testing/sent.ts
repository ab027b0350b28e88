// The commands of a browser, from the server's record of the match.
import type { Running } from '../../server/testing/start.ts';

/** The types of the commands that the player at the seat has given since that version, in order. */
export async function sentBy(running: Running, match: string, seat: number, after = 0): Promise<string[]> {
  const entries = await running.quayside.deps.store.journal(match, { after, most: 10_000 });
  return entries
    .filter((entry) => entry.seat === seat && entry.by === 'player')
    .map(({ command }) => command.type);
}
