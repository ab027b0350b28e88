// Guest tokens: what they say, how long, and every way to forge one.
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { type Scratch, scratch } from '../testing/scratch.ts';
import { cleanName, Identities, loadKey } from './identity.ts';

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

test('a token identifies its owner until it expires', () => {
  const ticket = identities.issue('Zoé');
  expect(ticket.expiresAt).toBe(time + 30 * DAY);
  expect(identities.read(ticket.token)?.identity).toMatchObject({ id: ticket.id, name: 'Zoé' });
  time += 30 * DAY + 1_000;
  expect(identities.read(ticket.token)).toBeUndefined();
});

test('renewing keeps the id; ids are long and unique', () => {
  const first = identities.issue('Zoé');
  const again = identities.issue('Zoë', { id: first.id });
  expect(again.id).toBe(first.id);
  expect(identities.read(again.token)?.identity).toMatchObject({ id: first.id, name: 'Zoë' });
  expect(identities.issue('Zoé').id).not.toBe(first.id);
  expect(first.id).toMatch(/^[a-z2-9]{26}$/); // 130 bits
});

test('refuses what is missing, forged, foreign or too long', async () => {
  const { token } = identities.issue('Zoé');
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
  expect(forged.map((text) => identities.read(text))).toEqual(forged.map(() => undefined));
  expect(identities.read(await sign({}))).toBeDefined();
});

test('a rotated key ends all tokens of the old one', () => {
  const { token } = identities.issue('Zoé');
  rmSync(join(place.folder, 'identity.key'));
  const rotated = issuer();
  expect(rotated.read(token)).toBeUndefined();
  expect(identities.read(rotated.issue('Zoé').token)).toBeUndefined();
  expect(rotated.read(rotated.issue('Zoé').token)).toBeDefined();
});

