// A client without an SDK: reserves, connects and writes its frames itself, and keeps what it receives.
import { once } from 'node:events';
import { Packr, unpack } from 'msgpackr';
import { WebSocket } from 'ws';

export const FRAME = {
  join: 10,
  error: 11,
  leave: 12,
  data: 13,
  state: 14,
  patch: 15,
  request: 21,
  response: 22,
};

export interface Reservation {
  readonly sessionId: string;
  readonly processId: string;
  readonly roomId: string;
}

/** The result of a join attempt: a reservation, or the code of the refusal. */
export async function reserve(
  url: string,
  token: string | undefined,
  way: string,
  options: object = {},
  headers: Record<string, string> = {},
): Promise<Reservation | string> {
  const answer = await fetch(`${url}/matchmake/${way}`, {
    method: 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(options),
  });
  const body = (await answer.json()) as Reservation & { error?: string; message?: string };
  return body.sessionId === undefined ? String(body.error ?? body.message) : body;
}

export class RawClient {
  readonly socket: WebSocket;
  readonly frames: Buffer[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  #requests = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => this.frames.push(Buffer.from(data)));
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
  }

  /** Up to the first message, or to the end. */
  static async connect(url: string, place: Reservation, reconnectionToken?: string): Promise<RawClient> {
    const { sessionId, processId, roomId } = place;
    const token = reconnectionToken === undefined ? '' : `&reconnectionToken=${reconnectionToken}`;
    const address = `${url.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}${token}`;
    const client = new RawClient(new WebSocket(address));
    await Promise.race([once(client.socket, 'message'), once(client.socket, 'close')]);
    return client;
  }

  static async join(url: string, token: string, matchId: string, options: object = {}): Promise<RawClient> {
    const place = await reserve(url, token, `joinById/${matchId}`, options);
    if (typeof place === 'string') throw new Error(place);
    return await RawClient.connect(url, place);
  }

  /** Acknowledges the welcome; only then does the server send the rest. */
  acknowledge(): void {
    this.socket.send(Buffer.from([FRAME.join]));
  }

  /** Comes with the welcome. */
  get reconnectionToken(): string {
    const [welcome] = this.frames;
    if (welcome?.[0] !== FRAME.join) throw new Error('no welcome');
    return welcome.subarray(2, 2 + (welcome[1] ?? 0)).toString();
  }

  /** `packed`: the payload, already encoded. */
  request(type: string, payload?: unknown, packed: Uint8Array = new Packr().pack(payload)): void {
    this.#requests = (this.#requests + 1) % 100;
    const name = Buffer.from(type);
    const head = Buffer.from([FRAME.request, this.#requests, 0xa0 | name.length]);
    this.socket.send(Buffer.concat([head, name, payload === undefined ? Buffer.alloc(0) : packed]));
  }

  /** Payloads of the answers so far, each with its status. */
  get answers(): { readonly status: number; readonly payload: unknown }[] {
    return this.frames
      .filter((frame) => frame[0] === FRAME.response)
      .map((frame) => ({
        status: frame[2] ?? -1,
        payload: frame.length > 3 ? (unpack(frame.subarray(3)) as unknown) : undefined,
      }));
  }
}
