// Two processes and one Redis: both list the tables of both, limits count together, and neither depends on
// Redis.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { describeWithPostgres } from '../testing/postgres.ts';
import { kill, type Started, startProcess } from '../testing/process.ts';
import { describeWithRedis } from '../testing/redis.ts';
import { type Scratch, scratch } from '../testing/scratch.ts';
import { ask } from '../testing/start.ts';

jest.setTimeout(120_000);

describeWithPostgres('two processes', (postgres) => {
  describeWithRedis('and one Redis', (redis) => {
    let ports: readonly [number, number];
    let place: Scratch;
    let processes: readonly Started[];
    let players: readonly [HttpPlayer, HttpPlayer];
    beforeAll(async () => {
      place = scratch();
      processes = ['a', 'b'].map((name) =>
        startProcess(place.folder, {
          DATABASE_URL: postgres().url,
          REDIS_URL: redis().url,
          DATA_DIR: join(place.folder, name),
          WEB_CLIENT: 'off',
          TRUST_PROXY: '1',
        }),
      );
      const [a, b] = await Promise.all(processes.map((one) => one.port()));
      ports = [a ?? 0, b ?? 0];
      players = [await HttpPlayer.guest(ports[0], 'Ann'), await HttpPlayer.guest(ports[1], 'Bob')];
    });
    afterAll(async () => {
      for (const one of processes) await kill(one);
      place.remove();
    });

    const opened = async (player: HttpPlayer, options: object = {}) => {
      const made = await player.post('/tables', {
        game: 'cabo-da-roca',
        seats: 2,
        clock: 'none',
        ...options,
      });
      expect(made.status).toBe(201);
      return (made.json()['table'] as { matchId: string }).matchId;
    };
    const listedBy = async (player: HttpPlayer) => {
      const { tables } = (await player.get('/tables')).json() as { tables: { matchId: string }[] };
      return tables.map(({ matchId }) => matchId);
    };
    const metric = async (port: number, name: string) => {
      // Retries, since limits are on.
      await pause(100);
      return Number(
        new RegExp(`^quayside_${name} (\\S+)$`, 'm').exec((await ask(port, '/metrics')).text)?.[1],
      );
    };
    const knownAt = (port: number, tables: number) =>
      until(async () => (await metric(port, 'directory_tables')) === tables, `${tables} tables at ${port}`);

    test('a table opened at one is listed at both', async () => {
      const [ann, bob] = players;
      const [first, second] = [await opened(ann), await opened(bob)];
      const hidden = await opened(ann, { visibility: 'private' });
      // At its own process at once, at the other one soon.
      expect(await listedBy(ann)).toContain(first);
      for (const player of players)
        await until(async () => (await listedBy(player)).length === 2, 'both tables everywhere');
      for (const player of players) {
        const listed = await listedBy(player);
        expect(listed.toSorted()).toEqual([first, second].toSorted());
        expect(listed).not.toContain(hidden);
      }
      for (const port of ports) await knownAt(port, 2);
    });

    test('both count an address together', async () => {
      const allowed = [0, 0];
      const refused = [0, 0];
      for (let turn = 0; turn < 100; turn++) {
        const at = turn % 2;
        const headers = { 'X-Forwarded-For': '192.0.2.7' };
        const { status } = await ask(ports[at] ?? 0, '/api/v1/guests', {
          method: 'POST',
          headers,
          body: JSON.stringify({ name: `Zoé ${turn}` }),
        });
        expect([201, 429]).toContain(status);
        const counts = status === 201 ? allowed : refused;
        counts[at] = (counts[at] ?? 0) + 1;
      }
      const [a = 0, b = 0] = allowed;
      // Sixty an hour, plus those allowed before Redis had answered about the last ones.
      expect(a + b).toBeGreaterThanOrEqual(60);
      expect(a + b).toBeLessThan(75);
      for (const count of refused) expect(count).toBeGreaterThan(0);
    });

    test('while Redis does not answer each continues with its own tables, and reports it', async () => {
      const [ann, bob] = players;
      redis().signal('SIGSTOP');
      try {
        for (const port of ports)
          await until(async () => (await metric(port, 'redis_away')) === 1, 'it to be noticed');
        expect(await listedBy(ann)).toHaveLength(2);
        const later = await opened(bob);
        expect(await listedBy(bob)).toContain(later);
        for (const port of ports) expect((await ask(port, '/ready')).status).toBe(200);
        for (const { out } of processes) expect(out()).toContain('Redis is away');
      } finally {
        redis().signal('SIGCONT');
      }
      for (const port of ports) await knownAt(port, 3);
      await redis().stop();
      await redis().start();
      for (const port of ports) await knownAt(port, 3);
      for (const player of players) expect(await listedBy(player)).toHaveLength(3);
    });

    test('tables of a dead process leave the directory; its lobby can be joined', async () => {
      const [, bob] = players;
      const [dead] = processes;
      dead?.child.kill('SIGKILL');
      await knownAt(ports[1], 2);
      // Its table sleeps now, and is listed from the database.
      expect(await listedBy(bob)).toHaveLength(3);
      const zoe = await HttpPlayer.guest(ports[1], 'Zoé');
      for (const matchId of await listedBy(zoe)) {
        const { status } = await zoe.post(`/tables/${matchId}/seat`);
        expect(status).toBe(200);
      }
      await knownAt(ports[1], 3);
    });
  });
});
