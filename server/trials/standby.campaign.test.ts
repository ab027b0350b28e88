// Two processes, one database: the second takes over when the first stops, dies or hangs, and no match has two
// owners.
import { expect, jest, test } from '@jest/globals';
import { comeBack, playToTheEnd, seatAndStart, until } from '../../rooms/testing/player.ts';
import { families } from '../../shared/games/index.ts';
import { verifyRecord } from '../records/verify.ts';
import { clientsAt, guestsAt, someMoves } from '../testing/players-at.ts';
import { beginEmpty, describeWithPostgres } from '../testing/postgres.ts';
import type { Started } from '../testing/process.ts';
import { Processes } from '../testing/processes.ts';
import { ask } from '../testing/start.ts';

jest.setTimeout(180_000);

describeWithPostgres('a standby', (postgres) => {
  const here = new Processes({ RATE_LIMITS: 'off', STANDBY: 'on', SHUTDOWN_SECONDS: '5' });
  beginEmpty(postgres);

  const start = () => here.start({ DATABASE_URL: postgres().url });
  /** The first serves, the second waits. */
  const pair = async (): Promise<{ first: Started; second: Started; port: number }> => {
    const first = start();
    const port = await first.port();
    const second = start();
    await until(() => second.out().includes('standing by'), 'the standby');
    expect(second.out()).not.toContain('"port":');
    return { first, second, port };
  };
  const journal = async () =>
    (await postgres().ask('SELECT version FROM quayside.journal ORDER BY version')).map(
      ({ version }) => version,
    );

  test.each(['SIGKILL', 'SIGTERM'] as const)('%s of the first: the second plays on', async (signal) => {
    const { first, second, port } = await pair();
    const tokens = (await guestsAt(port)).map(({ token }) => token);
    const table = await seatAndStart(clientsAt(port, tokens), 'borneo');
    const version = await someMoves(table, 12);
    const matchId = table[0]?.matchId ?? '';
    first.child.kill(signal);
    const next = await second.port();
    const again = await Promise.all(clientsAt(next, tokens).map((client) => comeBack(client, matchId)));
    expect(again.map(({ seat }) => seat)).toEqual(table.map(({ seat }) => seat));
    expect(again[0]?.state.version).toBe(version);
    await playToTheEnd(again);
    const record = (await ask(next, `/api/v1/matches/${matchId}/record`)).json();
    expect(verifyRecord(record, families).checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(await first.ended).toBe(signal === 'SIGTERM' ? 0 : null);
  });

  test('the first stops, and resumes after it was replaced: it neither shows nor changes a match, and exits', async () => {
    const { first, second, port } = await pair();
    const [ann, ...others] = await guestsAt(port);
    if (ann === undefined) throw new Error('no guest');
    const tokens = [ann, ...others].map(({ token }) => token);
    const table = await seatAndStart(clientsAt(port, tokens), 'borneo');
    const version = await someMoves(table, 6);
    const [host] = table;
    const matchId = host?.matchId ?? '';
    const actor = table.find(({ seat }) => seat === host?.state.decisions[0]?.seat);
    const choice = await actor?.choose();
    if (actor === undefined || choice === undefined) throw new Error('nothing to play');

    first.child.kill('SIGSTOP');
    // What reaches the first while it is stopped is read when it resumes.
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
    const looks = ann.get(`/matches/${matchId}`).then(
      ({ status }) => status,
      () => 0,
    );
    const next = await second.port();
    const again = await Promise.all(clientsAt(next, tokens).map((client) => comeBack(client, matchId)));
    const grown = await someMoves(again, 6);
    expect(grown).toBe(version + 6);

    first.child.kill('SIGCONT');
    expect(await Promise.all(late)).not.toContain('answered');
    expect(await looks).not.toBe(200);
    expect(await first.ended).toBe(1);
    expect(first.out()).toContain('another Quayside process has taken over the database');
    await someMoves(again, 3);
    expect(await journal()).toEqual(Array.from({ length: grown + 3 }, (_, index) => index + 1));
  });

  test('a waiting standby exits on SIGTERM without side effects', async () => {
    const { second, port } = await pair();
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect((await ask(port, '/ready')).status).toBe(200);
  });

  test('the database restarts: the first keeps it', async () => {
    const { first, second, port } = await pair();
    await postgres().stop('crash');
    await until(() => first.out().includes('the database is away'), 'a line in the log');
    await postgres().start();
    await until(() => first.out().includes('the database is back'), 'its return');
    await until(() => second.out().split('standing by').length > 2, 'the standby');
    expect((await ask(port, '/ready')).status).toBe(200);
    first.child.kill('SIGKILL');
    expect((await ask(await second.port(), '/ready')).status).toBe(200);
  });
});
