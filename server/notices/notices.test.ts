// Players who are away are told what matters, over real HTTP.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { type NoticeBody, noticeBody } from '../../shared/protocol/notices.ts';
import type { ProcessStore } from '../store/process-store.ts';
import { type Hook, type Received, startHook } from '../testing/hook.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type PushService, startPushService } from '../testing/push-service.ts';
import { type Running, startServer } from '../testing/start.ts';

const bodyOf = ({ text }: Received): NoticeBody => noticeBody.parse(JSON.parse(text));
const toldIn = (body: NoticeBody) => body.notices.map(({ kind, matchId }) => ({ kind, matchId }));

describe('notices over HTTP', () => {
  let running: Running;
  let hook: Hook;
  let service: PushService;
  beforeAll(async () => {
    running = await startServer({
      rooms: true,
      environment: {
        RATE_LIMITS: 'off',
        NOTIFY_PRIVATE: 'on',
        PUBLIC_URL: 'https://play.example.org',
      },
      roomLimits: { sleepAfterSeconds: 0.1, callSeconds: 0.1, botPauseMs: 0 },
    });
    hook = await startHook();
    service = await startPushService();
  });
  afterAll(async () => {
    await running.stop();
    await hook.close();
    await service.close();
  });

  const target = async (player: HttpPlayer, path: string, more: object = { type: 'json' }) => {
    const added = await player.post('/me/notices/targets', { url: `${hook.url}${path}`, ...more });
    expect([added.status, added.text]).toEqual([201, expect.anything()]);
    return added.json() as { target: { id: string }; secret: string | null };
  };
  const settings = (player: HttpPlayer, change: object) =>
    player.send('PUT', '/me/notices', {
      ...{ language: 'en', zone: 'UTC', quiet: null, off: [], muted: [] },
      ...change,
    });
  /** What has arrived at a path. */
  const at = (path: string) => hook.received.filter((one) => one.path === path);
  const asleep = (matchId: string) =>
    until(async () => {
      const row = await running.quayside.deps.store.load(matchId);
      return row?.wakeAt !== null && row?.wakeAt !== 0;
    }, 'the table asleep');
  /** A table over days that sleeps: both players are away. */
  const table = async (players: readonly HttpPlayer[]) => {
    const [host, ...others] = players;
    const wish = {
      game: 'toy',
      seats: players.length,
      clock: 'days',
      visibility: 'private',
      absence: 'clock',
    };
    const made = (await host?.post('/tables', wish))?.json() ?? {};
    for (const other of others) await other.post('/join', { invitation: made['invitation'] });
    const { matchId } = made['table'] as { matchId: string };
    await host?.post(`/tables/${matchId}/start`);
    await asleep(matchId);
    return matchId;
  };
  const move = async (matchId: string, player: HttpPlayer) => {
    const { commands } = (await player.get(`/matches/${matchId}/legal`)).json() as { commands: object[] };
    return (await player.post(`/matches/${matchId}/commands`, commands[0] ?? {})).status;
  };
  /** Whoever acts first is the first of the pair. */
  const pair = async () => {
    const [ann, bob] = [
      await HttpPlayer.guest(running.port, 'Ann'),
      await HttpPlayer.guest(running.port, 'Bob'),
    ];
    const matchId = await table([ann, bob]);
    const { asked } =
      ((await ann.get('/me/seats')).json() as { seats: { asked: number[] }[] }).seats[0] ?? {};
    return { matchId, first: asked?.[0] === 0 ? ann : bob, second: asked?.[0] === 0 ? bob : ann };
  };

  test('who is away is told that the decision is open, signed, with a reminder later', async () => {
    const { matchId, first, second } = await pair();
    const { secret } = await target(second, '/signed');
    await target(first, '/mover');
    await settings(second, { language: 'fr', zone: 'Europe/Paris' });
    const before = Date.now();
    expect(await move(matchId, first)).toBe(200);
    await until(() => at('/signed').length === 1, 'the notice');
    const [received] = at('/signed');
    if (received === undefined) throw new Error('nothing came');
    const body = bodyOf(received);
    expect(toldIn(body)).toEqual([{ kind: 'your-turn', matchId }]);
    expect(body.url).toBe(`https://play.example.org/table/${matchId}`);
    expect(body.text).toMatch(/c’est à vous\. Jusqu’au/);
    const [notice] = body.notices;
    expect(notice?.deadline).toBeGreaterThan(before + 71 * 3_600_000);
    const [, time = '', signature = ''] =
      /^t=(\d+),v1=([\da-f]{64})$/.exec(String(received.headers['quayside-signature'])) ?? [];
    expect(
      createHmac('sha256', secret ?? '')
        .update(`${time}.${received.text}`)
        .digest('hex'),
    ).toBe(signature);
    // The reminder waits until a quarter of the time is left.
    const { store } = running.quayside.deps as unknown as { store: ProcessStore };
    const waiting = async () => (await store.readOutbox('counts'))[0]?.waiting;
    await until(async () => (await waiting()) === 1, 'only the reminder left');
    const [next] = await store.readOutbox('next', Date.now() + 60_000);
    expect((notice?.deadline ?? 0) - (next?.at ?? 0)).toBeCloseTo(18 * 3_600_000, -5);
    expect(at('/mover')).toEqual([]);
    // An answer in time withdraws it.
    await asleep(matchId);
    expect(await move(matchId, second)).toBe(200);
    await until(() => at('/mover').length === 1, 'the other player’s notice');
    await until(async () => (await waiting()) === 1, 'only the other reminder left');
  });

  test('each kind of target gets its own form; a test comes at once', async () => {
    const ann = await HttpPlayer.guest(running.port, 'Ann');
    const forms = {
      discord: { content: expect.stringMatching(/^\*\*.*\*\*\n.*\nhttps:/), allowed_mentions: { parse: [] } },
      slack: { text: expect.stringMatching(/^\*[^*]*\*\n/) },
      mattermost: { text: expect.stringMatching(/^\*\*/) },
      ntfy: {
        topic: 'my-topic',
        title: expect.anything(),
        message: expect.anything(),
        click: expect.anything(),
      },
      gotify: {
        title: expect.anything(),
        message: expect.anything(),
        priority: 5,
        extras: expect.anything(),
      },
    };
    for (const [type, form] of Object.entries(forms)) {
      const path = type === 'ntfy' ? '/base/my-topic' : `/${type}`;
      const added = await target(ann, path, { type, token: 'a-secret-token' });
      expect(added.secret).toBeNull();
      const answer = await ann.post(`/me/notices/targets/${added.target.id}/test`);
      expect(answer.json()).toEqual({ delivered: true, status: 204 });
      const received = hook.received.at(-1);
      expect(JSON.parse(received?.text ?? '')).toEqual(form);
      if (type === 'gotify')
        expect([received?.path, received?.headers['x-gotify-key']]).toEqual([
          '/gotify/message',
          'a-secret-token',
        ]);
      if (type === 'ntfy')
        expect([received?.path, received?.headers.authorization]).toEqual(['/base', 'Bearer a-secret-token']);
    }
    expect((await ann.post('/me/notices/targets/nothing/test')).status).toBe(404);
  });

  test('addresses and secrets are never shown again, and forgetting the player leaves nothing', async () => {
    const ann = await HttpPlayer.guest(running.port, 'Ann');
    const { target: made, secret } = await target(ann, '/canary-path?canary-query', {
      type: 'json',
      token: 'canary-token',
    });
    const shown = [
      (await ann.get('/me/notices')).text,
      (await ann.get('/me/export')).text,
      running.captured.text(),
      JSON.stringify(await running.quayside.deps.store.list({ limit: 99 })),
    ].join('\n');
    expect(shown).not.toContain('canary');
    expect(shown).not.toContain(secret);
    expect(shown).toContain(`"name":"127.0.0.1:`);
    expect((await ann.send('DELETE', `/me/notices/targets/${made.id}`)).status).toBe(204);
    expect((await ann.send('DELETE', `/me/notices/targets/${made.id}`)).status).toBe(404);
    await target(ann, '/again');
    await settings(ann, { language: 'fr' });
    expect((await ann.send('DELETE', '/me')).status).toBe(200);
    expect((await ann.get('/me/notices')).json()).toMatchObject({
      targets: [],
      settings: { language: 'en' },
    });
  });

  test('a player has a limited number of targets, none of another player, and only addresses that can be called', async () => {
    const [ann, bob] = [
      await HttpPlayer.guest(running.port, 'Ann'),
      await HttpPlayer.guest(running.port, 'Bob'),
    ];
    const { target: made } = await target(ann, '/one');
    expect((await bob.send('DELETE', `/me/notices/targets/${made.id}`)).status).toBe(404);
    expect((await bob.post(`/me/notices/targets/${made.id}/test`)).status).toBe(404);
    for (let n = 1; n < 10; n++) await target(ann, `/${n}`);
    const more = await ann.post('/me/notices/targets', { type: 'json', url: hook.url });
    expect([more.status, more.json()['code']]).toEqual([429, 'too-many-targets']);
    const refused = await bob.post('/me/notices/targets', { type: 'json', url: 'ftp://example.org/' });
    expect([refused.status, refused.json()['code']]).toEqual([422, 'target-refused']);
  });

  const subscribe = async (player: HttpPlayer) => {
    const { pushKey } = (await player.get('/me/notices')).json() as { pushKey: string };
    const { endpoint, keys } = service.subscribe(pushKey);
    const add = async (more: object = {}) =>
      (await player.post('/me/notices/targets', { type: 'push', url: endpoint, keys, ...more })).json() as {
        target: { id: string };
      };
    const { target: made } = await add();
    return {
      endpoint,
      id: made.id,
      add,
      told: () => service.messages.filter((one) => one.endpoint === endpoint),
    };
  };
  const idsOf = async (player: HttpPlayer) =>
    ((await player.get('/me/notices')).json() as { targets: { id: string }[] }).targets.map(({ id }) => id);

  test('a browser is told through its push service, which reads nothing of it', async () => {
    const { matchId, first, second } = await pair();
    await settings(second, { language: 'fr', zone: 'Europe/Paris' });
    const browser = await subscribe(second);
    expect(await move(matchId, first)).toBe(200);
    await until(() => browser.told().length === 1, 'the message');
    const [message] = browser.told();
    // Nothing but what the schema says: no name, no token, nothing that happened in the match.
    const body = noticeBody.parse(JSON.parse(message?.text ?? ''));
    expect(toldIn(body)).toEqual([{ kind: 'your-turn', matchId }]);
    expect(body).toMatchObject({
      title: 'Quayside',
      text: expect.stringMatching(/^Le tas\s: c’est à vous\. Jusqu’au .+\.$/),
      url: `/table/${matchId}`,
    });
    const raw = `${message?.bytes.toString('latin1')} ${JSON.stringify(message?.headers)}`;
    expect(raw).not.toMatch(new RegExp(`${matchId}|your-turn|Le tas`));
    expect(Number(message?.headers['ttl'])).toBeGreaterThan(71 * 3_600);
    expect(message?.headers).toMatchObject({ urgency: 'normal' });
  });

  test('a browser subscribes once, however often it says so, is tried, and leaves', async () => {
    const ann = await HttpPlayer.guest(running.port, 'Ann');
    const { id, add, told } = await subscribe(ann);
    expect((await ann.post(`/me/notices/targets/${id}/test`)).json()).toEqual({
      delivered: true,
      status: 201,
    });
    expect(noticeBody.parse(JSON.parse(told()[0]?.text ?? ''))).toMatchObject({ notices: [], url: '/' });
    expect((await add()).target.id).toBe(id);
    const { keys } = service.subscribe('');
    const { target: other } = await add({ keys });
    expect(other.id).not.toBe(id);
    expect(await idsOf(ann)).toEqual([other.id]);
    expect((await ann.send('DELETE', `/me/notices/targets/${other.id}`)).status).toBe(204);
    expect(await idsOf(ann)).toEqual([]);
  });

  test('a subscription that is gone is removed', async () => {
    const { matchId, first, second } = await pair();
    const { endpoint } = await subscribe(second);
    service.unsubscribe(endpoint);
    expect(await move(matchId, first)).toBe(200);
    await until(async () => (await idsOf(second)).length === 0, 'the target removed');
  });

  test.each([
    ['no keys', {}, 400],
    ['keys of a hook', { type: 'json', keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }, 400],
    ['keys that are none', { keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }, 422],
  ])('a subscription with %s is refused', async (_what, more, status) => {
    const ann = await HttpPlayer.guest(running.port, 'Ann');
    const refused = await ann.post('/me/notices/targets', {
      type: 'push',
      url: `${service.url}/send/1`,
      ...more,
    });
    expect(refused.status).toBe(status);
  });
});
