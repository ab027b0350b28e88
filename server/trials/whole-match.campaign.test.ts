// Everything together: a match of Borneo over the real process, killed in the middle, to a true record.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@colyseus/sdk';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { playToTheEnd, seatAndStart, TestPlayer, until } from '../../rooms/testing/player.ts';
import { families } from '../../shared/games/index.ts';
import { verifyRecord } from '../records/verify.ts';
import { kill } from '../testing/process.ts';
import { Processes } from '../testing/processes.ts';
import { ask } from '../testing/start.ts';

jest.setTimeout(180_000);

const here = new Processes({ RATE_LIMITS: 'off', LOG_LEVEL: 'debug' });
beforeEach(() => here.listen());

async function guest(name: string): Promise<Client> {
  const made = await ask(here.port, '/api/v1/guests', { method: 'POST', body: JSON.stringify({ name }) });
  const client = new Client(`http://127.0.0.1:${here.port}`);
  client.auth.token = String(made.json()['token']);
  return client;
}

const mine = async (client: Client) => {
  const headers = { Authorization: `Bearer ${client.auth.token}` };
  return (await ask(here.port, '/api/v1/me/matches', { headers })).json()['matches'] as Record<
    string,
    unknown
  >[];
};

/** The first page of the past, with views. */
const pastOf = async (client: Client | undefined, matchId: string) => {
  const headers = { Authorization: `Bearer ${client?.auth.token}` };
  return (await ask(here.port, `/api/v1/matches/${matchId}/history`, { headers })).json();
};

test('a match survives kill -9, is played to its end, and its record verifies', async () => {
  const clients = await Promise.all(['Ann', 'Bob', 'Zoé'].map(guest));
  const table = await seatAndStart(clients, 'borneo');
  const [ann] = table;
  if (ann === undefined) throw new Error('no player sits down');
  const { matchId } = ann;
  let acknowledged = 0;
  for (let move = 0; move < 25; move++) {
    const asked = ann.state.decisions[0]?.seat;
    const actor = table.find((player) => player.seat === asked);
    acknowledged = (await actor?.playAny()) ?? 0;
    await until(() => ann.state.version === acknowledged, 'the next version');
  }
  expect(acknowledged).toBe(25);
  const secret = await ask(here.port, `/api/v1/matches/${matchId}/record`);
  expect(secret.json()['code']).toBe('not-finished');

  exportWhileItRuns(matchId, acknowledged);
  const past = await pastOf(clients[0], matchId);
  expect(past).toMatchObject({ as: 0, newest: 25, next: null, versions: { length: 26 } });
  await kill(here.server);
  await here.listen();
  expect(await pastOf(clients[0], matchId)).toEqual(past);

  // All players find the match by their token alone, and sit where they sat.
  const again: TestPlayer[] = [];
  for (const client of clients) {
    expect((await mine(client)).map((match) => [match['matchId'], match['status']])).toEqual([
      [matchId, 'playing'],
    ]);
    again.push(new TestPlayer(await client.joinById(matchId, {})));
  }
  await until(() => again.every((player) => player.state?.table?.status === 'playing'), 'the return');
  expect(again.map((player) => player.seat)).toEqual(table.map((player) => player.seat));
  expect(again[0]?.state.version).toBe(acknowledged);
  await playToTheEnd(again);
  await until(() => again.every((player) => player.over), 'the end');

  const record = (await ask(here.port, `/api/v1/matches/${matchId}/record`)).json();
  const verdict = verifyRecord(record, families);
  expect(verdict.checks.filter((check) => !check.ok)).toEqual([]);
  expect(record).toMatchObject({ game: 'borneo', players: ['Ann', 'Bob', 'Zoé'] });
  expect(record['commitment']).toBe(ann.state.table['commitment']);
  const [client] = clients;
  if (client !== undefined) expect(await mine(client)).toEqual([]);

  tryTheCommands(record);
  await findElsewhere(matchId, record);

  // Nothing of it is in the log: no token, no seed.
  for (const secretText of [record['seed'], ...clients.map((one) => one.auth.token)]) {
    expect(here.server.out() + here.server.err()).not.toContain(String(secretText));
  }
  here.server.child.kill('SIGTERM');
  expect(await here.server.ended).toBe(0);
});

/** What an operator looks at when a match is frozen: the same for one that runs. */
function exportWhileItRuns(matchId: string, version: number): void {
  const tool = (name: string, ...options: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../tools', name), ...options], {
      encoding: 'utf8',
      env: { DATA_DIR: join(here.folder, 'data') },
    });
  const exported = tool('export.ts', matchId);
  expect(exported).toMatchObject({ status: 0, stderr: '' });
  const file = join(here.folder, 'running.json');
  writeFileSync(file, exported.stdout);
  expect(JSON.parse(exported.stdout)).toMatchObject({ matchId, finishedAt: null, result: null });
  expect(JSON.parse(tool('replay.ts', file).stdout)).toMatchObject({ version, result: null });
  expect(tool('verify.ts', file).stdout).toMatch(/FAIL After the last move the game is not over/);
  expect(tool('export.ts', 'nothing')).toMatchObject({ status: 1, stdout: '' });
}

/** Exported, replayed, or restored on another server from a copy: it is the same match, with the same hash. */
async function findElsewhere(matchId: string, record: Record<string, unknown>): Promise<void> {
  const tool = (name: string, argument: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../tools', name), argument], {
      encoding: 'utf8',
      env: { DATA_DIR: join(here.folder, 'data') },
    });
  // An export is made without the rules; played again with them it leads to the hash of the record.
  const { stateHash } = record;
  const exported = { ...(JSON.parse(tool('export.ts', matchId).stdout) as object), stateHash };
  expect(exported).toEqual(record);
  expect(verifyRecord(exported, families).checks.filter((check) => !check.ok)).toEqual([]);
  const copy = join(here.folder, 'copy');
  mkdirSync(copy);
  expect(tool('backup.ts', join(copy, 'quayside.sqlite')).status).toBe(0);
  cpSync(join(here.folder, 'data', 'identity.key'), join(copy, 'identity.key'));
  const other = here.start({ DATA_DIR: copy });
  const imported = (await ask(await other.port(), `/api/v1/matches/${matchId}/record`)).json();
  await kill(other);
  expect(imported).toEqual(record);
  expect(imported['stateHash']).toMatch(/^[0-9a-f]{64}$/);
}

function tryTheCommands(record: Record<string, unknown>): void {
  const file = join(here.folder, 'record.json');
  const run = (tool: string, ...options: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../tools', tool), file, ...options], {
      encoding: 'utf8',
    });
  writeFileSync(file, JSON.stringify(record));
  const verified = run('verify.ts');
  expect(verified).toMatchObject({ status: 0, stderr: '' });
  expect(verified.stdout).toContain('This record is valid.');
  const replayed = run('replay.ts', '--at', '10', '--seat', '1');
  expect(replayed).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(replayed.stdout)).toMatchObject({ version: 10, seat: 1, seatView: {}, result: null });
  expect(run('replay.ts', '--at', '99999')).toMatchObject({ status: 2 });
  expect(run('replay.ts', '--seat', '3').stderr).toMatch(/--seat: a whole number from 0 to 2/);
  writeFileSync(file, JSON.stringify({ ...record, seed: 'f'.repeat(32) }));
  const doubted = run('verify.ts');
  expect(doubted).toMatchObject({ status: 1 });
  expect(doubted.stdout).toMatch(/FAIL The seed is not[\s\S]*NOT valid/);
}
