// Passkeys: what is kept, who is signed in, and every answer that an attacker could give.
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Authenticator, type Tricks } from '../../cli/authenticator.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite.ts';
import { captureLog, scratch } from '../testing/scratch.ts';
import { Devices, type DeviceTicket } from './devices.ts';
import { Identities, loadKey } from './identity.ts';
import { type PasskeyPlace, Passkeys, passkeyPlace } from './passkeys.ts';

const ORIGIN = 'https://play.example.org';
const MINUTE = 60_000;
const HERE: PasskeyPlace = { origin: ORIGIN, rpId: 'play.example.org' };

interface Options {
  readonly challenge: string;
  readonly user: { readonly id: string };
  readonly excludeCredentials: readonly object[];
}

let place: ReturnType<typeof scratch>;
let store: SqliteStore;
let now = 0;
let log: ReturnType<typeof captureLog>;
/** Two processes with one database and one key. */
let here: ReturnType<typeof process>;
let there: ReturnType<typeof process>;
let laptop: DeviceTicket;
let phone: Authenticator;
beforeAll(() => {
  place = scratch();
  store = openSqliteStore({ file: join(place.folder, 'test.sqlite') });
  now = 1_800_000_000_000;
  log = captureLog();
  [here, there] = [process(), process()];
});
beforeEach(async () => {
  laptop = await here.devices.enrol('Zoé', 'Laptop');
  phone = new Authenticator(ORIGIN);
});
afterAll(async () => {
  await here.devices.stop();
  await there.devices.stop();
  await store.close();
  place.remove();
});

function process() {
  const clock = () => now;
  const key = loadKey(place.folder);
  const identities = new Identities({ key, days: 365, nameLength: 24, remembered: 100, now: clock });
  const devices = new Devices({ identities, store, now: clock, log: log.log, days: 365, signInDays: 90 });
  return { devices, passkeys: new Passkeys({ store, devices, key, now: clock, log: log.log }) };
}

const whoHas = (ticket: DeviceTicket) => ({ id: ticket.id, name: ticket.name, device: ticket.device });

const begun = async (ticket = laptop, at = here) =>
  (await at.passkeys.creation(whoHas(ticket), ticket.refreshToken, HERE)) as Options | undefined;

async function added(ticket = laptop, authenticator = phone, tricks: Tricks = {}) {
  const options = await begun(ticket);
  if (options === undefined) throw new Error('not begun');
  const { id, response } = authenticator.create(options, tricks);
  return await there.passkeys.add(whoHas(ticket), 'Phone', { id, ...response }, HERE);
}

const asked = (at = here, where = HERE) => at.passkeys.request(where) as Options;

async function entered(options: Options, tricks: Tricks = {}, authenticator = phone, where = HERE) {
  const { id, response } = authenticator.get(options, tricks);
  return await there.passkeys.signIn({ id, ...response }, 'Tablet', where);
}

test('a passkey of one device signs in another one, through any process, as often as wanted', async () => {
  expect(await added()).toMatchObject({ name: 'Phone', player: laptop.id, isSynced: false });
  const tablet = await entered(asked());
  expect(tablet).toMatchObject({ id: laptop.id, name: 'Zoé' });
  expect(here.devices.read(tablet?.token)?.identity.device).toBe(tablet?.device);
  expect(await entered(asked(there))).toMatchObject({ id: laptop.id });
  const kinds = (await here.devices.list(laptop.id)).map(({ kind, name }) => [kind, name]);
  expect(kinds).toHaveLength(3);
  expect(kinds).toContainEqual(['device', 'Tablet']);
});

test('a new name goes with it; the devices may all be gone', async () => {
  await added();
  const known = here.devices.read(laptop.token);
  if (known !== undefined) await here.devices.rename(known, 'Zoë');
  await here.devices.revoke(laptop, laptop.device);
  expect(await entered(asked())).toMatchObject({ id: laptop.id, name: 'Zoë' });
});

