// Calls addresses that players have chosen, which may be anything: only by HTTPS, only public ones, checked after the
// name was resolved and connected to as checked. No redirect is followed, and little of an answer is read.
import { Resolver } from 'node:dns/promises';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { deadline } from '../../rooms/clockwork.ts';
import { isPublicAddress } from './networks.ts';

/** What is sent to a target. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string | Uint8Array;
}

interface CallerOptions {
  /** Private networks and plain HTTP too: NOTIFY_PRIVATE. */
  readonly isPrivateAllowed: boolean;
  /** For tests. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  readonly timeoutMs?: number;
}

/** The status, and how long to wait before the next call if it says so; `refused`: nothing was sent. */
export type Called =
  | { readonly status: number; readonly retryAfterSeconds?: number }
  | { readonly failure: 'refused' | 'unreachable' };

const TIMEOUT_MS = 10_000;
const HEADER_BYTES = 8 * 1024;
const MOST_ADDRESSES = 8;
const LONGEST_WAIT_SECONDS = 3_600;

/** A URL that may be called at all, before its name is resolved; `undefined`: never. */
export function callable(text: string, isPrivateAllowed: boolean): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isScheme = url.protocol === 'https:' || (isPrivateAllowed && url.protocol === 'http:');
  if (!isScheme || url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  const literal = literalOf(url);
  // A URL has one spelling for each address: decimal, octal and mapped ones are resolved by now.
  if (literal !== undefined && !isPrivateAllowed && !isPublicAddress(literal)) return undefined;
  const isName =
    literal !== undefined || /^(?=.{1,253}\.?$)[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*\.?$/.test(url.hostname);
  return isName ? url : undefined;
}

export class Caller {
  readonly #options: CallerOptions;
  readonly #resolve: (name: string) => Promise<readonly string[]>;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#resolve = options.resolve ?? resolveName;
  }

  /** Never throws. */
  async call({ url: text, headers, content }: Outgoing): Promise<Called> {
    const { isPrivateAllowed, timeoutMs = TIMEOUT_MS } = this.#options;
    const url = callable(text, isPrivateAllowed);
    if (url === undefined) return { failure: 'refused' };
    const signal = deadline(timeoutMs);
    const addresses = await this.#addressesOf(url, signal);
    const [address] = addresses;
    if (address === undefined) return { failure: 'unreachable' };
    if (!isPrivateAllowed && !addresses.every(isPublicAddress)) return { failure: 'refused' };
    return await send(url, address, { method: 'POST', headers: { ...headers }, signal }, content);
  }

  async #addressesOf(url: URL, signal: AbortSignal): Promise<readonly string[]> {
    const literal = literalOf(url);
    if (literal !== undefined) return [literal];
    const late = new Promise<readonly string[]>((resolve) => {
      signal.addEventListener('abort', () => resolve([]), { once: true });
    });
    try {
      return (await Promise.race([this.#resolve(url.hostname), late])).slice(0, MOST_ADDRESSES);
    } catch {
      return [];
    }
  }
}

function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

/** Without the threads that `dns.lookup` uses, which slow names would keep from reading files. */
async function resolveName(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** The name is not resolved again. */
function fixed(address: string): LookupFunction {
  const family = isIP(address);
  return (_name, { all }, done) =>
    all === true ? done(null, [{ address, family }]) : done(null, address, family);
}

function send(
  url: URL,
  address: string,
  options: RequestOptions,
  content: string | Uint8Array,
): Promise<Called> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const unreachable = () => resolve({ failure: 'unreachable' });
    const length = { 'Content-Length': String(Buffer.byteLength(content)) };
    const lookup = fixed(address);
    const outgoing = request(
      url,
      {
        ...options,
        headers: { ...options.headers, ...length },
        lookup,
        agent: false,
        maxHeaderSize: HEADER_BYTES,
      },
      (response) => {
        const wait = Number(response.headers['retry-after']);
        const isWait = Number.isFinite(wait) && wait > 0;
        const status = response.statusCode ?? 0;
        // Whatever follows is not read: it may be endless.
        response.destroy();
        resolve(isWait ? { status, retryAfterSeconds: Math.min(wait, LONGEST_WAIT_SECONDS) } : { status });
      },
    );
    outgoing.on('error', unreachable);
    outgoing.on('upgrade', (_response, socket) => {
      socket.destroy();
      unreachable();
    });
    outgoing.end(content);
  });
}
