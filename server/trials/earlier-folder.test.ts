// Data from before there were devices, in a folder or in PostgreSQL: its players keep seats, names and keys, and can
// sign in.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import type { Postgres } from '../../cli/private-postgres.ts';
import { migrate as migratePostgres } from '../store/postgres/schema.ts';
import { migrate } from '../store/schema.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { OddProvider } from '../testing/odd-provider.ts';
import { describeWithPostgres } from '../testing/postgres.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import { type SignedIn, SignInBrowser } from '../testing/signing-in.ts';
import { startServer } from '../testing/start.ts';

/** The tables as they were before blocks, notices, devices, passkeys and accounts: in both databases the same number. */
const BEFORE = 5;

let place: Scratch;
let provider: OddProvider;
beforeAll(async () => {
  place = scratch();
  provider = await OddProvider.start();
});
afterAll(async () => {
  await provider.close();
  place.remove();
});

const start = (settings: Readonly<Record<string, string>>) =>
  startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off', ...provider.settings, ...settings },
    roomLimits: { botPauseMs: 0 },
  });

const SHAPE =
  "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY name";

/** Takes from the file what was not there then. */
function turnBack(): void {
  const db = new DatabaseSync(join(place.folder, 'quayside.sqlite'));
  const earlier = new DatabaseSync(':memory:');
  migrate(earlier, 0, BEFORE);
  const were = new Set(
    earlier
      .prepare(SHAPE)
      .all()
      .map(({ name }) => String(name)),
  );
  db.exec('PRAGMA foreign_keys = OFF');
  for (const { name, sql } of db.prepare(SHAPE).all())
    if (!were.has(String(name)) && String(sql).startsWith('CREATE TABLE'))
      db.exec(`DROP TABLE ${String(name)}`);
  for (const { name, sql } of earlier.prepare(SHAPE).all())
    if (String(sql).startsWith('CREATE INDEX')) db.exec(`DROP INDEX ${String(name)}; ${String(sql)}`);
  db.exec(`DELETE FROM migrations WHERE version > ${BEFORE}`);
  expect(db.prepare(SHAPE).all()).toEqual(earlier.prepare(SHAPE).all());
  earlier.close();
  db.close();
}

const seatsOf = async (player: HttpPlayer) => (await player.get('/me/seats')).json()['seats'];

/** The same in PostgreSQL. */
const SHAPES = [
  `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
    WHERE table_schema = 'quayside' ORDER BY 1, 2`,
  `SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'quayside' ORDER BY 2`,
];

const shapeOf = async (postgres: Postgres) => {
  const [columns = [], indexes = []] = await Promise.all(SHAPES.map((sql) => postgres.ask(sql)));
  return { columns, indexes };
};

async function earlierShape(postgres: Postgres): ReturnType<typeof shapeOf> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await migratePostgres(client, 0, BEFORE);
  await client.end();
  const shape = await shapeOf(postgres);
  await postgres.empty();
  return shape;
}

async function turnBackPostgres(
  postgres: Postgres,
  earlier: Awaited<ReturnType<typeof earlierShape>>,
): Promise<void> {
  const were = new Set(earlier.columns.map(({ table_name }) => table_name));
  const { columns } = await shapeOf(postgres);
  const added = new Set(columns.map(({ table_name }) => table_name).filter((name) => !were.has(name)));
  for (const table of added) await postgres.ask(`DROP TABLE quayside.${String(table)} CASCADE`);
  for (const { indexname, indexdef } of earlier.indexes)
    if (String(indexdef).startsWith('CREATE INDEX'))
      await postgres.ask(`DROP INDEX quayside.${String(indexname)}; ${String(indexdef)}`);
  await postgres.ask(`DELETE FROM quayside.migrations WHERE version > ${BEFORE}`);
  expect(await shapeOf(postgres)).toEqual(earlier);
}

/** They keep their running matches and keys, get devices, and sign in. */
async function expectKept(settings: Readonly<Record<string, string>>, back: () => void | Promise<void>) {
  const before = await start(settings);
  const ann = await HttpPlayer.guest(before.port, 'Ann');
  const wish = { game: 'borneo', seats: 3, bots: 2, options: { firstSeat: 0 }, clock: 'none' };
  const { matchId } = (await ann.post('/tables', wish)).json()['table'] as { matchId: string };
  expect((await ann.post(`/tables/${matchId}/start`)).status).toBe(204);
  const seats = await seatsOf(ann);
  expect(seats).toMatchObject([{ matchId }]);
  await before.stop();
  await back();

  const { port, stop } = await start(settings);
  try {
    const again = new HttpPlayer(port, ann.token);
    expect(await seatsOf(again)).toMatchObject([{ matchId }]);
    expect((await again.get(`/tables/${matchId}`)).json()).toMatchObject({ seat: 0 });
    const [command] = (await again.get(`/matches/${matchId}/legal`)).json()['commands'] as object[];
    expect((await again.post(`/matches/${matchId}/commands`, command)).status).toBe(200);
    const laptop = (await again.post('/me/devices', { name: 'Laptop' })).json() as unknown as SignedIn;
    expect(laptop.name).toBe('Ann');
    const signedIn = await new SignInBrowser(port).signIn(provider, { sub: 'ann' }, laptop.refreshToken);
    expect(signedIn).toMatchObject({ id: laptop.id, name: 'Ann', isSame: true });
    const person = new HttpPlayer(port, signedIn.token);
    expect((await person.get(`/tables/${matchId}`)).json()).toMatchObject({ seat: 0 });
    // Others who had the old key as well have nothing any more.
    expect((await again.get('/me/seats')).status).toBe(401);
  } finally {
    await stop();
  }
}

test('players of an earlier data folder', async () => {
  await expectKept({ DATA_DIR: place.folder }, turnBack);
});

describeWithPostgres('players of an earlier database', (postgres) => {
  test('keep what those of a folder keep', async () => {
    const earlier = await earlierShape(postgres());
    const settings = { DATA_DIR: join(place.folder, 'beside'), DATABASE_URL: postgres().url };
    await expectKept(settings, () => turnBackPostgres(postgres(), earlier));
  });
});