test('tokens of earlier releases are still valid, and new ones are JWTs too', async () => {
  const key = loadKey(place.folder);
  const seconds = Math.floor(time / 1000);
  const before = await new SignJWT({ name: 'Zoé' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('quayside')
    .setAudience('quayside-player')
    .setSubject('k3vn2x8tq5hwjd7ybm4cpeasr6')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .sign(key);
  expect(identities.read(before)?.identity).toMatchObject({ id: 'k3vn2x8tq5hwjd7ybm4cpeasr6', name: 'Zoé' });
  time += 60_000;
  expect(identities.read(before)).toBeUndefined();
  const { token, id } = identities.issue('Zoé');
  const { payload, protectedHeader } = await jwtVerify(token, key, {
    algorithms: ['HS256'],
    issuer: 'quayside',
    audience: 'quayside-player',
    currentDate: new Date(time),
  });
  expect(protectedHeader).toEqual({ alg: 'HS256' });
  const iat = Math.floor(time / 1000);
  expect(payload).toMatchObject({ name: 'Zoé', sub: id, iat, exp: iat + (30 * DAY) / 1000 });
});

/** A token with a signature of ours over parts that we would never write. */
const signed = (head: string, body: string) => {
  const signature = createHmac('sha256', loadKey(place.folder)).update(`${head}.${body}`).digest('base64url');
  return `${head}.${body}.${signature}`;
};
const part = (text: string) => Buffer.from(text).toString('base64url');
const HEAD = part('{"alg":"HS256"}');
const CLAIMS = { name: 'Zoé', iss: 'quayside', aud: 'quayside-player', sub: 'x', iat: 1, exp: 2_000_000_000 };

test.each([
  ['none', '{"alg":"none"}'],
  ['another algorithm', '{"alg":"HS512"}'],
  ['an asymmetric one', '{"alg":"RS256"}'],
  ['another case', '{"alg":"hs256"}'],
  ['a list', '{"alg":["HS256"]}'],
  ['twice, the good one last', '{"alg":"none","alg":"HS256"}'],
  ['something critical', '{"alg":"HS256","crit":["b64"],"b64":false}'],
  ['a key of its own', '{"alg":"HS256","jwk":{"kty":"oct","k":"AA"}}'],
  ['other spaces', '{"alg": "HS256"}'],
  ['nothing', ''],
  ['null', 'null'],
])('any other header is refused, even signed with our key: %s', (_, head) => {
  expect(identities.read(signed(part(head), part(JSON.stringify(CLAIMS))))).toBeUndefined();
  expect(identities.read(signed(HEAD, part(JSON.stringify(CLAIMS))))).toBeDefined();
});

test.each([
  ['no object', '7'],
  ['null', 'null'],
  ['a list', JSON.stringify([CLAIMS])],
  ['no JSON', '{"sub":'],
  ['bytes that are no text', '\ufffd'],
  ['nobody', JSON.stringify({ ...CLAIMS, sub: '' })],
  ['a number for a player', JSON.stringify({ ...CLAIMS, sub: 7 })],
  ['an object for a name', JSON.stringify({ ...CLAIMS, name: {} })],
  ['a text for a date', JSON.stringify({ ...CLAIMS, exp: '2000000000' })],
  ['no date', JSON.stringify({ ...CLAIMS, exp: null })],
  ['half a second', JSON.stringify({ ...CLAIMS, exp: 2_000_000_000.5 })],
  ['a date without end', JSON.stringify(CLAIMS).replace('2000000000', '1e400')],
  ['a date beyond counting', JSON.stringify(CLAIMS).replace('2000000000', '1e300')],
  ['a date long ago', JSON.stringify({ ...CLAIMS, exp: -1 })],
  ['several audiences', JSON.stringify({ ...CLAIMS, aud: ['quayside-player', 'other'] })],
  ['a claim to be obeyed', JSON.stringify({ ...CLAIMS, nbf: 2_000_000_000 })],
  ['a prototype', JSON.stringify(CLAIMS).replace('{', '{"__proto__":{"sub":"y"},').replace('"sub":"x",', '')],
])('claims that are not exactly ours are refused, even signed with our key: %s', (_, claims) => {
  expect(identities.read(signed(HEAD, part(claims)))).toBeUndefined();
});

test('one token, one spelling: nothing that only decodes to the same bytes', () => {
  const { token } = issuer({ remembered: 0 }).issue('Zoé');
  const [head = '', body = '', signature = ''] = token.split('.');
  const last = signature.at(-1) ?? '';
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // Of the last letter only four bits count: the next one decodes to the same signature.
  const sibling = signature.slice(0, -1) + ALPHABET[ALPHABET.indexOf(last) + 1];
  expect(Buffer.from(sibling, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
  const spelt = [
    `${head}.${body}.${sibling}`,
    `${token}=`,
    `${token}\n`,
    ` ${token}`,
    `${token}.`,
    `${token}.${signature}`,
    `${token}.${body}.${signature}`,
    `${head}..${signature}`,
    `.${body}.${signature}`,
    `${head}.${body}`,
    `${head}.${body}.${signature.slice(0, 42)}`,
    `${head}.${body}.${'\u0141'.repeat(43)}`,
    `${head}.${body}=.${signature}`,
    `${head}.${body} .${signature}`,
    `${head}.${body}.${Buffer.from(signature, 'base64url').toString('base64')}`,
    signed(HEAD, `${body}=`),
    signed(HEAD, `${body} `),
    signed(HEAD, ''),
    signed(`${HEAD}=`, body),
  ];
  expect(spelt.map((text) => identities.read(text))).toEqual(spelt.map(() => undefined));
  expect(identities.read(token)).toBeDefined();
});

/** After this only what is remembered is good. */
const spoil = (key: Uint8Array) => key.fill(0);

test('a token is cached once issued or verified, until it expires, and not with another signature', () => {
  const { token, id } = identities.issue('Zoé');
  const [head = '', body = '', signature = ''] = token.split('.');
  const key = loadKey(place.folder);
  const later = issuer({ key });
  expect(later.read(token)?.identity).toMatchObject({ id, name: 'Zoé' });
  const fresh = later.issue('Yves');
  spoil(key);
  for (let n = 0; n < 3; n++) expect(later.read(token)?.identity).toMatchObject({ id, name: 'Zoé' });
  expect(later.read(fresh.token)?.identity).toMatchObject({ id: fresh.id, name: 'Yves' });
  expect(later.read(identities.issue('Xenia').token)).toBeUndefined();
  const turned = [...signature].reverse().join('');
  for (let n = 0; n < 2; n++) {
    expect(later.read(`${head}.${body}.${turned}`)).toBeUndefined();
    expect(identities.read(`${head}.${body}.${turned}`)).toBeUndefined();
  }
  time += 30 * DAY - 1;
  expect(later.read(token)).toBeDefined();
  time += 1;
  expect(later.read(token)).toBeUndefined();
  expect(later.read(token)).toBeUndefined();
  expect(later.read(fresh.token)).toBeUndefined();
});

test('a limited number of tokens is cached, those used last', () => {
  const key = loadKey(place.folder);
  const few = issuer({ key, remembered: 2 });
  const [a, b, c] = ['A', 'B', 'C'].map((name) => few.issue(name));
  const good = (ticket: typeof a) => few.read(ticket?.token)?.identity.id === ticket?.id;
  expect([good(a), good(b), good(a), good(c), good(a)]).toEqual([true, true, true, true, true]);
  spoil(key);
  expect([good(b), good(c), good(a), good(b)]).toEqual([false, true, true, false]);
});

test('the key is created once, readable only by its owner, and survives a restart', () => {
  const { token } = identities.issue('Zoé');
  const file = join(place.folder, 'identity.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const before = readFileSync(file, 'utf8');
  const later = issuer({ days: 1 });
  expect(later.read(token)).toBeDefined();
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
