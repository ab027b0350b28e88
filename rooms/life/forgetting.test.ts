// Forgetting a player: no name and no id is left, and the match continues or stays verifiable.
import { expect, test } from '@jest/globals';
import { borneoTables, joinRefusal } from '../testing/borneo-tables.ts';
import { allAccept, comeBack, type TestPlayer, until } from '../testing/player.ts';
import { ALONE } from '../testing/rows.ts';
import { NOBODY } from './forgetting.ts';
import { next } from './life.ts';

const tables = borneoTables();
type Three = [TestPlayer, TestPlayer, TestPlayer];

const storedText = (matchId: string) => JSON.stringify(tables.server.store.rows.get(matchId)?.table);

test('in a running match the seat is given up, and nothing shows whose it was', async () => {
  const [ann, bob, cat] = (await tables.started(['ann', 'bob', 'cat'], { vacancy: 'bot' })) as Three;
  const { matchId } = ann;
  expect(storedText(matchId)).toContain('id-bob');
  expect(await tables.server.service.administer(matchId, { kind: 'forget', player: 'id-bob' })).toBe(true);
  await until(() => bob.left !== undefined || bob.state.table.seats[1]?.priv === undefined, 'no secrets');
  await until(() => cat.state.table.seats[1]?.occupant === 'bot', 'a bot');
  expect(storedText(matchId)).not.toMatch(/id-bob|"bob"/);
  expect(tables.storedTable(matchId)).toMatchObject({
    names: ['ann', NOBODY, 'cat'],
    successions: [{ seat: 1, from: NOBODY, occupant: 'bot' }],
  });
  expect(JSON.stringify(cat.state)).not.toContain('"bob"');
  expect(await tables.server.service.administer(matchId, { kind: 'forget', player: 'id-bob' })).toBe(false);
});

test('forgetting the last player ends a running match; a lobby gets another host, or is closed', async () => {
  const [ann] = await tables.started(['ann'], { seats: 3, bots: 2 });
  const { service, store } = tables.server;
  const matchId = ann?.matchId ?? '';
  await service.administer(matchId, { kind: 'forget', player: 'id-ann' });
  await until(() => ann?.left !== undefined || ann?.state.table.status === 'abandoned', 'the end');
  expect(store.rows.get(matchId)).toMatchObject({ status: 'abandoned', wakeAt: null });
  expect(storedText(matchId)).not.toMatch(/id-ann|"ann"/);

  const quiet = async (name: string, roomId?: string) => {
    const sdk = tables.clientOf(name);
    const room = await (roomId === undefined ? sdk.create('borneo', { seats: 3 }) : sdk.joinById(roomId));
    room.reconnection.enabled = false;
    room.onMessage('*', () => undefined);
    return room;
  };
  const { roomId } = await quiet('bob');
  await service.administer(roomId, { kind: 'unlist' });
  const { invitation } = tables.storedTable(roomId);
  expect(await joinRefusal(tables.clientOf('cat').joinById(roomId, { invitation }))).toBe('admitted');
  await service.administer(roomId, { kind: 'forget', player: 'id-bob' });
  expect(tables.storedTable(roomId)).toMatchObject({ host: 'id-cat', occupants: [{ kind: 'open' }, {}, {}] });
  await service.administer(roomId, { kind: 'forget', player: 'id-cat' });
  expect(store.rows.get(roomId)?.status).toBe('abandoned');
  expect(storedText(roomId)).not.toMatch(/id-(bob|cat)|"(bob|cat)"/);
});

test('the same in a match that an administrator has frozen; it resumes without the forgotten player', async () => {
  const [ann, bob] = (await tables.started(['ann', 'bob', 'cat'], { vacancy: 'bot' })) as Three;
  const { matchId } = ann;
  const { service } = tables.server;
  await service.administer(matchId, { kind: 'freeze' });
  await service.administer(matchId, { kind: 'forget', player: 'id-bob' });
  await until(() => bob.left !== undefined || ann.state.table.seats[1]?.occupant === 'bot', 'a bot');
  expect(tables.storedTable(matchId)).toMatchObject({ held: {}, occupants: [{}, { kind: 'bot' }, {}] });
  expect(ann.state.table.status).toBe('frozen');
  await service.administer(matchId, { kind: 'unfreeze' });
  await until(() => ann.state.table.status === 'playing', 'play');
});

