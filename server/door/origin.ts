// Decides which web pages may use this server.
import type { IncomingMessage } from 'node:http';
import type { Config } from '../process/config.ts';
import { askedHost } from './hosts.ts';

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
