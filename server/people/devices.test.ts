// Refresh tokens: rotation, lost answers, reuse, and what a stolen token is good for.

import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { openSqliteStore, type SqliteStore } from '../store/sqlite.ts';
import { captureLog, scratch } from '../testing/scratch.ts';
import { Devices, type DeviceTicket } from './devices.ts';
import { Identities, keysOf, loadKey } from './identity.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let place: ReturnType<typeof scratch>;
let store: SqliteStore;
let now = 0;
let captured: ReturnType<typeof captureLog>;
/** Two processes with one database. */
let here: Devices;
let there: Devices;
let signedOut: string[];
beforeEach(async () => {
  place = scratch();
  store = openSqliteStore({ file: join(place.folder, 'test.sqlite') });
  now = 1_800_000_000_000;
  captured = captureLog();
  signedOut = [];
  [here, there] = [process(), process()];
  here.revoked.onSignedOut((devices) => signedOut.push(...devices));
  await here.start(false);
});
afterEach(async () => {
  await here.stop();
  await there.stop();
  await store.close();
  place.remove();
});

function process(): Devices {
  const clock = () => now;
  const key = loadKey(place.folder);
  const identities = new Identities({ key, days: 365, nameLength: 24, remembered: 100, now: clock });
  return new Devices({ identities, store, now: clock, log: captured.log, days: 365, signInDays: 90 });
}

const keys = () =>
  new Identities({ key: loadKey(place.folder), days: 365, nameLength: 24, remembered: 9, now: () => now });

/** Whether its access token opens anything. */
const works = (devices: Devices, ticket: DeviceTicket | undefined) =>
  devices.read(ticket?.token) !== undefined;

/** Uses it, and has that noted. */
async function used(devices: Devices, ticket: DeviceTicket | undefined): Promise<void> {
  expect(works(devices, ticket)).toBe(true);
  await devices.stop();
}

/** A process learns of revocations at its start, and then every second in the same way. */
async function restarted(): Promise<Devices> {
  const devices = process();
  await devices.start(true);
  await devices.stop();
  return devices;
}

test('an access token lives for an hour; the refresh token gets the next ones for the same player', async () => {
  const first = await here.enrol('Zoé', 'Firefox');
  expect(here.read(first.token)?.identity).toMatchObject({ id: first.id, name: 'Zoé', device: first.device });
  now += HOUR;
  expect(works(here, first)).toBe(false);
  const second = await there.refresh(first.refreshToken);
  expect(second).toMatchObject({ id: first.id, device: first.device, name: 'Zoé', expiresAt: now + HOUR });
  expect([works(here, second), works(there, second)]).toEqual([true, true]);
  expect(second?.refreshToken).not.toBe(first.refreshToken);
  now += 365 * DAY;
  expect(await here.refresh(second?.refreshToken ?? '')).toBeUndefined();
});

test('an access token is no refresh token, nor the reverse; forged and foreign ones are refused', async () => {
  const ticket = await here.enrol('Zoé', 'Firefox');
  expect(here.read(ticket.refreshToken)).toBeUndefined();
  const [head = '', body = '', signature = ''] = ticket.refreshToken.split('.');
  const turned = `${head}.${body}.${[...signature].reverse().join('')}`;
  const raised = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), gen: 5 }),
  );
  const forged = [ticket.token, '', 'x', turned, `${head}.${raised.toString('base64url')}.${signature}`];
  for (const token of forged) expect(await here.refresh(token)).toBeUndefined();
  expect(works(here, ticket)).toBe(true);
  expect(signedOut).toEqual([]);
});

test('a lost answer is repeated, however long its client has slept', async () => {
  const first = await here.enrol('Zoé', 'Firefox');
  const lost = await here.refresh(first.refreshToken);
  now += 20 * DAY;
  const again = await there.refresh(first.refreshToken);
  expect(again?.refreshToken).toBe(lost?.refreshToken);
  expect(works(there, again)).toBe(true);
});

test('several pages that show one refresh token at once get the same answer', async () => {
  const first = await here.enrol('Zoé', 'Firefox');
  const answers = await Promise.all([here, there, here, there].map((at) => at.refresh(first.refreshToken)));
  expect(new Set(answers.map((answer) => answer?.refreshToken)).size).toBe(1);
  await used(here, answers[0]);
  now += MINUTE;
  expect((await there.refresh(first.refreshToken))?.refreshToken).toBe(answers[0]?.refreshToken);
});

test('a refresh token that is shown after its successor was used signs the device out, in every process', async () => {
  const first = await here.enrol('Zoé', 'Firefox');
  const thief = first.refreshToken;
  const second = await here.refresh(first.refreshToken);
  await used(here, second);
  now += MINUTE + 1;
  expect(await here.refresh(thief)).toBeUndefined();
  expect(signedOut).toEqual([first.device]);
  expect(works(here, second)).toBe(false);
  expect(works(await restarted(), second)).toBe(false);
  expect(await there.refresh(second?.refreshToken ?? '')).toBeUndefined();
  expect(JSON.stringify(captured.lines())).toContain(
    'a refresh token was used twice: its device is signed out',
  );
});

test('a thief who is faster is noticed by the owner', async () => {
  const first = await here.enrol('Zoé', 'Firefox');
  const stolen = await there.refresh(first.refreshToken);
  await used(there, stolen);
  const next = await there.refresh(stolen?.refreshToken ?? '');
  now += HOUR;
  expect(await here.refresh(first.refreshToken)).toBeUndefined();
  expect(works(await restarted(), next)).toBe(false);
});

