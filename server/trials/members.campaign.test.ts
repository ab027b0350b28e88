// Several processes over one PostgreSQL: one dies, or stops and resumes, and its matches continue elsewhere,
// each once.
import { mkdirSync } from 'node:fs';
import { expect, jest, test } from '@jest/globals';
import { comeBack, playToTheEnd, seatAndStart, type TestPlayer, until } from '../../rooms/testing/player.ts';
import { sleeper } from '../../rooms/testing/sleepers.ts';
import { builtInShelf } from '../../rooms/testing/table-server.ts';
import { families } from '../../shared/games/index.ts';
import { verifyRecord } from '../records/verify.ts';
import { openPostgresStore } from '../store/postgres/postgres.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { clientsAt, guestsAt, someMoves } from '../testing/players-at.ts';
import { beginEmpty, describeWithPostgres } from '../testing/postgres.ts';
import { Processes } from '../testing/processes.ts';
import { describeWithRedis } from '../testing/redis.ts';
import { ask } from '../testing/start.ts';

jest.setTimeout(180_000);

/** Of a reply at `fast`: its own time and the bank. */
const FAST_REPLY_MS = (20 + 120) * 1_000;

describeWithPostgres('several processes', (postgres) => {
  describeWithRedis('and one Redis', (redis) => {
    const here = new Processes({ RATE_LIMITS: 'off', SHUTDOWN_SECONDS: '5', WEB_CLIENT: 'off' });
    beginEmpty(postgres);

    const start = (name: string, settings: Record<string, string> = {}) =>
      here.join(name, [postgres(), redis()], settings);
    const tokensAt = async (port: number) => (await guestsAt(port)).map(({ token }) => token);
    /** Like a client, repeats the request until the match is available. */
    const allComeBack = async (port: number, tokens: readonly string[], matchId: string) => {
      const again = clientsAt(port, tokens).map(async (client) => {
        const found: TestPlayer[] = [];
        const tried = () =>
          comeBack(client, matchId).then(
            (player) => found.push(player) > 0,
            () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 50)),
          );
        await until(tried, 'the return');
        return found;
      });
      return (await Promise.all(again)).flat();
    };
    const journal = async () =>
      (await postgres().ask('SELECT version FROM quayside.journal ORDER BY version')).map(
        ({ version }) => version,
      );
    const steps = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

    test('kill -9 of one: its match with a clock continues at the other, once, and its token is valid there', async () => {
      const [a, b] = [await start('a'), await start('b')];
      const tokens = await tokensAt(a.port);
      const table = await seatAndStart(clientsAt(a.port, tokens), 'borneo', { clock: 'normal' });
      const version = await someMoves(table, 12);
      const matchId = table[0]?.matchId ?? '';
      const killed = performance.now();
      a.started.child.kill('SIGKILL');
      const wakeAt = async () =>
        Number((await postgres().ask('SELECT wake_at FROM quayside.matches'))[0]?.['wake_at'] ?? 0);
      // No player has returned yet, but its clock runs.
      await until(async () => (await wakeAt()) > 0, 'its clock');
      process.stdout.write(`a dead process's clock runs on after ${seconds(killed)}\n`);
      // Its players get time to return.
      expect(await wakeAt()).toBeGreaterThan(Date.now() + 45_000);
      const again = await allComeBack(b.port, tokens, matchId);
      process.stdout.write(`its players are back after ${seconds(killed)}\n`);
      expect(again.map(({ seat }) => seat)).toEqual(table.map(({ seat }) => seat));
      expect(again[0]?.state.version).toBe(version);
      await playToTheEnd(again);
      const record = (await ask(b.port, `/api/v1/matches/${matchId}/record`)).json();
      expect(verifyRecord(record, families).checks.filter(({ ok }) => !ok)).toEqual([]);
    });

    test('one stops and resumes after it was declared gone: it neither shows nor changes a match, and exits', async () => {
      const [a, b] = [await start('a'), await start('b')];
      const tokens = await tokensAt(b.port);
      const table = await seatAndStart(clientsAt(a.port, tokens), 'borneo');
      const version = await someMoves(table, 6);
      const [host] = table;
      const matchId = host?.matchId ?? '';
      const actor = table.find(({ seat }) => seat === host?.state.decisions[0]?.seat);
      const choice = await actor?.choose();
      if (actor === undefined || choice === undefined) throw new Error('nothing to play');
      const stopped = performance.now();
      a.started.child.kill('SIGSTOP');
      // What reaches it while it is stopped is read when it resumes.
      const late = [
        actor.send(choice.type, choice.payload),
        actor.room.request('legal'),
        actor.room.request('history', {}),
      ].map((request) =>
        Promise.resolve(request).then(
          () => 'answered',
          (error: unknown) => error,
        ),
      );
      const looks = new HttpPlayer(a.port, tokens[0] ?? '').get(`/matches/${matchId}`).then(
        ({ status }) => status,
        () => 0,
      );
      await until(() => b.started.out().includes('is declared gone'), 'its declaration');
      const again = await allComeBack(b.port, tokens, matchId);
      process.stdout.write(`the players of a stopped process are back after ${seconds(stopped)}\n`);
      expect(again[0]?.state.version).toBe(version);
      const grown = await someMoves(again, 6);
      expect(grown).toBe(version + 6);

      for (const { room } of table) room.reconnection.enabled = false;
      const left = table.map(
        ({ room }) => new Promise<void>((resolve) => void room.onLeave(() => resolve())),
      );
      const woken = performance.now();
      a.started.child.kill('SIGCONT');
      expect(await Promise.all(late)).not.toContain('answered');
      expect(await looks).not.toBe(200);
      await Promise.all(left);
      process.stdout.write(`it closes their old sockets after ${seconds(woken)}\n`);
      expect(await a.started.ended).toBe(1);
      process.stdout.write(`and ends after ${seconds(woken)}\n`);
      expect(a.started.out()).toContain('the other processes have taken over what this one had');
      await someMoves(again, 3);
      expect(await journal()).toEqual(steps(grown + 3));
      expect((await ask(b.port, '/ready')).status).toBe(200);
    });

    test('time-outs of sleeping matches are played once, by any of the processes', async () => {
      // As if the server had run for an hour: right after a start players get time to return.
      const eldest = await start('eldest');
      await postgres().ask('UPDATE quayside.database SET up_since = up_since - 3600000');
      const members = [await start('a'), await start('b'), await start('c')];
      eldest.started.child.kill('SIGTERM');
      expect(await eldest.started.ended).toBe(0);

      const found = builtInShelf().find('borneo');
      if (found === undefined) throw new Error('no borneo');
      const rules = [['borneo', found.game.rulesVersion, found.editionHash]] as const;
      const dataDir = `${here.folder}/writer`;
      mkdirSync(dataDir);
      const store = await openPostgresStore({ url: postgres().url, dataDir, company: 'member', rules });
      const wakeAt = Date.now() + 5_000;
      const ids = Array.from({ length: 60 }, (_, index) => `m${index}`);
      await Promise.all(
        ids.map(async (matchId) => {
          const { row } = sleeper(matchId, { ...found, moves: 0, at: wakeAt - FAST_REPLY_MS, wakeAt });
          await store.create(row);
          await store.ownership.release(matchId);
        }),
      );
      await store.close();
      const played = async () =>
        await postgres().ask(
          `SELECT count(*)::int AS n, count(DISTINCT decision)::int AS decisions,
             bool_and(actor = 'clock') AS "byClock" FROM quayside.journal GROUP BY match`,
        );
      await until(async () => (await played()).length === ids.length, 'their time-outs');
      const [first, ...others] = await played();
      expect(first).toEqual({ n: first?.['decisions'], decisions: first?.['decisions'], byClock: true });
      // All are copies of the same match, so each continued equally far.
      for (const other of others) expect(other).toEqual(first);
      for (const { started } of members) {
        for (const sign of ['journal not written', 'not woken', 'belongs to another process'])
          expect(started.out()).not.toContain(sign);
      }
    });
  });
});
