// Answers of a provider that are forged, replayed, or somebody else's: nobody is signed in, nothing is changed, and
// nothing secret is logged. Real answers by slow clocks and new keys are accepted.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createRng } from '../../shared/kernel/rng.ts';
import { seedOf } from '../../shared/testing/play.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { OddProvider } from '../testing/odd-provider.ts';
import { ATTACK_NAMES, AttackScene, attacked, expected } from '../testing/sign-in-attacks.ts';
import { SignInBrowser } from '../testing/signing-in.ts';
import { type Answered, type Running, startServer } from '../testing/start.ts';

/** What the server's clock has gone on. */
let passed = 0;
let provider: OddProvider;
let running: Running;
let scene: AttackScene;
beforeAll(async () => {
  provider = await OddProvider.start();
  const clock = { wall: () => Date.now() + passed, monotonic: () => performance.now() + passed };
  running = await startServer({
    environment: { RATE_LIMITS: 'off', ...provider.settings },
    overrides: { clock },
  });
  scene = new AttackScene(running.port, provider, createRng(seedOf(1)));
});
afterEach(() => {
  provider.oddity = {};
});
afterAll(async () => {
  await running.stop();
  await provider.close();
});

const codeOf = (answer: Answered) => [answer.status, answer.json()['code']];
/** In steps: a jump would be taken for a stall, which costs nobody time. */
const goOn = (forSeconds: number) => {
  for (let step = 0; step < 2 * forSeconds; step += 1) {
    passed += 500;
    running.quayside.beat();
  }
};
const seconds = () => Math.floor(Date.now() / 1000);

test.each(ATTACK_NAMES)('refused: %s', async (name) => {
  expect(await attacked(running, scene, name)).toEqual(expected(name));
});

test('refused: an attempt of more than ten minutes ago', async () => {
  const { browser, answer } = await scene.returned();
  goOn(570);
  const later = await scene.returned();
  goOn(60);
  expect(codeOf(await browser.finish(answer))).toEqual([409, 'sign-in-stale']);
  expect((await later.browser.finish(later.answer)).status).toBe(201);
});

test('refused: everything again at the same moment, at a provider that forgets', async () => {
  const { browser, answer } = await scene.returned();
  const other = scene.browser();
  other.cookie = browser.cookie;
  provider.oddity = { acceptsCodesTwice: true };
  const both = await Promise.all([browser.finish(answer), other.finish(answer)]);
  expect(both.map(codeOf).sort()).toEqual([
    [201, undefined],
    [409, 'sign-in-stale'],
  ]);
});

test('refused: an address of the attacker’s to come back to', async () => {
  const body = { device: 'x', redirect_uri: 'https://attacker.example.org' };
  expect(codeOf(await scene.browser().post('/sign-in', body))).toEqual([400, 'bad-payload']);
});

test('a provider that redirects leads neither codes, the client’s secret nor tokens elsewhere', async () => {
  for (const from of ['/token', '/userinfo', '/keys'] as const) {
    const { browser, answer } = await scene.returned();
    if (from === '/keys') await provider.rotate();
    const elsewhere = { status: 307, location: `${provider.issuer}/elsewhere`, body: '' };
    provider.asked.length = 0;
    provider.oddity = { garbage: { [from]: elsewhere } };
    expect(codeOf(await browser.finish(answer))).toEqual([503, 'sign-in-away']);
    expect(provider.asked).toContain(from);
    expect(provider.asked).not.toContain('/elsewhere');
    provider.oddity = {};
  }
});

test('accepted: clocks that differ by less than half a minute', async () => {
  for (const claims of [{ iat: seconds() + 15 }, { exp: seconds() - 10 }, { nbf: seconds() + 15 }]) {
    const { browser, answer } = await scene.returned();
    provider.oddity = { claims };
    expect((await browser.finish(answer)).status).toBe(201);
  }
});

test('accepted: this client as the authorized party, alone or among several audiences', async () => {
  const id = provider.settings['OIDC_CLIENT_ID'];
  for (const claims of [{ azp: id }, { azp: id, aud: [id, 'bank'] }]) {
    const { browser, answer } = await scene.returned();
    provider.oddity = { claims };
    expect((await browser.finish(answer)).status).toBe(201);
  }
});

test('accepted: a key that the provider has changed since, each time', async () => {
  for (let times = 0; times < 3; times += 1) {
    const { browser, answer } = await scene.returned();
    await provider.rotate();
    expect((await browser.finish(answer)).status).toBe(201);
  }
});

test('what an attacker had of a guest is worth nothing once the guest has signed in (fixation)', async () => {
  const made = await new HttpPlayer(running.port, '').post('/guests', { name: 'Gus', device: 'Cafe' });
  const known = made.json() as { token: string; refreshToken: string };
  const signedIn = await new SignInBrowser(running.port).signIn(provider, { sub: 'gus' }, known.refreshToken);
  const devices = await new HttpPlayer(running.port, signedIn.token).get('/me/devices');
  expect(devices.status).toBe(200);
  expect((await new HttpPlayer(running.port, known.token).get('/me/seats')).status).toBe(401);
  const refresh = { refreshToken: known.refreshToken };
  expect((await new HttpPlayer(running.port, '').post('/me/devices/refresh', refresh)).status).toBe(401);
});
