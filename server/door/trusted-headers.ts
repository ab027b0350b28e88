// Which headers of a request are trusted, and from whom it comes: a client, a proxy or another process.
import type { IncomingMessage } from 'node:http';
import { SEAL_HEADER } from '../cluster/peers/seal.ts';
import { addressOf, settleAddress } from '../http/address.ts';
import { type Caller, isPeer } from '../http/caller.ts';
import type { ProblemCode } from '../http/problem.ts';
import { hasDoubledHeader } from '../http/target.ts';
import type { EntranceDeps } from './entrance.ts';
import type { HostPolicy } from './hosts.ts';

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
