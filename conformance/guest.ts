// A player from outside: HTTP, streams of lines, and the SDK's sockets, with one token.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@colyseus/sdk';
import { Door } from '../client/door.ts';
import type { Platform } from '../client/platform.ts';
import { LineSplitter } from '../shared/protocol/line-splitter.ts';
import { SocketPlayer, until } from './socket-player.ts';

export type Json = Record<string, unknown>;
interface Told {
  readonly status: number;
  readonly body: Json;
}
export interface Line {
  readonly type: string;
  readonly version: number;
  readonly [field: string]: unknown;
}

/** The server under test, and open connections to it. */
export interface Reach {
  readonly url: string;
  /** Closes what an aborted scene left open. */
  readonly atEnd: (() => void)[];
  /** Guests by name: tokens per address are limited, so scenes share them. */
  readonly known: Map<string, Promise<Guest>>;
  /** Tokens of all guests: at the end they leave their tables. */
  readonly arrived: Set<string>;
}

const LONGEST_WAIT_S = 90;

export class LineStream {
  readonly lines: Line[] = [];
  /** News missed while the stream was renewed: events only. */
  readonly toldLater = new Set<Line>();
  #isCatchingUp = false;
  /** Empty lines. */
  beats = 0;
  status = 0;
  readonly #abort = new AbortController();

  constructor(url: string, headers: Record<string, string>) {
    void this.#follow(url, headers).catch(() => undefined);
  }

  of(type: string): Line[] {
    return this.lines.filter((line) => line.type === type);
  }

  /** The latest line with views. */
  get newest(): Line | undefined {
    return this.lines.findLast(
      ({ type, view }) => type === 'full' || (type === 'news' && view !== undefined),
    );
  }

  get table(): Json {
    return (this.lines.findLast((line) => line['table'] !== undefined)?.['table'] ?? {}) as Json;
  }

  get isOver(): boolean {
    return this.table['status'] === 'finished';
  }

  reach(version: number): Promise<void> {
    return until(() => (this.newest?.version ?? -1) >= version, `version ${version}`);
  }

  begun(): Promise<void> {
    return until(() => this.of('full').length > 0, 'the first line');
  }

  close(): void {
    this.#abort.abort();
  }

  /** Reopens a stream that the server let expire. */
  async #follow(address: string, headers: Record<string, string>): Promise<void> {
    const url = new URL(address);
    for (;;) {
      await this.#read(url, headers);
      const last = this.lines.at(-1);
      if (last?.type !== 'closing' || last['reason'] !== 'expired') return;
      this.#isCatchingUp = true;
      url.searchParams.set('since', String(this.newest?.version ?? -1));
    }
  }

  async #read(url: URL, headers: Record<string, string>): Promise<void> {
    const response = await fetch(url, { headers, signal: this.#abort.signal });
    this.status = response.status;
    if (response.body === null || response.status !== 200) return;
    const splitter = new LineSplitter();
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      for (const line of splitter.take(part)) {
        if (line === '') this.beats += 1;
        else this.#take(JSON.parse(line) as Line);
      }
    }
  }

  #take(line: Line): void {
    this.lines.push(line);
    if (line.type === 'full') this.#isCatchingUp = false;
    else if (this.#isCatchingUp) this.toldLater.add(line);
  }
}

export class Guest {
  readonly reach: Reach;
  readonly token: string;
  readonly id: string;
  readonly #door: Door;

  /** `page`: the origin of the page that asks, which leads to the server too. */
  constructor(reach: Reach, token: string, id = '', page?: string) {
    this.reach = reach;
    this.token = token;
    this.id = id;
    const own = token === '' ? undefined : token;
    const platform = page === undefined ? globalThis : platformOf(page);
    this.#door = new Door({ platform, url: page ?? reach.url, token: own, retries: 0 });
  }

  static async arrive(reach: Reach, name: string, token = ''): Promise<Guest> {
    const { status, body } = await new Guest(reach, token).ask('POST', '/guests', { name });
    if (status >= 300) throw new Error(`POST /guests: ${status} ${JSON.stringify(body)}`);
    reach.arrived.add(String(body['token']));
    return new Guest(reach, String(body['token']), String(body['id']));
  }

  /** The same player in every scene; what is opened here is closed at the end of this scene. */
  static async known(reach: Reach, name: string): Promise<Guest> {
    const arriving = reach.known.get(name) ?? Guest.arrive(reach, name);
    reach.known.set(name, arriving);
    const { token, id } = await arriving;
    return new Guest(reach, token, id);
  }

  get headers(): Record<string, string> {
    return this.token === '' ? {} : { Authorization: `Bearer ${this.token}` };
  }

  /** Waits if the server limits the rate; any other answer is judged unchanged. */
  async ask(method: string, path: string, body?: object): Promise<Told> {
    for (;;) {
      const { status, headers, body: said } = await this.#door.tell(method, path, body);
      if (status !== 429) return { status, body: said };
      const seconds = Number(headers.get('Retry-After') ?? 1);
      if (seconds > LONGEST_WAIT_S) throw new Error(`${method} ${path} may not be retried for ${seconds} s`);
      await pause(1000 * seconds);
    }
  }

  /** The code of a refusal; `undefined` if it was not refused. */
  async code(method: string, path: string, body?: object): Promise<unknown> {
    return (await this.ask(method, path, body)).body['code'];
  }

  async must(method: string, path: string, body?: object): Promise<Json> {
    const { status, body: told } = await this.ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(told)}`);
    return told;
  }

  stream(matchId: string, query = ''): LineStream {
    const stream = new LineStream(`${this.reach.url}/api/v1/matches/${matchId}/stream${query}`, this.headers);
    this.reach.atEnd.push(() => stream.close());
    return stream;
  }

  get sdk(): Client {
    return new Client(this.reach.url, { headers: { Authorization: `Bearer ${this.token}` } });
  }

  async socket(matchId: string, options: object = {}): Promise<SocketPlayer> {
    const player = new SocketPlayer(await this.sdk.joinById(matchId, options));
    this.reach.atEnd.push(() => void player.room.leave());
    await until(
      () => player.matchId !== '' && (player.state?.table?.seats?.length ?? 0) > 0,
      'welcome and state',
    );
    return player;
  }
}

function platformOf(origin: string): Platform {
  const { setTimeout, clearTimeout, TextDecoder, crypto } = globalThis as unknown as Platform;
  const asks: Platform['fetch'] = (url, { headers, ...asking }) =>
    globalThis.fetch(url, { ...asking, headers: { ...headers, Origin: origin } });
  return { setTimeout, clearTimeout, TextDecoder, crypto, fetch: asks };
}

/** The code of a socket's refused request, after waiting if it was rate-limited. */
export async function socketCode(player: SocketPlayer, type: string, payload: object): Promise<unknown> {
  const answer = await socketAsk(player, type, payload);
  return answer['code'];
}

/** The answer, or the refusal as a value. */
export async function socketAsk(player: SocketPlayer, type: string, payload: object): Promise<Json> {
  for (;;) {
    try {
      return (await player.room.request(type, payload)) as Json;
    } catch (error) {
      const { reason } = error as { reason?: Json };
      if (reason === undefined) throw error;
      if (reason['code'] !== 'rate-limited') return reason;
      await pause(200);
    }
  }
}
