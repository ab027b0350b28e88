// What a player of a load test reports of what it sees.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { until } from '../rooms/testing/player.ts';
import { startTableServer, type TableServer } from '../rooms/testing/table-server.ts';
import { Player } from './player.ts';
import { Tally } from './tally.ts';

let server: TableServer;
beforeAll(async () => {
  // The SDK reports what arrives for a player who is leaving.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  server = await startTableServer();
});
afterAll(async () => {
  await server.close();
  jest.restoreAllMocks();
});

const watcher = { informed() {}, arrived() {}, left() {}, isJudged: () => false };

test('at one version all compare the same, no matter who comes and goes', async () => {
  const tally = new Tally();
  const [host, guest] = ['a', 'b'].map((name) => new Player(name, server.url, name, tally, watcher)) as [
    Player,
    Player,
  ];
  await host.create('cabo-da-roca', { seats: 2, clock: 'none', absence: 'clock' });
  await guest.join(host.matchId);
  await host.request('start');
  await until(() => host.shownVersion === 0 && guest.shownVersion === 0, 'the start');
  const before = host.publicHash();
  expect(guest.publicHash()).toBe(before);
  // Between the moment at which one compares and that at which another one does.
  guest.leave();
  const { seats } = host.state().table as { seats: Readonly<Record<number, { connected?: boolean }>> };
  expect(seats[1]?.connected).toBe(true);
  await until(() => JSON.stringify(host.state().table.seats) !== JSON.stringify(seats), 'the departure');
  expect(host.publicHash()).toBe(before);
  await guest.join(host.matchId);
  expect(guest.publicHash()).toBe(before);
  const actor = host.openDecision() === undefined ? guest : host;
  const { commands } = (await actor.request('legal')) as { commands: { type: string }[] };
  const { type, ...command } = commands[0] ?? { type: '' };
  await actor.request(type, command);
  await until(() => host.shownVersion === 1 && guest.shownVersion === 1, 'the move');
  expect(host.publicHash()).not.toBe(before);
  expect(guest.publicHash()).toBe(host.publicHash());
  for (const player of [host, guest]) player.leave();
});
