// A thousand attacks on signing in, in random order and with random parts; and a provider that hangs.
// SIGN_IN_ATTACKS says how many, SIGN_IN_SEED which.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { until } from '../../rooms/testing/player.ts';
import { createRng, pick } from '../../shared/kernel/rng.ts';
import { seedOf } from '../../shared/testing/play.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { OddProvider } from '../testing/odd-provider.ts';
import { ATTACK_NAMES, AttackScene, attacked, expected } from '../testing/sign-in-attacks.ts';
import { SignInBrowser } from '../testing/signing-in.ts';
import { type Answered, type Running, startServer } from '../testing/start.ts';

jest.setTimeout(300_000);

const COUNT = Number(process.env['SIGN_IN_ATTACKS'] ?? 1_000);
const SEED = Number(process.env['SIGN_IN_SEED'] ?? 1);
const ROTATED_EVERY = 50;

let provider: OddProvider;
let running: Running;
beforeAll(async () => {
  provider = await OddProvider.start();
  running = await startServer({ environment: { RATE_LIMITS: 'off', ...provider.settings } });
});
afterAll(async () => {
  await running.stop();
  await provider.close();
});

test(`${COUNT} attacks: nobody is signed in, nothing is changed, and nothing secret is logged`, async () => {
  const scene = new AttackScene(running.port, provider, createRng(seedOf(SEED)));
  const tried = new Set<string>();
  for (let n = 0; n < COUNT; n += 1) {
    const name = pick(scene.luck, ATTACK_NAMES);
    tried.add(name);
    expect([n, name, await attacked(running, scene, name)]).toEqual([n, name, expected(name)]);
    if (n % ROTATED_EVERY !== 0) continue;
    // Between the attacks people sign in, with new keys too.
    const { browser, answer } = await scene.returned('somebody');
    await provider.rotate();
    expect((await browser.finish(answer)).status).toBe(201);
  }
  if (COUNT >= 1_000) expect(tried.size).toBe(ATTACK_NAMES.length);
  expect(running.captured.lines().filter(({ level }) => level === 50)).toEqual([]);
});

const codeOf = (answer: Answered) => [answer.status, answer.json()['code']];
const AWAY = [503, 'sign-in-away'];

/** While the provider is asked in vain. */
async function guestsPlay(): Promise<void> {
  const guest = await HttpPlayer.guest(running.port, 'Mia');
  expect((await guest.get('/me/seats')).status).toBe(200);
}

test('a provider that hangs: signing in ends as away, and guests play meanwhile', async () => {
  const hanging = [];
  for (const hangsAt of ['/userinfo', '/keys', '/token'] as const) {
    provider.oddity = {};
    const browser = new SignInBrowser(running.port);
    const answer = provider.agree(await browser.begin(), { sub: 'mia' });
    if (hangsAt === '/keys') await provider.rotate();
    provider.asked.length = 0;
    provider.oddity = { hangsAt };
    hanging.push(browser.finish(answer));
    await until(() => provider.asked.includes(hangsAt), hangsAt);
  }
  await guestsPlay();
  for (const one of await Promise.all(hanging)) expect(codeOf(one)).toEqual(AWAY);
  // After a failure its description is asked for again.
  provider.oddity = { hangsAt: '/.well-known/openid-configuration' };
  const begun = Array.from({ length: 10 }, () =>
    new SignInBrowser(running.port).post('/sign-in', { device: 'x' }),
  );
  await guestsPlay();
  for (const one of await Promise.all(begun)) expect(codeOf(one)).toEqual(AWAY);
  provider.oddity = {};
  expect(await new SignInBrowser(running.port).signIn(provider, { sub: 'mia' })).toMatchObject({
    name: 'Player',
  });
});
