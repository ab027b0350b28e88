// Administrators in a cluster: every process shows all matches, and actions reach a match at any process.

import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isAvailable } from '../../cli/available.ts';
import { type Cluster, missingForCluster, startCluster } from '../../cli/private-cluster.ts';
import { until } from '../../rooms/testing/player.ts';
import { personalExport } from '../people/personal-form.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Answered, ask } from '../testing/start.ts';

jest.setTimeout(120_000);

const describeOrSkip = isAvailable(missingForCluster()) ? describe : describe.skip;

const headers = {
  Authorization: `Basic ${Buffer.from('zoe:another-password').toString('base64')}`,
  'Sec-Fetch-Site': 'same-origin',
};

describeOrSkip('three processes', () => {
  let cluster: Cluster;
  const errors: string[] = [];
  beforeAll(async () => {
    const settings = {
      ADMIN_USERS: 'zoe:another-password',
      RATE_LIMITS: 'off',
      BOT_PAUSE_MS: '0',
      WEB_CLIENT: 'off',
    };
    const onError = (member: string, line: string) => errors.push(`${member}: ${line}`);
    cluster = await startCluster({ members: 3, settings, onError });
  });
  afterAll(async () => {
    await cluster?.remove();
  });

  const portOf = (index: number) => cluster.members[index]?.port ?? 0;
  const get = (index: number, path: string) => ask(portOf(index), `/admin/api${path}`, { headers });
  const post = (index: number, path: string, body: object): Promise<Answered> =>
    ask(portOf(index), `/admin/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const through = (index: number, { token }: HttpPlayer) => new HttpPlayer(portOf(index), token);
  /** A running match owned by this process. */
  const started = async (index: number, [ann, bob]: readonly [HttpPlayer, HttpPlayer]) => {
    const wish = { game: 'borneo', seats: 3, bots: 1, clock: 'normal', visibility: 'private' };
    const made = (await through(index, ann).post('/tables', wish)).json();
    await through(index, bob).post('/join', { invitation: made['invitation'] });
    const { matchId } = made['table'] as { matchId: string };
    expect((await through(index, ann).post(`/tables/${matchId}/start`)).status).toBe(204);
    return matchId;
  };
  const guests = async (): Promise<[HttpPlayer, HttpPlayer]> => [
    await HttpPlayer.guest(portOf(0), 'Ann'),
    await HttpPlayer.guest(portOf(0), 'Bob'),
  ];

  test('every process shows all processes, and a match with the facts of its owner', async () => {
    const people = await guests();
    const matchId = await started(0, people);
    const stream = through(0, people[0]).stream(matchId);
    await until(() => stream.lines.length > 0, 'the stream');
    const seenBy = async (index: number) =>
      ((await get(index, '/processes')).json() as { processes: object[] }).processes;
    // They learn of each other within a second.
    for (const index of [0, 1, 2])
      for (let tries = 0; tries < 100 && (await seenBy(index)).length < 3; tries++)
        await new Promise((resolve) => setTimeout(resolve, 200));
    const processes = await seenBy(1);
    expect(processes).toHaveLength(3);
    for (const one of processes) expect(one).toMatchObject({ isReached: true, tables: expect.any(Number) });
    const own = (await get(0, '/processes')).json() as { processes: { number: number }[] };
    const facts = { matchId, process: own.processes[0]?.number, connections: 1, status: 'playing' };
    for (const index of [0, 1, 2]) {
      expect((await get(index, `/matches/${matchId}`)).json()['match']).toMatchObject(facts);
      expect((await get(index, '/matches')).json()['matches']).toContainEqual(expect.objectContaining(facts));
    }
    stream.close();
  });

  test('a match is frozen and unfrozen through any process, also by a form', async () => {
    const people = await guests();
    const matchId = await started(0, people);
    const frozen = await post(1, `/matches/${matchId}/actions`, { action: 'freeze', reason: 'a quarrel' });
    expect(frozen.json()).toEqual({ done: true });
    expect((await through(0, people[0]).get(`/matches/${matchId}`)).json()).toMatchObject({
      table: { status: 'frozen' },
    });
    const form = await ask(portOf(2), `/admin/matches/${matchId}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'action=unfreeze&reason=settled',
    });
    expect([form.status, form.headers.location]).toEqual([303, `/admin/matches/${matchId}?done=unfreeze`]);
    const foreign = await ask(portOf(2), `/admin/matches/${matchId}`, {
      method: 'POST',
      headers: {
        ...headers,
        'Sec-Fetch-Site': 'cross-site',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'action=close&reason=evil',
    });
    expect(foreign.status).toBe(403);
    const read = (await get(1, `/matches/${matchId}`)).json();
    expect(read).toMatchObject({
      match: { status: 'playing' },
      actions: [
        { action: 'unfreeze', by: 'zoe' },
        { action: 'freeze', by: 'zoe' },
      ],
    });
  });

  test('a silence holds at every process', async () => {
    const people = await guests();
    const matchId = await started(0, people);
    const id = personalExport.parse((await people[1].get('/me/export')).json()).player.id;
    const say = async () =>
      (await through(0, people[1]).post(`/tables/${matchId}/chat`, { text: 'a' })).status;
    expect(await say()).toBe(204);
    await post(2, '/players/silence', { id, minutes: 5, reason: 'insults' });
    let last = 0;
    const waiting = { is: true };
    for (let tries = 0; tries < 100 && waiting.is; tries++) {
      last = await say();
      waiting.is = last !== 403;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(last).toBe(403);
  });

  test('a player is exported and forgotten in matches of all processes', async () => {
    const people = await guests();
    const bob = people[1];
    const matches = await Promise.all([0, 1, 2].map((index) => started(index, people)));
    const exported = personalExport.parse((await through(1, bob).get('/me/export')).json());
    expect(exported.matches.map(({ matchId }) => matchId).sort()).toEqual([...matches].sort());
    const answer = await through(2, bob).send('DELETE', '/me');
    expect([answer.status, answer.json()]).toEqual([
      200,
      { matches: 3, left: [], complete: true, next: null },
    ]);
    expect(personalExport.parse((await through(0, bob).get('/me/export')).json()).matches).toEqual([]);
    for (const [index, matchId] of matches.entries()) {
      const seen = await through(index, people[0]).get(`/matches/${matchId}`);
      expect(seen.json()).toMatchObject({ table: { status: 'playing', successions: [{ from: 'N. N.' }] } });
      expect(seen.text).not.toContain('"Bob"');
    }
    expect(errors).toEqual([]);
  });
});
