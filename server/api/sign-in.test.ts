// Signing in at a provider: whom it makes of a guest, what ends it, and what its provider may do wrong.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { HttpPlayer } from '../testing/http-player.ts';
import { OddProvider } from '../testing/odd-provider.ts';
import { secondDevice } from '../testing/second-device.ts';
import { type SignedIn, SignInBrowser } from '../testing/signing-in.ts';
import { type Answered, ask, type Running, startServer } from '../testing/start.ts';

let provider: OddProvider;
let running: Running;
beforeAll(async () => {
  provider = await OddProvider.start();
  running = await startServer({
    rooms: true,
    environment: { RATE_LIMITS: 'off', ...provider.settings },
  });
});
afterEach(() => {
  provider.oddity = {};
});
afterAll(async () => {
  await running.stop();
  await provider.close();
});

const browser = () => new SignInBrowser(running.port);
const as = ({ token }: Pick<SignedIn, 'token'>) => new HttpPlayer(running.port, token);
const codeOf = (answer: Answered) => [answer.status, answer.json()['code']];
const isIn = async (who: Pick<SignedIn, 'token'>) => (await as(who).get('/me/seats')).status === 200;

async function guest(name: string): Promise<SignedIn> {
  const made = await as({ token: '' }).post('/guests', { name, device: 'Laptop' });
  return made.json() as unknown as SignedIn;
}

async function openTable(who: SignedIn): Promise<string> {
  const made = (await as(who).post('/tables', { game: 'toy', seats: 3, clock: 'none' })).json();
  return (made['table'] as { matchId: string }).matchId;
}

test('somebody new is called as the provider says; signing in again leads to the same person', async () => {
  const first = await browser().signIn(provider, { sub: 'zoé', nickname: 'Zo\u202eé', locale: 'fr-CA' });
  expect(first).toMatchObject({ name: 'Zoé', language: 'fr', isSame: false });
  await as(first).post('/guests', { name: 'Zoë' });
  const again = await browser().signIn(provider, { sub: 'zoé', name: 'Other', locale: 'de' });
  expect(again).toMatchObject({ id: first.id, name: 'Zoë', language: null });
  expect([await isIn(first), await isIn(again)]).toEqual([true, true]);
  const refreshed = await as({ token: '' }).post('/me/devices/refresh', { refreshToken: again.refreshToken });
  expect(refreshed.json()).toMatchObject({ id: first.id, name: 'Zoë' });
  const nobody = await browser().signIn(provider, { sub: 'nameless', name: ' ' });
  expect(nobody.name).toBe('Player');
});

test('claims in the ID token are enough; otherwise the provider’s interface is asked', async () => {
  provider.asked.length = 0;
  await browser().signIn(provider, { sub: 'a', name: 'Ann', inIdToken: true });
  expect(provider.asked).not.toContain('/userinfo');
  await browser().signIn(provider, { sub: 'a', name: 'Ann' });
  expect(provider.asked).toContain('/userinfo');
});

test('a guest who signs in keeps seats and name; other devices, keys and programs of the guest end', async () => {
  const laptop = await guest('Bob');
  const matchId = await openTable(laptop);
  const { port } = running;
  const phone = (await secondDevice([port, port], laptop, 'Phone')).json() as unknown as SignedIn;
  const program = await as(laptop).post('/me/programs', { name: 'owl', scope: 'play', days: 3 });
  const bot = await as(laptop).post('/me/programs', { name: 'bot', scope: 'play', days: 3, bot: true });
  const signedIn = await browser().signIn(provider, { sub: 'bob', name: 'Robert' }, laptop.refreshToken);
  expect(signedIn).toMatchObject({ id: laptop.id, name: 'Bob', isSame: true });
  expect((await as(signedIn).get(`/tables/${matchId}`)).json()).toMatchObject({ seat: 0 });
  const tickets = [laptop, phone, program.json(), bot.json()] as unknown as SignedIn[];
  expect(await Promise.all(tickets.map(isIn))).toEqual([false, false, false, true]);
  // Signed in once more in the same browser: the other devices stay.
  const tablet = await browser().signIn(provider, { sub: 'bob' });
  const again = await browser().signIn(provider, { sub: 'bob' }, signedIn.refreshToken);
  expect(again).toMatchObject({ id: laptop.id, isSame: true });
  expect([await isIn(signedIn), await isIn(tablet), await isIn(again)]).toEqual([false, true, true]);
});

test('an account that is somebody already stays that person, and the guest stays a guest', async () => {
  const person = await browser().signIn(provider, { sub: 'cid', name: 'Cid' });
  const stranger = await guest('Stranger');
  const matchId = await openTable(stranger);
  const signedIn = await browser().signIn(provider, { sub: 'cid' }, stranger.refreshToken);
  expect(signedIn).toMatchObject({ id: person.id, name: 'Cid', isSame: false });
  expect((await as(stranger).get(`/tables/${matchId}`)).json()).toMatchObject({ seat: 0 });
  // Nor does a person become another account.
  const other = await browser().signIn(provider, { sub: 'dan', name: 'Dan' }, person.refreshToken);
  expect(other).toMatchObject({ name: 'Dan', isSame: false });
  expect([other.id === person.id, await isIn(person)]).toEqual([false, true]);
});

