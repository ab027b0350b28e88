// Signing in at a cluster: an attempt begins at one process and ends at another; the provider's logout reaches both.

import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isAvailable } from '../../cli/available.ts';
import { type Cluster, missingForCluster, startCluster } from '../../cli/private-cluster.ts';
import { until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { OddProvider } from '../testing/odd-provider.ts';
import { WatchedDevice } from '../testing/signed-out.ts';
import { type SignedIn, SignInBrowser } from '../testing/signing-in.ts';
import { type Answered, ask } from '../testing/start.ts';

jest.setTimeout(120_000);

const describeOrSkip = isAvailable(missingForCluster()) ? describe : describe.skip;
/** Where people find the cluster, whichever process answers. */
const PLACE = 'https://play.example.org';
const HEADERS = { Origin: PLACE, 'X-Forwarded-Host': 'play.example.org', 'X-Forwarded-For': '192.0.2.1' };

describeOrSkip('two processes', () => {
  let cluster: Cluster;
  let provider: OddProvider;
  beforeAll(async () => {
    provider = await OddProvider.start();
    const settings = {
      RATE_LIMITS: 'off',
      WEB_CLIENT: 'off',
      PUBLIC_URL: PLACE,
      ...provider.settings,
    };
    cluster = await startCluster({ members: 2, settings, onError: () => undefined });
  });
  afterAll(async () => {
    await cluster?.remove();
    await provider.close();
  });

  const portOf = (index: number) => cluster.members[index]?.port ?? 0;
  const player = (index: number, token: string) => new HttpPlayer(portOf(index), token);
  const isIn = async (index: number, token: string) =>
    (await player(index, token).get('/me/seats')).status === 200;

  /** A browser that begins at one process, with the cookie that it brings to the other. */
  async function cameBack(sub: string, [there, here]: readonly [number, number], sid?: string) {
    const began = new SignInBrowser(portOf(there), HEADERS);
    const answer = provider.agree(await began.begin(), { sub, name: 'Zoé', ...(sid && { sid }) });
    const browser = new SignInBrowser(portOf(here), HEADERS);
    browser.cookie = began.cookie;
    return { browser, answer };
  }

  async function signedIn(sub: string, way: readonly [number, number], sid?: string): Promise<SignedIn> {
    const { browser, answer } = await cameBack(sub, way, sid);
    const made = await browser.finish(answer);
    expect(made.status).toBe(201);
    return made.json() as unknown as SignedIn;
  }

  const logout = async (index: number, claims: Readonly<Record<string, unknown>>): Promise<Answered> =>
    await ask(portOf(index), '/api/v1/sign-in/logout', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: await provider.logoutToken(claims) }).toString(),
    });

  test('begun at one, ended at the other: the same person at both', async () => {
    const first = await signedIn('zoé', [0, 1]);
    const second = await signedIn('zoé', [1, 0]);
    expect(second.id).toBe(first.id);
    for (const index of [0, 1])
      expect([await isIn(index, first.token), await isIn(index, second.token)]).toEqual([true, true]);
  });

  test('an attempt ends once: neither again at the other process, nor at both at the same time', async () => {
    provider.oddity = { acceptsCodesTwice: true };
    const { browser, answer } = await cameBack('ann', [0, 1]);
    const { cookie } = browser;
    expect((await browser.finish(answer)).status).toBe(201);
    const late = new SignInBrowser(portOf(0), HEADERS);
    late.cookie = cookie;
    expect((await late.finish(answer)).status).toBe(409);
    const one = await cameBack('ann', [0, 0]);
    const other = new SignInBrowser(portOf(1), HEADERS);
    other.cookie = one.browser.cookie;
    const both = await Promise.all([one.browser.finish(one.answer), other.finish(one.answer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    provider.oddity = {};
  });

  test('the provider’s logout at one process ends requests, socket and stream at the other', async () => {
    const gone = await signedIn('bob', [0, 1], 'session 1');
    const kept = await signedIn('bob', [1, 0], 'session 2');
    const made = await player(0, gone.token).post('/tables', { game: 'borneo', seats: 3, clock: 'none' });
    const { matchId } = made.json()['table'] as { matchId: string };
    const ports = { requests: portOf(0), socket: portOf(0), stream: portOf(0) };
    const device = await WatchedDevice.at(matchId, ports, gone.token, HEADERS);
    await device.ended(async () => {
      expect((await logout(1, { sub: 'bob', sid: 'session 1' })).status).toBe(200);
    });
    expect(await isIn(1, gone.token)).toBe(false);
    const { refreshToken } = gone;
    for (const index of [0, 1])
      expect((await player(index, '').post('/me/devices/refresh', { refreshToken })).status).toBe(401);
    // The other session of the same person has the seat still.
    expect((await player(1, kept.token).get(`/tables/${matchId}`)).json()).toMatchObject({ seat: 0 });
    expect((await logout(0, { sub: 'bob' })).status).toBe(200);
    await until(async () => !(await isIn(1, kept.token)), 'the end of the other session');
  });
});
