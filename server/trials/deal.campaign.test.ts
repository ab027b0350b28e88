// The players' share in the deal with the real process and the typed client: over both transports, through kill -9 between
// commitment and part, and in a rematch that nobody has joined yet.
import { Client } from '@colyseus/sdk';
import { expect, jest, test } from '@jest/globals';
import { guest, type Quayside, quayside } from '../../client/index.ts';
import { until } from '../../rooms/testing/player.ts';
import { families } from '../../shared/games/index.ts';
import type { TableFacts } from '../../shared/protocol/table.ts';
import { sha256 } from '../process/chance.ts';
import { verifyRecord } from '../records/verify.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { kill } from '../testing/process.ts';
import { Processes } from '../testing/processes.ts';
import { startServer } from '../testing/start.ts';

jest.setTimeout(180_000);

const here = new Processes({ RATE_LIMITS: 'off' });

async function player(url: string, name: string, way: object = {}): Promise<Quayside> {
  return quayside({ url, token: await guest({ url, name }), ...way });
}

type Table = Awaited<ReturnType<Quayside['create']>>;

/** Reads the table until the match is over and, if asked for, its rematch is there. */
async function follow(table: Table, until: (table: Table) => boolean): Promise<void> {
  for await (const _line of table.lines(undefined, { stays: true })) if (until(table)) return;
}

async function dealOf(reader: Quayside, matchId: string): Promise<readonly string[]> {
  const { ok: _read, ...record } = { ok: true, ...(await reader.record(matchId)) };
  const { ok, checks } = verifyRecord(record, families);
  expect([ok, checks.filter((check) => !check.ok)]).toEqual([true, []]);
  return record.deal?.parts.map(({ by }) => by) ?? [];
}

test('typed clients have their share over sockets and HTTP, and in a rematch without joining it', async () => {
  const environment = { RATE_LIMITS: 'off', BOT_PAUSE_MS: '0' };
  const patient = { openingSeconds: 600 };
  const running = await startServer({ rooms: true, environment, roomLimits: patient });
  const [ann, bob] = await Promise.all([
    player(running.url, 'Ann', { sdk: Client }),
    player(running.url, 'Bob'),
  ]);
  const one = await ann.create('borneo', { seats: 3, bots: 1, clock: 'none', visibility: 'private' });
  const other = await bob.join('borneo', one.invitation ?? '');
  const ends = [one, other].map((table) => follow(table, ({ facts }) => facts.rematch !== null));
  await other.ready();
  await one.ready();
  const isOver = (table: Table) => follow(table, ({ facts }) => facts.status === 'finished');
  const over = [one, other].map(isOver);
  for (const table of [one, other]) await table.request('hand-over', { playing: false });
  await Promise.all(over);
  for (const table of [one, other]) await table.request('rematch', {});
  await Promise.all(ends);
  const { rematch } = one.facts;
  if (rematch === null) throw new Error('no rematch');
  const [again, too] = await Promise.all([ann.joinById('borneo', rematch), bob.joinById('borneo', rematch)]);
  await Promise.all([again, too].map((table) => follow(table, ({ facts }) => facts.status === 'playing')));
  for (const table of [again, too]) await table.request('abandon', {});
  const [own] = (await ann.record(one.id)).deal?.parts ?? [];
  expect(own).toEqual({ by: 'player', ...one.part });
  expect(await dealOf(ann, one.id)).toEqual(['player', 'player', 'bot']);
  expect(await dealOf(ann, rematch)).toEqual(['player', 'player', 'bot']);
  for (const table of [one, other, again, too]) table.close();
  await running.stop();
});

test('kill -9 between commitment and part: the same commitments are opened, and nothing else is', async () => {
  await here.listen();
  const [ann, bob] = (await Promise.all(['Ann', 'Bob'].map((name) => HttpPlayer.guest(here.port, name)))) as [
    HttpPlayer,
    HttpPlayer,
  ];
  const parts = ['a'.repeat(32), 'b'.repeat(32)] as const;
  const made = (await ann.post('/tables', { game: 'borneo', seats: 3, bots: 1, clock: 'none' })).json();
  const { matchId: id } = made['table'] as { matchId: string };
  expect((await bob.post(`/tables/${id}/seat`)).status).toBe(200);
  for (const [seat, who] of [ann, bob].entries()) {
    const commitment = sha256(parts[seat] ?? '');
    expect((await who.post(`/tables/${id}/commit-part`, { commitment })).status).toBe(204);
  }
  expect((await ann.post(`/tables/${id}/start`)).status).toBe(204);
  // Its answer never comes.
  ann.post(`/tables/${id}/open-part`, { part: parts[0] }).catch(() => undefined);
  const stateOf = async () => (await bob.get(`/matches/${id}`)).json()['table'] as TableFacts;
  // A server that is slow may have dealt without it.
  await until(async () => (await stateOf()).seats[0]?.part !== 'committed', 'the part');
  await kill(here.server);
  await here.listen();

  const late = { commitment: sha256('c'.repeat(32)) };
  expect((await bob.post(`/tables/${id}/commit-part`, late)).json()['code']).toBe('already-started');
  const { code } = (await bob.post(`/tables/${id}/open-part`, { part: 'c'.repeat(32) })).json();
  expect(['wrong-part', 'already-started']).toContain(code);
  await bob.post(`/tables/${id}/open-part`, { part: parts[1] });
  await until(async () => (await stateOf()).status === 'playing', 'the deal');
  const dealt = (await ann.get(`/matches/${id}`)).json()['seatView'];
  await kill(here.server);
  await here.listen();
  expect((await ann.get(`/matches/${id}`)).json()['seatView']).toEqual(dealt);
  for (const who of [ann, bob]) await who.post(`/tables/${id}/abandon`);
  const { deal } = (await ann.get(`/matches/${id}/record`)).json();
  const shares = parts.map((part) => ({ commitment: sha256(part) }));
  expect(deal).toMatchObject({ parts: [...shares, { by: 'bot' }] });
});
