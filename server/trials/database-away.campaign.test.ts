// PostgreSQL is stopped for ten seconds during play: moves wait or are refused, and the tables continue.
import { Client } from '@colyseus/sdk';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { playToTheEnd, seatAndStart, type TestPlayer, until } from '../../rooms/testing/player.ts';
import { families } from '../../shared/games/index.ts';
import { verifyRecord } from '../records/verify.ts';
import { describeWithPostgres } from '../testing/postgres.ts';
import { Processes } from '../testing/processes.ts';
import { ask } from '../testing/start.ts';

jest.setTimeout(300_000);

/** Longer than a write waits. */
const AWAY_MS = 10_000;
const TABLES = 4;

describeWithPostgres('the database is away', (postgres) => {
  const here = new Processes({ RATE_LIMITS: 'off', TABLE_SLEEP_SECONDS: '1' });
  beforeEach(() => {
    // The SDK reports connections that break.
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    return here.listen({ DATABASE_URL: postgres().url });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const guest = async (name: string): Promise<Client> => {
    const made = await ask(here.port, '/api/v1/guests', { method: 'POST', body: JSON.stringify({ name }) });
    const client = new Client(`http://127.0.0.1:${here.port}`);
    client.auth.token = String(made.json()['token']);
    return client;
  };
  const ready = async () => (await ask(here.port, '/ready')).status;

  test('ten seconds without it: nothing acknowledged is lost, nothing refused is played', async () => {
    const tables: TestPlayer[][] = [];
    for (let n = 0; n < TABLES; n++)
      tables.push(await seatAndStart([await guest('Ann'), await guest('Bob'), await guest('Zoé')], 'borneo'));
    const accepted = new Map<string, number[]>();
    const refused: string[] = [];
    let doubtful = 0;
    let isOver = false;
    const play = async (table: readonly TestPlayer[]) => {
      const [first] = table;
      if (first === undefined) throw new Error('an empty table');
      const versions: number[] = [];
      accepted.set(first.matchId, versions);
      while (!isOver) {
        const actor = table.find(({ seat }) => seat === first.state.decisions[0]?.seat);
        if (actor === undefined) return;
        try {
          // A move with an unknown outcome may just have been stored: then another seat is asked.
          const choice = await actor.maybeChoose();
          if (choice === undefined) continue;
          const { version } = await actor.send(choice.type, choice.payload);
          versions.push(version);
          await until(() => table.every(({ state }) => state.version >= version), 'the next version');
        } catch (error) {
          const { reason, message } = error as { reason?: { code: string }; message: string };
          if (reason !== undefined) refused.push(reason.code);
          // Outcome unknown: the client stops waiting, and asks for the next decision.
          else if (/timed out/.test(message)) doubtful += 1;
          else throw error;
        }
      }
    };
    const playing = Promise.all(tables.map(play));
    const moves = () => [...accepted.values()].reduce((sum, { length }) => sum + length, 0);
    await until(() => moves() > 40, 'some moves');

    await postgres().stop('crash');
    await until(() => here.server.out().includes('the database is away'), 'a line in the log');
    const before = moves();
    expect(await ready()).toBe(503);
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
    // A new lobby is refused too, and pages are still served.
    const [table] = tables;
    const lobby = await ask(here.port, '/api/v1/tables', {
      method: 'POST',
      headers: { Authorization: `Bearer ${(await guest('Cy')).auth.token}` },
      body: JSON.stringify({ game: 'borneo' }),
    });
    expect([lobby.status, lobby.json()['code']]).toEqual([503, 'storage-unavailable']);
    // At each table the move under way may have been stored just before.
    expect(moves() - before).toBeLessThanOrEqual(TABLES);
    expect(table?.every(({ left }) => left === undefined)).toBe(true);
    await postgres().start();

    await until(() => moves() > before + 40, 'moves after the return');
    isOver = true;
    await playing;
    expect(await ready()).toBe(200);
    expect(refused.length).toBeGreaterThan(0);
    // If a move with an unknown outcome was stored, the next one, chosen without knowing that, is stale.
    const late = refused.filter((code) => code === 'stale-decision');
    expect(late.length).toBeLessThanOrEqual(doubtful);
    expect(new Set(refused.filter((code) => code !== 'stale-decision'))).toEqual(
      new Set(['storage-unavailable']),
    );
    let unacknowledged = 0;
    for (const [matchId, versions] of accepted) {
      expect(new Set(versions).size).toBe(versions.length);
      const stored = await postgres().ask(
        `SELECT version FROM quayside.journal JOIN quayside.matches ON match = matches.id
         WHERE match_id = '${matchId}' ORDER BY version`,
      );
      expect(stored.map(({ version }) => version)).toEqual(stored.map((_, index) => index + 1));
      expect(stored.map(({ version }) => version)).toEqual(expect.arrayContaining(versions));
      unacknowledged += stored.length - versions.length;
    }
    expect(unacknowledged).toBeLessThanOrEqual(doubtful);

    if (table === undefined) throw new Error('no table');
    await playToTheEnd(table);
    await until(() => table.every(({ over }) => over), 'the end for all');
    const record = (await ask(here.port, `/api/v1/matches/${table[0]?.matchId}/record`)).json();
    expect(verifyRecord(record, families).checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(here.server.out()).toContain('the database is back');
    here.server.child.kill('SIGTERM');
    expect(await here.server.ended).toBe(0);
  });
});
