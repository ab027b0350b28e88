// Whole matches, every frame of which is searched for what its recipient may not know: with spectators, drops and
// returns.
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { seedOf } from '../../shared/testing/play.ts';
import { allOracles } from './games.ts';
import { faultsOf, leaksIn } from './leaks.ts';
import { watchMatch } from './watched-match.ts';
import { startWatchedServer, type WatchedServer } from './watched-server.ts';

/** Every game, every table size, every set of options worth trying. */
export const tables = allOracles.flatMap((oracle) => {
  const { min, max } = oracle.game.seats;
  const sizes = Array.from({ length: max - min + 1 }, (_, more) => min + more);
  return sizes.flatMap((seats) =>
    oracle.options(seats).map((options) => [oracle.id, seats, options, oracle] as const),
  );
});

/** Registers the tests, and their hooks. */
export function searchFramesOf(chosen: typeof tables): void {
  jest.setTimeout(180_000);
  let watched: WatchedServer | undefined;
  beforeEach(() => {
    // The SDK logs every reconnection to the console.
    jest.spyOn(console, 'info').mockImplementation(() => undefined);
  });
  afterEach(async () => {
    await watched?.server.close();
    watched = undefined;
    jest.restoreAllMocks();
  });

  test.each([...chosen])('%s for %i, %j: no frame reveals a secret', async (game, seats, options, oracle) => {
    const seed = seedOf(100 + tables.findIndex((table) => table[1] === seats && table[2] === options));
    watched = await startWatchedServer(seed, (one) => (one.id === game ? oracle.game : one));
    const { server, tap } = watched;
    const match = await watchMatch({ server, tap, game, seats, options, seed, hints: true });
    expect(leaksIn(tap.frames, match, oracle)).toEqual([]);
    expect(faultsOf(match, oracle.game)).toEqual([]);
    // The recording is not empty: a whole match, spectators, returns, and every change sent to all clients.
    expect(match.row.status).toBe('finished');
    expect(new Set(match.viewers.values()).size).toBe(seats + 1);
    expect(match.drops).toBeGreaterThan(1);
    expect(match.hints).toBeGreaterThan(1);
    expect(match.pages.reduce((sum, { page }) => sum + page.versions.length, 0)).toBeGreaterThan(2);
    expect([...new Set(match.peeks)]).toEqual(['not-finished']);
    expect(tap.frames.length).toBeGreaterThan(match.journal.length * seats * 2);
    expect(server.log.filter((line) => line.level === 'error')).toEqual([]);
  });
}
