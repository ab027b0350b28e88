// Migration from the file to PostgreSQL and back; no server ever finds a match in two places.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Owed } from '../rooms/life/notices.ts';
import { journalRow, matchRow } from '../rooms/testing/rows.ts';
import type { Device } from '../server/store/devices.ts';
import type { Passkey } from '../server/store/passkeys.ts';
import { openPostgresStore } from '../server/store/postgres/postgres.ts';
import type { ProcessStore } from '../server/store/process-store.ts';
import { openSqliteStore } from '../server/store/sqlite.ts';
import { describeWithPostgres } from '../server/testing/postgres.ts';
import { type Scratch, scratch } from '../server/testing/scratch.ts';
import { storedTarget } from '../server/testing/targets.ts';
import { moveAll } from './moving.ts';
import { postgresEnd } from './postgres-end.ts';
import { sqliteSource } from './sqlite-end.ts';
import type { StoreEnd } from './store-end.ts';

const PASSKEY: Passkey = {
  id: 'cGFzc2tleQ',
  player: 'anne',
  playerName: 'Anne',
  name: 'Phone',
  origin: 'https://play.example.org',
  publicKey: 'pQECAyYg',
  transports: 'internal',
  isSynced: true,
  counter: 2 ** 32 - 1,
  createdAt: 1,
  usedAt: 2,
  lastUse: 'a',
};

const DEVICE: Device = {
  id: 'd',
  owner: 'anne',
  player: 'anne',
  playerName: 'Änne',
  kind: 'device',
  name: 'Firefox',
  scope: 'play',
  createdAt: 1,
  usedAt: 2,
  expiresAt: 9,
  revokedAt: null,
  generation: 3,
  rotatedAt: 2,
  seen: 2,
  account: 'https://login.example.org#œ',
  session: 's1',
};
const OWED: Owed = {
  ...{ id: 'n1', kind: 'your-turn', player: 'anne', seat: 0, decision: 8, deadline: null },
  ...{ at: 5, dueAt: 5 },
};
const MATCHES = 50;

