// Exporting and deleting a player's data, from both stores, over real HTTP.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { storedTable } from '../../rooms/testing/rows.ts';
import type { Entry } from '../../shared/kernel/journal.ts';
import { verifyRecord } from '../records/verify.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { describeWithPostgres } from '../testing/postgres.ts';
import { ask, type Running, startServer } from '../testing/start.ts';
import { toyFamily } from '../testing/toy-game.ts';
import { personalExport } from './personal-form.ts';

function describePersonal(url: () => string | undefined): void {
  let running: Running;
  beforeAll(async () => {
    const database = url();
    running = await startServer({
      rooms: true,
      environment: {
        RATE_LIMITS: 'off',
        TABLE_SLEEP_SECONDS: '1',
        ...(database === undefined ? {} : { DATABASE_URL: database }),
      },
    });
  });
  afterAll(() => running.stop());

  const guest = (name: string) => HttpPlayer.guest(running.port, name);
  const stored = async (matchId: string) => JSON.stringify(await running.quayside.deps.store.load(matchId));
  const exportOf = async (player: HttpPlayer) =>
    personalExport.parse((await player.get('/me/export')).json());
  const opened = async (host: HttpPlayer, others: readonly HttpPlayer[], wish: object = {}) => {
    const table = { game: 'toy', seats: 2, clock: 'none', visibility: 'private', ...wish };
    const made = (await host.post('/tables', table)).json();
    for (const other of others) await other.post('/join', { invitation: made['invitation'] });
    return (made['table'] as { matchId: string }).matchId;
  };
  let commandIds = 0;
  /** The first legal command of a seat that must act. */
  const move = async (matchId: string, players: readonly HttpPlayer[]) => {
    for (const player of players) {
      const { commands } = (await player.get(`/matches/${matchId}/legal`)).json() as { commands: object[] };
      const [command] = commands;
      if (command === undefined) continue;
      commandIds += 1;
      const commandId = `id-${commandIds}`;
      return (await player.post(`/matches/${matchId}/commands`, { ...command, commandId })).status === 200;
    }
    return false;
  };

  test('an export has the player’s tables and commands, and of others only what everyone at the table saw', async () => {
    const [ann, bob] = [await guest('Ann'), await guest('Bob')];
    const matchId = await opened(ann, [bob]);
    await ann.post(`/tables/${matchId}/start`);
    await move(matchId, [ann, bob]);
    await move(matchId, [ann, bob]);
    const lobby = await opened(bob, []);
    const [of, ofBob] = [await exportOf(ann), await exportOf(bob)];
    expect(of.player.name).toBe('Ann');
    expect(of.matches).toMatchObject([
      { matchId, status: 'playing', isHost: true, seat: 0, name: 'Ann', names: ['Ann', 'Bob'], place: null },
    ]);
    expect(ofBob.matches.map((match) => match.matchId)).toEqual([lobby, matchId]);
    const journal = await running.quayside.deps.store.journal(matchId);
    const seats = (one: Entry) => one.seat;
    expect(journal.length).toBeGreaterThan(1);
    const ownVersions = (seat: number) =>
      journal.filter((one) => seats(one) === seat && one.by === 'player').map(({ version }) => version);
    expect(of.matches[0]?.commands.map(({ version }) => version)).toEqual(ownVersions(0));
    expect(ofBob.matches[1]?.commands.map(({ version }) => version)).toEqual(ownVersions(1));
    const text = (await ann.get('/me/export')).text;
    expect(text).not.toContain(ofBob.player.id);
    expect(text).not.toContain((await running.quayside.deps.store.load(matchId))?.seed);
    const head = await ann.send('HEAD', '/me/export');
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await ask(running.port, '/api/v1/me/export')).status).toBe(401);
  });

  test('a player who gave up a seat gets the commands sent before, not those of later players', async () => {
    const [ann, bob, dan] = [await guest('Ann'), await guest('Bob'), await guest('Dan')];
    const matchId = await opened(ann, [bob], { vacancy: 'person', game: 'borneo', seats: 3, bots: 1 });
    await ann.post(`/tables/${matchId}/start`);
    for (let moves = 0; moves < 6; moves++) await move(matchId, [bob, ann]);
    const before = (await exportOf(bob)).matches[0]?.commands ?? [];
    expect((await bob.post(`/tables/${matchId}/give-up-seat`)).status).toBe(204);
    const { invitation } = (await ann.get(`/tables/${matchId}`)).json();
    await dan.post('/join', { invitation });
    for (let moves = 0; moves < 6; moves++) await move(matchId, [dan, ann]);
    expect((await exportOf(bob)).matches).toMatchObject([{ matchId, seat: null, hasGivenUp: true }]);
    expect((await exportOf(bob)).matches[0]?.commands).toEqual(before);
    const later = (await exportOf(dan)).matches[0]?.commands.map(({ version }) => version) ?? [];
    expect(Math.min(...later)).toBeGreaterThan(Math.max(0, ...before.map(({ version }) => version)));
  });

  test('a forgotten player is in no table: seats are given up, lobbies closed, records still verify', async () => {
    const [ann, bob] = [await guest('Ann'), await guest('Bobby Tables')];
    const { player } = await exportOf(bob);
    const lobby = await opened(bob, []);
    const running_ = await opened(ann, [bob]);
    await ann.post(`/tables/${running_}/start`);
    const finished = await opened(bob, [ann]);
    await bob.post(`/tables/${finished}/start`);
    for (let moves = 0; moves < 500; moves++) if (!(await move(finished, [ann, bob]))) break;
    const record = (await ann.get(`/matches/${finished}/record`)).json();
    expect(record).toMatchObject({
      players: ['Bobby Tables', 'Ann'],
      result: { winners: expect.any(Array) },
    });

    const answer = await bob.send('DELETE', '/me');
    expect([answer.status, answer.json()]).toEqual([
      200,
      { matches: 3, left: [], complete: true, next: null },
    ]);
    for (const matchId of [lobby, running_, finished])
      expect(await stored(matchId)).not.toMatch(new RegExp(`Bobby|${player.id}`));
    expect((await exportOf(bob)).matches).toEqual([]);
    expect((await ann.get('/me/seats')).json()).toMatchObject({
      seats: [{ matchId: running_, status: 'playing' }],
      finished: [{ matchId: finished, names: ['N. N.', 'Ann'] }],
    });
    const after = (await ann.get(`/matches/${finished}/record`)).json();
    expect(after).toEqual({ ...record, players: ['N. N.', 'Ann'] });
    expect(verifyRecord(after, [toyFamily])).toMatchObject({ ok: true });
    expect((await bob.send('DELETE', '/me')).json()).toEqual({
      matches: 0,
      left: [],
      complete: true,
      next: null,
    });
  });

  test('a sleeping match is changed without being woken, however many others there are', async () => {
    const [ann, bob] = [await guest('Ann'), await guest('Bob')];
    const matchId = await opened(ann, [bob]);
    await ann.post(`/tables/${matchId}/start`);
    const { store } = running.quayside.deps;
    const row = await store.load(matchId);
    if (row === undefined) throw new Error('no row');
    // Enough newer matches for more than one step of the search.
    for (let index = 0; index < 1_100; index += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, next) =>
          store.create({
            ...row,
            matchId: `x${index + next}-${matchId}`,
            status: 'finished',
            table: storedTable(),
          }),
        ),
      );
    const { player } = await exportOf(bob);
    expect((await exportOf(bob)).matches.map((match) => match.matchId)).toEqual([matchId]);
    expect((await bob.send('DELETE', '/me')).json()['matches']).toBe(1);
    expect(await stored(matchId)).not.toContain(player.id);
  });
}

describe('in a file', () => describePersonal(() => undefined));
describeWithPostgres('in PostgreSQL', (postgres) => describePersonal(() => postgres().url));
