// PostgreSQL stands still for seconds, and for longer, behind several servers and their proxy.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isAvailable } from '../../cli/available.ts';
import { type Cluster, missingForCluster, startCluster } from '../../cli/private-cluster.ts';
import { seatAndStart, type TestPlayer } from '../../rooms/testing/player.ts';
import { guestsAt } from '../testing/players-at.ts';

jest.setTimeout(120_000);

const describeOrSkip = isAvailable(missingForCluster()) ? describe : describe.skip;
/** What needs no database. */
const PAGES = ['/', '/api/v1/games', '/api/v1/tables?game=borneo', '/api/v1/games/borneo'];
const LOOK_MS = 200;
const THINK_MS = 100;
/** After the database is back; more than a second only because the machine is busy. */
const SOON_MS = 3_000;

describeOrSkip('PostgreSQL stands still', () => {
  let cluster: Cluster;
  let token = '';
  beforeAll(async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(console, 'info').mockImplementation(() => undefined);
    cluster = await startCluster({ members: 3, settings: { RATE_LIMITS: 'off', WEB_CLIENT: 'off' } });
    token = (await guestsAt(cluster.members[0]?.port ?? 0))[0]?.token ?? '';
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await cluster?.remove();
  });

  /** Pages that were not sent, or only after a second, while the work runs. */
  const lookDuring = async (work: Promise<unknown>) => {
    const failed: string[] = [];
    const looks: Promise<void>[] = [];
    let isOver = false;
    void work.finally(() => {
      isOver = true;
    });
    const began = performance.now();
    while (!isOver) {
      for (const page of PAGES) {
        const asked = performance.now();
        const at = `${((asked - began) / 1_000).toFixed(1)} s: ${page}`;
        const headers = { Authorization: `Bearer ${token}` };
        const look = fetch(cluster.url + page, { headers, signal: AbortSignal.timeout(15_000) }).then(
          ({ status }) => {
            const waited = performance.now() - asked;
            if (status !== 200 || waited > 1_000)
              failed.push(`${at}: ${status} after ${Math.round(waited)} ms`);
          },
          (error: unknown) => void failed.push(`${at}: ${String(error)}`),
        );
        looks.push(look);
      }
      await sleep(LOOK_MS);
    }
    await Promise.all([work, ...looks]);
    return failed;
  };
  const standStill = async (milliseconds: number) => {
    cluster.postgres.pause();
    await sleep(milliseconds);
    cluster.postgres.resume();
  };
  const seated = async () => {
    const tokens = (await guestsAt(cluster.members[0]?.port ?? 0)).map(({ token }) => token);
    const clients = tokens.map((token) => {
      const client = new Client(cluster.url);
      client.auth.token = token;
      return client;
    });
    return await seatAndStart(clients, 'borneo');
  };
  /** One move after the other; how long each took. */
  const playDuring = async (table: readonly TestPlayer[], milliseconds: number) => {
    const until = performance.now() + milliseconds;
    const took: number[] = [];
    while (performance.now() < until) {
      const began = performance.now();
      const asked = table[0]?.state.decisions[0]?.seat;
      const version = (await table.find(({ seat }) => seat === asked)?.playAny()) ?? 0;
      while (table.some(({ state }) => state.version < version)) await sleep(5);
      took.push(performance.now() - began);
      await sleep(THINK_MS);
    }
    return took;
  };

  test.each([2_500, 4_000])(
    'for %i ms: every page is sent at once, and a move waits as long and no longer',
    async (milliseconds) => {
      const tables = [await seated(), await seated(), await seated()];
      await sleep(2_000);
      const pause = sleep(1_000).then(() => standStill(milliseconds));
      const played = tables.map((table) => playDuring(table, milliseconds + 9_000));
      const failed = await lookDuring(Promise.all([pause, ...played]));
      expect(failed).toEqual([]);
      const longest = (await Promise.all(played)).map((took) => Math.round(Math.max(...took)));
      process.stderr.write(`a pause of ${milliseconds} ms: longest moves ${longest.join(', ')} ms\n`);
      expect(Math.max(...longest)).toBeLessThan(milliseconds + SOON_MS);
      expect(cluster.members.map(({ isRunning }) => isRunning)).toEqual([true, true, true]);
    },
  );

  test('for ten seconds: pages are sent all the time, and play continues soon afterwards', async () => {
    const table = await seated();
    const failed = await lookDuring(standStill(10_000).then(() => sleep(5_000)));
    expect(failed).toEqual([]);
    expect((await playDuring(table, 1_000)).length).toBeGreaterThan(0);
    expect(cluster.members.map(({ isRunning }) => isRunning)).toEqual([true, true, true]);
  });
});
