// A proxy between player and server that tells neither that the other is gone, or loses data.
import { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { comeBack, seatAndStart, TestPlayer, until } from '../../rooms/testing/player.ts';
import { FRAME, RawClient } from '../../rooms/testing/raw-client.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type SilentProxy, startSilentProxy } from '../testing/silent-proxy.ts';
import { type Running, startServer } from '../testing/start.ts';

jest.setTimeout(180_000);

const PULSE = { pulseSeconds: 0.5, silentPulses: 2 };

let running: Running;
let proxy: SilentProxy;
beforeAll(async () => {
  running = await startServer({ rooms: true, environment: { RATE_LIMITS: 'off' }, limits: PULSE });
  proxy = await startSilentProxy(running.url);
});
afterAll(async () => {
  await proxy.close();
  await running.stop();
});

async function guest(name: string, url = running.url): Promise<Client> {
  const client = new Client(url);
  client.auth.token = (await HttpPlayer.guest(running.port, name)).token;
  return client;
}

async function start(): Promise<{ table: TestPlayer[]; clients: Client[] }> {
  const clients = await Promise.all(['Ann', 'Bob', 'Zoé'].map((name) => guest(name)));
  return { table: await seatAndStart(clients, 'borneo', { absence: 'clock' }), clients };
}

test.each<[string, (device: RawClient) => void]>([
  ['a close frame', ({ socket }) => socket.close()],
  ['an end without one', ({ socket }) => socket.terminate()],
])(
  '%s never arrives: the player soon counts as absent, keeps the seat, and returns',
  async (_what, leave) => {
    const { table, clients } = await start();
    const [ann, bob, zoe] = table as [TestPlayer, TestPlayer, TestPlayer];
    const hand = zoe.state.table.seats[2]?.priv?.seatView?.['hand'];
    const device = await RawClient.join(proxy.url, String(clients[2]?.auth.token), ann.matchId);
    device.acknowledge();
    await until(
      () => device.frames.some(([kind]) => kind === FRAME.state) && zoe.left === 4100,
      'the device',
    );
    const open = proxy.open();
    leave(device);
    // The server has not been told.
    await ann.send('chat', { text: 'still here?' });
    expect([proxy.open(), ann.state.table.seats[2]?.connected]).toEqual([open, true]);
    // Only the pulse can notice it: nothing else arrives, nor ends.
    await until(() => ann.state.table.seats[2]?.connected === false, 'the absence');
    expect(ann.state.table.seats[2]).toMatchObject({ occupant: 'player', name: 'Zoé' });
    const again = await comeBack(clients[2] as Client, ann.matchId);
    expect([again.seat, again.state.table.seats[2]?.priv?.seatView?.['hand']]).toEqual([2, hand]);
    await playRound([ann, bob, again]);
  },
);

test('a player who returns on another device before the loss is detected has the seat; the old device cannot act', async () => {
  const { table, clients } = await start();
  const [ann, bob] = table as [TestPlayer, TestPlayer];
  const device = await RawClient.join(proxy.url, String(clients[2]?.auth.token), ann.matchId);
  device.acknowledge();
  await until(() => device.frames.some(([kind]) => kind === FRAME.state), 'the device');
  device.socket.close();
  const again = await comeBack(clients[2] as Client, ann.matchId);
  expect(ann.state.table.seats[2]?.connected).toBe(true);
  await playRound([ann, bob, again]);
  expect(again.left).toBeUndefined();
});

test('the connection breaks right after commands were sent; they are repeated, and each has one effect', async () => {
  const { table, clients } = await start();
  const first = table[0]?.state.decisions[0]?.seat ?? 0;
  const others = table.filter(({ seat }) => seat !== first);
  const player = new TestPlayer(await through(clients[first]).joinById(table[0]?.matchId ?? '', {}));
  await until(() => player.matchId !== '' && player.decision !== undefined, 'the seat');
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  Object.assign(player.room.reconnection, { enabled: true, minUptime: 0, delay: 50, minDelay: 50 });
  let returns = 0;
  player.room.onReconnect(() => {
    returns += 1;
  });
  const { type, payload } = await player.choose();
  const command = { ...payload, commandId: 'once' };
  const said = () => others[0]?.chat.map(({ text }) => text);
  // The first time it arrives, and its answer is lost; the second time it is lost itself.
  for (const arrives of [true, false]) {
    if (!arrives) proxy.lose();
    player.room.send(type, command);
    player.room.send('chat', { text: arrives ? 'arrives' : 'is lost' });
    if (arrives) await until(() => others[0]?.news.at(-1)?.version === 1, 'the move');
    proxy.cut();
    await until(() => !player.room.connection.isOpen, 'the break');
    // All that the SDK keeps while there is no connection; the eleventh would push the first out.
    for (let n = 0; n < 8; n++) player.room.send(type, command);
    for (const n of [1, 2]) player.room.send('chat', { text: `${arrives} ${n}` });
    const before = returns;
    await until(() => returns > before, 'the return');
    await player.room.request('news-since', { version: 0 });
  }
  await until(() => said()?.at(-1) === 'false 2', 'the talk');
  expect(said()).toEqual(['arrives', 'true 1', 'true 2', 'false 1', 'false 2']);
  expect(player.rejected).toEqual([]);
  expect(others.map(({ state, news }) => [state.version, news.at(-1)?.version])).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect(await player.send(type, command)).toEqual({ version: 1 });
  jest.restoreAllMocks();
  player.room.reconnection.enabled = false;
});

function through(client: Client | undefined): Client {
  const behind = new Client(proxy.url);
  behind.auth.token = String(client?.auth.token);
  return behind;
}

/** Every player moves once, in any order. */
async function playRound(table: readonly TestPlayer[]): Promise<void> {
  for (const _ of table) {
    const asked = table[0]?.state.decisions[0]?.seat;
    const version = (await table.find(({ seat }) => seat === asked)?.playAny()) ?? 0;
    await until(() => table.every((player) => player.state.version >= version), 'the move');
  }
}
