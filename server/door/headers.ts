// Headers: which of a request are trusted, and from whom it comes (a client, a proxy or another process); and those
// of every answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import { SEAL_HEADER } from '../cluster/peers/seal.ts';
import { addressOf, settleAddress } from '../http/address.ts';
import { type Caller, isPeer } from '../http/arrival.ts';
import type { ProblemCode } from '../http/problem.ts';
import { hasDoubledHeader } from '../http/target.ts';
import type { EntranceDeps } from './entrance.ts';
import type { HostPolicy } from './hosts.ts';

const secure = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // A café serves plain HTTP on its own network; HTTPS and HSTS are the proxy's job.
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  xFrameOptions: { action: 'deny' },
  originAgentCluster: false,
});

/** Leaves only trusted headers, and returns the peer that sealed the request, if any. */
export function settleHeaders(
  request: IncomingMessage,
  { peers, connections, proxies }: Pick<EntranceDeps, 'peers' | 'connections' | 'proxies'>,
): Caller {
  const caller = peers?.callerOf(request);
  delete request.headers[SEAL_HEADER];
  if (isPeer(caller)) {
    settleAddress(request, caller.address);
    connections.trust(request.socket);
  } else settleFromProxy(request, proxies);
  return caller;
}

/** Why its headers cannot be trusted; `undefined`: they can. */
export function headerFault(request: IncomingMessage, hosts: HostPolicy): ProblemCode | undefined {
  if (hasDoubledHeader(request)) return 'bad-header';
  // HTTP/1.0 has none: load balancers' probes omit it, browsers never.
  if (request.headers.host === undefined && request.httpVersion !== '1.0') return 'bad-header';
  const host = hosts(request);
  if (host === 'malformed') return 'bad-header';
  return host === 'unknown' ? 'unknown-host' : undefined;
}

/** Leaves only trusted headers: the client's address, and how the request reached the proxy. */
function settleFromProxy(request: IncomingMessage, proxies: number): void {
  settleAddress(request, addressOf(request, proxies));
  const scheme = request.headers['x-forwarded-proto'];
  if (proxies === 0 || (scheme !== 'http' && scheme !== 'https')) delete request.headers['x-forwarded-proto'];
}

export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
  // Helmet's middleware is synchronous: it only sets headers.
  secure(request, response, () => {});
}
