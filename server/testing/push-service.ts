// A push service on this machine, as browsers' makers have them (RFC 8030): it checks who sends (RFC 8292), and has the
// browsers' keys too, so that it can read what they would (RFC 8291).
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SubscriptionKeys } from '../../shared/protocol/notices.ts';

/** As a page has it from its browser. */
interface Subscription {
  readonly endpoint: string;
  readonly keys: SubscriptionKeys;
}

interface Message {
  readonly endpoint: string;
  readonly headers: IncomingHttpHeaders;
  /** As it came, encrypted. */
  readonly bytes: Buffer;
  /** As the browser reads it. */
  readonly text: string;
}

export interface PushService {
  readonly url: string;
  readonly messages: readonly Message[];
  /** What it answers to messages that are in order. */
  answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>> };
  /** `applicationKey`: of the only server that may send. */
  subscribe(applicationKey: string): Subscription;
  /** The browser lets it go. */
  unsubscribe(endpoint: string): void;
  close(): Promise<void>;
}

interface Held {
  readonly own: ECDH;
  readonly auth: Buffer;
  readonly applicationKey: string;
}

const NEEDED = { ttl: /^\d+$/, urgency: /^(very-low|low|normal|high)$/, topic: /^[\w-]{1,32}$/ } as const;
/** Services refuse longer ones. */
const MOST_BYTES = 4_096;

export async function startPushService(): Promise<PushService> {
  const held = new Map<string, Held>();
  const messages: Message[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { headers } = request;
      const endpoint = `${service.url}${request.url}`;
      const subscription = held.get(endpoint);
      const bytes = Buffer.concat(parts);
      const fault = subscription === undefined ? 410 : faultOf(headers, bytes, service.url, subscription);
      if (fault !== undefined || subscription === undefined) {
        response.writeHead(fault ?? 410).end();
        return;
      }
      messages.push({ endpoint, headers, bytes, text: decrypted(bytes, subscription) });
      response.writeHead(service.answer.status, service.answer.headers ?? {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const service: PushService = {
    url: `http://127.0.0.1:${port}`,
    messages,
    answer: { status: 201 },
    subscribe: (applicationKey) => {
      const own = createECDH('prime256v1');
      own.generateKeys();
      const auth = randomBytes(16);
      const endpoint = `${service.url}/send/${randomBytes(12).toString('base64url')}`;
      held.set(endpoint, { own, auth, applicationKey });
      const keys = { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') };
      return { endpoint, keys };
    },
    unsubscribe: (endpoint) => void held.delete(endpoint),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return service;
}

/** The status with which it refuses. */
function faultOf(
  headers: IncomingHttpHeaders,
  bytes: Buffer,
  origin: string,
  { applicationKey }: Held,
): number | undefined {
  const isWhole = Object.entries(NEEDED).every(([name, form]) => form.test(String(headers[name])));
  if (!isWhole || headers['content-encoding'] !== 'aes128gcm') return 400;
  if (bytes.length > MOST_BYTES) return 413;
  return isFrom(String(headers.authorization), applicationKey, origin) ? undefined : 403;
}

/** Whether the owner of that key has signed it, for this service, for less than a day. */
export function isFrom(authorization: string, applicationKey: string, origin: string): boolean {
  const [, signed = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+\.([\w-]+))\.([\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as Partial<
    Record<'aud' | 'exp', unknown>
  >;
  const seconds = Number(exp) - Date.now() / 1000;
  if (key !== applicationKey || aud !== origin || !(seconds > 0 && seconds <= 86_400)) return false;
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const by = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  return verify('sha256', Buffer.from(signed), by, Buffer.from(signature, 'base64url'));
}

/** One record, as RFC 8188 has it: salt, size, the sender's point, what is encrypted. Throws if it was changed. */
export function decrypted(bytes: Buffer, { own, auth }: Pick<Held, 'own' | 'auth'>): string {
  const salt = bytes.subarray(0, 16);
  const end = 21 + bytes.readUInt8(20);
  const theirs = bytes.subarray(21, end);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]);
  const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(theirs), auth, about, 32));
  const part = (name: string, size: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, size));
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  decipher.setAuthTag(bytes.subarray(-16));
  const plain = Buffer.concat([decipher.update(bytes.subarray(end, -16)), decipher.final()]);
  const last = plain.findLastIndex((byte) => byte !== 0);
  if (plain[last] !== 2) throw new Error('not the last record');
  return plain.subarray(0, last).toString();
}
