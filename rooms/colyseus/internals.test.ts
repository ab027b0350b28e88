// What is used of Colyseus and `ws` without being public is still there, in the versions that were looked at.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Encoder, type Schema } from '@colyseus/schema';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TestPlayer, until } from '../testing/player.ts';
import { RawClient } from '../testing/raw-client.ts';
import { startTableServer, type TableServer } from '../testing/table-server.ts';
import { liveRoom } from './framework.ts';
import { type Exhibits, INTERNALS, missingInternals } from './internals.ts';

let server: TableServer;
let exhibits: Exhibits;
let guest: RawClient;
beforeAll(async () => {
  server = await startTableServer();
  const host = new TestPlayer(await server.client('host').create('borneo', { clock: 'none' }));
  await until(() => host.matchId !== '', 'the table');
  guest = await RawClient.join(server.url, 'guest', host.matchId);
  const room = liveRoom(host.matchId);
  const client = room?.clients.at(-1);
  if (room === undefined || client === undefined) throw new Error('nobody joined');
  exhibits = { room, client, root: new Encoder(room.state as Schema).root, socket: client.ref };
});
afterAll(async () => {
  guest.socket.terminate();
  await server.close();
});

/** Lets everything through except one member. */
const without = (whole: object, name: string) =>
  new Proxy(whole, {
    get: (target, key) => (key === name ? undefined : (Reflect.get(target, key, target) as unknown)),
  });

test('none is missing', () => {
  expect(missingInternals(exhibits)).toEqual([]);
});

const names = Object.values(INTERNALS).flat();
test.each(names.map(([of, name]) => [of, name] as const))('without %s.%s it is named', (of, name) => {
  expect(missingInternals({ ...exhibits, [of]: without(exhibits[of], name) })).toEqual([`${of}.${name}`]);
});

test.each(Object.keys(INTERNALS))(
  '%s is installed: after an update look at what is used of it again, then name the new version',
  (seen) => {
    const [name = ''] = seen.split(' ');
    const about = join(import.meta.dirname, '../../node_modules', name, 'package.json');
    const { version } = JSON.parse(readFileSync(about, 'utf8')) as { version: string };
    expect(`${name} ${version}`).toBe(seen);
  },
);
