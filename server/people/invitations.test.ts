// Invitations in time, and at two processes.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openSqliteStore, type SqliteStore } from '../store/sqlite.ts';
import { captureLog, scratch } from '../testing/scratch.ts';
import { Devices, type DeviceTicket } from './devices.ts';
import { Identities, loadKey } from './identity.ts';
import { Invitations } from './invitations.ts';
import { OwnMemory, type ShortMemory } from './spoken-codes.ts';

const TEN_MINUTES = 600_000;
const START = 1_800_000_000_000;

let place: ReturnType<typeof scratch>;
let store: SqliteStore;
let now = START;
let devices: Devices;
let laptop: DeviceTicket;
beforeEach(async () => {
  place = scratch();
  store = openSqliteStore({ file: join(place.folder, 'test.sqlite') });
  now = START;
  devices = new Devices({
    identities: identities(),
    store,
    now: () => now,
    log: captureLog().log,
    days: 365,
    signInDays: 90,
  });
  laptop = await devices.enrol('Zoé', 'Laptop');
});
afterEach(async () => {
  await devices.stop();
  await store.close();
  place.remove();
});

const identities = () =>
  new Identities({ key: loadKey(place.folder), days: 365, nameLength: 24, remembered: 9, now: () => now });

/** One process. */
const processWith = (memory: ShortMemory) =>
  new Invitations({ identities: identities(), devices, store, memory, now: () => now });

const me = () => ({ id: laptop.id, name: laptop.name, device: laptop.device });

async function invited(here: Invitations, name: string) {
  const { id = '', token = '' } = (await here.make(laptop.refreshToken)) ?? {};
  const asking = { invitation: token, name, key: `key of ${name}` };
  return { id, ask: (at: Invitations) => at.ask(asking) };
}

test('after ten minutes nobody asks, is let in, or gets tokens', async () => {
  const here = processWith(new OwnMemory(() => now));
  const [phone, tablet] = [await invited(here, 'Phone'), await invited(here, 'Tablet')];
  now += TEN_MINUTES - 1_000;
  expect(await phone.ask(here)).toEqual({ code: expect.any(String), expiresAt: START + TEN_MINUTES });
  await tablet.ask(here);
  const asker = await here.asker(phone.id);
  const wanted = await here.asker(tablet.id);
  const admit = (invitation: string, code = '') =>
    here.admit(me(), laptop.refreshToken, { invitation, code });
  expect(await admit(tablet.id, wanted?.code)).toBe(true);
  now += 1_000;
  expect([await phone.ask(here), await tablet.ask(here)]).toEqual([undefined, undefined]);
  expect([await here.asker(phone.id), await admit(phone.id, asker?.code)]).toEqual([undefined, false]);
  expect((await devices.list(laptop.id)).map(({ name }) => name)).toEqual(['Laptop']);
});

test('of two that ask at the same moment one is first', async () => {
  const here = processWith(new OwnMemory(() => now));
  const { token = '' } = (await here.make(laptop.refreshToken)) ?? {};
  const keys = Array.from({ length: 20 }, (_, n) => `key ${n}`);
  const answers = await Promise.all(keys.map((key) => here.ask({ invitation: token, name: 'Phone', key })));
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(19);
});

test('asked at one process, let in at another, collected at either', async () => {
  const memory = new OwnMemory(() => now);
  const [here, there] = [processWith(memory), processWith(memory)];
  const phone = await invited(here, 'Phone');
  await phone.ask(there);
  const { code = '' } = (await here.asker(phone.id)) ?? {};
  expect(await here.admit(me(), laptop.refreshToken, { invitation: phone.id, code })).toBe(true);
  const answers = await Promise.all([phone.ask(there), phone.ask(here)]);
  for (const answer of answers) expect(answer).toMatchObject({ id: laptop.id, name: 'Zoé' });
});

test('processes that share no memory let nobody in who is not seen', async () => {
  const [here, there] = [processWith(new OwnMemory(() => now)), processWith(new OwnMemory(() => now))];
  const phone = await invited(here, 'Phone');
  const waiting = await phone.ask(there);
  expect(waiting).toMatchObject({ code: expect.any(String) });
  expect(await here.asker(phone.id)).toBeUndefined();
  const { code = '' } = (await there.asker(phone.id)) ?? {};
  expect(await here.admit(me(), laptop.refreshToken, { invitation: phone.id, code })).toBe(false);
});
