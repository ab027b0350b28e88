// The names of this server, and which web pages may use it. A page on a foreign name that resolves here (DNS rebinding)
// would count as one of our own pages, so a name must be known.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { performance } from '../../rooms/clockwork.ts';
import type { Log } from '../../rooms/ports.ts';
import type { Config } from '../process/config.ts';

export type HostKind = 'ours' | 'unknown' | 'malformed';

export type HostPolicy = (request: IncomingMessage) => HostKind;

const AUTHORITY = /^(?:\[([\da-f:.]{2,45})\]|([\w-]{1,63}(?:\.[\w-]{1,63}){0,9})\.?)(?::\d{1,5})?$/i;
/** Domains of local networks, which cannot be registered: routers and mDNS assign them to this machine. */
const LOCAL_DOMAINS = ['local', 'lan', 'home', 'internal', 'home.arpa'];
const HINT_EVERY_MS = 60_000;

export function hostPolicy(
  config: Pick<Config, 'allowedHosts' | 'host' | 'trustProxy'>,
  log: Log,
  ownName: () => string = hostname,
): HostPolicy {
  const listed = new Set(config.allowedHosts);
  if (config.host !== undefined) listed.add(config.host.toLowerCase());
  // A proxy forwards only the names it serves, unless ALLOWED_HOSTS is more specific.
  const anything = listed.has('*') || (config.trustProxy > 0 && config.allowedHosts.length === 0);
  const isOurs = (name: string) =>
    anything || listed.has(name) || isLocal(name) || namesOf(ownName()).includes(name);
  let hintedAt = Number.NEGATIVE_INFINITY;
  const hint = (name: string) => {
    if (performance.now() - hintedAt < HINT_EVERY_MS) return;
    hintedAt = performance.now();
    log.warn({ host: name }, 'refused: not a name of this server; if it should be, add it to ALLOWED_HOSTS');
  };
  return (request) => {
    const asked = askedHost(request, config.trustProxy);
    // Whether it may be missing has been decided (headers.ts).
    if (asked === undefined) return 'ours';
    // Both: a proxy that does not set X-Forwarded-Host forwards the client's value.
    const names = [asked, request.headers.host ?? asked].map(nameIn);
    if (names.includes(undefined)) return 'malformed';
    const foreign = names.find((name) => name !== undefined && !isOurs(name));
    if (foreign === undefined) return 'ours';
    hint(foreign);
    return 'unknown';
  };
}

/** The host as the browser knows it; a proxy may have put its own name into Host. */
function askedHost({ headers }: IncomingMessage, proxies: number): string | undefined {
  const forwarded = proxies > 0 ? headers['x-forwarded-host'] : undefined;
  // As with addresses: each of our proxies appends one entry; earlier ones come from the client.
  const chain = String(forwarded ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return (chain.at(-Math.min(proxies, chain.length)) ?? headers.host)?.toLowerCase();
}

/** The name in a bare authority: no user, no path; the port is ignored. */
function nameIn(authority: string): string | undefined {
  const [, address, name] = AUTHORITY.exec(authority) ?? [];
  if (address !== undefined) return isIP(address) === 6 ? address : undefined;
  return name?.toLowerCase();
}

/** A foreign page never has an IP address as its name, and `localhost` is always this machine. */
function isLocal(name: string): boolean {
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost');
}

function namesOf(machine: string): string[] {
  const full = machine.toLowerCase();
  const [short = ''] = full.split('.');
  return short === '' ? [] : [full, short, ...LOCAL_DOMAINS.map((domain) => `${short}.${domain}`)];
}

/**
 * In answers about a match: the name of its process. Clients may repeat it in requests about the match, for the
 * proxy; here it is ignored.
 */
export const MEMBER_HEADER = 'Quayside-Member';

/** `none`: not a browser, or one that does not say. */
type OriginKind = 'none' | 'same' | 'listed' | 'foreign';

export type OriginPolicy = (request: IncomingMessage) => OriginKind;

export function originPolicy(config: Config): OriginPolicy {
  const listed = new Set(config.corsOrigins);
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined) return 'none';
    if (listed.has(origin)) return 'listed';
    if (!URL.canParse(origin)) return 'foreign'; // also `null`: a sandboxed frame or a file
    const { host, hostname } = new URL(origin);
    if (host === askedHost(request, config.trustProxy)) return 'same';
    // During development a page often comes from its own server.
    const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
    return config.mode === 'development' && local ? 'listed' : 'foreign';
  };
}

/**
 * Whether a change comes from one of our own pages, or from a program that declares it. Browsers add an
 * administrator's password to any request, even one caused by a foreign page. Over plain HTTP they send no
 * Sec-Fetch-Site, but our pages make them send a Referer, which no page can forge.
 */
export function isFromOwnPage(request: IncomingMessage, proxies: number): boolean {
  const { origin, referer } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const own = askedHost(request, proxies);
  const claims = [origin, referer].filter((claim) => claim !== undefined);
  const isOwn = (claim: string) => URL.canParse(claim) && new URL(claim).host === own;
  const isProven = site === undefined ? claims.length > 0 : site === 'same-origin';
  return isProven && claims.every(isOwn);
}

/** Headers that a browser requires before it shows an answer to a page of another origin. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    // The SDK uses `credentials: include`; there are no cookies, tokens are sent in a header.
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Headers': `Content-Type, Authorization, Accept, Accept-Language, If-None-Match, ${MEMBER_HEADER}`,
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
    'Access-Control-Expose-Headers': `ETag, Location, Retry-After, ${MEMBER_HEADER}`,
    'Access-Control-Max-Age': '7200',
  };
}
