// npm run player: export and deletion of a player's data while the server is stopped, in both stores.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { tableSchema } from '../rooms/life/table.ts';
import { journalRow, matchRow } from '../rooms/testing/rows.ts';
import { personalExport } from '../server/people/personal-form.ts';
import { openPostgresStore } from '../server/store/postgres/postgres.ts';
import type { ProcessStore } from '../server/store/process-store.ts';
import { openSqliteStore } from '../server/store/sqlite.ts';
import { describeWithPostgres } from '../server/testing/postgres.ts';
import { type Scratch, scratch } from '../server/testing/scratch.ts';

const player = (id: string, name: string) => {
  const flags = { ready: false, away: false, delegated: false, muted: false, rematch: false };
  return { kind: 'player', id, name, ...flags, abandon: null };
};
const table = tableSchema.parse({
  seats: 2,
  options: {},
  clock: 'none',
  visibility: 'public',
  spectators: true,
  absence: 'bot',
  invitation: '',
  commitment: 'f'.repeat(64),
  host: 'anne',
  occupants: [player('anne', 'Zoé "Z"'), player('bo', 'Bo')],
  names: ['Zoé "Z"', 'Bo'],
  startedAt: 1_000,
  finishedAt: null,
  rematch: null,
});

function describePlayer(url: () => string | undefined): void {
  let place: Scratch;
  beforeEach(() => {
    place = scratch();
  });
  afterEach(() => place.remove());
  const opened = async (): Promise<ProcessStore> => {
    const database = url();
    if (database !== undefined)
      return await openPostgresStore({ url: database, dataDir: place.folder, startMs: 2_000 });
    return openSqliteStore({ file: join(place.folder, 'quayside.sqlite') });
  };
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'player.ts'), ...args], {
      cwd: place.folder,
      encoding: 'utf8',
      env: { PATH: '', DATA_DIR: place.folder, DATABASE_URL: url() ?? '' },
    });

  test('exports and forgets; refuses while a server runs', async () => {
    const filled = await opened();
    for (const [index, status] of (['finished', 'playing', 'lobby', 'frozen'] as const).entries())
      await filled.create(matchRow(`m${index}`, { status, table }));
    await filled.commit('m1', [journalRow(1), journalRow(2)], {});
    expect(run('forget', 'anne').stderr).toMatch(/in use|cannot be used/);
    await filled.close();

    const printed = run('export', 'anne');
    expect([printed.status, printed.stderr]).toEqual([0, '']);
    const exported = personalExport.parse(JSON.parse(printed.stdout));
    expect(exported.matches.map(({ matchId }) => matchId)).toEqual(['m3', 'm2', 'm1', 'm0']);
    expect(exported.matches[2]).toMatchObject({ name: 'Zoé "Z"', commands: [{ version: 2 }] });

    const forgotten = run('forget', 'anne');
    expect([forgotten.stderr, forgotten.stdout]).toEqual(['', 'forgotten in 4 matches\n']);
    const after = await opened();
    try {
      const rows = await after.list({ limit: 9 });
      expect(JSON.stringify(rows)).not.toMatch(/Zoé|anne/);
      expect(rows).toMatchObject([
        { status: 'frozen', table: { occupants: [{ kind: 'bot' }, { name: 'Bo' }] } },
        { status: 'lobby', table: { host: 'bo', occupants: [{ kind: 'open' }, {}] } },
        { status: 'playing', table: { successions: [{ seat: 0, version: 2, from: 'N. N.' }] } },
        { status: 'finished', table: { names: ['N. N.', 'Bo'] } },
      ]);
      expect(await after.actions({ limit: 9 })).toMatchObject([{ action: 'forget', player: null }]);
    } finally {
      await after.close();
    }
    expect(run('forget', 'anne').stdout).toBe('forgotten in 0 matches\n');
    expect(run('remember', 'anne').stderr).toContain('export or forget');
  });
}

describe('in a file', () => describePlayer(() => undefined));
describeWithPostgres('in PostgreSQL', (postgres) => describePlayer(() => postgres().url));
