// A closed server leaves no timer behind, which would keep the process alive.
import { afterEach, expect, jest, test } from '@jest/globals';
import { TestPlayer, until } from '../testing/player.ts';
import { startTableServer } from '../testing/table-server.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

/** Timers set from now on that have neither fired nor been cleared. */
function watchTimers(): ReadonlyMap<NodeJS.Timeout, string> {
  const live = new Map<NodeJS.Timeout, string>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const watched = (callback: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) => {
    const fire = () => {
      live.delete(timer);
      callback(...args);
    };
    const timer = set(fire, delay);
    live.set(timer, `${callback.name} after ${delay} ms`);
    return timer;
  };
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(watched as unknown as typeof setTimeout);
  jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    live.delete(timer as NodeJS.Timeout);
    clear(timer);
  });
  return live;
}

test('no timer is left, although counts had not been stored yet', async () => {
  const live = watchTimers();
  const server = await startTableServer();
  // The second change of the counts within a second waits for a timer.
  for (const name of ['ann', 'bob']) {
    const player = new TestPlayer(await server.client(name).create('borneo', {}));
    await player.room.leave();
  }
  expect([...live.values()]).toContain('persist after 1000 ms');
  await server.close();
  const left = () => [...live].filter(([timer]) => timer.hasRef()).map(([, what]) => what);
  expect(left()).not.toContain('persist after 1000 ms');
  // Sockets are closed by now, or about to be.
  await until(() => left().length === 0, 'the end of all timers');
});

test('no timer is left that waited for a lost connection to return', async () => {
  const live = watchTimers();
  const server = await startTableServer({ limits: { reconnectSeconds: 77 } });
  const player = new TestPlayer(await server.client('ann').create('borneo', {}));
  await until(() => player.matchId !== '', 'welcome');
  player.room.reconnection.enabled = false;
  server.cut(player.room);
  const waiting = () => [...live.values()].filter((what) => what.endsWith(' after 77000 ms'));
  await until(() => waiting().length > 0, 'the wait for the connection');
  await server.close();
  expect(waiting()).toEqual([]);
});
