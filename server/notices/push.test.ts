// What a browser is told: encrypted as RFC 8291 says, signed as RFC 8292 says, and small enough for every push service.
import { createECDH } from 'node:crypto';
import { expect, test } from '@jest/globals';
import webPush from 'web-push';
import type { Notice, NoticeBody } from '../../shared/protocol/notices.ts';
import { decrypted, isFrom } from '../testing/push-service.ts';
import { bodyOf } from './bodies.ts';
import { areUsable, encryptedFor } from './encryption.ts';
import { pushed } from './push.ts';
import { Vapid } from './vapid.ts';

const NOW = Date.now();
const MINUTE = 60_000;
const PRIVATE_LETTERS = 43;

const ecdhOf = (privateKey: string) => {
  const own = createECDH('prime256v1');
  own.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return own;
};

/** RFC 8291, 5 and appendix A. */
const EXAMPLE = {
  plain: 'When I grow up, I want to be a watermelon',
  sender: ecdhOf('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  receiver: ecdhOf('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  encrypted:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const { receiver, auth, plain } = EXAMPLE;
const keys = { p256dh: receiver.getPublicKey('base64url'), auth };
const browser = { own: receiver, auth: Buffer.from(auth, 'base64url') };

test('the example of RFC 8291 is encrypted as it says there', () => {
  const { sender: own, salt } = EXAMPLE;
  expect(encryptedFor(keys, Buffer.from(plain), { own, salt }).toString('base64url')).toBe(EXAMPLE.encrypted);
  expect(decrypted(Buffer.from(EXAMPLE.encrypted, 'base64url'), browser)).toBe(plain);
});

test('what web-push encrypts and signs, the push service of our tests reads and accepts', () => {
  const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, plain, 'aes128gcm');
  expect(decrypted(cipherText as Buffer, browser)).toBe(plain);
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  expect(privateKey).toHaveLength(PRIVATE_LETTERS);
  const sent = webPush.getVapidHeaders(
    'https://push.example',
    'https://play.example',
    publicKey,
    privateKey,
    'aes128gcm',
  );
  expect(isFrom(sent.Authorization, publicKey, 'https://push.example')).toBe(true);
});

test('each message is encrypted anew, and a changed one is not read', () => {
  const [one, other] = [encryptedFor(keys, Buffer.from(plain)), encryptedFor(keys, Buffer.from(plain))];
  expect(one.equals(other)).toBe(false);
  expect(decrypted(one, browser)).toBe(plain);
  one.writeUInt8(one.readUInt8(100) ^ 1, 100);
  expect(() => decrypted(one, browser)).toThrow('authenticate');
});

test.each([
  ['too short', { ...keys, p256dh: keys.p256dh.slice(0, 80) }],
  ['no point of the curve', { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }],
  ['a short secret', { ...keys, auth: 'AAAA' }],
])('keys of a subscription are refused: %s', (_what, wrong) => {
  expect([areUsable(keys), areUsable(wrong)]).toEqual([true, false]);
});

test('the key follows from the server’s own, and nobody else signs for it', () => {
  const [one, same, other] = [1, 1, 2].map((byte) => new Vapid(Buffer.alloc(32, byte)));
  expect(same?.publicKey).toBe(one?.publicKey);
  expect(other?.publicKey).not.toBe(one?.publicKey);
  expect(Buffer.from(one?.publicKey ?? '', 'base64url')).toHaveLength(65);
  const header = one?.authorization('https://push.example/send/1', 'https://play.example', NOW) ?? '';
  const push = 'https://push.example';
  expect(isFrom(header, one?.publicKey ?? '', push)).toBe(true);
  expect(isFrom(header, one?.publicKey ?? '', 'https://other.example')).toBe(false);
  expect(isFrom(header, other?.publicKey ?? '', push)).toBe(false);
  const forged = header.replace(/k=.*/, `k=${other?.publicKey}`);
  expect(isFrom(forged, other?.publicKey ?? '', push)).toBe(false);
  const claims = (text: string) =>
    JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()) as object;
  expect(claims(header)).toEqual({
    aud: push,
    exp: Math.floor(NOW / 1000) + 12 * 3_600,
    sub: 'https://play.example',
  });
  // Some services refuse anything else there.
  expect(claims(one?.authorization(push, 'http://localhost:2567', NOW) ?? '')).not.toHaveProperty('sub');
});

const notice = (change: Partial<Notice> = {}): Notice => ({
  id: 'n1',
  kind: 'your-turn',
  matchId: 'm1',
  game: 'borneo',
  seat: 0,
  decision: 8,
  deadline: null,
  at: NOW,
  ...change,
});

const vapid = new Vapid(Buffer.alloc(32, 1));
const address = { url: 'https://push.example/send/1', origin: 'https://play.example', keys };

function sent(notices: readonly Notice[], text = 'Borneo: it is your turn.') {
  const body = bodyOf(notices, { title: 'Quayside', text }, address.origin, NOW, notices[0]?.id ?? 'a-test');
  const { headers, content } = pushed({ address, body, now: NOW, vapid });
  const read = JSON.parse(decrypted(Buffer.from(content), browser)) as NoticeBody;
  return { headers, bytes: content.length, read };
}

test('the worker gets a path of its own origin', () => {
  expect(sent([notice()]).read).toMatchObject({ id: 'n1', url: '/table/m1', notices: [{ decision: 8 }] });
  expect(sent([notice(), notice({ matchId: 'm2' })]).read.url).toBe('/');
});

test('whatever is told fits into a message of a push service', () => {
  const many = Array.from({ length: 20 }, (_, n) => notice({ id: `${n}`.repeat(22), matchId: `m${n}` }));
  const { bytes, read } = sent(many, '☃'.repeat(3_000));
  expect(bytes).toBeLessThan(4_096);
  expect(read.text).toMatch(/^☃{999}…$/);
  expect(sent(many).read.notices.length).toBeGreaterThan(10);
});

test.each([
  ['no deadline', [notice()], 86_400, 'normal'],
  ['a deadline', [notice({ deadline: NOW + 120 * MINUTE })], 7_200, 'normal'],
  ['a deadline soon', [notice({ deadline: NOW + 10 * MINUTE })], 600, 'high'],
  ['a deadline that has passed', [notice({ deadline: NOW - 1 })], 60, 'high'],
  ['the far future', [notice({ deadline: NOW + 1e12 })], 28 * 86_400, 'normal'],
  ['a reminder', [notice({ kind: 'time-nearly-up', deadline: NOW + 600 * MINUTE })], 36_000, 'high'],
  ['a test', [], 60, 'high'],
] as const)(
  '%s decides how long a service keeps it, and whether it wakes a phone',
  (_what, notices, ttl, urgency) => {
    expect(sent(notices).headers).toMatchObject({ TTL: String(ttl), Urgency: urgency });
  },
);

test('a service keeps one message for each match, and does not learn which', () => {
  const topic = (...notices: Notice[]) => sent(notices).headers['Topic'];
  expect(topic(notice())).toMatch(/^[\w-]{32}$/);
  expect(topic(notice({ id: 'n2', decision: 16 }))).toBe(topic(notice()));
  expect(topic(notice({ matchId: 'm2' }))).not.toBe(topic(notice()));
  const several = [notice(), notice({ matchId: 'm2' })];
  expect(topic(...several)).toBe(topic(...several));
  expect(topic(...several)).not.toBe(topic(notice({ id: 'n3' }), notice({ matchId: 'm2' })));
});