test('a browser is told which ones the person has already, and nothing to sign in with', async () => {
  await added();
  expect((await begun())?.excludeCredentials).toEqual([
    { id: phone.id, type: 'public-key', transports: ['internal'] },
  ]);
  expect(Object.keys(asked()).sort()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
});

test('a stolen access token makes none: it takes the newest refresh token, of the same device', async () => {
  const who = whoHas(laptop);
  const other = await here.devices.enrol('Ann', 'Phone');
  for (const token of [laptop.token, other.refreshToken, ''])
    expect(await here.passkeys.creation(who, token, HERE)).toBeUndefined();
  const next = await here.devices.refresh(laptop.refreshToken);
  expect(await here.passkeys.creation(who, laptop.refreshToken, HERE)).toBeUndefined();
  expect(await here.passkeys.creation(who, next?.refreshToken ?? '', HERE)).toBeDefined();
});

test('an answer is good once: what is captured is worth nothing, also in another process', async () => {
  const options = await begun();
  const made = phone.create(options ?? asked());
  const keep = (at = here) =>
    at.passkeys.add(whoHas(laptop), 'Phone', { id: made.id, ...made.response }, HERE);
  expect(await keep()).toMatchObject({ id: phone.id });
  expect([await keep(), await keep(there)]).toEqual(['refused', 'refused']);
  await here.passkeys.remove(laptop.id, phone.id);
  expect(await keep()).toBe('refused');
  await added();
  const { id, response } = phone.get(asked());
  const enter = (at = here) => at.passkeys.signIn({ id, ...response }, 'Tablet', HERE);
  const answers = await Promise.all([here, there, here, there].map(enter));
  expect(answers.filter((ticket) => ticket !== undefined)).toHaveLength(1);
  expect(await enter(there)).toBeUndefined();
});

test('an answer that comes after five minutes is refused', async () => {
  const late = await begun();
  now += 5 * MINUTE;
  const { id, response } = phone.create(late ?? asked());
  expect(await here.passkeys.add(whoHas(laptop), 'Phone', { id, ...response }, HERE)).toBe('refused');
  await added();
  const options = asked();
  now += 5 * MINUTE - 1;
  expect(await entered(options)).toBeDefined();
  const other = asked();
  now += 5 * MINUTE;
  expect(await entered(other)).toBeUndefined();
});

test('a challenge is for what it was made: this person, this device, this use, this address', async () => {
  const other = await here.devices.enrol('Ann', 'Phone');
  const mine = await begun();
  const { id, response } = phone.create(mine ?? asked());
  expect(await here.passkeys.add(whoHas(other), 'Phone', { id, ...response }, HERE)).toBe('refused');
  const tablet = { ...whoHas(laptop), device: other.device };
  expect(await here.passkeys.add(tablet, 'Phone', { id, ...response }, HERE)).toBe('refused');
  const wrong = phone.create(asked());
  const keep = { id: wrong.id, ...wrong.response };
  expect(await here.passkeys.add(whoHas(laptop), 'Phone', keep, HERE)).toBe('refused');
  await added();
  expect(await entered((await begun()) ?? asked())).toBeUndefined();
  const elsewhere = asked(here, { origin: `${ORIGIN}:8443`, rpId: HERE.rpId });
  expect(await entered(elsewhere)).toBeUndefined();
  expect(await entered(asked())).toBeDefined();
});

describe('refused, without a word why:', () => {
  const forged = Buffer.alloc(38).toString('base64url');
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const CASES: readonly (readonly [string, Tricks])[] = [
    ['another origin', { client: { origin: 'https://play.example.org.evil.example' } }],
    ['another port of our host', { client: { origin: `${ORIGIN}:8443` } }],
    ['http', { client: { origin: 'http://play.example.org' } }],
    ['inside a foreign page', { client: { crossOrigin: true } }],
    ['inside a page that is named', { client: { crossOrigin: true, topOrigin: 'https://evil.example' } }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a challenge of their own', { client: { challenge: forged } }],
    ['no challenge', { client: { challenge: '' } }],
    ['the other kind of answer', { client: { type: 'webauthn.other' } }],
    ['a person who was not verified', { flags: 0x01 }],
    ['a person who was not there', { flags: 0x04 }],
  ];
  test.each(CASES)('%s, when it is made and when it is used', async (_, tricks) => {
    expect(await added(laptop, phone, tricks)).toBe('refused');
    expect(await added()).toMatchObject({ id: phone.id });
    expect(await entered(asked(), tricks)).toBeUndefined();
    expect(await entered(asked())).toBeDefined();
  });

  const USES: readonly (readonly [string, Tricks])[] = [
    ['a foreign signature', { key: stranger }],
    ['an unknown passkey', { id: 'bm90aGluZw' }],
    ['the handle of nobody', { userHandle: '' }],
    ['a counter that stands', { counter: 7 }],
    ['a counter that went back', { counter: 3 }],
    ['a counter that was taken away', { counter: 0 }],
  ];
  test.each(USES)('%s', async (_, tricks) => {
    await added();
    expect(await entered(asked(), { counter: 7 })).toBeDefined();
    expect(await entered(asked(), tricks)).toBeUndefined();
    expect(await entered(asked(), { counter: 8 })).toBeDefined();
  });

  test('the passkey of one person with the handle or the key of another', async () => {
    const other = await here.devices.enrol('Ann', 'Phone');
    const second = new Authenticator(ORIGIN);
    await added();
    expect(await added(other, second)).toMatchObject({ player: other.id });
    expect(await entered(asked(), { userHandle: second.userHandle })).toBeUndefined();
    expect(await entered(asked(), { id: second.id, userHandle: second.userHandle })).toBeUndefined();
    expect(await entered(asked(), {}, second)).toMatchObject({ id: other.id });
    // Who names a passkey that another person has gets nothing, and takes nothing away.
    expect(await added(other, new Authenticator(ORIGIN), { id: phone.id })).toBe('refused');
    expect(await entered(asked())).toMatchObject({ id: laptop.id });
  });

  test('proofs of an authenticator’s maker, whose certificates name servers to ask', async () => {
    for (const format of ['tpm', 'apple', 'android-key', 'android-safetynet', 'fido-u2f', 'unknown'])
      expect(
        await added(laptop, new Authenticator(ORIGIN), { attestation: [format, Buffer.from([0xa0])] }),
      ).toBe('refused');
    const withChain = Buffer.from([0xa1, 0x63, 0x78, 0x35, 0x63, 0x81, 0x41, 0x00]);
    expect(await added(laptop, new Authenticator(ORIGIN), { attestation: ['packed', withChain] })).toBe(
      'refused',
    );
  });

  test('what is no answer at all', async () => {
    await added();
    const { id, response } = phone.get(asked());
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'] as const)
      for (const value of ['', 'AA', 'e30', 'bnVsbA', 'W10', '_'.repeat(4_000)])
        expect(await here.passkeys.signIn({ id, ...response, [part]: value }, 'x', HERE)).toBeUndefined();
    expect(await here.passkeys.signIn({ id, ...response }, 'x', HERE)).toBeDefined();
  });
});

test('at a race of a copied authenticator, one of both is signed in', async () => {
  await added();
  const [first, second] = [asked(), asked()];
  const answers = await Promise.all([entered(first, { counter: 9 }), entered(second, { counter: 9 })]);
  expect(answers.filter((ticket) => ticket !== undefined)).toHaveLength(1);
});

test('one that does not count may be used for ever', async () => {
  await added(laptop, phone, { counter: 0 });
  for (let n = 0; n < 3; n++) expect(await entered(asked(), { counter: 0 })).toBeDefined();
});

test('a person has twenty at most, and removes only their own', async () => {
  for (let n = 0; n < 20; n++) expect(await added(laptop, new Authenticator(ORIGIN))).toMatchObject({});
  expect(await added()).toBe('full');
  const [first] = await here.passkeys.list(laptop.id);
  expect(await here.passkeys.remove('ann', first?.id ?? '')).toBe(false);
  expect(await here.passkeys.remove(laptop.id, first?.id ?? '')).toBe(true);
  expect(await added()).toMatchObject({ id: phone.id });
  await here.passkeys.remove(laptop.id, phone.id);
  expect(await entered(asked())).toBeUndefined();
});

test('a person who is forgotten has none any more', async () => {
  await added();
  await here.devices.forget(laptop.id);
  expect(await store.passkeys({ player: laptop.id })).toEqual([]);
  expect(await entered(asked())).toBeUndefined();
});

test('no challenge, key or handle is in the log', async () => {
  const options = asked();
  await entered(options, { rpId: 'evil.example' });
  await added(laptop, phone, { rpId: 'evil.example' });
  const lines = JSON.stringify(log.lines());
  for (const secret of [options.challenge, phone.userHandle, laptop.id, laptop.refreshToken])
    expect(lines).not.toContain(secret);
});

test.each([
  ['https://play.example.org', undefined, 'play.example.org'],
  ['https://play.example.org:8443', undefined, 'play.example.org'],
  ['http://localhost:2567', undefined, 'localhost'],
  ['http://club.localhost', undefined, 'club.localhost'],
  ['https://play.example.org', 'https://play.example.org', 'play.example.org'],
  ['https://play.example.org', 'https://play.example.org/', 'play.example.org'],
  ['https://play.example.org:8443', 'https://play.example.org', undefined],
  ['http://localhost:2567', 'https://play.example.org', undefined],
  ['http://play.example.org', undefined, undefined],
  ['https://192.168.1.5', undefined, undefined],
  ['https://[::1]', undefined, undefined],
  ['http://127.0.0.1:2567', undefined, undefined],
  ['http://localhost.evil.example', undefined, undefined],
  ['null', undefined, undefined],
  [undefined, 'https://play.example.org', undefined],
])('a page of %s has passkeys, with PUBLIC_URL %s, for %s', (origin, publicUrl, rpId) => {
  expect(passkeyPlace(origin, publicUrl)?.rpId).toBe(rpId);
});
