// Restores a started match from its journal: with its viewers, or only to play what is due.
import type { JournalRow, MatchRow } from '../life/match-store.ts';
import { credibleTimes, GRACE_MS } from '../life/outage.ts';
import { StoredTable } from '../life/stored-table.ts';
import type { Slices } from '../schedule.ts';
import type { NewsMemory } from '../show/news-memory.ts';
import { Referee, type RefereeContext } from './referee.ts';
import { playOverdue } from './timekeeper.ts';

interface Context extends RefereeContext {
  /** Receives the news, if it may be asked for. */
  readonly memory?: NewsMemory;
  readonly slices: Slices;
}

/**
 * `since`: when the last outage of this match ended; for a single process: when it began to run. Resolves with
 * `undefined` if the rules refuse the journal: then the match is frozen.
 */
export async function recall(
  context: Context,
  journal: readonly JournalRow[],
  since: number,
): Promise<Referee | undefined> {
  try {
    return await replayed(context, journal, since);
  } catch (fault) {
    context.stored.suffer(fault);
    return undefined;
  }
}

async function replayed(context: Context, journal: readonly JournalRow[], since: number): Promise<Referee> {
  const { deps, game, stored, memory, slices } = context;
  const { row, table } = stored;
  if (row.rulesVersion !== game.rulesVersion)
    throw new Error(`rules version ${row.rulesVersion}, installed is ${game.rulesVersion}`);
  journal.forEach(({ version }, index) => {
    if (version !== index + 1)
      throw new Error(`the journal is not complete: version ${index + 1} is missing`);
  });
  const began = table.startedAt ?? since;
  const now = deps.now();
  // Other processes may have stored something until now.
  const isShared = deps.ownership.recoveredAt() !== undefined;
  const times = credibleTimes([began, ...journal.map(({ at }) => at)], isShared ? now : since, now);
  const referee = new Referee(context, times[0] ?? since);
  memory?.add({ version: 0, seat: null, by: null, at: began, news: referee.match.overture });
  const creditPauses = (version: number) => {
    for (const pause of table.pauses ?? []) if (pause.version === version) referee.clock.credit(pause.ms);
  };
  creditPauses(0);
  let index = 0;
  await slices.forEach(journal, (entry) => {
    const { version, seat, by, at } = entry;
    const news = referee.recall(entry, times[++index] ?? at);
    creditPauses(version);
    memory?.add({ version, seat, by, at, news });
  });
  if ((times.at(-1) ?? since) <= since) referee.clock.atLeast(GRACE_MS, since);
  return referee;
}

/**
 * Plays the due time-outs of a stored match, which has no viewers, bots or room, and stores the next one. `since`: when
 * its last outage ended.
 */
export async function playUnattended(
  context: Omit<Context, 'stored'>,
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
