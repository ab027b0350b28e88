// Ways out of a match: abandoning it together, closing it before it begins; such matches no longer count.
import type { Client } from '@colyseus/sdk';
import { expect, test } from '@jest/globals';
import { CLOSE } from '../../shared/protocol/messages.ts';
import { borneoTables, joinRefusal } from '../testing/borneo-tables.ts';
import { comeBack, seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { TestVisitor } from '../testing/visitor.ts';

const tables = borneoTables();

test('a single player among bots gives the match up at once; afterwards it can be viewed, not played', async () => {
  const [ann] = await tables.started(['ann'], { seats: 3, bots: 2 });
  const { matchId } = ann;
  expect(await ann.send('abandon')).toEqual({ abandoned: true });
  await until(() => ann.state.table.status === 'abandoned', 'the end');
  expect(ann.state.table.abandoned).toMatchObject({ why: 'agreement', seats: [0] });
  expect(ann.state.table.seed).toMatch(/^[0-9a-f]{32}$/);
  expect(ann.state.decisions).toEqual([]);
  for (const type of ['abandon', 'give-up-seat', 'rematch'])
    expect([type, (await ann.refused(type)).code]).toEqual([type, 'match-abandoned']);
  expect(await ann.room.request('legal')).toEqual({
    decision: null,
    commands: [],
    unasked: [],
    complete: true,
  });
  expect(await ann.refused('skip-mission', { decision: 1 })).toMatchObject({ code: 'match-abandoned' });
  const foreseen = { type: 'skip-mission', decision: 1 };
  expect(await ann.refused('preview', foreseen)).toMatchObject({ code: 'match-abandoned' });
  expect(tables.server.store.rows.get(matchId)).toMatchObject({ status: 'abandoned', wakeAt: null });
  await ann.room.leave();
  const back = await comeBack(tables.clientOf('ann'), matchId);
  expect(back.seat).toBe(0);
  expect(back.state.table.abandoned).toMatchObject({ why: 'agreement', seats: [0] });
});

test('with others it takes the consent of all present players; consent is shown, and can be withdrawn', async () => {
  const [ann, bob, cat] = await tables.started(['ann', 'bob', 'cat']);
  const wishes = () => cat.state.table.seats.map(({ abandon }) => abandon);
  expect(await ann.send('abandon')).toEqual({ abandoned: false });
  await until(() => wishes()[0] === true, 'the wish');
  await ann.send('abandon', { agree: false });
  await until(() => wishes()[0] === false, 'no wish');
  await bob.send('abandon');
  expect(await cat.send('abandon')).toEqual({ abandoned: false });
  expect(await ann.send('abandon')).toEqual({ abandoned: true });
  await until(() => cat.state.table.status === 'abandoned', 'the end');
  expect(cat.state.table.abandoned).toMatchObject({ why: 'agreement', seats: [0, 1, 2] });
});

test('playing on withdraws consent, also after a restart from the store', async () => {
  const table = await tables.started(['ann', 'bob', 'cat']);
  const [ann, bob] = table;
  for (const player of table) {
    if (player.decision === undefined) continue;
    await player.send('abandon');
    await until(() => ann.state.table.seats[player.seat ?? 0]?.abandon === true, 'the wish');
    await player.playAny();
    await until(() => ann.state.table.seats[player.seat ?? 0]?.abandon === false, 'no wish');
  }
  const other = table.find(({ decision }) => decision === undefined) ?? bob;
  await other.send('abandon');
  const { matchId } = ann;
  for (const player of table) tables.server.cut(player.room);
  await until(() => tables.server.service.stats().clients === 0, 'empty');
  const back = await comeBack(tables.clientOf('ann'), matchId);
  const wishes = back.state.table.seats.map(({ abandon }) => abandon);
  expect(wishes).toEqual(table.map(({ seat }) => seat === other.seat));
});

test('a player who left need not agree, but one who has just lost the connection must', async () => {
  const [ann, bob, cat] = await tables.started(['ann', 'bob', 'cat']);
  await cat.room.leave();
  tables.server.cut(bob.room);
  await until(() => ann.state.table.seats[1]?.connected === false, 'the lost connection');
  await until(() => tables.storedTable(ann.matchId).occupants[2]?.kind === 'player', 'the table');
  expect(await ann.send('abandon')).toEqual({ abandoned: false });
  const back = await comeBack(tables.clientOf('bob'), ann.matchId);
  expect(await back.send('abandon')).toEqual({ abandoned: true });
});

test('after some minutes an absent player need not agree, except at a table with the clock `days`', async () => {
  const [ann, bob] = await tables.started(['ann', 'bob'], { seats: 3, bots: 1 }, { consentSeconds: 0 });
  tables.server.cut(bob.room);
  await until(() => ann.state.table.seats[1]?.connected === false, 'the lost connection');
  expect(await ann.send('abandon')).toEqual({ abandoned: true });
  const days = await seatAndStart([tables.clientOf('ann'), tables.clientOf('bob')], 'borneo', {
    seats: 3,
    bots: 1,
    clock: 'days',
  });
  tables.server.cut(days[1].room);
  await until(() => days[0].state.table.seats[1]?.connected === false, 'the lost connection');
  expect(await days[0].send('abandon')).toEqual({ abandoned: false });
});

test('the last player who gives up the seat ends the match', async () => {
  const [ann] = await tables.started(['ann'], { seats: 3, bots: 2 });
  await ann.send('give-up-seat');
  await until(() => ann.state.table.status === 'abandoned', 'the end');
  expect(ann.state.table.abandoned).toMatchObject({ why: 'agreement', seats: [0] });
  expect(ann.state.table.seats[0]).toMatchObject({ occupant: 'player', name: 'ann' });
});

test('a match is given up when the only player who has not agreed gives up the seat', async () => {
  const [ann, bob] = await tables.started(['ann', 'bob'], { seats: 3, bots: 1 });
  await ann.send('abandon');
  await bob.send('give-up-seat');
  await until(() => ann.state.table.status === 'abandoned', 'the end');
  expect(ann.state.table.abandoned).toMatchObject({ why: 'agreement', seats: [0] });
});

test('the host closes a lobby: all clients are told why, and it stays closed', async () => {
  const server = await tables.open();
  const ann = new TestPlayer(await server.client('ann').create('borneo', { seats: 3 }));
  await until(() => ann.matchId !== '', 'welcome');
  const { matchId } = ann;
  const bob = new TestPlayer(await server.client('bob').joinById(matchId));
  const closing: unknown[] = [];
  bob.room.onMessage('closing', (message: unknown) => closing.push(message));
  await until(() => bob.seat === 1, 'the seat');
  const watcher = new TestVisitor('cat');
  const room = await server.service.open(matchId, watcher.identity);
  expect(room.http.visit(watcher, undefined, undefined)).toBeUndefined();
  expect((await bob.refused('close-table')).code).toBe('not-host');
  await ann.send('close-table');
  await until(() => bob.left === CLOSE.closed && ann.left === CLOSE.closed && watcher.ended, 'the end');
  expect(closing).toEqual([{ reason: 'closed' }]);
  expect(watcher.lines.at(-1)).toEqual({ type: 'closing', reason: 'closed' });
  expect(watcher.of('table').at(-1)?.table).toMatchObject({
    status: 'abandoned',
    abandoned: { why: 'closed', seats: [0] },
    seed: null,
  });
  // Players who come later are told too, and cannot take a seat.
  const late = await comeBackToLobby(server.client('dan'), matchId);
  expect(late.state.table.abandoned).toMatchObject({ why: 'closed' });
  expect((await late.refused('take-seat')).code).toBe('match-abandoned');
  expect((await late.refused('skip-mission', {})).code).toBe('not-a-player');
  const back = await comeBackToLobby(server.client('ann'), matchId);
  for (const type of ['close-table', 'start'])
    expect([type, (await back.refused(type)).code]).toEqual([type, 'match-abandoned']);
});

async function comeBackToLobby(client: Client, matchId: string): Promise<TestPlayer> {
  const player = new TestPlayer(await client.joinById(matchId));
  await until(() => (player.state?.table?.seats?.length ?? 0) > 0, 'the table');
  return player;
}

test('a match that has begun cannot be closed, nor a lobby given up', async () => {
  const [ann] = await tables.started(['ann', 'bob', 'cat']);
  expect((await ann.refused('close-table')).code).toBe('already-started');
  const lobby = new TestPlayer(await tables.clientOf('ann').create('borneo', {}));
  for (const type of ['abandon', 'give-up-seat'])
    expect([type, (await lobby.refused(type)).code]).toEqual([type, 'not-started']);
});

test('a seat that was given up no longer counts', async () => {
  await tables.open({ maxTablesPerPlayer: 1 });
  const [ann] = await seatAndStart(tables.server.clients(['ann', 'bob', 'cat']), 'borneo');
  expect(await joinRefusal(tables.clientOf('ann').create('borneo', {}))).toBe('too-many-tables');
  await ann.send('give-up-seat');
  const alone = await seatAndStart([tables.clientOf('ann')], 'borneo', { seats: 3, bots: 2 });
  expect(await joinRefusal(tables.clientOf('ann').create('borneo', {}))).toBe('too-many-tables');
  await alone[0]?.send('abandon');
  const lobby = new TestPlayer(await tables.clientOf('ann').create('borneo', {}));
  await until(() => lobby.matchId !== '', 'welcome');
  await lobby.send('close-table');
  await tables.clientOf('ann').create('borneo', {});
});

test('what cannot be stored has not happened', async () => {
  const [ann, bob] = await tables.started(['ann', 'bob', 'cat'], { vacancy: 'person' });
  const { store } = tables.server;
  const commit = store.commit.bind(store);
  store.commit = () => Promise.reject(new Error('the disk is full'));
  for (const type of ['give-up-seat', 'abandon'])
    expect([type, (await ann.refused(type)).code]).toEqual([type, 'storage-unavailable']);
  store.commit = commit;
  expect(ann.state.table.seats[0]).toMatchObject({ occupant: 'player', name: 'ann', abandon: false });
  expect(bob.state.table.successions).toEqual([]);
  await ann.send('give-up-seat');
});
