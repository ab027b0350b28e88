// Signing in at servers that are set up in different ways, and at providers that answer badly or not at all.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Oddity, OddProvider } from '../testing/odd-provider.ts';
import { secondDevice } from '../testing/second-device.ts';
import { SignInBrowser } from '../testing/signing-in.ts';
import { type Answered, ask, type Running, startServer } from '../testing/start.ts';

let provider: OddProvider;
let running: Running | undefined;
beforeAll(async () => {
  provider = await OddProvider.start();
});
afterEach(async () => {
  provider.oddity = {};
  await running?.stop();
  running = undefined;
});
afterAll(() => provider.close());

/** One at a time in a process. */
async function start(environment: Record<string, string> = {}, rooms?: true): Promise<Running> {
  running = await startServer({
    ...(rooms && { rooms }),
    environment: { RATE_LIMITS: 'off', ...provider.settings, ...environment },
  });
  return running;
}

const codeOf = (answer: Answered) => [answer.status, answer.json()['code']];

test('behind a proxy the cookie is for this host alone; pages of other origins begin nothing', async () => {
  const place = 'https://play.example.org';
  const { port } = await start({ PUBLIC_URL: place, TRUST_PROXY: '1' });
  const headers = { Origin: place, 'X-Forwarded-Host': 'play.example.org', 'X-Forwarded-For': '192.0.2.1' };
  const one = new SignInBrowser(port, headers);
  const agreed = provider.agree(await one.begin(), { sub: 'ida', name: 'Ida' });
  expect(one.cookieText).toMatch(/^__Host-quayside-sign-in=.*; HttpOnly; SameSite=Lax; Secure$/);
  expect((await one.finish(agreed)).status).toBe(201);
  for (const Origin of ['https://other.example.org', `http://127.0.0.1:${port}`, 'null']) {
    const elsewhere = new SignInBrowser(port, { ...headers, Origin });
    expect(codeOf(await elsewhere.post('/sign-in', { device: 'x' }))).toEqual([403, 'origin-not-allowed']);
  }
});

test('without a provider there is nothing to sign in to', async () => {
  const { port } = await start({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' });
  expect((await ask(port, '/')).json()['signIn']).toEqual({ provider: null, required: false });
  const nobody = new SignInBrowser(port);
  expect(codeOf(await nobody.post('/sign-in', { device: 'x' }))).toEqual([404, 'sign-in-off']);
  expect(codeOf(await nobody.finish(new URLSearchParams()))).toEqual([404, 'sign-in-off']);
});

test('where signing in is required, guests watch, and members of the group play', async () => {
  const { port } = await start({ SIGN_IN: 'required', OIDC_GROUP: 'players' }, true);
  expect((await ask(port, '/')).json()['signIn']).toEqual({
    provider: new URL(provider.issuer).host,
    required: true,
  });
  for (const groups of [undefined, 'player', ['staff'], { players: true }]) {
    const one = new SignInBrowser(port);
    const agreed = provider.agree(await one.begin(), { sub: 'guest', groups });
    expect(codeOf(await one.finish(agreed))).toEqual([403, 'not-a-member']);
  }
  const member = await new SignInBrowser(port).signIn(provider, { sub: 'kim', groups: ['staff', 'players'] });
  const kim = new HttpPlayer(port, member.token);
  const opened = (await kim.post('/tables', { game: 'toy', seats: 3, clock: 'none' })).json();
  const { matchId } = opened['table'] as { matchId: string };
  const guest = await HttpPlayer.guest(port, 'Leo');
  const denied = [403, 'sign-in-required'];
  expect(codeOf(await guest.post('/tables', { game: 'toy', seats: 3 }))).toEqual(denied);
  expect(codeOf(await guest.post(`/tables/${matchId}/seat`, {}))).toEqual(denied);
  const sdk = { method: 'POST', headers: { Authorization: `Bearer ${guest.token}` }, body: '{}' };
  for (const path of [`joinById/${matchId}`, 'create/toy', 'joinOrCreate/toy'])
    expect((await ask(port, `/matchmake/${path}`, sdk)).json()).toMatchObject({ error: 'sign-in-required' });
  expect((await guest.get(`/tables/${matchId}`)).status).toBe(200);
  // What a signed-in person makes is signed in too: a phone, a program, a bot.
  const phone = await secondDevice([port, port], member, 'Phone');
  const bot = await kim.post('/me/programs', { name: 'owl', scope: 'play', days: 3, bot: true });
  const renamed = await kim.post('/guests', { name: 'Kimi' });
  for (const one of [phone, bot, renamed]) {
    const player = new HttpPlayer(port, String(one.json()['token']));
    expect((await player.post(`/tables/${matchId}/seat`, {})).status).toBe(200);
  }
});

const html = { body: '<h1>Bad gateway</h1>', type: 'text/html' };
const CONFIGURATION = '/.well-known/openid-configuration';

test.each<[string, Oddity]>([
  ['describes another issuer', { metadata: { issuer: 'https://elsewhere.example.org' } }],
  ['has no description', { garbage: { [CONFIGURATION]: { status: 404, ...html } } }],
  ['describes itself in HTML', { garbage: { [CONFIGURATION]: html } }],
  ['describes itself without end', { garbage: { [CONFIGURATION]: { body: ' '.repeat(600_000) } } }],
  ['redirects', { garbage: { [CONFIGURATION]: { status: 302, body: '' } } }],
])('a provider that %s: nobody signs in, guests play on', async (_what, oddity) => {
  const { port, captured } = await start();
  provider.oddity = oddity;
  const one = new SignInBrowser(port);
  const answer = await one.post('/sign-in', { device: 'x' });
  expect(codeOf(answer)).toEqual([503, 'sign-in-away']);
  expect(answer.headers['retry-after']).toBe('10');
  expect((await (await HttpPlayer.guest(port, 'Mia')).get('/me/seats')).status).toBe(200);
  expect(JSON.stringify(captured.lines())).toContain('the provider does not answer as it should');
  provider.oddity = {};
  expect(await one.signIn(provider, { sub: 'mia', name: 'Mia' })).toMatchObject({ name: 'Mia' });
});

test('a provider that fails after the browser has come back is away, and works again later', async () => {
  const { port } = await start();
  const fails = async (oddity: Oddity) => {
    const one = new SignInBrowser(port);
    const agreed = provider.agree(await one.begin(), { sub: 'ned' });
    provider.oddity = oddity;
    const answer = await one.finish(agreed);
    provider.oddity = {};
    return codeOf(answer);
  };
  const away = [503, 'sign-in-away'];
  expect(await fails({ garbage: { '/token': { status: 500, ...html } } })).toEqual(away);
  expect(await fails({ garbage: { '/token': html } })).toEqual(away);
  const busy = { status: 503, body: '{"error":"temporarily_unavailable"}' };
  expect(await fails({ garbage: { '/token': busy } })).toEqual(away);
  expect(await fails({ garbage: { '/token': { body: '{}' } } })).toEqual([403, 'sign-in-refused']);
  expect(await fails({ garbage: { '/userinfo': { body: '{"sub":"somebody else"}' } } })).toEqual([
    403,
    'sign-in-refused',
  ]);
  expect(await new SignInBrowser(port).signIn(provider, { sub: 'ned' })).toMatchObject({ name: 'Player' });
});
