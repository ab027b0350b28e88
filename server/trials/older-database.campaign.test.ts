// PostgreSQL comes back some commits older, as after the promotion of a replica that was behind.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@colyseus/sdk';
import { expect, jest, test } from '@jest/globals';
import { comeBack, playToTheEnd, seatAndStart, type TestPlayer, until } from '../../rooms/testing/player.ts';
import { families } from '../../shared/games/index.ts';
import { verifyRecord } from '../records/verify.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { clientsAt, guestsAt, someMoves } from '../testing/players-at.ts';
import { beginEmpty, describeWithPostgres } from '../testing/postgres.ts';
import { Processes } from '../testing/processes.ts';
import { describeWithRedis } from '../testing/redis.ts';
import { ask } from '../testing/start.ts';

jest.setTimeout(120_000);

const ADMINISTRATOR = { name: 'ada', password: 'twelve-characters' };

describeWithPostgres('a database that comes back older', (postgres) => {
  describeWithRedis('with one process or several', (redis) => {
    const here = new Processes({ RATE_LIMITS: 'off', SHUTDOWN_SECONDS: '5', WEB_CLIENT: 'off' });
    beginEmpty(postgres);
    const around = async (change: () => void) => {
      await postgres().stop('crash');
      change();
      await postgres().start();
    };
    const versions = async () =>
      (await postgres().ask('SELECT version FROM quayside.journal ORDER BY version')).map(({ version }) =>
        Number(version),
      );
    /** Like a client, repeats the request until the match is available. */
    const returned = async (client: Client, matchId: string): Promise<TestPlayer> => {
      for (const end = performance.now() + 30_000; ; await sleep(100)) {
        try {
          return await comeBack(client, matchId);
        } catch (error) {
          if (performance.now() > end) throw error;
        }
      }
    };
    const steps = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

    test.each(['alone', 'member'])(
      '%s: what is missing is told, and the match continues from what is there',
      async (company) => {
        const started = here.start({
          DATABASE_URL: postgres().url,
          ADMIN_USERS: `${ADMINISTRATOR.name}:${ADMINISTRATOR.password}`,
          ...(company === 'member' ? { REDIS_URL: redis().url } : {}),
        });
        const port = await started.port();
        const back = (times: number) =>
          until(() => started.out().split('the database is back').length > times, 'the database');
        const guests = await guestsAt(port);
        const clients = clientsAt(
          port,
          guests.map(({ token }) => token),
        );
        const table = await seatAndStart(clients, 'borneo');
        const matchId = table[0]?.matchId ?? '';
        expect(await someMoves(table, 12)).toBe(12);
        await around(() => postgres().keep());
        await back(1);
        expect(await someMoves(table, 8)).toBe(20);
        await around(() => postgres().putBack());
        await until(() => table.every(({ left }) => left !== undefined), 'the end of the room');
        const again = await Promise.all(clients.map((client) => returned(client, matchId)));
        expect(again[0]?.state.version).toBe(12);
        expect(await someMoves(again, 4)).toBe(16);
        expect(await versions()).toEqual(steps(16));

        expect(started.out()).toContain('acknowledged versions are missing');
        expect((await ask(port, '/metrics')).text).toContain('quayside_matches_set_back_total 1');
        const login = Buffer.from(`${ADMINISTRATOR.name}:${ADMINISTRATOR.password}`).toString('base64');
        const page = await ask(port, `/admin/matches/${matchId}`, {
          headers: { Authorization: `Basic ${login}` },
        });
        expect(page.text).toContain('versions 13–20 are missing');

        // Nothing of it breaks it later.
        started.child.kill('SIGKILL');
        await started.ended;
        const next = here.start({
          DATABASE_URL: postgres().url,
          ...(company === 'member' ? { REDIS_URL: redis().url } : {}),
        });
        const later = await next.port();
        const third = await Promise.all(
          clientsAt(
            later,
            guests.map(({ token }) => token),
          ).map((client) => returned(client, matchId)),
        );
        expect(third[0]?.state.version).toBe(16);
        await playToTheEnd(third);
        const [ann] = guests;
        const record = (
          await new HttpPlayer(later, ann?.token ?? '').get(`/matches/${matchId}/record`)
        ).json();
        expect(verifyRecord(record, families).checks.filter(({ ok }) => !ok)).toEqual([]);
      },
    );
  });
});
