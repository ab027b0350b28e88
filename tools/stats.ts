// npm run stats: contents and growth of the data folder, also while the server runs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readCommandLine } from '../cli/command-line.ts';
import { readConfig } from '../server/config.ts';
import { diskUse } from '../server/disk.ts';
import { numberOf } from '../server/store/schema.ts';

const DAY_MS = 86_400_000;

const { values } = readCommandLine({
  usage: `usage: npm run stats -- [--json]
Shows what DATA_DIR contains: matches by status and game, rows, bytes, the oldest match, recent growth, free space.`,
  options: { json: { type: 'boolean', default: false } },
});
const { dataDir } = readConfig(process.env);
const file = join(dataDir, 'quayside.sqlite');
if (existsSync(file)) await show();
else {
  console.error(`there is no ${file}`);
  process.exitCode = 1;
}

async function show(): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const now = Date.now();
  const number = (sql: string) => numberOf(database, sql);
  const since = (days: number) => ({
    days,
    matches: number(`SELECT count(*) FROM matches WHERE created_at >= ${now - days * DAY_MS}`),
    moves: number(`SELECT count(*) FROM journal WHERE accepted_at >= ${now - days * DAY_MS}`),
  });
  const oldest = number('SELECT coalesce(min(created_at), 0) FROM matches');
  const stats = {
    matches: database
      .prepare('SELECT status, game, count(*) AS matches FROM matches GROUP BY 1, 2 ORDER BY 1, 2')
      .all(),
    moves: number('SELECT count(*) FROM journal'),
    oldest: oldest === 0 ? null : new Date(oldest).toISOString(),
    lately: [1, 7, 30].map(since),
    unusedBytes: number('PRAGMA freelist_count') * number('PRAGMA page_size'),
    shrinks: number('PRAGMA auto_vacuum') === 2,
    ...(await diskUse(dataDir)),
  };
  database.close();
  console.log(values.json ? JSON.stringify(stats, null, 2) : inWords(stats));
}

function inWords(stats: {
  readonly matches: readonly Record<string, unknown>[];
  readonly moves: number;
  readonly oldest: string | null;
  readonly lately: readonly { readonly days: number; readonly matches: number; readonly moves: number }[];
  readonly unusedBytes: number;
  readonly shrinks: boolean;
  readonly databaseBytes: number;
  readonly logBytes: number;
  readonly freeBytes: number;
  readonly lastBackup: number;
}): string {
  const { databaseBytes, logBytes, freeBytes, unusedBytes, moves } = stats;
  const perMove = moves === 0 ? 0 : (databaseBytes - unusedBytes) / moves;
  const rows = [
    ...stats.matches.map(({ status, game, matches }): [string, string] => [
      `${String(status)}, ${String(game)}`,
      `${String(matches)} matches`,
    ]),
    ['moves', String(moves)],
    ['oldest match', stats.oldest ?? 'none'],
    ...stats.lately.map(({ days, matches, moves: made }): [string, string] => [
      days === 1 ? 'last day' : `last ${days} days`,
      `${matches} matches, ${made} moves, about ${mib(made * perMove)}`,
    ]),
    [
      'database',
      `${mib(databaseBytes)}, ${mib(unusedBytes)} of it unused${stats.shrinks ? '' : '; the file does not shrink'}`,
    ],
    ['log', mib(logBytes)],
    ['free on the disk', mib(freeBytes)],
    ['last backup', stats.lastBackup === 0 ? 'never' : new Date(stats.lastBackup * 1000).toISOString()],
  ] as const;
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, text]) => `${label.padEnd(width)}  ${text}`).join('\n');
}

function mib(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
