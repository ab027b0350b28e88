// SIGTERM in the middle of play: all clients are notified and find the match again as acknowledged.
import { Client } from '@colyseus/sdk';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { comeBack, seatAndStart, type TestPlayer, until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { Processes } from '../testing/processes.ts';

const TABLES = 4;

const here = new Processes({ RATE_LIMITS: 'off' });
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Plays as fast as it can; resolves with the last version that was acknowledged, when nothing is any more. */
async function playOn(table: readonly TestPlayer[]): Promise<number> {
  let acknowledged = 0;
  for (;;) {
    const asked = table[0]?.state.decisions[0]?.seat;
    const played = await table
      .find(({ seat }) => seat === asked)
      ?.playAny()
      .catch(() => undefined);
    if (played === undefined) return acknowledged;
    acknowledged = played;
    const isThere = () => table[0]?.state.version === played || table[0]?.left !== undefined;
    await until(isThere, 'the move');
  }
}

test('a shutdown during play: all clients are notified, nothing acknowledged is lost, and play continues later', async () => {
  await here.listen();
  const groups = await Promise.all(
    Array.from({ length: TABLES }, async (_, n) => {
      const people = await Promise.all(['a', 'b', 'c'].map((name) => HttpPlayer.guest(here.port, name + n)));
      const clients = people.map(({ token }) => {
        const client = new Client(`http://127.0.0.1:${here.port}`);
        client.auth.token = token;
        return client;
      });
      return { clients, table: await seatAndStart(clients, 'borneo') };
    }),
  );
  const played = Promise.all(groups.map(({ table }) => playOn(table)));
  await until(() => groups.every(({ table }) => (table[0]?.state.version ?? 0) > 5), 'some moves');
  here.server.child.kill('SIGTERM');
  const acknowledged = await played;
  expect(await here.server.ended).toBe(0);
  const everyone = groups.flatMap(({ table }) => table);
  await until(() => everyone.every(({ left }) => left !== undefined), 'the farewell');
  expect(new Set(everyone.map(({ left }) => left))).toEqual(new Set([4001]));
  expect(here.server.out()).not.toMatch(/"level":50/);
  await here.listen();
  for (const [n, { clients, table }] of groups.entries()) {
    const [first] = table;
    const again = await Promise.all(clients.map((client) => comeBack(client, first?.matchId ?? '')));
    expect(again.map(({ seat }) => seat)).toEqual([0, 1, 2]);
    expect(again[0]?.state.version).toBeGreaterThanOrEqual(acknowledged[n] ?? 0);
    const asked = again[0]?.state.decisions[0]?.seat;
    expect(await again.find(({ seat }) => seat === asked)?.playAny()).toBeGreaterThan(acknowledged[n] ?? 0);
    for (const { room } of again) room.connection.close();
  }
}, 180_000);
