// What the server says that a client should have decoded is what it has decoded, no matter which client it is.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtInOf } from '../../shared/kernel/built-in.ts';
import { checksumOf } from '../../shared/protocol/checksum.ts';
import { families } from '../../shared/testing/registry.ts';
import { comeBack, seatAndStart, TestPlayer, until } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
beforeAll(async () => {
  server = await startTableServer();
});
afterAll(async () => {
  await server.close();
});

async function isRight(player: TestPlayer): Promise<boolean> {
  const answer = (await player.room.request('checksum')) as { version: number; checksum: number };
  const { version, checksum } = answer;
  const { state } = player;
  return version === state.version && checksum === checksumOf(state);
}

test.each(families)(
  '$id: players and spectators, in the lobby, at every move and after a return',
  async (family) => {
    const people = Array.from({ length: builtInOf(family).seats.min }, (_, seat) => `${family.id}-${seat}`);
    const lobby = new TestPlayer(await server.client('host').create(family.id, { seats: 4 }));
    await until(() => lobby.matchId !== '' && lobby.room.state !== undefined, 'the lobby');
    expect(await isRight(lobby)).toBe(true);
    await lobby.room.leave();
    const clients = people.map((name) => server.client(name));
    const table = await seatAndStart(clients, family.id, { absence: 'clock', options: family.short ?? {} });
    const { matchId } = table[0] as TestPlayer;
    const spectator = await comeBack(server.client('spectator'), matchId, { spectate: true });
    for (let move = 1; move <= 20; move++) {
      const asked = table[0]?.state.decisions[0]?.seat;
      await table.find(({ seat }) => seat === asked)?.playAny();
      expect(await Promise.all([...table, spectator].map(isRight))).not.toContain(false);
    }
    server.cut((table[0] as TestPlayer).room);
    table[0] = await comeBack(server.client(people[0] ?? ''), matchId);
    expect(await Promise.all([...table, spectator].map(isRight))).not.toContain(false);
    await Promise.all([...table, spectator].map(({ room }) => room.leave()));
  },
);

test('one wrong value is enough to notice', async () => {
  const [ann] = await seatAndStart(server.clients(['a', 'b', 'c']), 'borneo', { absence: 'clock' });
  expect(await isRight(ann)).toBe(true);
  Object.assign(ann.room.state as object, { view: (ann.room.state as { table: object }).table });
  expect(await isRight(ann)).toBe(false);
});
