// Seats that are given up: who takes them, and what their former players keep.
import { expect, test } from '@jest/globals';
import { CLOSE } from '../../shared/protocol/messages.ts';
import { borneoTables, joinRefusal } from '../testing/borneo-tables.ts';
import { allAccept, comeBack, invitedBy, TestPlayer, until } from '../testing/player.ts';
import { builtInShelf } from '../testing/table-server.ts';
import { TestVisitor } from '../testing/visitor.ts';
import { rematchOf } from './new-table.ts';
import { nameAt, players, takeSeat } from './table.ts';

const tables = borneoTables();

test('a bot takes a seat that is given up; its former player may watch, and has no claim to it', async () => {
  const table = await tables.started(['ann', 'bob', 'cat']);
  const [ann, bob] = table;
  const { matchId } = ann;
  await ann.send('give-up-seat');
  await until(() => bob.state.table.seats[0]?.occupant === 'bot', 'the bot');
  const { seats, successions, hostSeat } = bob.state.table;
  expect(seats[0]?.name).toBe(successions?.[0]?.name);
  expect(successions).toMatchObject([{ seat: 0, version: 0, from: 'ann', occupant: 'bot' }]);
  expect(hostSeat).toBe(1);
  expect(players(tables.storedTable(matchId)).map(({ id }) => id)).toEqual(['id-bob', 'id-cat']);
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
  const back = new TestPlayer(await tables.clientOf('ann').joinById(matchId));
  await until(() => back.matchId !== '', 'welcome');
  expect(back.seat).toBeNull();
});

test('at a table without spectators, giving up the seat disconnects the player', async () => {
  const [ann, bob] = await tables.started(['ann', 'bob', 'cat'], { spectators: false });
  const visitor = new TestVisitor('ann');
  const room = await tables.server.service.open(ann.matchId, visitor.identity);
  expect(room?.http.visit(visitor, undefined, undefined)).toBeUndefined();
  expect(await ann.send('give-up-seat')).toEqual({});
  await until(() => ann.left === CLOSE.notAdmitted && visitor.ended, 'the end');
  expect(visitor.lines.at(-1)).toEqual({ type: 'closing', reason: 'not-admitted' });
  expect(await joinRefusal(tables.clientOf('ann').joinById(ann.matchId))).toBe('spectators-not-allowed');
  expect(bob.state.table.seats[0]?.occupant).toBe('bot');
});

test('an invited person takes the seat; others cannot, nor can players who gave one up', async () => {
  const players = await tables.started(['ann', 'bob', 'cat'], { vacancy: 'person', spectators: false });
  const [ann, bob, cat] = players;
  const { matchId } = ann;
  expect(await joinRefusal(tables.clientOf('dan').joinById(matchId))).toBe('spectators-not-allowed');
  await ann.send('give-up-seat');
  await until(() => bob.state.table.seats[0]?.occupant === 'open', 'the vacant seat');
  const { invitation } = await invitedBy(bob);
  expect(invitation).toMatch(new RegExp(`^${matchId}\\.`));
  expect(await joinRefusal(tables.clientOf('dan').joinById(matchId))).toBe('spectators-not-allowed');
  expect(await joinRefusal(tables.clientOf('ann').joinById(matchId, { invitation }))).toBe('seat-given-up');
  expect((await bob.refused('take-seat', { seat: 0, invitation })).code).toBe('already-started');
  expect(await joinRefusal(tables.clientOf('dan').joinById(matchId, { invitation, seat: 1 }))).toBe(
    'seat-taken',
  );
  expect(await joinRefusal(tables.clientOf('dan').joinById(matchId, { invitation }))).toBe('consent-needed');
  await allAccept([bob, cat], 'dan');
  const dan = await comeBack(tables.clientOf('dan'), matchId, { invitation });
  expect(dan.seat).toBe(0);
  expect(dan.state.table.seats[0]?.priv?.seatView).toBeDefined();
  await until(() => bob.state.table.seats[0]?.name === 'dan', 'the new name');
  expect(cat.state.table.successions).toMatchObject([
    { seat: 0, from: 'ann', occupant: 'open' },
    { seat: 0, occupant: 'player', name: 'dan' },
  ]);
  // The invitation has served its purpose.
  expect(await joinRefusal(tables.clientOf('eve').joinById(matchId, { invitation }))).toBe(
    'spectators-not-allowed',
  );
  expect(tables.storedTable(matchId).seatInvitation).toBe('');
  const seats = tables.storedTable(matchId).occupants;
  expect(seats).toMatchObject([{ id: 'id-dan' }, { id: 'id-bob' }, { id: 'id-cat' }]);
  while (dan.decision === undefined) {
    const { version } = bob.state;
    await [bob, cat].find((player) => player.decision !== undefined)?.playAny();
    await until(() => [bob, dan].every((player) => player.state.version > version), 'the next move');
  }
  await dan.playAny();
});

