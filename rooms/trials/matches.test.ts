// Whole matches of every registered game at its smallest and its largest table, with SDK clients
// that lose their connections and return, and a spectator.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { replay } from '../../shared/kernel/replay.ts';
import { seedOf } from '../../shared/testing/play.ts';
import { extremes, gameOf, shortOptions } from '../testing/games.ts';
import { faultsOf } from '../testing/leaks.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';
import { watchMatch } from '../testing/watched-match.ts';
import { Wiretap } from '../testing/wiretap.ts';

jest.setTimeout(180_000);

let server: TableServer;
beforeEach(async () => {
  // The SDK logs every reconnection to the console.
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  server = await startTableServer();
});
afterEach(async () => {
  await server.close();
  jest.restoreAllMocks();
});

test.each(extremes)('%s for %i: from the lobby through lost connections to the result', async (id, seats) => {
  const game = gameOf(id);
  const table = {
    server,
    tap: new Wiretap(),
    game: id,
    seats,
    options: shortOptions(id, seats),
    seed: seedOf(seats),
  };
  const watched = await watchMatch(table);
  expect(watched.drops).toBeGreaterThan(1);

  // At every version, all views and news matched the journal, without gaps.
  expect(faultsOf(watched, game)).toEqual([]);
  const seen = new Set(watched.sights.map((sight) => sight.version));
  expect([...seen]).toEqual(Array.from({ length: watched.journal.length + 1 }, (_, version) => version));

  // All agree on the end, and so does a replay.
  const { options, commitment } = watched.row.table;
  const played = replay(game, { options, seats, seed: watched.row.seed }, watched.journal);
  expect(played.over).toBe(true);
  expect(played.violations()).toEqual([]);
  expect(watched.row).toMatchObject({ status: 'finished', result: played.result() });
  expect(watched.ends).toHaveLength(seats + 2);
  for (const end of watched.ends) {
    expect(end.table.status).toBe('finished');
    expect(end.decisions).toEqual([]);
    expect(end.table.result).toEqual(played.result());
    expect(end.table.seed).toBe(watched.row.seed);
    expect(end.table.commitment).toBe(commitment);
  }
  expect(createHash('sha256').update(watched.row.seed).digest('hex')).toBe(commitment);
  expect(server.log.filter((line) => line.level === 'error')).toEqual([]);
});
