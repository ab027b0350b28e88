// Flipped bits in the stored data of two matches: these two stop, a third continues.
import { spawnSync } from 'node:child_process';

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import { type Running, startServer } from '../testing/start.ts';

let place: Scratch;
let server: Running;
beforeEach(() => {
  place = scratch();
});
afterEach(async () => {
  await server.stop();
  place.remove();
});

const start = async (token = '') => {
  server = await startServer({
    rooms: true,
    environment: { DATA_DIR: place.folder, RATE_LIMITS: 'off', BOT_PAUSE_MS: '0' },
  });
  return token === '' ? await HttpPlayer.guest(server.port, 'Ann') : new HttpPlayer(server.port, token);
};

/** A match against bots in which one move was made. */
async function begun(ann: HttpPlayer): Promise<string> {
  const opened = await ann.post('/tables', { game: 'borneo', seats: 3, bots: 2, clock: 'none' });
  const { matchId } = opened.json()['table'] as { matchId: string };
  expect((await ann.post(`/tables/${matchId}/start`)).status).toBe(204);
  expect((await move(ann, matchId)).status).toBe(200);
  return matchId;
}

async function move(ann: HttpPlayer, matchId: string): ReturnType<HttpPlayer['post']> {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    const legal = (await ann.get(`/matches/${matchId}/legal`)).json();
    const [command] = (legal['commands'] ?? []) as object[];
    if (command !== undefined) return await ann.post(`/matches/${matchId}/commands`, command);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('nothing to play');
}

/** Turns one bit of a column over, as a disk does. */
function flip(column: string, table: string, matchId: string): void {
  const file = join(place.folder, 'quayside.sqlite');
  const reader = new DatabaseSync(file);
  const where = table === 'matches' ? 'match_id = ?' : 'match = (SELECT id FROM matches WHERE match_id = ?)';
  const found = reader
    .prepare(`SELECT id, ${column} AS text FROM ${table} WHERE ${where} LIMIT 1`)
    .get(matchId);
  const text = String(found?.['text']);
  reader.exec('BEGIN');
  reader
    .prepare(`UPDATE ${table} SET ${column} = ? WHERE id = ?`)
    .run(
      text.slice(0, -2) + String.fromCharCode(text.charCodeAt(text.length - 2) ^ 1) + text.slice(-1),
      found?.['id'] ?? 0,
    );
  reader.exec('COMMIT');
  reader.close();
}

test('two damaged matches stop, and a third is not affected', async () => {
  const ann = await start();
  const [whole, journal, row] = [await begun(ann), await begun(ann), await begun(ann)];
  await server.quayside.close();
  flip('command_json', 'journal', journal);
  flip('table_json', 'matches', row);

  const again = await start(ann.token);
  const seen = await again.get(`/matches/${journal}`);
  expect((seen.json()['table'] as { status: string }).status).toBe('frozen');
  const refused = await again.post(`/matches/${journal}/commands`, {
    type: 'place-merchant',
    decision: 0,
    company: 'red',
  });
  expect([refused.status, refused.json()['code']]).toEqual([503, 'frozen']);
  const asked = await again.get(`/matches/${journal}/legal`);
  expect([asked.status, asked.json()['code']]).toEqual([503, 'frozen']);
  const gone = await again.get(`/matches/${row}`);
  expect([gone.status, gone.json()['code']]).toEqual([500, 'match-damaged']);
  expect((await move(again, whole)).status).toBe(200);
  const told = server.captured.lines().filter(({ msg }) => msg === 'damaged match');
  expect(told.map(({ matchId }) => matchId).sort()).toEqual([journal, row].sort());

  const exported = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../tools/export.ts'), journal],
    {
      env: { PATH: '', DATA_DIR: place.folder },
    },
  );
  expect(exported.status).toBe(1);
  expect((JSON.parse(exported.stdout.toString()) as { entries: unknown[] }).entries).toEqual([]);
  expect(exported.stderr.toString()).toContain('version 1 of match');
}, 180_000);

test('npm run compact turns an old file into one that can shrink, with the same contents', async () => {
  const ann = await start();
  const matchId = await begun(ann);
  const file = join(place.folder, 'quayside.sqlite');
  const compact = () =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../tools/compact.ts')], {
      env: { PATH: '', DATA_DIR: place.folder },
    });
  const busy = compact();
  expect([busy.status, busy.stderr.toString()]).toEqual([1, expect.stringContaining('in use')]);
  await server.quayside.close();
  const old = new DatabaseSync(file);
  old.exec('PRAGMA auto_vacuum = NONE; VACUUM');
  old.close();
  expect(compact().status).toBe(0);
  const compacted = new DatabaseSync(file);
  expect(compacted.prepare('PRAGMA auto_vacuum').get()).toEqual({ auto_vacuum: 2 });
  compacted.close();
  expect((await move(await start(ann.token), matchId)).status).toBe(200);
}, 180_000);