describeWithPostgres('moving a store', (postgres) => {
  let place: Scratch;
  let file: string;
  beforeEach(async () => {
    place = scratch();
    file = join(place.folder, 'quayside.sqlite');
    await postgres().empty();
  });
  afterEach(() => place.remove());

  const tool = (name: string, args: readonly string[], settings: Record<string, string> = {}) =>
    spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], {
      cwd: place.folder,
      encoding: 'utf8',
      env: { PATH: '', DATA_DIR: place.folder, DATABASE_URL: postgres().url, ...settings },
    });
  const inFile = () => openSqliteStore({ file });
  const inPostgres = () => openPostgresStore({ url: postgres().url, dataDir: place.folder, startMs: 0 });
  const action = (id: string) =>
    ({
      id,
      at: Date.now(),
      by: 'zoe',
      action: 'silence',
      matchId: null,
      player: 'p',
      reason: '☃',
      until: 5,
    }) as const;
  const closed = async (store: ProcessStore) => {
    const rows = await store.list({ limit: 999 });
    const journals = await Promise.all(rows.map(({ matchId }) => store.journal(matchId)));
    const mine = (await store.list({ player: 'anne', limit: 999 })).map(({ matchId }) => matchId);
    const actions = await store.actions({ limit: 9 });
    const blocks = await store.blocks('anne');
    const devices = await store.devices({ owner: 'anne', now: 0, limit: 9 });
    const passkeys = await store.passkeys({ player: 'anne' });
    const spentBy = await store.spentBy('c');
    const accounts = await store.accounts({ player: 'anne' });
    const targets = await store.readOutbox('targets', 'anne');
    const person = await store.readOutbox('person', 'anne');
    const calendar = await store.readOutbox('calendar', 'calendar');
    const counts = await store.readOutbox('counts');
    await store.close();
    const people = { blocks, devices, passkeys, spentBy, accounts };
    return { rows, journals, mine, actions, ...people, targets, person, calendar, counts };
  };

  const fill = async () => {
    const store = inFile();
    for (let n = 0; n < MATCHES; n++) {
      const players = n % 3 === 0 ? ['anne'] : ['bo', 'œil "☃"'];
      await store.create(
        matchRow(`m${n}`, { players, createdAt: 1_000 + (n % 7), wakeAt: n % 2 ? n : null }),
      );
      const rows = Array.from({ length: n % 5 }, (_, index) =>
        journalRow(index + 1, index === 2 ? { commandId: 'mine', by: 'clock', decision: null } : {}),
      );
      if (rows.length > 0) await store.commit(`m${n}`, rows, n === 7 ? { status: 'frozen' } : {});
    }
    for (const id of ['first', 'second']) await store.note(action(id));
    await store.block('anne', { other: 'q', blockId: 'b', name: '☃', how: 'mute', at: 7 });
    const link = {
      issuer: 'https://login.example.org',
      player: 'anne',
      playerName: 'Änne',
      createdAt: 1,
      usedAt: 2,
    };
    await store.changeDevices([
      { kind: 'add', device: DEVICE },
      { kind: 'link', link: { account: DEVICE.account, ...link } },
    ]);
    await store.changePasskeys([
      { kind: 'add', passkey: PASSKEY },
      { kind: 'spend', challenge: 'c', by: 'anne', until: 9 },
    ]);
    await store.writeOutbox('keepPerson', 'anne', '{"language":"fr"}', 4);
    const calendar = { target_id: 'calendar', player: 'anne', sealed: '☃', created_at: 6 };
    await store.writeOutbox('keepCalendar', calendar);
    // Its number is not the first one, and what is owed refers to it.
    await store.writeOutbox('addTarget', storedTarget('t1'));
    await store.commit('m0', [], { wakeAt: null }, { owed: [OWED] });
    return await closed(store);
  };

  test('to PostgreSQL and back: everything is the same, and in one place only', async () => {
    const before = await fill();
    const there = tool('migrate-store', ['--to', 'postgres']);
    expect([there.status, there.stderr]).toEqual([0, '']);
    expect(there.stdout).toMatch(
      /^copied \d+ of 50 matches\n(.*\n)*verified 50 of 50 matches\n50 matches with 100 moves/,
    );
    expect(await closed(await inPostgres())).toEqual(before);
    expect(existsSync(file)).toBe(false);
    expect(inFile).toThrow(/it is gone, but there was a database here/);

    const back = tool('migrate-store', ['--to', 'sqlite']);
    expect([back.status, back.stderr]).toEqual([0, '']);
    expect(await closed(inFile())).toEqual(before);
    await expect(inPostgres()).rejects.toThrow(/its matches were moved to .*quayside\.sqlite/);
    const again = tool('migrate-store', ['--to', 'postgres']);
    expect([again.status, again.stdout]).toEqual([1, '']);
    expect(again.stderr).toMatch(/^its matches were moved to [^\n]*\n$/);
  });

  test('interrupted anywhere, the same command resumes', async () => {
    const before = await fill();
    let adding = 0;
    const breaking = (end: StoreEnd): StoreEnd =>
      new Proxy(end, {
        get: (of, name) => {
          if (name === 'add' && ++adding === 3) throw new Error('the power fails');
          const value: unknown = Reflect.get(of, name, of);
          return typeof value === 'function' ? (value.bind(of) as unknown) : value;
        },
      });
    const source = await sqliteSource(file);
    const target = await postgresEnd(postgres().url, place.folder);
    await expect(moveAll(source, breaking(target), () => {})).rejects.toThrow('the power fails');
    await source.close();
    await target.close();
    expect(existsSync(file)).toBe(true);
    const rest = tool('migrate-store', ['--to', 'postgres']);
    expect([rest.status, rest.stderr]).toEqual([0, '']);
    expect(await closed(await inPostgres())).toEqual(before);
  });

  test('a database with other matches, or with one that was played on, is not changed', async () => {
    await fill();
    const other = await inPostgres();
    await other.create(matchRow('theirs'));
    await other.close();
    const refused = tool('migrate-store', ['--to', 'postgres']);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/^\S+ has other matches/)]);

    await postgres().empty();
    renameSync(join(place.folder, 'postgres.id'), join(place.folder, 'old.id'));
    expect(tool('migrate-store', ['--to', 'postgres']).status).toBe(0);
    const store = await inPostgres();
    await store.commit('m5', [journalRow(1)], {});
    await store.close();
    renameSync(`${file}.moved`, file);
    const differs = tool('migrate-store', ['--to', 'postgres']);
    expect([differs.status, differs.stderr]).toEqual([1, expect.stringMatching(/^match m5 differs in /)]);
    expect(existsSync(file)).toBe(true);
  });

  test('a damaged match is moved unchanged, and reported', async () => {
    await fill();
    const database = new DatabaseSync(file);
    database.exec("UPDATE matches SET seed = 'x' WHERE match_id = 'm4'");
    database.exec("UPDATE matches SET players_json = '[' WHERE match_id = 'm6'");
    database.close();
    const moved = tool('migrate-store', ['--to', 'postgres']);
    expect([moved.status, moved.stderr]).toEqual([
      0,
      'damaged before, and moved as it is: match m4\ndamaged before, and moved as it is: match m6\n',
    ]);
    const store = await inPostgres();
    await expect(store.load('m4')).rejects.toMatchObject({ code: 'damaged' });
    expect((await closed(store)).rows).toHaveLength(MATCHES - 2);
  });

  test('matches of a running server are not moved', async () => {
    await fill();
    const store = inFile();
    const refused = tool('migrate-store', ['--to', 'postgres']);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/in use by another Quayside/),
    ]);
    await store.close();
    const other = await inPostgres();
    expect(tool('migrate-store', ['--to', 'postgres']).stderr).toMatch(/in use by another Quayside/);
    await other.close();
  });

  test.each([
    [['--to', 'oracle'], {}, '--to: postgres or sqlite\n'],
    [['--to', 'postgres'], { DATABASE_URL: '' }, 'DATABASE_URL: the PostgreSQL database must be set\n'],
  ])('%j is refused', (args, settings, complaint) => {
    const { status, stderr } = tool('migrate-store', args, settings);
    expect([status, stderr]).toEqual([1, complaint]);
  });

  test('the other tools read PostgreSQL, or refuse with a reason', async () => {
    await fill();
    const file = ['stats', 'export'].map(
      (name) => tool(name, name === 'export' ? ['m4'] : ['--json'], { DATABASE_URL: '' }).stdout,
    );
    expect(tool('migrate-store', ['--to', 'postgres']).status).toBe(0);
    const stats = JSON.parse(tool('stats', ['--json']).stdout) as Record<string, unknown>;
    const { matches, moves, lately } = JSON.parse(file[0] ?? '') as Record<string, unknown>;
    expect(stats).toMatchObject({ matches, moves, lately, databaseBytes: expect.any(Number) });
    expect(tool('stats', []).stdout).toMatch(/^moves +100$[\s\S]*^database +\d+\.\d MiB$/m);
    expect(tool('export', ['m4']).stdout).toBe(file[1]);
    expect(tool('export', ['nobody'])).toMatchObject({
      status: 1,
      stderr: 'there is no match nobody in DATABASE_URL\n',
    });
    for (const [name, args] of [
      ['backup', ['copies']],
      ['restore', ['copies']],
      ['compact', []],
    ] as const) {
      const { status, stderr } = tool(name, args);
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^DATABASE_URL is set, the matches are in PostgreSQL: [^\n]*\n$/),
      ]);
    }
  });
});
