// The client's side of bare Colyseus.
import { join } from 'node:path';
import { abandon, clientFor, Received, type Room } from '../sdk.ts';
import { startProcess } from './process.ts';
import { Arrival, type BenchTable, runningAt, SEATS, type System } from './system.ts';

export const bare: System = {
  id: 'colyseus',
  title: 'bare Colyseus, toy game',
  start: async () => {
    const server = await startProcess({
      folder: process.cwd(),
      script: join(import.meta.dirname, 'bare-server.ts'),
    });
    const client = clientFor(server.url, '');
    const received = new Received();
    const openTable = async (): Promise<BenchTable> => {
      const arrival = new Arrival(SEATS);
      const host = await client.create('toy');
      const rooms: Room[] = [host];
      while (rooms.length < SEATS) rooms.push(await client.joinById(host.roomId));
      let begun = false;
      for (const room of rooms) {
        received.count(room);
        room.onStateChange((state: { version: number }) => {
          if (begun) arrival.seen(state.version);
        });
      }
      begun = true;
      let version = 0;
      return {
        prepare: () => true,
        send: async () => {
          version += 1;
          const all = arrival.next(version);
          await rooms[version % SEATS]?.request('move', { card: version % 5 });
          await all;
        },
        close: () => {
          for (const room of rooms) abandon(room);
        },
      };
    };
    return runningAt(server, openTable, () => received.bytes);
  },
};
