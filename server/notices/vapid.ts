// By which push services know this server (VAPID, RFC 8292). Its key follows from the server's own, so it is made with
// it, copied with it by backups, and the same in all processes of a cluster.
import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from 'node:crypto';

const HOUR_SECONDS = 3_600;
/** Push services accept a day at most, and clocks differ. */
const LIFE_SECONDS = 12 * HOUR_SECONDS;
/** Of the group of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** So many more bits than the order that the remainder is as good as even (FIPS 186-5, A.2.1). */
const DRAWN_BYTES = 48;

const HEAD = encoded({ typ: 'JWT', alg: 'ES256' });

export class Vapid {
  /** Uncompressed, in base64url: browsers ask for it as `applicationServerKey`. */
  readonly publicKey: string;
  readonly #key: KeyObject;

  constructor(serverKey: Uint8Array) {
    const drawn = Buffer.from(hkdfSync('sha256', serverKey, '', 'quayside web push', DRAWN_BYTES));
    const number = (BigInt(`0x${drawn.toString('hex')}`) % (ORDER - 1n)) + 1n;
    const scalar = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(scalar);
    const point = curve.getPublicKey();
    this.publicKey = point.toString('base64url');
    this.#key = createPrivateKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        d: scalar.toString('base64url'),
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
  }

  /** The header `Authorization` for a push service. `contact`: where its operators find the host. */
  authorization(endpoint: string, contact: string, now: number): string {
    const claims = {
      aud: new URL(endpoint).origin,
      exp: Math.floor(now / 1000) + LIFE_SECONDS,
      // Some services refuse other addresses, and none demands one.
      ...(contact.startsWith('https:') ? { sub: contact } : {}),
    };
    const signed = `${HEAD}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return `vapid t=${signed}.${signature.toString('base64url')}, k=${this.publicKey}`;
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
