// Players who are away are told what matters, over real HTTP.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hooksOf } from '../../rooms/life/notices.ts';
import { until } from '../../rooms/testing/player.ts';
import { type NoticeBody, noticeBody } from '../../shared/protocol/notices.ts';
import type { ProcessStore } from '../store/process-store.ts';
import { type Hook, type Received, startHook } from '../testing/hook.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../testing/mail-server.ts';
import { type PushService, startPushService } from '../testing/push-service.ts';
import { ask, type Running, startServer } from '../testing/start.ts';

const bodyOf = ({ text }: Received): NoticeBody => noticeBody.parse(JSON.parse(text));
const toldIn = (body: NoticeBody) => body.notices.map(({ kind, matchId }) => ({ kind, matchId }));

describe('notices over HTTP', () => {
  let running: Running;
  let hook: Hook;
  let service: PushService;
  let mail: MailServer;
  beforeAll(async () => {
    mail = await startMailServer();
    running = await startServer({
      rooms: true,
      environment: {
        RATE_LIMITS: 'off',
        ADMIN_USERS: 'zoe:another-password',
        NOTIFY_PRIVATE: 'on',
        PUBLIC_URL: 'https://play.example.org',
        SMTP_URL: mail.url,
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
    await mail.close();
  });

  const idOf = async ({ token }: HttpPlayer) => (await running.quayside.deps.identify(token))?.id;
  const hostOf = async (matchId: string) => (await running.quayside.deps.store.load(matchId))?.table.host;
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
    const { commands = [] } = (await player.get(`/matches/${matchId}/legal`)).json() as {
      commands?: object[];
    };
    return (await player.post(`/matches/${matchId}/commands`, commands[0] ?? {})).status;
  };
  /** The one who acts first is the first of the pair. */
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

  test('who sits at a table is told of its start time: of a change but to its host, and when it has come', async () => {
    const [ann, bob] = [
      await HttpPlayer.guest(running.port, 'Ann'),
      await HttpPlayer.guest(running.port, 'Bob'),
    ];
    await target(ann, '/host');
    await target(bob, '/guest');
    await settings(bob, { language: 'fr', zone: 'Europe/Paris' });
    const wish = { game: 'toy', seats: 2, visibility: 'private', startsAt: Date.now() + 3_600_000 };
    const made = (await ann.post('/tables', wish)).json();
    const { matchId, startsAt } = made['table'] as { matchId: string; startsAt: number };
    expect(startsAt).toBe(wish.startsAt);
    await bob.post('/join', { invitation: made['invitation'] });
    const soon = Date.now() + 1_500;
    const path = `/tables/${matchId}/start-time`;
    expect((await bob.send('PUT', path, { startsAt: soon })).status).toBe(403);
    expect((await ann.send('PUT', path, { startsAt: soon })).status).toBe(204);
    await until(() => at('/guest').length === 2 && at('/host').length === 1, 'the notices');
    const guest = at('/guest').map(bodyOf);
    expect([...guest.map(toldIn), ...at('/host').map((one) => toldIn(bodyOf(one)))]).toEqual([
      [{ kind: 'start-changed', matchId }],
      [{ kind: 'start-near', matchId }],
      [{ kind: 'start-near', matchId }],
    ]);
    expect(guest.flatMap(({ notices }) => notices.map(({ deadline }) => deadline))).toEqual([soon, soon]);
    expect(guest[1]?.text).toMatch(/commence bientôt\. Début\s: /);
    expect((await bob.get('/me/seats')).json()['seats']).toMatchObject([{ matchId, startsAt: soon }]);
    // Whatever is still on its way about a time that is no longer agreed upon is dropped.
    await ann.send('DELETE', `/tables/${matchId}`);
    await until(() => at('/guest').length === 3, 'the end');
    expect(
      at('/guest')
        .map((one) => bodyOf(one).notices[0]?.kind)
        .at(-1),
    ).toBe('over');
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

  test('the host has a channel told of everybody’s turn at one table, with names, until the match is over', async () => {
    const { matchId, first, second } = await pair();
    const isHostFirst = (await hostOf(matchId)) === (await idOf(first));
    const [mine, other] = isHostFirst ? [first, second] : [second, first];
    const wish = { type: 'json', url: `${hook.url}/channel`, matchId };
    expect((await other.post('/me/notices/targets', wish)).json()['code']).toBe('not-host');
    const unknown = await mine.post('/me/notices/targets', { ...wish, matchId: 'nothing' });
    expect([unknown.status, unknown.json()['code']]).toEqual([404, 'unknown-match']);
    await settings(mine, { language: 'fr', zone: 'Europe/Paris' });
    const { target: made } = await target(mine, '/channel', { type: 'json', matchId });
    expect(await move(matchId, first)).toBe(200);
    await until(() => at('/channel').length === 1, 'the notice');
    const [told] = at('/channel').map(bodyOf);
    const name = isHostFirst ? 'Bob' : 'Ann';
    expect(told?.notices).toMatchObject([{ kind: 'your-turn', seat: isHostFirst ? 1 : 0, name }]);
    expect(told?.text).toContain(`c’est à ${name} de jouer`);
    // Nobody but its host sees or tries it.
    const seen = async (player: HttpPlayer) => (await player.get('/me/notices')).json()['targets'];
    expect(await seen(mine)).toMatchObject([{ id: made.id, matchId }]);
    expect(await seen(other)).toEqual([]);
    expect((await mine.post(`/me/notices/targets/${made.id}/test`)).json()).toMatchObject({
      delivered: true,
    });
    const isOver = () =>
      at('/channel').some((one) => bodyOf(one).notices.some(({ kind }) => kind === 'over'));
    for (let moves = 0; moves < 40 && !isOver(); moves++)
      for (const one of [first, second]) await move(matchId, one);
    await until(() => isOver(), 'the end');
    await until(async () => ((await seen(mine)) as object[]).length === 0, 'the channel is let go');
  });

  test('players see that a channel is told, and a new host ends what the former one has chosen', async () => {
    const { matchId, first, second } = await pair();
    const [host, other] = (await hostOf(matchId)) === (await idOf(first)) ? [first, second] : [second, first];
    const channels = async (player: HttpPlayer) => (await player.get(`/tables/${matchId}/channels`)).json();
    expect(await channels(other)).toEqual({ channels: [] });
    await target(host, '/former-channel', { type: 'json', matchId });
    expect(await channels(other)).toEqual({ channels: ['json'] });
    const stranger = await HttpPlayer.guest(running.port, 'Eve');
    expect(await channels(stranger)).toMatchObject({ code: 'invitation-required' });
    expect((await host.post(`/tables/${matchId}/give-up-seat`)).status).toBe(204);
    expect(await channels(other)).toEqual({ channels: [] });
    const seen = async () => (await host.get('/me/notices')).json()['targets'] as object[];
    // Whoever is asked next is nobody that the former host may tell of.
    await until(async () => {
      await move(matchId, other);
      return (await seen()).length === 0;
    }, 'the end of the channel');
    expect(at('/former-channel')).toEqual([]);
  });

  test('who is forgotten takes the hooks of their tables along', async () => {
    const { matchId, first, second } = await pair();
    const [mine, other] = (await hostOf(matchId)) === (await idOf(first)) ? [first, second] : [second, first];
    await target(mine, '/forgotten-channel', { type: 'json', matchId });
    expect((await mine.send('DELETE', '/me')).status).toBeLessThan(300);
    await asleep(matchId);
    await move(matchId, other);
    const { store } = running.quayside.deps as unknown as { store: ProcessStore };
    expect(await store.readOutbox('targets', hooksOf(matchId))).toEqual([]);
    expect(at('/forgotten-channel')).toEqual([]);
  });

  test('a worker renews its subscription by the secret alone, and nobody else does', async () => {
    const ann = await HttpPlayer.guest(running.port, 'Ann');
    const { pushKey } = (await ann.get('/me/notices')).json() as { pushKey: string };
    const { endpoint: url, keys } = service.subscribe(pushKey);
    const added = (await ann.post('/me/notices/targets', { type: 'push', url, keys })).json() as {
      target: { id: string };
      secret: string;
    };
    service.unsubscribe(url);
    const other = service.subscribe(pushKey);
    const renew = async (secret: string, endpoint = other.endpoint) => {
      const body = JSON.stringify({ secret, url: endpoint, keys: other.keys });
      const headers = { 'Content-Type': 'application/json' };
      const path = `/api/v1/notices/targets/${added.target.id}`;
      return (await ask(running.port, path, { method: 'PUT', headers, body })).status;
    };
    expect(await renew(`${added.secret.slice(1)}x`)).toBe(404);
    expect(await renew(added.secret, 'ftp://example.org/')).toBe(422);
    expect(await renew(added.secret)).toBe(204);
    const tried = await ann.post(`/me/notices/targets/${added.target.id}/test`);
    expect(tried.json()).toEqual({ delivered: true, status: 201 });
    expect(service.messages.filter(({ endpoint }) => endpoint === other.endpoint)).toHaveLength(1);
    // The next page finds it there.
    const again = await ann.post('/me/notices/targets', {
      type: 'push',
      url: other.endpoint,
      keys: other.keys,
    });
    expect(again.json()).toMatchObject({ target: { id: added.target.id }, secret: null });
    // Only browsers have one to renew.
    const hooked = await target(ann, '/renewed');
    const body = JSON.stringify({ secret: hooked.secret, url: other.endpoint, keys: other.keys });
    const path = `/api/v1/notices/targets/${hooked.target.id}`;
    const headers = { 'Content-Type': 'application/json' };
    expect((await ask(running.port, path, { method: 'PUT', headers, body })).status).toBe(404);
  });

  const administrator = {
    Authorization: `Basic ${Buffer.from('zoe:another-password').toString('base64')}`,
    'Sec-Fetch-Site': 'same-origin',
  };
  const office = (path: string, language = 'en') =>
    ask(running.port, `/admin${path}`, { headers: { ...administrator, 'Accept-Language': language } });
  const press = (action: string) =>
    ask(running.port, '/admin/notices', {
      method: 'POST',
      headers: { ...administrator, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ action, reason: 'a broken hook' }).toString(),
    });
  const hooksCounted = async () => {
    const { types } = (await office('/api/notices')).json() as {
      types: { type: string; delivered: number }[];
    };
    return types.find(({ type }) => type === 'json');
  };

  test('administrators see numbers alone, and can stop all sending until they let it go on', async () => {
    const { matchId, first, second } = await pair();
    const { target: hooked } = await target(second, '/canary-switch');
    const before = await hooksCounted();
    expect((await press('stop-notices')).headers['location']).toBe('/admin/notices?done=stop-notices');
    expect(await move(matchId, first)).toBe(200);
    expect((await second.post(`/me/notices/targets/${hooked.id}/test`)).json()).toEqual({
      delivered: false,
      status: null,
    });
    await asleep(matchId);
    // A look that began before has ended by now; a claim takes nothing.
    const { store } = running.quayside.deps as unknown as { store: ProcessStore };
    const later = Date.now() + 60_000;
    await store.writeOutbox('claim', 'no-one', later, later + 1, 32);
    expect(await store.readOutbox('claimed', 'no-one', later, 9)).toEqual([]);
    expect(at('/canary-switch')).toEqual([]);
    expect((await office('/api/notices')).json()).toMatchObject({ stoppedSince: expect.any(Number) });
    for (const [language, words] of [
      ['en', 'All sending was stopped'],
      ['fr', 'Tout envoi a été arrêté'],
    ] as const) {
      const { text } = await office('/notices', language);
      expect(text).toContain(words);
      expect(text).not.toMatch(/canary|127\.0\.0\.1|example\.org/);
    }
    await press('send-notices');
    await until(() => at('/canary-switch').length === 1, 'what had waited');
    await until(async () => (await hooksCounted())?.delivered === (before?.delivered ?? 0) + 1, 'the count');
    const { actions } = (await office('/api/actions')).json() as { actions: object[] };
    expect(actions).toMatchObject([
      { action: 'send-notices', by: 'zoe', reason: 'a broken hook', player: null },
      { action: 'stop-notices' },
    ]);
    expect((await office('/actions')).text).toContain('stopped all notices');
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

  const mailsTo = (address: string) => mail.received.filter(({ envelope }) => envelope.to.includes(address));
  /** The path of the link with this purpose. */
  const linkIn = ({ text }: ReceivedMail, purpose: string) => {
    const [, path = ''] =
      new RegExp(`https://play\\.example\\.org(/mail/${purpose}/[\\w.-]+)`).exec(text) ?? [];
    return path;
  };
  const addAddress = async (player: HttpPlayer, address: string) => {
    const added = await player.post('/me/notices/targets', { type: 'mail', address });
    expect(added.status).toBe(201);
    return (added.json() as { target: { id: string; name: string; confirmed: boolean } }).target;
  };
  /** As a browser shows it. */
  const open = (path: string, method: 'GET' | 'POST' = 'GET', more: { body?: string; type?: string } = {}) =>
    ask(running.port, path, {
      method,
      headers: {
        'Accept-Language': 'en',
        Accept: 'text/html',
        ...(more.type === undefined ? {} : { 'Content-Type': more.type }),
      },
      ...(more.body === undefined ? {} : { body: more.body }),
    });
  const confirmed = async (player: HttpPlayer, address: string) => {
    const target = await addAddress(player, address);
    await until(() => mailsTo(address).length === 1, 'the question');
    const [question] = mailsTo(address);
    if (question === undefined) throw new Error('no mail');
    const path = linkIn(question, 'confirm');
    expect((await open(path, 'POST')).status).toBe(200);
    return { target, path };
  };

  test('an address of mail is told nothing until its owner has said so, then in the player’s language', async () => {
    const { matchId, first, second } = await pair();
    await settings(second, { language: 'fr', zone: 'Europe/Paris' });
    const address = 'zoe.canary@example.org';
    const target = await addAddress(second, address);
    expect(target).toMatchObject({ name: 'z…@example.org', confirmed: false });
    await until(() => mailsTo(address).length === 1, 'the question');
    const [question] = mailsTo(address);
    if (question === undefined) throw new Error('no mail');
    expect(question.headers.get('auto-submitted')).toBe('auto-generated');
    expect(question.text).not.toMatch(/Ann|Bob/);
    expect(question.headers.get('from')).toBe('Quayside <no-reply@play.example.org>');
    expect(await move(matchId, first)).toBe(200);
    // Opening the link does nothing: programs open it to look what is there.
    const path = linkIn(question, 'confirm');
    expect((await open(path)).text).toContain('<button>Yes, write to me</button>');
    await asleep(matchId);
    expect((await second.get('/me/notices')).json()).toMatchObject({ targets: [{ confirmed: false }] });
    expect((await open(path, 'POST')).text).toContain('This address is confirmed.');
    expect((await second.get('/me/notices')).json()).toMatchObject({ targets: [{ confirmed: true }] });
    expect(await move(matchId, second)).toBe(200);
    await asleep(matchId);
    expect(await move(matchId, first)).toBe(200);
    await until(() => mailsTo(address).length === 2, 'the notice');
    const [, notice] = mailsTo(address);
    expect(notice?.headers.get('subject')).toMatch(/^Le tas\s: c’est à vous\. Jusqu’au .+\.$/);
    expect(notice?.text).toContain(`https://play.example.org/table/${matchId}\n`);
    expect(notice?.html).toContain(`<a href="https://play.example.org/table/${matchId}">Ouvrir la table</a>`);
    expect(notice?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(notice?.headers.get('message-id')).toMatch(/^<[a-z\d]{22}@play\.example\.org>$/);
    const shown = [
      (await second.get('/me/notices')).text,
      (await second.get('/me/export')).text,
      running.captured.text(),
    ].join('\n');
    expect(shown).not.toContain('canary');
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('RFC 8058: one request of a mail program, with %s, ends the mails', async (what, type, body) => {
    const ann = await HttpPlayer.guest(running.port, 'Ann');
    const address = `${what.replace(' ', '-')}@example.org`;
    const { target } = await confirmed(ann, address);
    expect((await ann.post(`/me/notices/targets/${target.id}/test`)).json()).toEqual({
      delivered: true,
      status: 250,
    });
    const [, tried] = mailsTo(address);
    const [, link = ''] =
      /^<https:\/\/play\.example\.org(.*)>$/.exec(tried?.headers.get('list-unsubscribe') ?? '') ?? [];
    expect((await open(link)).text).toContain('<button>No more mails</button>');
    expect(await idsOf(ann)).toEqual([target.id]);
    expect((await open(link, 'POST', { type, body })).status).toBe(200);
    expect(await idsOf(ann)).toEqual([]);
    // Again, it is still so.
    expect((await open(link, 'POST', { type, body })).status).toBe(200);
  });

  test('a link works for its own address and purpose alone', async () => {
    const ann = await HttpPlayer.guest(running.port, 'Ann');
    const { target, path } = await confirmed(ann, 'ann@example.org');
    const token = path.split('/').at(-1) ?? '';
    for (const wrong of [
      `/mail/stop/${token}`,
      `/mail/confirm/${target.id}`,
      `/mail/confirm/${target.id}.${'A'.repeat(22)}`,
      `/mail/confirm/${token.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a'))}`,
    ])
      expect((await open(wrong, 'POST')).status).toBe(410);
    expect((await open('/mail/nothing/x', 'POST')).status).toBe(404);
    expect(await idsOf(ann)).toEqual([target.id]);
    expect((await ann.send('DELETE', '/me')).status).toBe(200);
    // As if it had never been there.
    expect((await open(path, 'POST')).status).toBe(410);
  });

  test.each([
    'no address',
    'a@b',
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org, b@example.org',
    'A <a@example.org>',
    '"a@evil.example x"@example.org',
    'a%b@example.org',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    `${'a'.repeat(65)}@example.org`,
    'é@example.org',
  ])('%j is no address of mail', async (address) => {
    const ann = await HttpPlayer.guest(running.port, 'Ann');
    const refused = await ann.post('/me/notices/targets', { type: 'mail', address });
    expect([refused.status, refused.json()['code']]).toEqual([400, 'bad-payload']);
    expect(refused.text).not.toContain('example.org');
  });

  test('an address that is added again is the same, and is asked again until it is confirmed', async () => {
    const ann = await HttpPlayer.guest(running.port, 'Ann');
    const address = 'twice@example.org';
    const { id } = await addAddress(ann, address);
    expect((await addAddress(ann, address)).id).toBe(id);
    expect((await ann.post(`/me/notices/targets/${id}/test`)).json()).toEqual({
      delivered: false,
      status: null,
    });
    await until(() => mailsTo(address).length === 3, 'three questions');
    expect(new Set(mailsTo(address).map((one) => linkIn(one, 'confirm'))).size).toBe(1);
  });
});
