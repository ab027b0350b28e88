// The client's side of the raw relay.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { startProcess } from './process.ts';
import { Arrival, type BenchTable, runningAt, SEATS, type System } from './system.ts';

/** About as long as one of our patches with its news. */
const PADDING = 'x'.repeat(300);

export const relay: System = {
  id: 'relay',
  title: 'raw ws relay',
  start: async () => {
    const server = await startProcess({
      folder: tmpdir(),
      script: join(import.meta.dirname, 'relay-server.ts'),
    });
    let bytes = 0;
    let tables = 0;
    const openTable = async (): Promise<BenchTable> => {
      const arrival = new Arrival(SEATS);
      const url = `${server.url.replace('http', 'ws')}/${tables++}`;
      const sockets: WebSocket[] = [];
      for (let seat = 0; seat < SEATS; seat++) {
        const socket = new WebSocket(url);
        await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
        socket.on('message', (data: Buffer) => {
          bytes += data.length;
          arrival.seen(data.readUInt32LE(0));
        });
        sockets.push(socket);
      }
      let version = 0;
      return {
        prepare: () => true,
        send: () => {
          version += 1;
          const message = Buffer.from(`----${PADDING}`);
          message.writeUInt32LE(version, 0);
          const all = arrival.next(version);
          sockets[version % SEATS]?.send(message);
          return all;
        },
        close: () => {
          for (const socket of sockets) socket.terminate();
        },
      };
    };
    return runningAt(server, openTable, () => bytes);
  },
};
