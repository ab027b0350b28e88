// A data folder from before there were devices: its players keep seats, names and keys, and can sign in.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '../store/schema.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { OddProvider } from '../testing/odd-provider.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import { type SignedIn, SignInBrowser } from '../testing/signing-in.ts';
import { startServer } from '../testing/start.ts';

/** The tables as they were before blocks, notices, devices, passkeys and accounts. */
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

const start = () =>
  startServer({
    rooms: true,
    environment: { DATA_DIR: place.folder, RATE_LIMITS: 'off', ...provider.settings },
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
  db.exec(`DELETE FROM migrations WHERE version > ${BEFORE}`);
  expect(db.prepare(SHAPE).all()).toEqual(earlier.prepare(SHAPE).all());
  earlier.close();
  db.close();
}

const seatsOf = async (player: HttpPlayer) => (await player.get('/me/seats')).json()['seats'];

test('players of an earlier data folder keep their running matches and keys, get devices, and sign in', async () => {
  const before = await start();
  const ann = await HttpPlayer.guest(before.port, 'Ann');
  const wish = { game: 'borneo', seats: 3, bots: 2, options: { firstSeat: 0 }, clock: 'none' };
  const { matchId } = (await ann.post('/tables', wish)).json()['table'] as { matchId: string };
  expect((await ann.post(`/tables/${matchId}/start`)).status).toBe(204);
  const seats = await seatsOf(ann);
  expect(seats).toMatchObject([{ matchId }]);
  await before.stop();
  turnBack();

  const { port, stop } = await start();
  try {
    const back = new HttpPlayer(port, ann.token);
    expect(await seatsOf(back)).toMatchObject([{ matchId }]);
    expect((await back.get(`/tables/${matchId}`)).json()).toMatchObject({ seat: 0 });
    const [command] = (await back.get(`/matches/${matchId}/legal`)).json()['commands'] as object[];
    expect((await back.post(`/matches/${matchId}/commands`, command)).status).toBe(200);
    const laptop = (await back.post('/me/devices', { name: 'Laptop' })).json() as unknown as SignedIn;
    expect(laptop.name).toBe('Ann');
    const signedIn = await new SignInBrowser(port).signIn(provider, { sub: 'ann' }, laptop.refreshToken);
    expect(signedIn).toMatchObject({ id: laptop.id, name: 'Ann', isSame: true });
    const person = new HttpPlayer(port, signedIn.token);
    expect((await person.get(`/tables/${matchId}`)).json()).toMatchObject({ seat: 0 });
    // Whoever had the old key as well has nothing any more.
    expect((await back.get('/me/seats')).status).toBe(401);
  } finally {
    await stop();
  }
});
