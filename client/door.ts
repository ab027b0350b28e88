// HTTP requests that are retried where that is safe, with refusals as values.
import type { Home } from './home.ts';
import { backOff, demandPlatform, type Platform, pause, type Response } from './platform.ts';
import { Refusal } from './refusal.ts';
import type { Answer, Refused } from './types.ts';

type Problem<Code extends string> = Partial<Refused<Code>> & { readonly title?: string };

const TRIES = 8;
/**
 * A move that waits for a database is answered or refused within five seconds; otherwise its process may be
 * dead.
 */
const ANSWER_MS = 6_000;
/** The server says to retry later. */
const LATER: readonly number[] = [429, 503];
/** A proxy has lost the server behind it: as after a broken connection, the outcome is unknown. */
export const LOST: readonly unknown[] = [502, 504];

/** Has a token that is good now. */
export interface Bearer {
  /** As last known. */
  readonly known: string | undefined;
  token(): Promise<string | undefined>;
  /** Whether there is another one instead of a refused one. */
  renew(refused: string): Promise<boolean>;
}

export interface DoorSettings {
  readonly platform: Platform;
  readonly url: string;
  readonly token?: string | Bearer | undefined;
  /** Of refusals and sentences. */
  readonly language?: 'fr' | 'en' | undefined;
  /** How often a request is retried; 0: the server's answer is passed on at once. */
  readonly retries?: number | undefined;
}

