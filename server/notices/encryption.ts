// What a browser receives is encrypted for it alone (RFC 8291, in the coding `aes128gcm` of RFC 8188): its maker's push
// service, through which it goes, reads nothing.
import { createCipheriv, createECDH, type ECDH, hkdfSync } from 'node:crypto';
import { randomBytes } from '../../rooms/clockwork.ts';
import type { SubscriptionKeys } from '../../shared/protocol/notices.ts';

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
const AUTH_BYTES = 16;
const POINT_BYTES = 65;
/** Of one record; more than we send. */
const RECORD_BYTES = 4_096;
/** The last record ends with it. */
const LAST = Buffer.of(2);

/** What is new for each message. */
interface Chance {
  readonly own: ECDH;
  readonly salt: Uint8Array;
}

function freshChance(): Chance {
  const own = createECDH(CURVE);
  own.generateKeys();
  return { own, salt: randomBytes(SALT_BYTES) };
}

/** `chance`: for the RFC's own example. */
export function encryptedFor(
  { p256dh, auth }: SubscriptionKeys,
  plain: Uint8Array,
  { own, salt }: Chance = freshChance(),
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const point = own.getPublicKey();
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, point]);
  const secret = derived(own.computeSecret(theirs), Buffer.from(auth, 'base64url'), about, 32);
  const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes.writeUInt8(point.length, 4);
  const body = [cipher.update(plain), cipher.update(LAST), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, sizes, point, ...body]);
}

/** Whether anything can be encrypted with them. */
export function areUsable({ p256dh, auth }: SubscriptionKeys): boolean {
  const theirs = Buffer.from(p256dh, 'base64url');
  if (theirs.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  try {
    freshChance().own.computeSecret(theirs);
    return true;
  } catch {
    // Not a point of the curve.
    return false;
  }
}

function derived(
  secret: Uint8Array,
  salt: Uint8Array,
  about: string | Uint8Array,
  bytes: number,
): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, about, bytes));
}
