// The target of a request, parsed once. Anything but the one form we accept is rejected: neither
// express nor the framework ever sees a URL that two parsers could read differently.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export interface Target {
  /** With its escapes as sent, all harmless; never `//`, `.` or `..`. */
  readonly path: string;
  /** Without the question mark; empty if there is none. */
  readonly query: string;
}

/** Of a request whose target is malformed. */
export const NOWHERE: Target = { path: '', query: '' };

/** RFC 3986: a path of `pchar`, then anything printable. No fragment, no scheme, no authority. */
const ORIGIN_FORM = /^(\/(?:[\w.~!$&'()*+,;=:@/-]|%[0-9a-f]{2})*)(?:\?([\x21\x22\x24-\x7e]*))?$/i;
/** Empty and dot segments; escaped, they and slashes would come back after decoding. Likewise control bytes. */
const AMBIGUOUS = /\/\/|%(?:2f|5c|7f|[01][0-9a-f])|\/(?:\.|%2e){1,2}(?=\/|$)/i;

export function parseTarget(url: string | undefined): Target | undefined {
  const [, path, query = ''] = ORIGIN_FORM.exec(url ?? '') ?? [];
  if (path === undefined || AMBIGUOUS.test(path) || !isDecodable(path)) return undefined;
  return { path, query };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Headers with a single value: sent twice, a proxy and we might each use a different one. */
const SINGLE: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'content-type',
  'host',
  'origin',
  'sec-fetch-site',
]);

export function hasDoubledHeader({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const single = names.filter((name) => SINGLE.has(name));
  return new Set(single).size !== single.length;
}

/** The room a socket belongs to. */
export interface SeatTarget {
  /** As in the reservation: the process that had the match at that moment, perhaps one that never existed. */
  readonly member: string;
  readonly roomId: string;
  readonly sessionId: string;
  readonly reconnectionToken: string | undefined;
  readonly skipHandshake: boolean;
}

const SEAT = /^\/([\w-]{1,64})\/([\w-]{1,64})$/;

export interface SocketTarget {
  /** None for the socket with which the SDK measures latency. */
  readonly seat: SeatTarget | undefined;
}

export function socketTargetOf({ path, query }: Target): SocketTarget | undefined {
  const parameters = new URLSearchParams(query);
  if (path === '/') return parameters.has('sessionId') ? undefined : { seat: undefined };
  const [, member = '', roomId] = SEAT.exec(path) ?? [];
  const [sessionId, ...others] = parameters.getAll('sessionId');
  const [reconnectionToken, ...further] = parameters.getAll('reconnectionToken');
  if (!isKey(roomId) || !isKey(sessionId) || others.length > 0 || further.length > 0) return undefined;
  if (reconnectionToken !== undefined && !isKey(reconnectionToken)) return undefined;
  const skipHandshake = parameters.has('skipHandshake');
  return { seat: { member, roomId, sessionId, reconnectionToken, skipHandshake } };
}

/** Colyseus looks these up in plain objects, which also have `constructor` and `__proto__`. */
export function isKey(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{1,64}$/.test(text) && !(text in {});
}

/** Before a token: its program signed in with the SDK. No secret, and no part of the token. */
export const SDK_MARK = '~';

const BEARER = /^Bearer (~?)(.*)$/;

/** The token in a header, whatever it is. */
export function tokenOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return BEARER.exec(authorization)?.[2];
}

export function hasSdkMark({ authorization = '' }: IncomingHttpHeaders): boolean {
  return BEARER.exec(authorization)?.[1] === SDK_MARK;
}
