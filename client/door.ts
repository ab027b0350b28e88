// HTTP requests that are retried where that is safe, with refusals as values.
import { backOff, type Platform, pause, type Response } from './platform.ts';
import type { Answer, Refused } from './types.ts';

type Problem<Code extends string> = Partial<Refused<Code>> & { readonly title?: string };

const TRIES = 8;
/** The server says to retry later. */
const LATER: readonly number[] = [429, 503];
/** A proxy has lost the server behind it: as after a broken connection, the outcome is unknown. */
export const LOST: readonly unknown[] = [502, 504];

export interface DoorSettings {
  readonly platform: Platform;
  readonly url: string;
  readonly token?: string | undefined;
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
  /** Of the answer, if it is not JSON. */
  readonly type?: string;
}

export class Door {
  readonly platform: Platform;
  readonly url: string;
  readonly token: string | undefined;
  readonly retries: number;
  readonly language: 'fr' | 'en' | undefined;

  constructor({ platform, url, token, language, retries = TRIES }: DoorSettings) {
    this.platform = platform;
    this.url = url.replace(/\/$/, '');
    this.token = token;
    this.retries = retries;
    this.language = language;
  }

  newId(): string {
    return this.platform.crypto.randomUUID();
  }

  async ask<Value extends object, Code extends string = never>(
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer<Code, Value>> {
    const told = await this.tell(method, path, body);
    if (told.status < 400) return { ok: true, ...(told.body as Value) };
    return refusalIn(told.body) ?? fail(method, path, told.status);
  }

  /** The same with the status; only lost requests are exceptions. */
  async tell(method: string, path: string, body?: object): Promise<Told> {
    // The effect of a lost request is unknown unless it can be repeated safely.
    const isSafe = method === 'GET' || (body !== undefined && 'commandId' in body);
    const response = await this.#asked(method, path, { body, isSafe });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: bodyOf(text) };
  }

  /** The server's description of itself, outside the versioned API. */
  async about<Value>(): Promise<Value> {
    const response = await this.platform.fetch(`${this.url}/`, {
      method: 'GET',
      headers: { Accept: 'application/json' },
    });
    return JSON.parse(await response.text()) as Value;
  }

  /** A text in another form than JSON. */
  async read(path: string, type: string): Promise<string> {
    const response = await this.#asked('GET', path, { body: undefined, isSafe: true, type });
    if (response.status !== 200) fail('GET', path, response.status);
    return await response.text();
  }

  /** A stream. */
  async open(path: string): Promise<Response> {
    return await this.#asked('GET', path, { body: undefined, isSafe: true });
  }

  async #asked(method: string, path: string, { body, isSafe, type }: Asking): Promise<Response> {
    const headers: Record<string, string> = {};
    if (type !== undefined) headers['Accept'] = type;
    // Browsers send the user's language.
    if (this.language !== undefined) headers['Accept-Language'] = this.language;
    if (this.token !== undefined) headers['Authorization'] = `Bearer ${this.token}`;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const asking = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    for (let attempt = 0; ; attempt++) {
      let wait = backOff(this.platform, attempt);
      try {
        const response = await this.platform.fetch(`${this.url}/api/v1${path}`, asking);
        const isPassing = LATER.includes(response.status) || (isSafe && LOST.includes(response.status));
        if (!isPassing || attempt >= this.retries) return response;
        wait = Math.max(wait, 1000 * Number(response.headers.get('Retry-After') ?? 0));
      } catch (error) {
        if (!isSafe || attempt >= this.retries) throw error;
      }
      await pause(this.platform, wait);
    }
  }
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
