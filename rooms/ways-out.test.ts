// Ways out of a match: given up together, a lobby closed, a seat given up for good and taken by another person.
import type { Client } from '@colyseus/sdk';
import { afterEach, expect, test } from '@jest/globals';
import { CLOSE } from '../shared/protocol/messages.ts';
import { rematchOf } from './new-table.ts';
import { nameAt, type Table, tableSchema, takeSeat } from './table.ts';
import { comeBack, invitationOf, seatAndStart, TestPlayer, until } from './testing/player.ts';
import { startTableServer, type TableServer } from './testing/table-server.ts';
import { TestVisitor } from './testing/visitor.ts';

let server: TableServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function started(
  names: readonly string[],
  options: object = {},
  limits: object = {},
): Promise<TestPlayer[]> {
  server = await startTableServer({ limits });
  const { client } = server;
  return await seatAndStart(
    names.map((name) => client(name)),
    'borneo',
    { absence: 'clock', ...options },
  );
}

const clientOf = (name: string): Client => {
  if (server === undefined) throw new Error('no server');
  return server.client(name);
};

const storedTable = (matchId: string) => server?.store.rows.get(matchId)?.table as Table;

async function joinRefusal(attempt: Promise<unknown>): Promise<string> {
  return await attempt.then(
    () => 'admitted',
    (error: Error) => error.message,
  );
}

test('a player alone with bots gives the match up at once; afterwards it can be looked at, not played', async () => {
  const [ann] = (await started(['ann'], { seats: 3, bots: 2 })) as [TestPlayer];
  const { matchId } = ann;
  expect(await ann.send('abandon')).toEqual({ abandoned: true });
  await until(() => ann.state.table.status === 'abandoned', 'the end');
  expect(ann.state.table.abandoned).toMatchObject({ why: 'agreement', seats: [0] });
  expect(ann.state.table.seed).toMatch(/^[0-9a-f]{32}$/);
  expect(ann.state.decisions).toEqual([]);
  for (const type of ['abandon', 'give-up-seat', 'rematch'])
    expect([type, (await ann.refused(type)).code]).toEqual([type, 'match-abandoned']);
  expect(await ann.room.request('legal')).toEqual({ decision: null, commands: [], complete: true });
  expect(await ann.refused('skip-mission', { decision: 1 })).toMatchObject({ code: 'match-abandoned' });
  expect(server?.store.rows.get(matchId)).toMatchObject({ status: 'abandoned', wakeAt: null });
  await ann.room.leave();
  const back = await comeBack(clientOf('ann'), matchId);
  expect(back.seat).toBe(0);
  expect(back.state.table.abandoned).toMatchObject({ why: 'agreement', seats: [0] });
});

