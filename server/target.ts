// The target of a request, parsed once. What is not in the one form we accept goes no further: neither
// express nor the framework ever sees an address that two parsers could read differently.
import type { IncomingMessage } from 'node:http';

export interface Target {
  /** Escapes as they were sent, all of them harmless; never `//`, `.` or `..`. */
  readonly path: string;
  /** Without the question mark; empty if there is none. */
  readonly query: string;
}

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

/** Headers that mean one thing: sent twice, a proxy and we might each believe another one. */
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

export interface MatchmakeCall {
  readonly method: string;
  readonly name: string;
}

const MATCHMAKE = /^\/matchmake\/(\w{1,32})\/([\w-]{1,64})$/;

/** Which matchmaking call it is. Names have no escapes: each has one spelling. */
export function matchmakeCallOf({ path }: Target): MatchmakeCall | undefined {
  const [, method, name] = MATCHMAKE.exec(path) ?? [];
  return method === undefined || !isKey(name) ? undefined : { method, name };
}

/** Where a socket belongs. */
export interface SeatTarget {
  readonly roomId: string;
  readonly sessionId: string;
  readonly reconnectionToken: string | undefined;
  readonly skipHandshake: boolean;
}

const SEAT = /^\/[\w-]{1,64}\/([\w-]{1,64})$/;

export interface SocketTarget {
  /** None for the socket that the SDK measures round trips with. */
  readonly seat: SeatTarget | undefined;
}

export function socketTargetOf({ path, query }: Target): SocketTarget | undefined {
  const parameters = new URLSearchParams(query);
  if (path === '/') return parameters.has('sessionId') ? undefined : { seat: undefined };
  const roomId = SEAT.exec(path)?.[1];
  const [sessionId, ...others] = parameters.getAll('sessionId');
  const [reconnectionToken, ...further] = parameters.getAll('reconnectionToken');
  if (!isKey(roomId) || !isKey(sessionId) || others.length > 0 || further.length > 0) return undefined;
  if (reconnectionToken !== undefined && !isKey(reconnectionToken)) return undefined;
  const skipHandshake = parameters.has('skipHandshake');
  return { seat: { roomId, sessionId, reconnectionToken, skipHandshake } };
}

/** Colyseus looks these up in plain objects, where `constructor` and `__proto__` are found, too. */
function isKey(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{1,64}$/.test(text) && !(text in {});
}
