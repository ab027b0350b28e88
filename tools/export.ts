// npm run export -- MATCH: prints a stored match, finished or not, as a record for `npm run replay`.
// Only for the operator: for a running match it contains the seed, and with it every secret.
import { readCommandLine } from '../cli/command-line.ts';
import type { JournalRow, MatchRow } from '../rooms/life/match-store.ts';
import { readConfig } from '../server/process/config.ts';
import { reasonOf } from '../server/process/reason.ts';
import { rawRecord } from '../server/records/record.ts';
import {
  type JournalColumns,
  journalOf,
  type MatchColumns,
  rowOf,
  uncheckedRowOf,
} from '../server/store/rows.ts';
import { readMatch } from './match-reader.ts';
import { runCommand } from './read-file.ts';

await runCommand(async () => {
  const { operands } = readCommandLine({
    usage: `usage: npm run export -- MATCH > match.json
Prints a match stored in DATA_DIR or DATABASE_URL, even a frozen one. Contains the seed: not for players.`,
    operands: [1, 1],
  });
  const [matchId = ''] = operands;
  const { columns, rows } = await readMatch(readConfig(process.env), matchId);
  return print(columns, rows);
});

/** The record up to the first damaged row on standard output, the damaged rows on standard error. */
function print(columns: MatchColumns, rows: readonly JournalColumns[]): number {
  const complaints: string[] = [];
  const complain = (error: unknown, stored: object) => {
    complaints.push(`${reasonOf(error)}: ${JSON.stringify(stored)}`);
  };
  const row = matchOf(columns, complain);
  const journal: JournalRow[] = [];
  for (const stored of rows) {
    try {
      const entry = journalOf(columns.match_id, stored);
      if (entry.version === journal.length + 1) journal.push(entry);
    } catch (error) {
      complain(error, stored);
    }
  }
  try {
    if (row !== undefined) console.log(JSON.stringify(rawRecord(row, journal)));
  } catch (error) {
    complain(error, columns);
  }
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length === 0) return 0;
  console.error(
    `the record holds ${journal.length} of ${rows.length} commands, those before the first damaged one`,
  );
  return 1;
}

function matchOf(
  columns: MatchColumns,
  complain: (error: unknown, stored: object) => void,
): MatchRow | undefined {
  try {
    return rowOf(columns);
  } catch (error) {
    complain(error, columns);
  }
  try {
    return uncheckedRowOf(columns);
  } catch {
    return undefined; // reported above: the columns are printed as they are
  }
}
