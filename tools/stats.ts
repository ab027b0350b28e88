// npm run stats: contents and growth of what is stored, also while the server runs.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readCommandLine } from '../cli/command-line.ts';
import { toggle } from '../cli/options.ts';
import type { PlayedWith } from '../rooms/life/match-store.ts';
import { type Config, readConfig } from '../server/process/config.ts';
import { diskUse } from '../server/process/disk.ts';
import { limitsOf } from '../server/process/limits.ts';
import { createShelf } from '../server/process/shelf.ts';
import { numberOf } from '../server/store/schema.ts';
import { families } from '../shared/games/index.ts';
import { demandReadable, runCommand } from './read-file.ts';

type Playable = readonly PlayedWith[];

const DAY_MS = 86_400_000;
const OPEN = `SELECT game, rules_version, edition, edition_hash, count(*) AS matches FROM matches
  WHERE status IN ('lobby', 'playing') GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3`;

/** Both databases answer the same questions with such rows. */
type Sums = readonly Readonly<Record<string, unknown>>[];
type Ask = (sql: string) => Promise<Sums>;

interface Contents {
  readonly matches: Sums;
  /** Unfinished matches by the rules they are played by. */
  readonly rules: readonly {
    readonly game: string;
    readonly rulesVersion: number;
    readonly edition: string;
    readonly matches: number;
    /** This program and its editions can play them. */
    readonly isInstalled: boolean;
  }[];
  readonly moves: number;
  readonly oldest: string | null;
  readonly lately: readonly { readonly days: number; readonly matches: number; readonly moves: number }[];
}

type Stats = Contents & { readonly databaseBytes: number } & Partial<FileStats>;

/** What only a file has. */
interface FileStats {
  readonly unusedBytes: number;
  readonly shrinks: boolean;
  readonly logBytes: number;
  readonly freeBytes: number;
  readonly lastBackup: number;
}

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: `usage: npm run stats -- [--json]
Shows what DATA_DIR or DATABASE_URL contains: matches by status and game, the rules of
unfinished ones, rows, bytes, the oldest match, recent growth;
of a file also its unused space, the free space on its disk, and the last backup.`,
    options: { json: toggle('the same as JSON') },
  });
  const config = readConfig(process.env);
  const stats = await (config.databaseUrl === undefined
    ? ofFile(config)
    : ofPostgres(config, config.databaseUrl));
  console.log(values.json ? JSON.stringify(stats, null, 2) : inWords(stats));
  return 0;
});

function playableWith(config: Config): Playable {
  const quiet = () => undefined;
  const { editionBytes, editionsPerGame } = limitsOf(config).process;
  return createShelf({
    families,
    editionsDir: config.editionsDir,
    maxBytes: editionBytes,
    maxPerGame: editionsPerGame,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  }).playable;
}

async function ofFile(config: Config): Promise<Stats> {
  const { dataDir } = config;
  const file = join(dataDir, 'quayside.sqlite');
  demandReadable(file);
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const number = (sql: string) => numberOf(database, sql);
    return {
      ...(await contents((sql) => Promise.resolve(database.prepare(sql).all()), playableWith(config))),
      unusedBytes: number('PRAGMA freelist_count') * number('PRAGMA page_size'),
      shrinks: number('PRAGMA auto_vacuum') === 2,
      ...(await diskUse(dataDir)),
    };
  } finally {
    database.close();
  }
}

async function ofPostgres(config: Config, url: string): Promise<Stats> {
  const { withPostgres } = await import('./postgres-reader.ts');
  return await withPostgres(url, async (client) => {
    const ask: Ask = async (sql) => (await client.query<Record<string, unknown>>(sql)).rows;
    await ask('SET search_path = quayside');
    const [size] = await ask(`SELECT sum(pg_total_relation_size(oid))::bigint AS bytes FROM pg_class
      WHERE relnamespace = 'quayside'::regnamespace AND relkind = 'r'`);
    return { ...(await contents(ask, playableWith(config))), databaseBytes: Number(size?.['bytes']) };
  });
}

async function contents(ask: Ask, playable: Playable): Promise<Contents> {
  const now = Date.now();
  const number = async (sql: string) => Number(Object.values((await ask(sql))[0] ?? {})[0]);
  const since = async (days: number) => ({
    days,
    matches: await number(`SELECT count(*) FROM matches WHERE created_at >= ${now - days * DAY_MS}`),
    moves: await number(`SELECT count(*) FROM journal WHERE accepted_at >= ${now - days * DAY_MS}`),
  });
  const oldest = await number('SELECT coalesce(min(created_at), 0) FROM matches');
  return {
    matches: await ask('SELECT status, game, count(*) AS matches FROM matches GROUP BY 1, 2 ORDER BY 1, 2'),
    rules: (await ask(OPEN)).map((row) => ({
      game: String(row['game']),
      rulesVersion: Number(row['rules_version']),
      edition: String(row['edition']),
      matches: Number(row['matches']),
      isInstalled: playable.some(
        (one) =>
          one.game === row['game'] &&
          one.rulesVersion === Number(row['rules_version']) &&
          one.editionHash === row['edition_hash'],
      ),
    })),
    moves: await number('SELECT count(*) FROM journal'),
    oldest: oldest === 0 ? null : new Date(oldest).toISOString(),
    lately: [await since(1), await since(7), await since(30)],
  };
}

function inWords(stats: Stats): string {
  const { databaseBytes, unusedBytes = 0, moves } = stats;
  const perMove = moves === 0 ? 0 : (databaseBytes - unusedBytes) / moves;
  const rows: readonly (readonly [string, string])[] = [
    ...stats.matches.map(({ status, game, matches }): [string, string] => [
      `${String(status)}, ${String(game)}`,
      `${String(matches)} matches`,
    ]),
    ...stats.rules.map(({ game, rulesVersion, edition, matches, isInstalled }): [string, string] => [
      `${game}, rules ${rulesVersion}, ${edition}`,
      `${matches} unfinished matches${isInstalled ? '' : '; this program does not have these rules or this edition'}`,
    ]),
    ['moves', String(moves)],
    ['oldest match', stats.oldest ?? 'none'],
    ...stats.lately.map(({ days, matches, moves: made }): [string, string] => [
      days === 1 ? 'last day' : `last ${days} days`,
      `${matches} matches, ${made} moves, about ${mib(made * perMove)}`,
    ]),
    ...spaceIn(stats),
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, text]) => `${label.padEnd(width)}  ${text}`).join('\n');
}

function spaceIn({
  databaseBytes,
  unusedBytes,
  shrinks,
  logBytes,
  freeBytes,
  lastBackup,
}: Stats): [string, string][] {
  if (unusedBytes === undefined || logBytes === undefined || freeBytes === undefined)
    return [['database', mib(databaseBytes)]];
  const rigid = shrinks === true ? '' : '; the file does not shrink';
  const backup = lastBackup === undefined || lastBackup === 0 ? undefined : new Date(lastBackup * 1000);
  return [
    ['database', `${mib(databaseBytes)}, ${mib(unusedBytes)} of it unused${rigid}`],
    ['log', mib(logBytes)],
    ['free on the disk', mib(freeBytes)],
    ['last backup', backup?.toISOString() ?? 'never'],
  ];
}

function mib(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
