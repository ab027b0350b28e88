// Many clients want the last seat of a table, through two servers: one gets it.

import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isAvailable } from '../../cli/available.ts';
import { type Cluster, missingForCluster, startCluster } from '../../cli/private-cluster.ts';
import { guest } from '../../client/index.ts';
import { clientFor, type Room } from '../sdk.ts';

jest.setTimeout(180_000);

const CLIENTS = 50;
const ROUNDS = 4;
const describeOrSkip = isAvailable(missingForCluster()) ? describe : describe.skip;

describeOrSkip('two servers', () => {
  let running: Cluster | undefined;
  const cluster = () => {
    if (running === undefined) throw new Error('no cluster');
    return running;
  };
  const rooms: Room[] = [];
  beforeAll(async () => {
    // The SDK reports connections that end.
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    running = await startCluster({
      members: 2,
      settings: {
        RATE_LIMITS: 'off',
        MAX_CONNECTIONS_PER_ADDRESS: '1000',
        MAX_TABLES_PER_PLAYER: '100',
      },
    });
  });
  afterAll(async () => {
    for (const room of rooms) await room.leave(true).catch(() => undefined);
    await running?.remove();
  });

  const entrance = (n: number) => cluster().members[n % 2]?.url ?? '';
  const quiet = (room: Room) => {
    room.reconnection.enabled = false;
    for (const type of ['welcome', 'news', 'chat', 'closing', 'rejected'])
      room.onMessage(type, () => undefined);
    rooms.push(room);
    return room;
  };
  /** A lobby of three at that server, two of them taken. */
  const lobby = async (home: number, tokens: readonly string[]) => {
    const [host = '', second = ''] = tokens;
    const room = quiet(await clientFor(entrance(home), host).create('borneo', { seats: 3, clock: 'none' }));
    quiet(await clientFor(entrance(home + 1), second).joinById(room.roomId, {}));
    return room;
  };
  const codeOf = ({ reason }: PromiseRejectedResult) => (reason as Error).message.split(':')[0];

  test('fifty join by its id at once: one has the seat, the others are told that it is taken', async () => {
    const url = cluster().url;
    const tokens = await Promise.all(
      Array.from({ length: CLIENTS }, (_, n) => guest({ url, name: `Guest ${n}` })),
    );
    for (let round = 0; round < ROUNDS; round++) {
      const room = await lobby(round, [await guest({ url, name: 'Ann' }), await guest({ url, name: 'Bob' })]);
      const attempts = await Promise.allSettled(
        tokens.map((token, n) => clientFor(entrance(n), token).joinById(room.roomId, {})),
      );
      const seated = attempts.filter((attempt) => attempt.status === 'fulfilled');
      for (const { value } of seated) quiet(value);
      expect(seated.length).toBe(1);
      const refused = attempts.filter((attempt) => attempt.status === 'rejected');
      expect(new Set(refused.map(codeOf))).toEqual(new Set(['table-full']));
      const answer = await fetch(`${entrance(round + 1)}/api/v1/tables/${room.roomId}`, {
        headers: { Authorization: `Bearer ${tokens[0]}` },
      });
      const { table } = (await answer.json()) as { table: { seats: { occupant: string }[] } };
      expect(table.seats.map(({ occupant }) => occupant)).toEqual(['player', 'player', 'player']);
    }
  });
});
