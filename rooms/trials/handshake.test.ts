// The state description that Colyseus sends to joining clients: created once for all rooms of a game, and correct.
import { Encoder, Reflection, type Schema } from '@colyseus/schema';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { matchMaker, type Room } from 'colyseus';
import { games } from '../testing/games.ts';
import { seatAndStart, TestPlayer } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
beforeAll(async () => {
  server = await startTableServer();
});
afterAll(() => server.close());

const told = (room: Room) =>
  (room as unknown as { _serializer: { handshake(): Uint8Array } })._serializer.handshake();

async function open(game: string, who: string): Promise<Room> {
  const player = new TestPlayer(await server.client(who).create(game, { clock: 'none' }));
  return matchMaker.getLocalRoomById(player.room.roomId);
}

test.each(games.map(({ id }) => id))(
  '%s: all rooms say the same, and it is what Colyseus would say of each',
  async (game) => {
    const rooms = [await open(game, `${game}-a`), await open(game, `${game}-b`)];
    expect(told(rooms[1] as Room)).toBe(told(rooms[0] as Room));
    for (const room of rooms) {
      const own = Reflection.encode(new Encoder(room.state as Schema));
      expect(Buffer.from(told(room))).toEqual(Buffer.from(own));
    }
  },
);

test('handshakes differ between games, but not between a lobby and its match', async () => {
  const lobby = told(await open('borneo', 'host'));
  expect(told(await open('dockers', 'other'))).not.toEqual(lobby);
  const [ann] = await seatAndStart(server.clients(['x', 'y', 'z']), 'borneo');
  const room = matchMaker.getLocalRoomById(ann?.matchId ?? '');
  expect(told(room)).toBe(lobby);
  expect(Buffer.from(Reflection.encode(new Encoder(room.state as Schema)))).toEqual(Buffer.from(lobby));
});
