// Whose connection a request came over: the address that limits are counted by.
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** Headers that Colyseus believes without asking who wrote them. */
const CLAIMS = ['x-real-ip', 'x-forwarded-for', 'x-client-ip'] as const;

/**
 * The address as the outermost trusted proxy saw it. `hops` proxies of ours each appended one
 * entry to X-Forwarded-For; anything further left was written by the client and proves nothing.
 */
export function addressOf(request: IncomingMessage, hops: number): string {
  const direct = request.socket.remoteAddress ?? 'unknown';
  if (hops === 0) return direct;
  const chain = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return chain.at(-Math.min(hops, chain.length)) ?? direct;
}

/** Leaves one truthful header, so that the framework cannot be told a false address. */
export function settleAddress(request: IncomingMessage, address: string): void {
  for (const header of CLAIMS) delete request.headers[header];
  request.headers['x-real-ip'] = address;
}

/** Whom limits count a request for, once the guard has settled its headers. */
export function keyOf({ headers }: IncomingMessage): string {
  return addressKey(String(headers['x-real-ip'] ?? ''));
}

/** One key for one subscriber: an IPv6 household has a whole /64. */
export function addressKey(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  if (!isIPv6(plain)) return plain.slice(0, 64);
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
