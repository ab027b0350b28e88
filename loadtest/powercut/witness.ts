// HTTP requests of players, with the moment at which each answer went out according to the recording.
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Platform } from '../../client/platform.ts';
import type { Note, Recording } from './recording.ts';

const ANSWER_MS = 15_000;

type Asking = Parameters<Platform['fetch']>[1];

interface Heard {
  readonly method: string;
  readonly path: string;
  readonly answer: string;
  readonly port: number;
  /** The recording's ends, before it was sent and after it was answered. */
  readonly after: number;
  readonly before: number;
}

/** What players were told about a match: from then on it must never be lost. */
export interface Promised {
  /** Of the recording, just after it was sent. */
  readonly end: number;
  readonly matchId: string;
  readonly version: number;
  readonly isStarted: boolean;
}

export class Witness {
  readonly #recording: Recording;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #heard: Heard[] = [];

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  readonly platform: Platform = {
    setTimeout,
    clearTimeout,
    TextDecoder,
    crypto,
    fetch: (url, asking) => this.#fetch(url, asking),
  };

  close(): void {
    this.#agent.destroy();
  }

  /** In the order of the recording. */
  promises(notes: readonly Note[]): readonly Promised[] {
    const heads = new Map<number, number[]>();
    for (const { kind, at, bytes, end } of notes) {
      if (kind !== 'told' || at === 0n || bytes.subarray(0, 9).toString() !== 'HTTP/1.1 ') continue;
      const port = Number(at);
      heads.set(port, [...(heads.get(port) ?? []), end]);
    }
    const promises = this.#heard.flatMap((heard) => {
      const end = heads.get(heard.port)?.find((one) => one > heard.after && one <= heard.before);
      if (end === undefined) throw new Error(`the answer to ${heard.method} ${heard.path} was not recorded`);
      return promisedBy(heard, end);
    });
    return promises.sort((one, other) => one.end - other.end);
  }

  async #fetch(url: string, { method, headers, body }: Asking): Promise<Response> {
    const after = this.#recording.end;
    const message = await this.#ask(url, { method, headers, ...(body !== undefined && { body }) });
    const { localPort: port = 0 } = message.socket;
    const answer = await text(message);
    const status = message.statusCode ?? 0;
    const { pathname: path } = new URL(url);
    if (status < 300) this.#heard.push({ method, path, answer, port, after, before: this.#recording.end });
    return new Response(status === 204 ? null : answer, { status });
  }

  #ask(url: string, { method, headers, body }: Asking): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const asked = request(url, { method, headers, agent: this.#agent, timeout: ANSWER_MS }, resolve);
      asked.once('error', reject).once('timeout', () => asked.destroy(new Error('no answer')));
      asked.end(body);
    });
  }
}

const ABOUT_A_MATCH = /^\/api\/v1\/(?:matches|tables)\/([\w-]+)(\/start|\/seat|\/commands|)$/;

function promisedBy({ method, path, answer }: Heard, end: number): readonly Promised[] {
  const body = JSON.parse(answer || '{}') as { version?: number; table?: { matchId?: string } };
  const [, named, what] = ABOUT_A_MATCH.exec(path) ?? [];
  const matchId = method === 'POST' && path === '/api/v1/tables' ? body.table?.matchId : named;
  if (matchId === undefined) return [];
  return [{ end, matchId, version: body.version ?? 0, isStarted: what === '/start' || what === '/commands' }];
}