test('with others it takes the consent of all who are there; a wish is shown, and can be withdrawn', async () => {
  const [ann, bob, cat] = (await started(['ann', 'bob', 'cat'])) as [TestPlayer, TestPlayer, TestPlayer];
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

test('who plays on withdraws the wish, also after a restart from the store', async () => {
  const table = (await started(['ann', 'bob', 'cat'])) as [TestPlayer, TestPlayer, TestPlayer];
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
  for (const player of table) server?.cut(player.room);
  await until(() => server?.service.stats().clients === 0, 'empty');
  const back = await comeBack(clientOf('ann'), matchId);
  const wishes = back.state.table.seats.map(({ abandon }) => abandon);
  expect(wishes).toEqual(table.map(({ seat }) => seat === other.seat));
});

test('who left need not agree, but who has only just lost the connection must', async () => {
  const [ann, bob, cat] = (await started(['ann', 'bob', 'cat'])) as [TestPlayer, TestPlayer, TestPlayer];
  await cat.room.leave();
  server?.cut(bob.room);
  await until(() => ann.state.table.seats[1]?.connected === false, 'the lost connection');
  await until(() => storedTable(ann.matchId).occupants[2]?.kind === 'player', 'the table');
  expect(await ann.send('abandon')).toEqual({ abandoned: false });
  const back = await comeBack(clientOf('bob'), ann.matchId);
  expect(await back.send('abandon')).toEqual({ abandoned: true });
});

test('after some minutes an absent player no longer holds the others up, except at a table for days', async () => {
  const [ann, bob] = (await started(['ann', 'bob'], { seats: 3, bots: 1 }, { consentSeconds: 0 })) as [
    TestPlayer,
    TestPlayer,
  ];
  server?.cut(bob.room);
  await until(() => ann.state.table.seats[1]?.connected === false, 'the lost connection');
  expect(await ann.send('abandon')).toEqual({ abandoned: true });
  const days = (await seatAndStart([clientOf('ann'), clientOf('bob')], 'borneo', {
    seats: 3,
    bots: 1,
    clock: 'days',
  })) as [TestPlayer, TestPlayer];
  server?.cut(days[1].room);
  await until(() => days[0].state.table.seats[1]?.connected === false, 'the lost connection');
  expect(await days[0].send('abandon')).toEqual({ abandoned: false });
});

test('the last player who gives up the seat ends the match', async () => {
  const [ann] = (await started(['ann'], { seats: 3, bots: 2 })) as [TestPlayer];
  await ann.send('give-up-seat');
  await until(() => ann.state.table.status === 'abandoned', 'the end');
  expect(ann.state.table.abandoned).toMatchObject({ why: 'agreement', seats: [0] });
  expect(ann.state.table.seats[0]).toMatchObject({ occupant: 'player', name: 'ann' });
});

test('a wish that waited for one player comes true when that player gives up the seat', async () => {
  const [ann, bob] = (await started(['ann', 'bob'], { seats: 3, bots: 1 })) as [TestPlayer, TestPlayer];
  await ann.send('abandon');
  await bob.send('give-up-seat');
  await until(() => ann.state.table.status === 'abandoned', 'the end');
  expect(ann.state.table.abandoned).toMatchObject({ why: 'agreement', seats: [0] });
});

test('the host closes a lobby: all are told why, and it stays closed', async () => {
  server = await startTableServer();
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
  // Whoever comes later is told too, and cannot sit down.
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
  const [ann] = (await started(['ann', 'bob', 'cat'])) as [TestPlayer];
  expect((await ann.refused('close-table')).code).toBe('already-started');
  const lobby = new TestPlayer(await clientOf('ann').create('borneo', {}));
  for (const type of ['abandon', 'give-up-seat'])
    expect([type, (await lobby.refused(type)).code]).toEqual([type, 'not-started']);
});

test('a bot takes a seat that is given up; its player may watch, and has no claim to it any more', async () => {
  const table = (await started(['ann', 'bob', 'cat'])) as [TestPlayer, TestPlayer, TestPlayer];
  const [ann, bob] = table;
  const { matchId } = ann;
  await ann.send('give-up-seat');
  await until(() => bob.state.table.seats[0]?.occupant === 'bot', 'the bot');
  const { seats, successions, hostSeat } = bob.state.table;
  expect(seats[0]?.name).toBe(successions?.[0]?.name);
  expect(successions).toMatchObject([{ seat: 0, version: 0, from: 'ann', occupant: 'bot' }]);
  expect(hostSeat).toBe(1);
  expect(server?.store.rows.get(matchId)?.players).toEqual(['id-bob', 'id-cat']);
  // Still connected, as a spectator.
  expect((await ann.refused('legal')).code).toBe('not-a-player');
  expect((await ann.refused('give-up-seat')).code).toBe('not-seated');
  await until(() => bob.state.table.spectators === 1, 'a spectator');
  // Bots play on.
  for (let moves = 0; moves < 6 && bob.state.table.status === 'playing'; moves++) {
    const { version } = bob.state;
    const actor = table.find((player) => player.seat === bob.state.decisions[0]?.seat);
    if (actor !== undefined && actor !== ann) await actor.playAny();
    await until(() => bob.state.version > version, 'the next move');
  }
  const back = new TestPlayer(await clientOf('ann').joinById(matchId));
  await until(() => back.matchId !== '', 'welcome');
  expect(back.seat).toBeNull();
});

test('where nobody may watch, who gives up the seat is sent away', async () => {
  const [ann, bob] = (await started(['ann', 'bob', 'cat'], { spectators: false })) as [
    TestPlayer,
    TestPlayer,
  ];
  const visitor = new TestVisitor('ann');
  const room = await server?.service.open(ann.matchId, visitor.identity);
  expect(room?.http.visit(visitor, undefined, undefined)).toBeUndefined();
  expect(await ann.send('give-up-seat')).toEqual({});
  await until(() => ann.left === CLOSE.notAdmitted && visitor.ended, 'the end');
  expect(visitor.lines.at(-1)).toEqual({ type: 'closing', reason: 'not-admitted' });
  expect(await joinRefusal(clientOf('ann').joinById(ann.matchId))).toBe('spectators-not-allowed');
  expect(bob.state.table.seats[0]?.occupant).toBe('bot');
});

test('an invited person takes the seat; nobody else does, and never who gave one up', async () => {
  const players = (await started(['ann', 'bob', 'cat'], { vacancy: 'person', spectators: false })) as [
    TestPlayer,
    TestPlayer,
    TestPlayer,
  ];
  const [ann, bob, cat] = players;
  const { matchId } = ann;
  expect(await joinRefusal(clientOf('dan').joinById(matchId))).toBe('spectators-not-allowed');
  await ann.send('give-up-seat');
  await until(() => bob.state.table.seats[0]?.occupant === 'open', 'the vacant seat');
  const { invitation } = await invitationOf(bob);
  expect(invitation).toMatch(new RegExp(`^${matchId}\\.`));
  expect(await joinRefusal(clientOf('dan').joinById(matchId))).toBe('spectators-not-allowed');
  expect(await joinRefusal(clientOf('ann').joinById(matchId, { invitation }))).toBe('seat-given-up');
  expect((await bob.refused('take-seat', { seat: 0, invitation })).code).toBe('already-started');
  expect(await joinRefusal(clientOf('dan').joinById(matchId, { invitation, seat: 1 }))).toBe('seat-taken');
  const dan = await comeBack(clientOf('dan'), matchId, { invitation });
  expect(dan.seat).toBe(0);
  expect(dan.state.table.seats[0]?.priv?.seatView).toBeDefined();
  await until(() => bob.state.table.seats[0]?.name === 'dan', 'the new name');
  expect(cat.state.table.successions).toMatchObject([
    { seat: 0, from: 'ann', occupant: 'open' },
    { seat: 0, occupant: 'player', name: 'dan' },
  ]);
  // The invitation has served its purpose.
  expect(await joinRefusal(clientOf('eve').joinById(matchId, { invitation }))).toBe('spectators-not-allowed');
  expect(storedTable(matchId).seatInvitation).toBe('');
  expect(server?.store.rows.get(matchId)?.players).toEqual(['id-dan', 'id-bob', 'id-cat']);
  while (dan.decision === undefined) {
    const { version } = bob.state;
    await [bob, cat].find((player) => player.decision !== undefined)?.playAny();
    await until(() => [bob, dan].every((player) => player.state.version > version), 'the next move');
  }
  await dan.playAny();
});

test('the rematch of a table where seats changed hands begins anew, with the crew it had', async () => {
  const [ann, bob] = (await started(['ann', 'bob'], { seats: 3, bots: 1, vacancy: 'person' })) as [
    TestPlayer,
    TestPlayer,
  ];
  await bob.send('give-up-seat');
  await until(() => ann.state.table.seats[1]?.occupant === 'open', 'the vacant seat');
  const row = server?.store.rows.get(ann.matchId);
  if (row === undefined) throw new Error('the match is not stored');
  const table = storedTable(ann.matchId);
  const agreed = table.occupants.map((place) =>
    place.kind === 'player' ? { ...place, rematch: true } : place,
  );
  const made = rematchOf(
    { newSeed: () => '0'.repeat(32), newId: () => 'next', hash: () => 'f'.repeat(64), now: () => 5 },
    row,
    { ...table, occupants: agreed },
  );
  const next = tableSchema.parse(made.table);
  expect(made.players).toEqual(['id-ann']);
  expect(next).toMatchObject({ successions: [], former: [], seatInvitation: '', abandoned: null });
  expect(next.vacancy).toBe('person');
  // Whoever gave up a seat of the last match may play the next.
  expect(takeSeat(next, { id: 'id-bob', name: 'bob' }, 1)).toBeUndefined();
  expect(nameAt(next, 2)).toBe(nameAt(table, 2));
});

test('a spectator who is invited takes the seat over the socket at hand', async () => {
  const [ann, bob] = (await started(['ann', 'bob', 'cat'], { vacancy: 'person' })) as [
    TestPlayer,
    TestPlayer,
  ];
  const dan = await comeBack(clientOf('dan'), ann.matchId, { spectate: true });
  expect((await dan.refused('take-seat', {})).code).toBe('already-started');
  await ann.send('give-up-seat');
  await until(() => bob.state.table.seats[0]?.occupant === 'open', 'the vacant seat');
  const { invitation } = await invitationOf(bob);
  expect((await dan.refused('take-seat', { invitation: `${ann.matchId}.guess` })).code).toBe(
    'invitation-required',
  );
  expect(await dan.room.request('take-seat', { invitation })).toEqual({ seat: 0 });
  await until(() => dan.state.table.seats[0]?.priv?.seatView !== undefined, 'the private view');
  // A second one who gives up brings a new invitation.
  await bob.send('give-up-seat');
  await until(() => dan.state.table.seats[0]?.priv?.invitation !== undefined, 'the new invitation');
  expect(dan.state.table.seats[0]?.priv?.invitation).not.toBe(invitation);
});

test('commands that were sent before, and ids of commands, belong to the former player', async () => {
  const table = (await started(['ann', 'bob', 'cat'], { vacancy: 'person' })) as [
    TestPlayer,
    TestPlayer,
    TestPlayer,
  ];
  const asked = table.find(({ decision }) => decision !== undefined) ?? table[0];
  const [witness] = table.filter((player) => player !== asked) as [TestPlayer];
  const { type, payload } = await asked.choose();
  await asked.send(type, { ...payload, commandId: 'move-1' });
  const { store } = server ?? {};
  if (store === undefined) throw new Error('no store');
  const commit = store.commit.bind(store);
  const gate = Promise.withResolvers<void>();
  let isStoring = false;
  store.commit = async (...change) => {
    isStoring = true;
    await gate.promise;
    await commit(...change);
  };
  const leaving = asked.send('give-up-seat');
  await until(() => isStoring, 'the seat is being given up');
  const late = asked.refused(type, { ...payload, commandId: 'move-1' });
  // Answered after the command has arrived.
  await asked.send('language', { language: 'en' });
  gate.resolve();
  await leaving;
  expect((await late).code).toBe('not-a-player');
  const seat = asked.seat ?? 0;
  await until(() => witness.state.table.seats[seat]?.occupant === 'open', 'the vacant seat');
  const dan = await comeBack(clientOf('dan'), asked.matchId, await invitationOf(witness));
  const others = table.filter((player) => player !== asked);
  const playOn = async () => {
    while (dan.decision === undefined) {
      const { version } = witness.state;
      await others.find((player) => player.decision !== undefined)?.playAny();
      await until(() => [witness, dan].every((player) => player.state.version > version), 'the next move');
    }
    const choice = await dan.choose();
    return await dan.send(choice.type, { ...choice.payload, commandId: 'move-1' });
  };
  expect((await playOn()).version).toBeGreaterThan(1);
});

test('where the clock is to play, the seat stays empty; without a clock there is no such table', async () => {
  const [ann, bob] = (await started(['ann', 'bob', 'cat'], { vacancy: 'clock', clock: 'days' })) as [
    TestPlayer,
    TestPlayer,
  ];
  await ann.send('give-up-seat');
  await until(() => bob.state.table.seats[0]?.occupant === 'open', 'the empty seat');
  expect(bob.state.table.seats[0]).toMatchObject({ botPlays: false });
  expect(bob.state.table.seats[1]?.priv?.invitation).toBeUndefined();
  expect(await joinRefusal(clientOf('ann').create('borneo', { vacancy: 'clock', clock: 'none' }))).toBe(
    'option-not-allowed: vacancy',
  );
});

test('a seat that was given up no longer counts', async () => {
  server = await startTableServer({ limits: { maxTablesPerPlayer: 1 } });
  const [ann] = (await seatAndStart(
    ['ann', 'bob', 'cat'].map((name) => clientOf(name)),
    'borneo',
  )) as [TestPlayer];
  expect(await joinRefusal(clientOf('ann').create('borneo', {}))).toBe('too-many-tables');
  await ann.send('give-up-seat');
  const alone = await seatAndStart([clientOf('ann')], 'borneo', { seats: 3, bots: 2 });
  expect(await joinRefusal(clientOf('ann').create('borneo', {}))).toBe('too-many-tables');
  await alone[0]?.send('abandon');
  const lobby = new TestPlayer(await clientOf('ann').create('borneo', {}));
  await until(() => lobby.matchId !== '', 'welcome');
  await lobby.send('close-table');
  await clientOf('ann').create('borneo', {});
});

test('what cannot be stored has not happened', async () => {
  const [ann, bob] = (await started(['ann', 'bob', 'cat'], { vacancy: 'person' })) as [
    TestPlayer,
    TestPlayer,
  ];
  const { store } = server ?? {};
  if (store === undefined) throw new Error('no store');
  const commit = store.commit.bind(store);
  store.commit = () => Promise.reject(new Error('the disk is full'));
  for (const type of ['give-up-seat', 'abandon'])
    expect([type, (await ann.refused(type)).code]).toEqual([type, 'storage-unavailable']);
  store.commit = commit;
  expect(ann.state.table.seats[0]).toMatchObject({ occupant: 'player', name: 'ann', abandon: false });
  expect(bob.state.table.successions).toEqual([]);
  await ann.send('give-up-seat');
});

test('bots have names, which are theirs alone', async () => {
  server = await startTableServer();
  const ann = new TestPlayer(await server.client('ann').create('borneo', { seats: 5, bots: 3 }));
  await until(() => ann.matchId !== '', 'welcome');
  const bots = ann.state.table.seats
    .filter(({ occupant }) => occupant === 'bot')
    .map(({ name }) => name ?? '');
  expect(new Set(bots).size).toBe(3);
  expect(bots.every((name) => name.length > 2)).toBe(true);
  const [first = ''] = bots;
  const namesake = new TestPlayer(await server.client(encodeURIComponent(first)).joinById(ann.matchId));
  await until(() => namesake.seat === 1, 'the seat');
  expect(ann.state.table.seats[1]?.name).toBe(`${first} (2)`);
});