test('one player alone cannot seat a second name while another player is seated, present or not', async () => {
  const [ann, bob, cat] = await tables.started(
    ['ann', 'bob', 'cat'],
    { vacancy: 'person' },
    { consentSeconds: 0.05 },
  );
  const { matchId } = ann;
  await ann.send('give-up-seat');
  await until(() => bob.state.table.seats[0]?.occupant === 'open', 'the vacant seat');
  const { invitation = '' } = await invitedBy(bob);
  const bySocket = () => joinRefusal(tables.clientOf('bobby').joinById(matchId, { invitation }));
  const visitor = new TestVisitor('bobby');
  const byHttp = async () => {
    const room = await tables.server.service.open(matchId, visitor.identity);
    return await room?.http.seat({ ...visitor, invitation }, undefined);
  };
  expect(await bySocket()).toBe('consent-needed');
  expect(await byHttp()).toMatchObject({ ok: false, code: 'consent-needed' });
  await bob.send('accept-newcomer', { name: 'bobby' });
  await until(() => cat.state.table.newcomers?.[0]?.agreed[0] === 1, 'consent');
  expect(cat.state.table.newcomers).toEqual([{ name: 'bobby', agreed: [1] }]);
  expect(await bySocket()).toBe('consent-needed');
  // Neither once the other is away.
  await cat.send('leave-seat');
  await cat.room.leave();
  expect(await bySocket()).toBe('consent-needed');
  expect(await byHttp()).toMatchObject({ ok: false, code: 'consent-needed' });
  expect((await ann.refused('accept-newcomer', { name: 'bobby' })).code).toBe('not-seated');
  expect((await bob.refused('accept-newcomer', { name: 'eve' })).code).toBe('unknown-newcomer');
  expect(tables.storedTable(matchId).occupants[0]).toEqual({ kind: 'open' });
  // Nobody else is seated any more.
  const back = await comeBack(tables.clientOf('cat'), matchId);
  await back.send('give-up-seat');
  await until(() => bob.state.table.seats[2]?.occupant === 'open', 'the second vacant seat');
  expect(bob.state.table.newcomers).toEqual([]);
  const late = await comeBack(tables.clientOf('bobby'), matchId, { invitation, spectate: true });
  expect((await late.refused('take-seat', { invitation })).code).toBe('invitation-required');
  const alone = await comeBack(tables.clientOf('bobby'), matchId, await invitedBy(bob));
  expect(alone.seat).toBe(0);
});

test('players who are away are not asked about a newcomer if two agree; consent can be withdrawn', async () => {
  const [ann, bob, cat, dan] = await tables.started(['ann', 'bob', 'cat', 'dan'], {
    vacancy: 'person',
    seats: 4,
  });
  const { matchId } = ann;
  await ann.send('give-up-seat');
  await until(() => bob.state.table.seats[0]?.occupant === 'open', 'the vacant seat');
  const invited = await invitedBy(bob);
  const refusalOf = (name: string) => joinRefusal(tables.clientOf(name).joinById(matchId, invited));
  // Of more than there are seats, the earliest is displaced.
  const earlier = ['gil', ...Array.from({ length: 7 }, (_, number) => `fay-${number}`)];
  for (const name of [...earlier, 'eve']) expect(await refusalOf(name)).toBe('consent-needed');
  expect((await bob.refused('accept-newcomer', { name: 'gil' })).code).toBe('unknown-newcomer');
  await allAccept([bob, cat], 'eve');
  expect(await refusalOf('eve')).toBe('consent-needed');
  await dan.send('leave-seat');
  await cat.send('accept-newcomer', { name: 'eve', agree: false });
  expect(await refusalOf('eve')).toBe('consent-needed');
  await cat.send('accept-newcomer', { name: 'eve' });
  const eve = await comeBack(tables.clientOf('eve'), matchId, invited);
  expect(eve.seat).toBe(0);
  expect(tables.storedTable(matchId)).toMatchObject({ seatInvitation: '', newcomers: [] });
});

