// Guest tokens: what they say, how long, and every way to forge one.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { generateKeyPair, SignJWT } from 'jose';
import { cleanName, Identities, loadKey } from './identity.ts';
import { type Scratch, scratch } from './testing/scratch.ts';

const DAY = 86_400_000;
let place: Scratch;
let time: number;
let identities: Identities;
beforeEach(() => {
  place = scratch();
  time = 1_800_000_000_000;
  identities = issuer();
});
const issuer = (change: Partial<ConstructorParameters<typeof Identities>[0]> = {}) =>
  new Identities({
    key: loadKey(place.folder),
    days: 30,
    nameLength: 24,
    remembered: 100,
    now: () => time,
    ...change,
  });
afterEach(() => place.remove());

test('a token says who one is until it expires', async () => {
  const ticket = await identities.issue('Zoé');
  expect(ticket.expiresAt).toBe(time + 30 * DAY);
  expect(await identities.guestOf(ticket.token)).toEqual({ id: ticket.id, name: 'Zoé' });
  time += 30 * DAY + 1_000;
  expect(await identities.guestOf(ticket.token)).toBeUndefined();
});

test('renewing keeps the id; ids are long and never the same', async () => {
  const first = await identities.issue('Zoé');
  const again = await identities.issue('Zoë', { id: first.id, name: 'Zoé' });
  expect(again.id).toBe(first.id);
  expect(await identities.guestOf(again.token)).toEqual({ id: first.id, name: 'Zoë' });
  expect((await identities.issue('Zoé')).id).not.toBe(first.id);
  expect(first.id).toMatch(/^[a-z2-9]{26}$/); // 130 bits
});

test('refuses what is missing, forged, foreign or too long', async () => {
  const { token } = await identities.issue('Zoé');
  const [head = '', body = '', signature = ''] = token.split('.');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const key = loadKey(place.folder);
  const sign = (change: object, algorithm = 'HS256', by: Uint8Array = key) =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: algorithm }).sign(by);
  const { privateKey } = await generateKeyPair('ES256');
  const forged = [
    undefined,
    '',
    'nonsense',
    'a.b.c',
    `${head}.${body}.`,
    `${head}.${body}.${signature.slice(0, -2)}AA`,
    `${head}.${encode({ ...claims, sub: 'somebody-else' })}.${signature}`,
    `${encode({ alg: 'none' })}.${body}.`,
    `${encode({ alg: 'none' })}.${body}.${signature}`,
    await sign({}, 'HS512', new Uint8Array(64)),
    await sign({}, 'HS384'),
    await sign({}, 'HS256', new Uint8Array(32)),
    await sign({ iss: 'other' }),
    await sign({ aud: 'other' }),
    await sign({ exp: undefined }),
    await sign({ sub: undefined }),
    await sign({ name: undefined }),
    await sign({ name: 7 }),
    await new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey),
    await sign({ name: 'x'.repeat(2_000) }),
  ];
  expect(await Promise.all(forged.map((text) => identities.guestOf(text)))).toEqual(
    forged.map(() => undefined),
  );
  expect(await identities.guestOf(await sign({}))).toBeDefined();
});

test('a token shown again is remembered, until it expires and not with another signature', async () => {
  const verify = jest.spyOn(globalThis.crypto.subtle, 'verify');
  const { token, id } = await identities.issue('Zoé');
  const [head = '', body = '', signature = ''] = token.split('.');
  for (let n = 0; n < 3; n++) expect(await identities.guestOf(token)).toEqual({ id, name: 'Zoé' });
  expect(verify).toHaveBeenCalledTimes(1);
  const turned = [...signature].reverse().join('');
  expect(await identities.guestOf(`${head}.${body}.${turned}`)).toBeUndefined();
  expect(await identities.guestOf(`${head}.${body}.${turned}`)).toBeUndefined();
  expect(verify).toHaveBeenCalledTimes(3);
  time += 30 * DAY - 1;
  expect(await identities.guestOf(token)).toBeDefined();
  time += 1;
  expect(await identities.guestOf(token)).toBeUndefined();
  expect(await identities.guestOf(token)).toBeUndefined();
  verify.mockRestore();
});

test('only so many tokens are remembered, those used last', async () => {
  const verify = jest.spyOn(globalThis.crypto.subtle, 'verify');
  const few = issuer({ remembered: 2 });
  const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((name) => few.issue(name)));
  const show = async (ticket: typeof a) => {
    const before = verify.mock.calls.length;
    expect(await few.guestOf(ticket?.token)).toEqual({ id: ticket?.id, name: ticket?.name });
    return verify.mock.calls.length - before;
  };
  expect([await show(a), await show(b), await show(a), await show(c)]).toEqual([1, 1, 0, 1]);
  expect([await show(a), await show(c), await show(b)]).toEqual([0, 0, 1]);
  expect(await show(a)).toBe(1);
  verify.mockRestore();
});

test('the key is made once, readable by its owner alone, and outlives a restart', async () => {
  const { token } = await identities.issue('Zoé');
  const file = join(place.folder, 'identity.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const before = readFileSync(file, 'utf8');
  const later = issuer({ days: 1 });
  expect(await later.guestOf(token)).toBeDefined();
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(readdirSync(place.folder)).toEqual(['identity.key']);
  writeFileSync(file, 'short');
  expect(() => loadKey(place.folder)).toThrow(/damaged/);
});

test.each([
  ['  Zoé  ', 'Zoé'],
  ['Zoe\u0301', 'Zoé'],
  ['A\u00a0\u2003 B', 'A B'],
  ['a\u0000b\n\tc', 'abc'],
  ['\u202eevil\u2066\u200f', 'evil'],
  ['\ufeffx\u200by', 'xy'],
  [`z${'\u0301'.repeat(40)}`, '\u017a\u0301\u0301\u0301'],
  ['<b>Bob</b>', '<b>Bob</b>'],
  ['海港', '海港'],
  ['🚢'.repeat(24), '🚢'.repeat(24)],
])('the name %j becomes %j', (raw, clean) => {
  expect(cleanName(raw, 24)).toBe(clean);
});

test.each(['', '   ', '\u200b\u202e', 'x'.repeat(25), 'x'.repeat(100_000), '\ud800'])(
  'the name %j is refused',
  (raw) => {
    expect(cleanName(raw, 24)).toBeUndefined();
  },
);
