// A device that is signed out through one process of a cluster is dead in the other within five seconds: requests,
// sockets and streams.

import { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isAvailable } from '../../cli/available.ts';
import { type Cluster, missingForCluster, startCluster } from '../../cli/private-cluster.ts';
import { until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { secondDevice } from '../testing/second-device.ts';

jest.setTimeout(120_000);

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

  test('signed out here, dead there; refreshed here, known there', async () => {
    const laptop = (await player(0, '').post('/guests', { name: 'Zoé', device: 'Laptop' })).json();
    const first = { token: String(laptop['token']), refreshToken: String(laptop['refreshToken']) };
    const phone = (await secondDevice([portOf(0), portOf(1)], first, 'Phone')).json();
    const made = (
      await player(0, laptop['token']).post('/tables', { game: 'borneo', seats: 3, clock: 'none' })
    ).json();
    const { matchId } = made['table'] as { matchId: string };
    const stream = player(0, laptop['token']).stream(matchId);
    const headers = { Authorization: `Bearer ${String(laptop['token'])}` };
    // Through the process that does not have the match, to the one that has.
    const room = await new Client(`http://127.0.0.1:${portOf(1)}`, { headers }).joinById(matchId);
    room.onMessage('*', () => undefined);
    room.reconnection.enabled = false;
    const left = new Promise<number>((resolve) => room.onLeave(resolve));
    await until(() => stream.lines.length > 0, 'the stream');
    const began = performance.now();
    const gone = await player(1, phone['token']).send('DELETE', `/me/devices/${String(laptop['device'])}`);
    expect(gone.status).toBe(204);
    expect((await player(1, laptop['token']).get('/me/seats')).status).toBe(401);
    expect(await left).toBe(4105);
    await until(() => stream.closed, 'the end of the stream');
    expect(stream.last).toEqual({ type: 'closing', reason: 'signed-out' });
    expect((await player(0, laptop['token']).get('/me/seats')).status).toBe(401);
    // Five, and what a loaded machine adds.
    expect(performance.now() - began).toBeLessThan(5_000 + SLACK_MS);
    const reused = await player(0, '').post('/me/devices/refresh', { refreshToken: laptop['refreshToken'] });
    expect(reused.status).toBe(401);
    expect((await player(0, phone['token']).get(`/tables/${matchId}`)).json()).toMatchObject({ seat: 0 });
  });
});

const SLACK_MS = 10_000;