test('a stolen access token does not bring a guest into an account; a stale refresh token is refused', async () => {
  const victim = await guest('Eve');
  const next = await as({ token: '' }).post('/me/devices/refresh', { refreshToken: victim.refreshToken });
  const thief = browser();
  const agreed = provider.agree(await thief.begin(), { sub: 'thief' });
  expect(codeOf(await thief.finish(agreed, victim.token))).toEqual([409, 'sign-in-stale']);
  const tab = browser();
  const answer = provider.agree(await tab.begin(), { sub: 'eve' });
  expect(codeOf(await tab.finish(answer, victim.refreshToken))).toEqual([409, 'sign-in-stale']);
  expect(next.status).toBe(201);
});

test('forgotten while signed in on three devices, signing in again makes somebody new', async () => {
  const sub = 'fay';
  const devices = [
    await browser().signIn(provider, { sub, name: 'Fay' }),
    await browser().signIn(provider, { sub }),
    await browser().signIn(provider, { sub }),
  ];
  const [first] = devices;
  if (first === undefined) throw new Error('nobody');
  const about = await as(first).get('/me/export');
  expect(about.json()['accounts']).toMatchObject([{ issuer: provider.issuer, subject: sub }]);
  const late = browser();
  const agreed = provider.agree(await late.begin(), { sub, name: 'Fay' });
  expect((await as(first).send('DELETE', '/me')).json()).toMatchObject({ complete: true });
  expect(await Promise.all(devices.map(isIn))).toEqual([false, false, false]);
  for (const { refreshToken } of devices)
    expect((await as({ token: '' }).post('/me/devices/refresh', { refreshToken })).status).toBe(401);
  const back = (await late.finish(agreed)).json() as unknown as SignedIn;
  expect([back.id === first.id, back.name]).toEqual([false, 'Fay']);
});

test('the provider’s logout ends one session, or all of a subject, but neither programs nor later devices', async () => {
  const sub = 'gus';
  const [one, two] = [
    await browser().signIn(provider, { sub, sid: 's1', name: 'Gus' }),
    await browser().signIn(provider, { sub, sid: 's2' }),
  ];
  const foreign = await browser().signIn(provider, { sub: 'gus2', sid: 's2' });
  const program = (await as(two).post('/me/programs', { name: 'owl', scope: 'play', days: 3 })).json();
  const logout = async (token: string) =>
    await ask(running.port, '/api/v1/sign-in/logout', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token, more: 'ignored' }).toString(),
    });
  const state = async () => await Promise.all([one, two, foreign].map(isIn));
  expect((await logout(await provider.logoutToken({ sid: 's1' }))).status).toBe(200);
  expect(await state()).toEqual([false, true, true]);
  expect((await logout(await provider.logoutToken({ sub, sid: 's2' }, 'JWT'))).status).toBe(200);
  expect(await state()).toEqual([false, false, true]);
  const now = Math.floor(Date.now() / 1000);
  const bad = [
    'garbage',
    await provider.logoutToken({ sub, events: {} }),
    await provider.logoutToken({ sub, nonce: 'x' }),
    await provider.logoutToken({}),
    await provider.logoutToken({ sub, iss: 'https://elsewhere.example.org' }),
    await provider.logoutToken({ sub, aud: 'bank' }),
    await provider.logoutToken({ sub, iat: now - 3_600, exp: now + 60 }),
    await provider.logoutToken({ sub, iat: now + 3_600, exp: now + 7_200 }),
  ];
  provider.oddity = { isForeign: true };
  bad.push(await provider.logoutToken({ sub }));
  const later = await browserOf({ sub, sid: 's3' });
  for (const token of bad) expect(codeOf(await logout(token))).toEqual([400, 'bad-payload']);
  expect(await isIn(later)).toBe(true);
  const before = await provider.logoutToken({ sub, iat: now - 120 });
  expect((await logout(before)).status).toBe(200);
  expect([await isIn(later), await isIn({ token: String(program['token']) })]).toEqual([true, true]);
  expect((await logout(await provider.logoutToken({ sub }))).status).toBe(200);
  expect([await isIn(later), await isIn({ token: String(program['token']) })]).toEqual([false, true]);
});

const browserOf = async (person: { sub: string; sid?: string }) => {
  provider.oddity = {};
  return await browser().signIn(provider, person);
};

test('only attempts of this browser end in it, once, and for ten minutes', async () => {
  const victim = browser();
  const url = await victim.begin();
  expect(victim.cookieText).toMatch(
    /^quayside-sign-in=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
  );
  const asked = new URL(url).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    scope: 'openid profile',
    code_challenge_method: 'S256',
    redirect_uri: `${running.url}/sign-in`,
  });
  for (const secret of ['state', 'nonce', 'code_challenge'])
    expect(String(asked.get(secret)).length).toBeGreaterThanOrEqual(43);
  // Without its cookie, which was used up, or with another’s.
  const right = provider.agree(url, { sub: 'hal' });
  expect(codeOf(await browser().finish(right))).toEqual([409, 'sign-in-stale']);
  const attacker = browser();
  await attacker.begin();
  expect(codeOf(await attacker.finish(right))).toEqual([409, 'sign-in-stale']);
  const kept = victim.cookie;
  expect((await victim.finish(right)).status).toBe(201);
  expect(victim.cookie).toBe('');
  victim.cookie = kept;
  provider.oddity = { acceptsCodesTwice: true };
  expect(codeOf(await victim.finish(right))).toEqual([409, 'sign-in-stale']);
});
