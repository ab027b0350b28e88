// The typed client signed in on a device: it gets new tokens by itself, once for all who share the keys.

import { Client } from '@colyseus/sdk';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type KeyRing, type Keys, quayside, Refusal, Session } from '../../client/index.ts';
import type { Platform } from '../../client/platform.ts';
import { until } from '../../rooms/testing/player.ts';
import { HttpPlayer } from '../testing/http-player.ts';
import { type Running, startServer } from '../testing/start.ts';

let running: Running;
beforeAll(async () => {
  running = await startServer({ rooms: true, environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => running.stop());

/** A browser: its pages share the keys, and locks if it has them. */
function browser({ hasLocks = true } = {}) {
  const kept: { keys: Keys | undefined } = { keys: undefined };
  const asked: string[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const ring: KeyRing = {
    read: () => kept.keys,
    write: (keys) => {
      kept.keys = keys;
    },
    ...(hasLocks && {
      alone: <Done>(work: () => Promise<Done>) => {
        const done = turn.then(work, work);
        turn = done;
        return done;
      },
    }),
  };
  const losses: string[] = [];
  const platform: Platform = {
    ...(globalThis as unknown as Platform),
    fetch: async (url, asking) => {
      const path = url.replace(`${running.url}/api/v1`, '');
      asked.push(`${asking.method} ${path}`);
      const answer = await (globalThis.fetch as unknown as Platform['fetch'])(url, asking);
      if (!losses.includes(path)) return answer;
      losses.splice(losses.indexOf(path), 1);
      throw new Error('the answer is lost');
    },
    setTimeout: (work) => setTimeout(work, 0),
    clearTimeout: (timer) => clearTimeout(timer),
    crypto: globalThis.crypto,
  };
  const page = () => new Session({ url: running.url, platform, ring, device: 'Laptop' });
  const over = (token: Session) => quayside({ url: running.url, platform, token });
  /** An hour passes, as this browser's clock has it. */
  const wait = () => {
    if (kept.keys !== undefined) kept.keys = { ...kept.keys, until: 0 };
  };
  /** Its clock is slow, so only the server says that a token has ended. */
  const waitUnawares = () => {
    if (kept.keys !== undefined) kept.keys = { ...kept.keys, token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' };
  };
  const refreshes = () => asked.filter((one) => one.endsWith('/refresh')).length;
  return { kept, asked, losses, page, over, wait, waitUnawares, refreshes };
}

/** What a year-long token of an older program was. */
const oldKey = async (name: string) => (await HttpPlayer.guest(running.port, name)).token;

test('an hour later the next request gets new tokens first, also for a socket', async () => {
  const laptop = browser();
  const session = laptop.page();
  expect(await session.begin('Zoé')).toBe('Zoé');
  const harbour = laptop.over(session);
  await harbour.myTables();
  expect(laptop.refreshes()).toBe(0);
  laptop.wait();
  await harbour.myTables();
  expect(laptop.refreshes()).toBe(1);
  laptop.waitUnawares();
  await harbour.myTables();
  expect(laptop.refreshes()).toBe(2);
  laptop.wait();
  const overSockets = quayside({ url: running.url, token: session, sdk: Client as never });
  const table = await overSockets.create('borneo', { seats: 3, clock: 'none' });
  expect(laptop.kept.keys?.until).toBeGreaterThan(Date.now());
  expect(table.seat).toBe(0);
  laptop.waitUnawares();
  const again = await overSockets.joinById('borneo', table.id);
  expect(again.seat).toBe(0);
});

test('several pages at once refresh once; without locks they get the same tokens', async () => {
  for (const hasLocks of [true, false]) {
    const laptop = browser({ hasLocks });
    await laptop.page().begin('Zoé');
    laptop.wait();
    const pages = [laptop.page(), laptop.page(), laptop.page()];
    await Promise.all(pages.flatMap((page) => [laptop.over(page).myTables(), laptop.over(page).myTables()]));
    expect(laptop.refreshes()).toBe(hasLocks ? 1 : 3);
    for (const page of pages) await laptop.over(page).myTables();
    laptop.wait();
    await laptop.over(laptop.page()).myTables();
  }
});

test('a lost answer is asked for again', async () => {
  const laptop = browser();
  const session = laptop.page();
  await session.begin('Zoé');
  laptop.wait();
  laptop.losses.push('/me/devices/refresh', '/me/devices/refresh');
  await laptop.over(session).myTables();
  expect(laptop.refreshes()).toBe(3);
});

test('a token of an older program is exchanged when it is first used, and not needed any more', async () => {
  const laptop = browser();
  laptop.kept.keys = { token: await oldKey('Ann') };
  const harbour = laptop.over(laptop.page());
  await Promise.all([harbour.myTables(), harbour.myTables()]);
  expect(laptop.asked.filter((one) => one === 'POST /me/devices')).toHaveLength(1);
  expect(laptop.kept.keys).toMatchObject({ refreshToken: expect.any(String), device: expect.any(String) });
  expect((await harbour.devices()).map(({ kind, isThis }) => [kind, isThis]).sort()).toEqual([
    ['device', true],
    ['keys', false],
  ]);
});

test('another device takes an invitation; who signs the first one out ends its session', async () => {
  const [laptop, phone] = [browser(), browser()];
  const [first, other] = [laptop.page(), phone.page()];
  await first.begin('Zoé');
  const { id, invitation } = await first.invite();
  const codes: string[] = [];
  const followed = other.follow(invitation, { isOver: () => false, told: (code) => codes.push(code) });
  await until(() => codes.length > 0, 'the code');
  await first.admit(id, codes[0] ?? '');
  expect(await followed).toBe('Zoé');
  const devices = await phone.over(other).devices();
  for (const { id, isThis } of devices) if (!isThis) await phone.over(other).signOut(id);
  const refused: unknown = await laptop
    .over(first)
    .myTables()
    .catch((error: unknown) => error);
  expect(refused instanceof Refusal && refused.code).toBe('unauthenticated');
  expect(laptop.kept.keys).toBeUndefined();
  await other.end();
  expect(phone.kept.keys).toBeUndefined();
});

test('a new name keeps the device', async () => {
  const laptop = browser();
  const session = laptop.page();
  await session.begin('Zoé');
  const { device, refreshToken } = laptop.kept.keys ?? {};
  expect(await session.begin('Zoë')).toBe('Zoë');
  expect(laptop.kept.keys).toMatchObject({ device, refreshToken });
});

test('a server that cannot refresh now ends nothing', async () => {
  const laptop = browser();
  const session = laptop.page();
  await session.begin('Zoé');
  laptop.wait();
  laptop.losses.push(...Array.from({ length: 20 }, () => '/me/devices/refresh'));
  await expect(session.token()).rejects.toThrow('lost');
  expect(laptop.kept.keys).toBeDefined();
  laptop.losses.length = 0;
  expect(await session.token()).toBeDefined();
});
