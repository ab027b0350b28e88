// Reads one match as it is stored, also while the server runs.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../server/process/config.ts';
import {
  type JournalColumns,
  type MatchColumns,
  STORED_OF_MATCH,
  STORED_OF_ROW,
} from '../server/store/rows.ts';
import { SCHEMA_VERSION, versionOf } from '../server/store/schema.ts';
import { Complaint, demandReadable } from './read-file.ts';
import { demandVersion } from './table-version.ts';

interface ReadMatch {
  readonly columns: MatchColumns;
  readonly rows: readonly JournalColumns[];
}

/** Throws a `Complaint` if it is not there. */
export async function readMatch(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  matchId: string,
): Promise<ReadMatch> {
  const file = join(dataDir, 'quayside.sqlite');
  const read = await (databaseUrl === undefined ? inFile(file, matchId) : inPostgres(databaseUrl, matchId));
  if (read === undefined)
    throw new Complaint(
      `there is no match ${matchId} in ${databaseUrl === undefined ? file : 'DATABASE_URL'}`,
    );
  return read;
}

function inFile(file: string, matchId: string): ReadMatch | undefined {
  demandReadable(file);
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    demandVersion(file, versionOf(database), SCHEMA_VERSION);
    const found = database.prepare('SELECT * FROM matches WHERE match_id = ?').get(matchId);
    if (found === undefined) return undefined;
    const rows = database
      .prepare('SELECT * FROM journal WHERE match = ? ORDER BY version')
      .all(Number(found['id']));
    return { columns: found as unknown as MatchColumns, rows: rows as unknown as JournalColumns[] };
  } finally {
    database.close();
  }
}

async function inPostgres(url: string, matchId: string): Promise<ReadMatch | undefined> {
  const { withPostgres } = await import('./postgres-reader.ts');
  return await withPostgres(url, async (client) => {
    const found = await client.query<MatchColumns & { id: number }>(
      `SELECT id, ${STORED_OF_MATCH.join(', ')} FROM quayside.matches WHERE match_id = $1`,
      [matchId],
    );
    const [match] = found.rows;
    if (match === undefined) return undefined;
    const { id, ...columns } = match;
    const { rows } = await client.query<JournalColumns>(
      `SELECT ${STORED_OF_ROW.join(', ')} FROM quayside.journal WHERE match = $1 ORDER BY version`,
      [id],
    );
    return { columns, rows };
  });
}
