// A match that only its clock plays: it has no viewers, bots or room.
import type { JournalRow, MatchRow } from '../life/match-store.ts';
import { StoredTable } from '../life/stored-table.ts';
import type { RefereeContext } from './referee.ts';
import { recall } from './restore.ts';
import type { Slices } from './slices.ts';
import { playOverdue } from './timekeeper.ts';

interface Context extends Pick<RefereeContext, 'deps' | 'game'> {
  readonly slices: Slices;
}

/** Plays the due time-outs of a stored match and stores the next one. `since`: when its last outage ended. */
export async function playUnattended(
  context: Context,
  row: MatchRow,
  journal: readonly JournalRow[],
  since: number,
): Promise<void> {
  const stored = new StoredTable(context.deps, row);
  const referee = await recall({ ...context, stored }, journal, since);
  if (referee !== undefined) {
    stored.play = referee;
    await playOverdue(referee, context.deps.now);
  }
  await stored.sleep();
}
