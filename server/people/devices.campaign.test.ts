// A device that is signed out through one process of a cluster is dead in the other within five seconds: requests,
// sockets and streams. `REVOCATIONS=20` measures how long it takes.

import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isAvailable } from '../../cli/available.ts';
import { type Cluster, missingForCluster, startCluster } from '../../cli/private-cluster.ts';
import { pause } from '../../rooms/clockwork.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { secondDevice } from '../testing/second-device.ts';
import { type Ends, WatchedDevice } from '../testing/signed-out.ts';

jest.setTimeout(120_000);

const ROUNDS = Number(process.env['REVOCATIONS'] ?? 1);

const describeOrSkip = isAvailable(missingForCluster()) ? describe : describe.skip;

describeOrSkip('two processes', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    const settings = { RATE_LIMITS: 'off', BOT_PAUSE_MS: '0', WEB_CLIENT: 'off' };
    cluster = await startCluster({ members: 2, settings, onError: () => undefined });
  });
  afterAll(async () => {
    await cluster?.remove();
  });

  const portOf = (index: number) => cluster.members[index]?.port ?? 0;
  const player = (index: number, token: unknown) => new HttpPlayer(portOf(index), String(token));

  test('signed out here, dead there within five seconds; refreshed here, known there', async () => {
    const all: Ends[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const laptop = (await player(0, '').post('/guests', { name: 'Zoé', device: 'Laptop' })).json();
      const token = String(laptop['token']);
      const first = { token, refreshToken: String(laptop['refreshToken']) };
      const phone = (await secondDevice([portOf(0), portOf(1)], first, 'Phone')).json();
      const made = (
        await player(0, token).post('/tables', { game: 'borneo', seats: 3, clock: 'none' })
      ).json();
      const { matchId } = made['table'] as { matchId: string };
      // The socket comes through the process that does not have the match, to the one that has.
      const ports = { requests: portOf(0), socket: portOf(1), stream: portOf(0) };
      const device = await WatchedDevice.at(matchId, ports, token);
      // Not always at the same moment between two looks.
      if (ROUNDS > 1) await pause((round * 370) % 1000);
      const ends = await device.ended(async () => {
        const path = `/me/devices/${String(laptop['device'])}`;
        expect((await player(1, phone['token']).send('DELETE', path)).status).toBe(204);
      });
      all.push(ends);
      expect((await player(1, token).get('/me/seats')).status).toBe(401);
      const reused = await player(0, '').post('/me/devices/refresh', { refreshToken: first.refreshToken });
      expect(reused.status).toBe(401);
      expect((await player(0, phone['token']).get(`/tables/${matchId}`)).json()).toMatchObject({ seat: 0 });
    }
    if (ROUNDS > 1) for (const what of ['request', 'socket', 'stream'] as const) tell(what, all);
  });
});

function tell(what: keyof Ends, all: readonly Ends[]): void {
  const sorted = all.map((ends) => ends[what]).sort((a, b) => a - b);
  const [median, most] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  process.stdout.write(`${what}: median ${median?.toFixed(0)} ms, maximum ${most?.toFixed(0)} ms\n`);
}