test('the rematch after a change of hands starts with an empty list of successions and the same names of bots', async () => {
  const [ann, bob] = await tables.started(['ann', 'bob'], { seats: 3, bots: 1, vacancy: 'person' });
  await bob.send('give-up-seat');
  await until(() => ann.state.table.seats[1]?.occupant === 'open', 'the vacant seat');
  const row = tables.server.store.rows.get(ann.matchId);
  if (row === undefined) throw new Error('the match is not stored');
  const table = tables.storedTable(ann.matchId);
  const agreed = table.occupants.map((place) =>
    place.kind === 'player' ? { ...place, rematch: true } : place,
  );
  const made = rematchOf(
    {
      shelf: builtInShelf(),
      newSeed: () => '0'.repeat(32),
      newId: () => 'next',
      hash: () => 'f'.repeat(64),
      now: () => 5,
    },
    row,
    { ...table, occupants: agreed, newcomers: [{ id: 'id-eve', name: 'eve', agreed: [0] }] },
  );
  const next = made.table;
  expect(players(next).map(({ id }) => id)).toEqual(['id-ann']);
  expect(next).toMatchObject({
    successions: [],
    former: [],
    seatInvitation: '',
    abandoned: null,
    newcomers: [],
  });
  expect(next.vacancy).toBe('person');
  // A player who gave up a seat of the last match may play the next.
  expect(takeSeat(next, { id: 'id-bob', name: 'bob' }, 1)).toBeUndefined();
  expect(nameAt(next, 2)).toBe(nameAt(table, 2));
});

test('the host of a rematch plays again, or watches as before', async () => {
  const [ann] = await tables.started(['ann', 'bob', 'cat']);
  const row = tables.server.store.rows.get(ann.matchId);
  if (row === undefined) throw new Error('the match is not stored');
  const table = tables.storedTable(ann.matchId);
  const hostOf = (host: string, ...again: string[]) => {
    const occupants = table.occupants.map((place) =>
      place.kind === 'player' ? { ...place, rematch: again.includes(place.id) } : place,
    );
    const chances = {
      shelf: builtInShelf(),
      newSeed: () => '',
      newId: () => 'next',
      hash: () => 'f',
      now: () => 5,
    };
    return rematchOf(chances, row, { ...table, host, occupants }).table.host;
  };
  expect(hostOf('id-ann', 'id-ann', 'id-cat')).toBe('id-ann');
  expect(hostOf('id-ann', 'id-bob', 'id-cat')).toBe('id-bob');
  expect(hostOf('id-watcher', 'id-cat')).toBe('id-watcher');
});

test('an invited spectator takes the seat over the existing socket', async () => {
  const [ann, bob, cat] = await tables.started(['ann', 'bob', 'cat'], { vacancy: 'person' });
  const dan = await comeBack(tables.clientOf('dan'), ann.matchId, { spectate: true });
  expect((await dan.refused('take-seat', {})).code).toBe('already-started');
  await ann.send('give-up-seat');
  await until(() => bob.state.table.seats[0]?.occupant === 'open', 'the vacant seat');
  const { invitation } = await invitedBy(bob);
  expect((await dan.refused('take-seat', { invitation: `${ann.matchId}.guess` })).code).toBe(
    'invitation-required',
  );
  expect((await dan.refused('take-seat', { invitation })).code).toBe('consent-needed');
  await allAccept([bob, cat], 'dan');
  expect(await dan.room.request('take-seat', { invitation })).toEqual({ seat: 0 });
  await until(() => dan.state.table.seats[0]?.priv?.seatView !== undefined, 'the private view');
  // A second one who gives up brings a new invitation.
  await bob.send('give-up-seat');
  await until(() => dan.state.table.seats[0]?.priv?.invitation !== undefined, 'the new invitation');
  expect(dan.state.table.seats[0]?.priv?.invitation).not.toBe(invitation);
});

test('commands sent earlier, and command ids, belong to the former player', async () => {
  const table = await tables.started(['ann', 'bob', 'cat'], { vacancy: 'person' });
  const asked = table.find(({ decision }) => decision !== undefined) ?? table[0];
  const [witness] = table.filter((player) => player !== asked) as [TestPlayer];
  const { type, payload } = await asked.choose();
  await asked.send(type, { ...payload, commandId: 'move-1' });
  const { store } = tables.server;
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
  const others = table.filter((player) => player !== asked);
  const invited = await invitedBy(witness);
  expect(await joinRefusal(tables.clientOf('dan').joinById(asked.matchId, invited))).toBe('consent-needed');
  await allAccept(others, 'dan');
  const dan = await comeBack(tables.clientOf('dan'), asked.matchId, invited);
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

test('with `clock` the seat stays empty; a table without a clock cannot have this option', async () => {
  const [ann, bob] = await tables.started(['ann', 'bob', 'cat'], { vacancy: 'clock', clock: 'days' });
  await ann.send('give-up-seat');
  await until(() => bob.state.table.seats[0]?.occupant === 'open', 'the empty seat');
  expect(bob.state.table.seats[0]).toMatchObject({ botPlays: false });
  expect(bob.state.table.seats[1]?.priv?.invitation).toBeUndefined();
  expect(
    await joinRefusal(tables.clientOf('ann').create('borneo', { vacancy: 'clock', clock: 'none' })),
  ).toBe('option-not-allowed: vacancy');
});
