// npm run export -- MATCH: what is stored of a match, finished or not, as a record for `npm run replay`.
// For the operator: of a running match it holds the seed, and with it every secret.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readConfig } from '../server/config.ts';
import { rawRecord } from '../server/record.ts';
import { type JournalColumns, journalOf, type MatchColumns, rowOf } from '../server/store/rows.ts';
import { Complaint, runCommand } from './read-file.ts';

runCommand(() => {
  const matchId = process.argv[2];
  if (matchId === undefined) {
    console.error('usage: npm run export -- MATCH > match.json   (DATA_DIR says which database)');
    return 2;
  }
  const file = join(readConfig(process.env).dataDir, 'quayside.sqlite');
  if (!existsSync(file)) throw new Complaint(`there is no ${file}`);
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const row = database.prepare('SELECT * FROM matches WHERE match_id = ?').get(matchId);
  if (row === undefined) throw new Complaint(`there is no match ${matchId} in ${file}`);
  const journal = database
    .prepare('SELECT * FROM journal WHERE match = ? ORDER BY version')
    .all(Number(row['id']))
    .map((columns) => journalOf(columns as unknown as JournalColumns));
  console.log(JSON.stringify(rawRecord(rowOf(row as unknown as MatchColumns), journal)));
  database.close();
  return 0;
});
