// Restores a started match from its journal.
import type { Game } from '../../shared/kernel/game.ts';
import type { JournalRow, MatchRow } from '../life/match-store.ts';
import { credibleTimes, GRACE_MS } from '../life/outage.ts';
import type { Table } from '../life/table.ts';
import type { NewsMemory } from '../show/news-memory.ts';
import type { Referee } from './referee.ts';
import type { Slices } from './slices.ts';

interface Stored {
  readonly game: Game;
  readonly row: MatchRow;
  readonly table: Table;
  readonly journal: readonly JournalRow[];
}

interface Recalling {
  /** When the last outage of this match ended; for a single process: when it began to run. */
  readonly since: number;
  /** Other processes may have stored something until now. */
  readonly isShared: boolean;
  readonly now: number;
  /** Receives the news. */
  readonly memory: NewsMemory;
  readonly makeReferee: (table: Table) => Referee;
  readonly slices: Slices;
}

/** Rejects if the journal violates the rules. */
export async function recall({ game, row, table, journal }: Stored, context: Recalling): Promise<Referee> {
  const { since, isShared, now, memory, slices } = context;
  if (row.rulesVersion !== game.rulesVersion)
    throw new Error(`rules version ${row.rulesVersion}, installed is ${game.rulesVersion}`);
  journal.forEach(({ version }, index) => {
    if (version !== index + 1)
      throw new Error(`the journal is not complete: version ${index + 1} is missing`);
  });
  const began = table.startedAt ?? since;
  const times = credibleTimes([began, ...journal.map(({ at }) => at)], isShared ? now : since, now);
  const referee = context.makeReferee({ ...table, startedAt: times[0] ?? since });
  memory.add({ version: 0, seat: null, by: null, at: began, news: referee.match.overture });
  const creditPauses = (version: number) => {
    for (const pause of table.pauses ?? []) if (pause.version === version) referee.clock.credit(pause.ms);
  };
  creditPauses(0);
  let index = 0;
  await slices.forEach(journal, (entry) => {
    const { version, seat, by, at } = entry;
    const news = referee.recall(entry, times[++index] ?? at);
    creditPauses(version);
    memory.add({ version, seat, by, at, news });
  });
  if ((times.at(-1) ?? since) <= since) referee.clock.atLeast(GRACE_MS, since);
  return referee;
}
