// An upgrade with changed rules: matches that began under the old ones go on under them, new ones begin under the new.
import { Client } from '@colyseus/sdk';
import { afterEach, expect, test } from '@jest/globals';
import { comeBack, seatAndStart, type TestPlayer, until } from '../../rooms/testing/player.ts';
import type { GameFamily } from '../../shared/kernel/game.ts';
import { verifyRecord } from '../records/verify.ts';
import { both, changed, old } from '../testing/changed-borneo.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import { ask, type Running, startServer } from '../testing/start.ts';

let place: Scratch;
let running: Running | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
  place.remove();
});

async function serve(family: GameFamily): Promise<Running> {
  await running?.stop();
  running = await startServer({
    rooms: true,
    environment: { DATA_DIR: place.folder, RATE_LIMITS: 'off', BOT_MS: '20', BOT_PAUSE_MS: '0' },
    overrides: { families: [family], registry: new URL('../testing/changed-borneo.ts', import.meta.url) },
  });
  return running;
}

async function guest({ port }: Running, token?: string): Promise<Client> {
  const made = await ask(port, '/api/v1/guests', { method: 'POST', body: JSON.stringify({ name: 'Ann' }) });
  const client = new Client(`http://127.0.0.1:${port}`);
  client.auth.token = token ?? String(made.json()['token']);
  return client;
}

async function begin(client: Client, options: object = {}): Promise<TestPlayer> {
  const [player] = await seatAndStart([client], 'borneo', { seats: 3, bots: 2, ...options });
  if (player === undefined) throw new Error('no player came');
  return player;
}

test('it is woken, hinted, played to its end and verified under the old rules; a rematch has the new ones', async () => {
  place = scratch();
  const first = await serve(old);
  const client = await guest(first);
  const player = await begin(client, { hints: true });
  const { matchId } = player;
  const { token } = client.auth;
  await until(() => player.decision !== undefined, 'a turn');
  await player.playAny();
  await until(() => player.decision !== undefined, 'the next turn');
  const seen = JSON.stringify(player.state.view);
  const { version } = player.state;

  const second = await serve(both);
  const again = await comeBack(await guest(second, token), matchId);
  expect(again.state.table).toMatchObject({ status: 'playing', rulesVersion: old.rulesVersion });
  expect([again.state.version, JSON.stringify(again.state.view)]).toEqual([version, seen]);
  const hint = await again.room.request('hint', {});
  expect(hint).toMatchObject({ version, command: { type: expect.any(String) } });
  const fresh = await begin(await guest(second));
  expect(fresh.state.table).toMatchObject({ status: 'playing', rulesVersion: changed.rulesVersion });

  while (!again.over) {
    await again.playAny();
    await until(() => again.over || again.decision !== undefined, 'the next turn');
  }
  const record = (await ask(second.port, `/api/v1/matches/${matchId}/record`)).json();
  expect(record).toMatchObject({ rulesVersion: old.rulesVersion, stateHash: expect.any(String) });
  expect(verifyRecord(record, [both]).checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(verifyRecord(record, [changed])).toMatchObject({ ok: false, judged: false });
  // Players who go on together play by the current rules.
  await again.send('rematch');
  await until(() => again.rematch !== undefined, 'the rematch');
  const next = await comeBack(await guest(second, token), again.rematch ?? '');
  expect(next.state.table.rulesVersion).toBe(changed.rulesVersion);
});
