// A shutdown in a cluster: matches are handed over in the time there is, and those that are left are named.
import { afterEach, expect, jest, test } from '@jest/globals';
import type { MovedMatch } from '../berth/cluster.ts';
import { TestOwnership } from '../testing/peers.ts';
import { seatAndStart, until } from '../testing/player.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';

let server: TableServer;
afterEach(async () => {
  await server.close();
  jest.restoreAllMocks();
});

/** More than are moved at the same time. */
const TABLES = 20;

async function tables(change: { take: (moved: MovedMatch) => Promise<boolean>; ownership: TestOwnership }) {
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  server = await startTableServer({
    ownership: change.ownership,
    errands: { take: (_peer, moved) => change.take(moved) },
  });
  return await Promise.all(
    Array.from({ length: TABLES }, async (_, n) => {
      const [player] = await seatAndStart(server.clients([`p${n}`]), 'borneo', { seats: 3, bots: 2 });
      if (player === undefined) throw new Error('no player came');
      return player;
    }),
  );
}

test('a peer that takes its time is not awaited for long: every match is its own, and every player may return', async () => {
  const taken: string[] = [];
  const ownership = new TestOwnership();
  ownership.give = () => Promise.resolve(true);
  const players = await tables({
    ownership,
    take: ({ matchId }) => {
      taken.push(matchId);
      return new Promise(() => {});
    },
  });
  await server.service.handOver(300);
  expect([...taken].sort()).toEqual(players.map(({ matchId }) => matchId).sort());
  await until(() => players.every(({ left }) => left !== undefined), 'their ends');
  // The SDK reconnects by itself.
  expect(new Set(players.map(({ left }) => left))).toEqual(new Set([4010]));
  expect(server.service.stats().rooms).toBe(0);
});

test('matches that could not be handed over are named, and released', async () => {
  const ownership = new TestOwnership();
  const database = Promise.withResolvers<boolean>();
  ownership.give = () => database.promise;
  const players = await tables({ ownership, take: () => Promise.resolve(true) });
  const handing = server.service.handOver(50);
  await new Promise((resolve) => setTimeout(resolve, 100));
  // Eight have begun to move and never end; the others still can.
  const draining = server.service.drain();
  const released = () => ownership.events.filter((event) => event.startsWith('release'));
  await until(() => released().length === TABLES - 8, 'their release');
  const named = server.log.find(({ message }) => message.startsWith('not handed over in time'));
  expect(named?.fields).toMatchObject({ left: TABLES });
  const { matches = [] } = (named?.fields ?? {}) as { matches?: string[] };
  expect(matches.sort()).toEqual(players.map(({ matchId }) => matchId).sort());
  database.resolve(false);
  await Promise.all([handing, draining]);
  expect(released()).toHaveLength(TABLES);
});
