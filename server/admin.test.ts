// The monitor: only with the password, never with the state of a room.
import { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, EchoRoom, noRooms, type Running, startServer } from './testing/start.ts';

const PASSWORD = 'correct horse battery';
const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const admin = basic(`admin:${PASSWORD}`);

class SecretRoom extends EchoRoom {
  override onCreate(): void {
    super.onCreate();
    this.setState({ hand: ['ace of spades'] } as never);
  }
}

let running: Running;
beforeAll(async () => {
  running = await startServer({
    environment: { ADMIN_PASSWORD: PASSWORD },
    limits: { adminTriesPerMinute: 4 },
    overrides: {
      defineRooms: (server) => {
        server.define('secret', SecretRoom);
        return noRooms(server);
      },
    },
  });
});
afterAll(() => running.stop());

const get = (path: string, headers: Record<string, string> = admin) => ask(running.port, path, { headers });

const callOf = ({ roomId }: { roomId: string }, method: string) =>
  `/admin/monitor/api/room/call?roomId=${roomId}&method=${method}&args=${encodeURIComponent('[]')}`;

test('shows the panel and the rooms with the password', async () => {
  const room = await new Client(running.url).create('secret', {});
  const page = await get('/admin/monitor/');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<div id="app">');
  const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page.text)?.[1];
  expect((await get(`/admin/monitor/${script}`)).status).toBe(200);
  const rooms = (await get('/admin/monitor/api')).json() as { rooms: { roomId: string }[] };
  expect(rooms.rooms.map((item) => item.roomId)).toEqual([room.roomId]);
  await room.leave();
});

test('neither shows nor changes a state', async () => {
  const room = await new Client(running.url).create('secret', {});
  const inspected = await get(`/admin/monitor/api/room?roomId=${room.roomId}`);
  expect(inspected.json()).toMatchObject({ roomId: room.roomId, state: {}, clients: [{}] });
  expect(inspected.text).not.toContain('ace');
  expect((await get('/admin/monitor/api/room?roomId=nothing')).status).toBe(404);
  const call = (method: string) => get(callOf(room, method), { ...admin, 'Sec-Fetch-Site': 'same-origin' });
  for (const method of [
    '_editStateProperty',
    'getInspectData',
    'getInspectorView',
    'broadcast',
    'setState',
    'constructor',
  ]) {
    const answer = await call(method);
    expect([method, answer.status]).toEqual([method, 404]);
    expect(answer.text).not.toContain('ace');
  }
  await room.leave();
});

describe('closing a room', () => {
  const foreign = 'http://evil.example';
  const withPanel = () => `${running.url}/admin/monitor/`;

  // With the password, which browsers send along.
  test.each<[string, () => Record<string, string>]>([
    ['an image on a page that says nothing, over plain HTTP', () => ({})],
    ['a foreign page', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
    ['a page of the same domain', () => ({ 'Sec-Fetch-Site': 'same-site', Referer: withPanel() })],
    ['a link in a mail', () => ({ 'Sec-Fetch-Site': 'none' })],
    ['a foreign page that tells its address', () => ({ Referer: `${foreign}/admin/monitor/` })],
    ['a foreign page that asks to read the answer', () => ({ Origin: foreign })],
    ['a sandboxed frame', () => ({ Origin: 'null' })],
    ['a foreign origin beside an own referer', () => ({ Origin: foreign, Referer: withPanel() })],
    ['another port of this machine', () => ({ Referer: 'http://127.0.0.1:1/admin/monitor/' })],
    ['our address inside another one', () => ({ Referer: `${foreign}/?${withPanel()}` })],
  ])('%s cannot', async (_who, headers) => {
    const room = await new Client(running.url).create('secret', {});
    const answer = await get(callOf(room, 'disconnect'), { ...admin, ...headers() });
    expect([answer.status, answer.json()['code']]).toEqual([403, 'origin-not-allowed']);
    expect((await get(`/admin/monitor/api/room?roomId=${room.roomId}`)).status).toBe(200);
    await room.leave();
  });

  test.each<[string, () => Record<string, string>]>([
    ['over HTTPS or on this machine', () => ({ 'Sec-Fetch-Site': 'same-origin' })],
    ['over plain HTTP', () => ({ Referer: withPanel() })],
  ])('the panel can, %s', async (_where, headers) => {
    const room = await new Client(running.url).create('secret', {});
    room.reconnection.enabled = false;
    const left = new Promise((resolve) => room.onLeave(resolve));
    expect((await get(callOf(room, 'disconnect'), { ...admin, ...headers() })).status).toBe(200);
    await left;
  });

  test('its page makes browsers state the origin of its requests', async () => {
    expect((await get('/admin/monitor/')).headers['referrer-policy']).toBe('same-origin');
    expect((await get('/')).headers['referrer-policy']).toBe('no-referrer');
  });
});

test('requires the password on every path, and limits guesses', async () => {
  for (const path of [
    '/admin/monitor',
    '/admin/monitor/',
    '/admin/monitor/api',
    '/admin/monitor/api/room?roomId=x',
  ]) {
    const answer = await get(path, {});
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('Basic');
  }
  const guesses = ['admin:', `root:${PASSWORD}`, `admin:${PASSWORD}x`, PASSWORD, 'admin:guess'];
  const statuses: number[] = [];
  for (const guess of guesses) statuses.push((await get('/admin/monitor/api', basic(guess))).status);
  expect(statuses).toEqual([401, 401, 401, 401, 429]);
  expect((await get('/admin/monitor/api')).status).toBe(429);
  expect(running.captured.text()).not.toContain(PASSWORD);
});
