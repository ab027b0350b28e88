// Time after `kill -9` until all matches are available again.
import { temporaryFolder } from '../../cli/temporary-folder.ts';
import { now } from '../clock.ts';
import { abandon, clientFor, type Room } from '../sdk.ts';
import { openTables } from './measure.ts';
import { startQuayside } from './quayside.ts';

export interface Recovery {
  readonly matches: number;
  readonly movesEach: number;
  /** Milliseconds until the process listens again. */
  readonly listening: number;
  /** Until every match has a returned player who sees its last version. */
  readonly recovered: number;
}

const MOVES = 20;
/** Players who return at the same time. */
const DOORS = 16;

export async function measureRecovery(matches: number): Promise<Recovery> {
  const { folder, remove } = temporaryFolder('recovery');
  try {
    const before = await startQuayside(folder);
    await before.expect(matches);
    const tables = await openTables(before, matches);
    await Promise.all(
      tables.map(async (table) => {
        for (let move = 0; move < MOVES; move++) if (table.prepare()) await table.send();
      }),
    );
    await before.stop();
    for (const table of tables) table.close();
    const began = now();
    const after = await startQuayside(folder);
    const listening = now() - began;
    const waiting = [...before.hosts];
    const rooms: Room[] = [];
    const comeBack = async () => {
      for (let host = waiting.pop(); host !== undefined; host = waiting.pop()) {
        const room: Room = await clientFor(after.url, host.token).joinById(host.matchId, {});
        room.reconnection.enabled = false;
        for (const type of ['news', 'chat', 'closing']) room.onMessage(type, () => undefined);
        const { version } = await new Promise<{ version: number }>((resolve) => {
          room.onMessage('welcome', resolve);
        });
        if (version !== MOVES) throw new Error(`match ${host.matchId} came back at version ${version}`);
        rooms.push(room);
      }
    };
    await Promise.all(Array.from({ length: DOORS }, comeBack));
    const recovered = now() - began;
    for (const room of rooms) abandon(room);
    await after.stop();
    return { matches, movesEach: MOVES, listening, recovered };
  } finally {
    remove();
  }
}