/** What came back, whatever it was. */
export interface Told {
  readonly status: number;
  readonly headers: Response['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

interface Asking {
  readonly body: object | undefined;
  readonly isSafe: boolean;
  /** Without a time limit. */
  readonly isLong?: boolean;
  /** Of the answer, if it is not JSON. */
  readonly type?: string;
  /** Of the match that it is about. */
  readonly home?: Home | undefined;
}

export class Door {
  readonly platform: Platform;
  readonly url: string;
  readonly bearer: Bearer;
  readonly retries: number;
  readonly language: 'fr' | 'en' | undefined;

  constructor({ platform, url, token, language, retries = TRIES }: DoorSettings) {
    demandPlatform();
    this.platform = platform;
    this.url = url.replace(/\/$/, '');
    this.bearer = typeof token === 'object' ? token : unchanging(token);
    this.retries = retries;
    this.language = language;
  }

  /** The same with another token. */
  as(token: string | undefined): Door {
    const { platform, url, language, retries } = this;
    return new Door({ platform, url, token, language, retries });
  }

  newId(): string {
    return this.platform.crypto.randomUUID();
  }

  async ask<Value extends object, Code extends string = never>(
    method: string,
    path: string,
    body?: object,
    home?: Home,
  ): Promise<Answer<Code, Value>> {
    return answerOf(method, path, await this.tell(method, path, body, home));
  }

  /** The same with the status; only lost requests are exceptions. */
  async tell(method: string, path: string, body?: object, home?: Home): Promise<Told> {
    // The effect of a lost request is unknown unless it can be repeated safely.
    const isSafe = method === 'GET' || (body !== undefined && 'commandId' in body);
    return await this.#told(method, path, { body, isSafe, home });
  }

  /** A request that takes the server time. */
  async wait<Value extends object, Code extends string>(
    path: string,
    home?: Home,
  ): Promise<Answer<Code, Value>> {
    const asking = { body: undefined, isSafe: true, isLong: true, home };
    return answerOf('GET', path, await this.#told('GET', path, asking));
  }

  /** The server's description of itself, outside the versioned API. */
  async about<Value>(): Promise<Value> {
    const response = await this.platform.fetch(`${this.url}/`, {
      method: 'GET',
      headers: { Accept: 'application/json' },
    });
    return JSON.parse(await response.text()) as Value;
  }

  /** Whether the server answers at all, without retries. */
  async answers(path: string): Promise<boolean> {
    try {
      const response = await this.platform.fetch(`${this.url}/api/v1${path}`, {
        method: 'GET',
        headers: this.#headersWith(await this.bearer.token()),
      });
      await response.text();
      return response.status < 500;
    } catch {
      return false; // the network is gone
    }
  }

  /** A text that is passed on as it is; a refusal is thrown. */
  async read(path: string, type: string): Promise<string> {
    const response = await this.#asked('GET', path, { body: undefined, isSafe: true, type });
    const text = await response.text();
    if (response.status === 200) return text;
    const refused = refusalIn(bodyOf(text));
    if (refused === undefined) fail('GET', path, response.status);
    throw new Refusal(refused);
  }

  /** A stream. */
  async open(path: string, home: Home): Promise<Response> {
    return await this.#asked('GET', path, { body: undefined, isSafe: true, home });
  }

  async #inTime(answer: Promise<Response>): Promise<Response> {
    const { platform } = this;
    const late = Promise.withResolvers<never>();
    const timer = platform.setTimeout(() => {
      late.reject(new Error('no answer'));
      // A late answer is dropped.
      answer.then(({ body }) => body?.getReader().cancel()).catch(() => undefined);
    }, ANSWER_MS);
    return await Promise.race([answer, late.promise]).finally(() => platform.clearTimeout(timer as never));
  }

  #headersWith(token: string | undefined): Record<string, string> {
    return {
      // Browsers send the user's language.
      ...(this.language !== undefined && { 'Accept-Language': this.language }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    };
  }

  async #told(method: string, path: string, asking: Asking): Promise<Told> {
    const response = await this.#asked(method, path, asking);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: bodyOf(text) };
  }

  async #asked(
    method: string,
    path: string,
    { body, isSafe, isLong, type, home }: Asking,
  ): Promise<Response> {
    const more: Record<string, string> = {};
    if (type !== undefined) more['Accept'] = type;
    if (body !== undefined) more['Content-Type'] = 'application/json';
    let hasRenewed = false;
    const asking = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    for (let attempt = 0; ; attempt++) {
      let wait = backOff(this.platform, attempt);
      const isLast = attempt >= this.retries;
      try {
        const token = await this.bearer.token();
        const answer = this.platform.fetch(`${this.url}/api/v1${path}`, {
          ...asking,
          headers: { ...this.#headersWith(token), ...more, ...home?.headers },
        });
        const response = await (isSafe && !isLast && isLong !== true ? this.#inTime(answer) : answer);
        // Nothing was done: its token had ended.
        if (response.status === 401 && token !== undefined && !hasRenewed) {
          hasRenewed = true;
          if (await this.bearer.renew(token)) continue;
        }
        const isPassing = LATER.includes(response.status) || (isSafe && LOST.includes(response.status));
        if (isPassing) home?.forget();
        else home?.learn(response);
        if (!isPassing || isLast) return response;
        wait = Math.max(wait, 1000 * Number(response.headers.get('Retry-After') ?? 0));
      } catch (error) {
        home?.forget();
        if (!isSafe || isLast) throw error;
      }
      await pause(this.platform, wait);
    }
  }
}

function unchanging(token: string | undefined): Bearer {
  return { known: token, token: () => Promise.resolve(token), renew: () => Promise.resolve(false) };
}

function answerOf<Value extends object, Code extends string>(
  method: string,
  path: string,
  { status, body }: Told,
): Answer<Code, Value> {
  if (status < 400) return { ok: true, ...(body as Value) };
  return refusalIn(body) ?? fail(method, path, status);
}

/** Empty if it is not JSON: for a proxy's page only the status counts. */
export function bodyOf(text: string): Told['body'] {
  try {
    return JSON.parse(text) as Told['body'];
  } catch {
    return {};
  }
}

/** The refusal that a problem document or a socket's refusal holds. */
export function refusalIn<Code extends string>(body: unknown): Refused<Code> | undefined {
  const { code, rule = null, message, title, detail } = (body ?? {}) as Problem<Code>;
  if (code === undefined) return undefined;
  const told = { ok: false, code, rule, message: message ?? title ?? code } as const;
  return typeof detail === 'string' ? { ...told, detail } : told;
}

function fail(method: string, path: string, status: number): never {
  throw new Error(`${method} ${path}: ${status}`);
}