test('a match that is over keeps its result, its commands, and its age', async () => {
  const players = (await tables.started(['ann', 'bob', 'cat'], {}, { sleepAfterSeconds: 0.05 })) as Three;
  const [ann] = players;
  const { matchId } = ann;
  const { service, store } = tables.server;
  for (let moves = 0; moves < 3; moves++) {
    const actor = players.find(({ decision }) => decision !== undefined);
    const version = await actor?.playAny();
    await until(() => players.every(({ state }) => state.version >= (version ?? 0)), 'the move');
  }
  for (const player of players) await player.send('abandon');
  for (const { room } of players) await room.leave();
  await until(() => service.stats().rooms === 0, 'asleep');
  const before = store.rows.get(matchId);
  const journal = await store.journal(matchId);
  expect(before?.status).toBe('abandoned');
  await new Promise((resolve) => setTimeout(resolve, 5));
  for (const player of ['id-ann', 'id-cat', 'id-nobody'])
    await service.administer(matchId, { kind: 'forget', player });
  const after = store.rows.get(matchId);
  expect(after).toMatchObject({
    status: 'abandoned',
    updatedAt: before?.updatedAt,
    seed: before?.seed,
    table: { names: [NOBODY, 'bob', `${NOBODY} (2)`] },
  });
  expect(after?.table.occupants[1]).toMatchObject({ id: 'id-bob' });
  expect(storedText(matchId)).not.toMatch(/id-(ann|cat)|"(ann|cat)"/);
  expect(await store.journal(matchId)).toEqual(journal);
  expect((await comeBack(tables.clientOf('bob'), matchId)).state.table.status).toBe('abandoned');
});

test('a player who gave up a seat earlier is found by the id alone, and the successor keeps name and seat', async () => {
  const [ann, bob, cat] = (await tables.started(['ann', 'bob', 'cat'], { vacancy: 'person' })) as Three;
  const { matchId } = ann;
  await bob.send('give-up-seat');
  await until(() => tables.storedTable(matchId).seatInvitation !== '', 'an invitation');
  const { seatInvitation } = tables.storedTable(matchId);
  const invited = { invitation: seatInvitation };
  expect(await joinRefusal(tables.clientOf('eve').joinById(matchId, invited))).toBe('consent-needed');
  expect(await joinRefusal(tables.clientOf('dan').joinById(matchId, invited))).toBe('consent-needed');
  expect(storedText(matchId)).toMatch(/id-eve/);
  await tables.server.service.administer(matchId, { kind: 'forget', player: 'id-eve' });
  expect(storedText(matchId)).not.toMatch(/eve/);
  await allAccept([ann, cat], 'dan');
  await tables.clientOf('dan').joinById(matchId, invited);
  await cat.send('give-up-seat');
  await until(() => tables.storedTable(matchId).former.length === 2, 'two who left');
  await tables.server.service.administer(matchId, { kind: 'forget', player: 'id-bob' });
  const table = tables.storedTable(matchId);
  expect(storedText(matchId)).not.toMatch(/id-bob|"bob"/);
  expect(table.names).toEqual(['ann', NOBODY, 'cat']);
  expect(table.occupants[1]).toMatchObject({ kind: 'player', id: 'id-dan', name: 'dan' });
  expect(table.former[1]).toBe('id-cat');
  expect(table.successions.map(({ from }) => from)).toEqual([NOBODY, null, 'cat']);
});

test('the new ids at different tables do not show that it was the same player', async () => {
  const [ann] = await tables.started(['ann', 'bob', 'cat']);
  const row = tables.server.store.rows.get(ann?.matchId ?? '');
  if (row === undefined) throw new Error('no row');
  let made = 0;
  const circumstances = { ...ALONE, newId: () => `alias-${++made}` };
  const over = { ...row, status: 'finished' } as const;
  const once = () => {
    const step = next(over, { kind: 'forget', player: 'id-ann' }, circumstances);
    return typeof step === 'object' ? step.change.table?.host : undefined;
  };
  expect(once()).not.toBe(once());
  expect(row.table.occupants[0]).toMatchObject({ id: 'id-ann' });
});