test('a database that was set back knows its devices again', async () => {
  const first = await here.enrol('Zoé', 'Firefox');
  const [before] = await store.devices({ id: first.device, limit: 1 });
  const second = await here.refresh(first.refreshToken);
  const third = await here.refresh(second?.refreshToken ?? '');
  expect(before?.generation).toBe(1);
  await store.changeDevices([{ kind: 'forget', player: first.id, at: now }]);
  await store.changeDevices([{ kind: 'drop-old', now: now + 3 * HOUR }]);
  if (before !== undefined) await store.changeDevices([{ kind: 'add', device: before }]);
  expect(await there.refresh(third?.refreshToken ?? '')).toMatchObject({ id: first.id });
});

test('a token without a device is exchanged; all of them are one entry, and die together', async () => {
  const { token, id } = keys().issue('Ann');
  const known = here.read(token);
  expect(known).toMatchObject({ generation: -1, identity: { id, device: keysOf(id) } });
  const laptop = await here.enrol('Ann', 'Laptop', known?.identity);
  const phone = await there.enrol('Ann', 'Phone', known?.identity);
  expect([laptop.id, phone.id]).toEqual([id, id]);
  const listed = await here.list(id);
  expect(listed.map(({ kind, name }) => [kind, name]).sort()).toEqual([
    ['device', 'Laptop'],
    ['device', 'Phone'],
    ['keys', ''],
  ]);
  // A key renewed a year from now would otherwise outlive what is known of its end.
  now += 300 * DAY;
  const renewed = keys().issue('Ann', { id });
  expect(await here.revoke({ id, name: 'Ann' }, keysOf(id))).toBe(true);
  expect([here.read(token), here.read(renewed.token)]).toEqual([undefined, undefined]);
  now += 200 * DAY;
  expect((await restarted()).read(renewed.token)).toBeUndefined();
});

test('keys are revoked even if nothing was known about them', async () => {
  const { token, id } = keys().issue('Ann');
  expect(await here.revoke({ id, name: 'Ann' }, keysOf(id))).toBe(true);
  expect(here.read(token)).toBeUndefined();
  expect((await restarted()).read(token)).toBeUndefined();
});

test('only its owner revokes a device', async () => {
  const ann = await here.enrol('Ann', 'Laptop');
  const bob = await here.enrol('Bob', 'Phone');
  expect(await here.revoke(bob, ann.device)).toBe(false);
  expect(await here.revoke(ann, 'unknown')).toBe(false);
  expect(await here.revoke(bob, keysOf(ann.id))).toBe(false);
  expect(works(here, ann)).toBe(true);
  expect(await here.revoke(ann, ann.device)).toBe(true);
  expect([works(here, ann), works(here, bob)]).toEqual([false, true]);
});

test('a new name keeps device and date: a stolen token cannot renew itself', async () => {
  const laptop = await here.enrol('Zoé', 'Laptop');
  const known = here.read(laptop.token);
  now += HOUR / 2;
  if (known === undefined) throw new Error('not known');
  const renamed = await here.rename(known, 'Zoë');
  expect(renamed).toMatchObject({ id: laptop.id, name: 'Zoë', expiresAt: laptop.expiresAt });
  expect(here.read(renamed.token)).toMatchObject({ identity: { device: laptop.device } });
  expect((await here.refresh(laptop.refreshToken))?.name).toBe('Zoë');
});

test('of more devices than a person may have, the one used longest ago is signed out', async () => {
  const { token } = keys().issue('Ann');
  const key = here.read(token)?.identity;
  const all: DeviceTicket[] = [];
  for (let n = 0; n < 31; n++) {
    now += 1;
    all.push(await here.enrol('Ann', `device ${n}`, key));
  }
  expect(all.map((one) => works(here, one))).toEqual(all.map((_, index) => index > 0));
});

test('a person who is forgotten is signed out on all devices, and nothing names them any more', async () => {
  const laptop = await here.enrol('Zoé', 'Laptop');
  const others = ['Phone', 'Tablet'].map((name) =>
    here.admit({ player: laptop.id, playerName: 'Zoé' }, name),
  );
  const all = [laptop, ...(await Promise.all(others))];
  await here.forget(laptop.id);
  for (const one of all) {
    expect(works(here, one)).toBe(false);
    expect(await there.refresh(one.refreshToken)).toBeUndefined();
  }
  const left = await store.devices({ revokedSince: 0, now, limit: 9 });
  expect(left).toHaveLength(3);
  expect(JSON.stringify(left)).not.toMatch(new RegExp(`${laptop.id}|Zoé|Laptop`));
});

test('among several processes, one that has not seen for four seconds what others revoked trusts no token', async () => {
  const ticket = await here.enrol('Zoé', 'Firefox');
  await there.start(true);
  await there.stop();
  const passed = jest.spyOn(performance, 'now');
  try {
    const began = performance.now();
    passed.mockImplementation(() => began + 3_900);
    expect([there.revoked.isCurrent, works(there, ticket)]).toEqual([true, true]);
    passed.mockImplementation(() => began + 4_000);
    expect(there.revoked.isCurrent).toBe(false);
    expect(() => there.read(ticket.token)).toThrow('what other processes have revoked is not known');
    expect(there.read(ticket.token, 'unsure')).toBeDefined();
    await expect(there.revoked.check()).resolves.toBeUndefined();
    passed.mockImplementation(() => began + 8_000);
    expect(there.revoked.isCurrent).toBe(false);
    // A token of nobody is still nobody's, and a single process knows everything that it revoked.
    expect(there.read('x')).toBeUndefined();
    expect([here.revoked.isCurrent, works(here, ticket)]).toEqual([true, true]);
    await here.revoke(ticket, ticket.device);
    await there.start(true);
    expect([there.revoked.isCurrent, works(there, ticket)]).toEqual([true, false]);
  } finally {
    passed.mockRestore();
  }
});
