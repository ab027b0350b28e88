// The client's side of Colyseus with the same rules and a journal of its own.
import { join } from 'node:path';
import { temporaryFolder } from '../../cli/temporary-folder.ts';
import { clientFor, Received, type Room } from '../sdk.ts';
import { borneo, chooser } from './borneo-bot.ts';
import { gameTable } from './game-table.ts';
import { startProcess } from './process.ts';
import { Arrival, type BenchTable, runningAt, SEATS, type System } from './system.ts';

export const journaled: System = {
  id: 'colyseus-journal',
  title: 'Colyseus, same rules, own journal',
  start: async () => {
    const { folder, remove } = temporaryFolder('bench-journaled');
    const server = await startProcess({
      folder,
      script: join(import.meta.dirname, 'journaled-server.ts'),
      settings: { DATA_DIR: folder },
    });
    const client = clientFor(server.url, '');
    const game = borneo();
    const choose = chooser(game);
    const received = new Received();
    const openTable = async (): Promise<BenchTable> => {
      const arrival = new Arrival(SEATS);
      const begun: Promise<void>[] = [];
      const sit = (room: Room<{ version: number; table?: { status: string } }>): Room => {
        received.count(room);
        const { promise, resolve } = Promise.withResolvers<void>();
        begun.push(promise);
        room.onStateChange(({ version, table }) => {
          if (table?.status === 'playing') resolve();
          arrival.seen(version);
        });
        return room as Room;
      };
      const host = sit(await client.create('borneo'));
      const rooms = [host];
      while (rooms.length < SEATS) rooms.push(sit(await client.joinById(host.roomId)));
      await Promise.all(begun);
      const command = ({ type, decision, fields }: { type: string; decision: number; fields: object }) =>
        ['command', { type, decision, fields }] as const;
      return gameTable(rooms, { game, choose, arrival, command });
    };
    const running = runningAt(server, openTable, () => received.bytes);
    return {
      ...running,
      stop: async () => {
        await running.stop();
        remove();
      },
    };
  },
};
