// HTTP requests that are retried where that is safe, with refusals as values.
import { backOff, type Platform, pause, type Response } from './platform.ts';
import type { Answer, Refused } from './types.ts';

const TRIES = 8;
/** The server says to retry later. */
const LATER: readonly number[] = [429, 503];

export class Door {
  readonly platform: Platform;
  readonly #address: string;
  readonly #token: string | undefined;

  constructor(platform: Platform, url: string, token?: string) {
    this.platform = platform;
    this.#address = `${url.replace(/\/$/, '')}/api/v1`;
    this.#token = token;
  }

  newId(): string {
    return this.platform.crypto.randomUUID();
  }

  async ask<Value extends object>(
    method: string,
    path: string,
    body?: Readonly<Record<string, unknown>>,
  ): Promise<Answer<never, Value>> {
    // The effect of a lost request is unknown unless it can be repeated safely.
    const isSafe = method === 'GET' || body?.['commandId'] !== undefined;
    const response = await this.#asked(method, path, { body, isSafe });
    const text = await response.text();
    const value = (text === '' ? {} : JSON.parse(text)) as Value;
    if (response.status < 400) return { ok: true, ...value };
    const { code, rule = null, message, title } = value as Partial<Refused<never>> & { title?: string };
    if (code === undefined) throw new Error(`${method} ${path}: ${response.status}`);
    return { ok: false, code, rule, message: message ?? title ?? code };
  }

  /** A stream, retried as often as needed. */
  async open(path: string): Promise<Response> {
    const response = await this.#asked('GET', path, { body: undefined, isSafe: true });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  async #asked(
    method: string,
    path: string,
    { body, isSafe }: { readonly body: object | undefined; readonly isSafe: boolean },
  ): Promise<Response> {
    const headers: Record<string, string> = {};
    if (this.#token !== undefined) headers['Authorization'] = `Bearer ${this.#token}`;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const asking = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    for (let attempt = 0; ; attempt++) {
      let wait = backOff(this.platform, attempt);
      try {
        const response = await this.platform.fetch(this.#address + path, asking);
        if (!LATER.includes(response.status) || attempt === TRIES) return response;
        wait = Math.max(wait, 1000 * Number(response.headers.get('Retry-After') ?? 0));
      } catch (error) {
        if (!isSafe || attempt === TRIES) throw error;
      }
      await pause(this.platform, wait);
    }
  }
}
