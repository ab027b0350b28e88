// npm run migrate-store -- --to postgres: moves all matches from the file in DATA_DIR to DATABASE_URL, or back.
import { join } from 'node:path';
import { readCommandLine } from '../cli/command-line.ts';
import { text } from '../cli/options.ts';
import { readConfig } from '../server/process/config.ts';
import { moveAll, type Progress } from './moving.ts';
import { postgresEnd } from './postgres-end.ts';
import { Complaint, runCommand } from './read-file.ts';
import { sqliteSource, sqliteTarget } from './sqlite-end.ts';
import type { StoreEnd } from './store-end.ts';

const USAGE = `usage: npm run migrate-store -- --to postgres|sqlite
Moves all matches from quayside.sqlite in DATA_DIR to the database DATABASE_URL, or back. The server must be stopped.
If it is interrupted, the same command continues. At the end every row is compared; then no server starts on the
old database any more: the file is renamed to quayside.sqlite.moved, a PostgreSQL database remembers where its
matches are.`;

/** Between two lines of progress. */
const PACE_MS = 1_000;

await runCommand(async () => {
  const { values } = readCommandLine({ usage: USAGE, options: { to: text({ shows: 'postgres|sqlite' }) } });
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (values.to !== 'postgres' && values.to !== 'sqlite') throw new Complaint('--to: postgres or sqlite');
  if (databaseUrl === undefined) throw new Complaint('DATABASE_URL: the PostgreSQL database must be set');
  const file = join(dataDir, 'quayside.sqlite');
  const ends: StoreEnd[] = [];
  const open = async (end: Promise<StoreEnd>) => {
    const opened = await end;
    ends.push(opened);
    return opened;
  };
  try {
    const postgres = () => open(postgresEnd(databaseUrl, dataDir));
    const source = await (values.to === 'postgres' ? open(sqliteSource(file)) : postgres());
    const target = await (values.to === 'postgres' ? postgres() : open(sqliteTarget(file, source.name)));
    const { matches, moves, damaged } = await moveAll(source, target, progress());
    for (const matchId of damaged) console.error(`damaged before, and moved as it is: match ${matchId}`);
    console.log(`${matches} matches with ${moves} moves are now in ${target.place}, compared row by row`);
    return 0;
  } finally {
    for (const end of ends) await end.close();
  }
});

function progress(): Progress {
  let next = 0;
  return (what, done, total) => {
    if (performance.now() < next && done < total) return;
    next = performance.now() + PACE_MS;
    console.log(`${what} ${done} of ${total} matches`);
  };
}
