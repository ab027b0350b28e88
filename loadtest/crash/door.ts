// A seat's connection, by socket or HTTP: both break when the server dies, and reconnect.
import { setTimeout as sleep } from 'node:timers/promises';
import { Door as ClientDoor } from '../../client/door.ts';
import type { Platform } from '../../client/platform.ts';
import type { Game, PublicBase } from '../../shared/kernel/game.ts';
import type { Command } from '../chooser.ts';
import { breakConnection, clientFor, type Room } from '../sdk.ts';
import { publicViewOf, seatViewOf, type WireDecision, type WireState } from '../wire-view.ts';

/** What a seat sees at one moment. */
export interface Seen {
  readonly version: number;
  readonly status: string;
  readonly view: PublicBase;
  readonly own: object;
}

/** The server was gone before it answered: whether the command was played is unknown. */
export class Broken extends Error {}

export class Refused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

type ListedCommand = Command & { readonly decision?: number };

interface Legal {
  readonly commands: readonly ListedCommand[];
  readonly unasked: readonly ListedCommand[];
}

function everyOf({ commands, unasked }: Legal): readonly ListedCommand[] {
  return [...commands, ...unasked];
}

export interface Door {
  readonly seat: number;
  /** A look asks the server; otherwise it shows what the server sent last. */
  readonly asksToLook: boolean;
  create(game: string, options: object): Promise<string>;
  /** Takes the seat, or returns to it; retried until the server is back. */
  enter(matchId: string, invitation?: string): Promise<void>;
  start(): Promise<void>;
  chat(text: string): Promise<void>;
  /** To be passed on; empty at a public table. */
  invitation(): Promise<string>;
  look(): Promise<Seen>;
  legal(): Promise<readonly ListedCommand[]>;
  send(type: string, payload: object): Promise<number>;
  close(): void;
}

const ANSWER_MS = 15_000;
const RETRY_MS = 30;
/** Many players of a server that is away must not keep the machine from starting it. */
const LONGEST_RETRY_MS = 300;
/** Codes that ask to try again, with the same `commandId`. */
const LATER: readonly unknown[] = ['shutting-down', 'storage-unavailable', 'outcome-unknown'];
/** A proxy's answers while no server responds. */
const NOBODY_THERE: readonly number[] = [502, 503, 504];

/** Several lives may end before a player is in, and on a busy machine each takes half a minute to begin. */
const PATIENCE_MS = 300_000;

/** Retries until the server answers; refusals end it, and so does `gone`: the server will not come back. */
export async function untilThere<T>(work: () => Promise<T>, gone: AbortSignal | undefined): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let pause = RETRY_MS; ; pause = Math.min(pause * 1.5, LONGEST_RETRY_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Broken) || gone?.aborted === true || performance.now() > deadline) throw error;
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

export class SocketDoor implements Door {
  readonly asksToLook = false;
  readonly #url: string;
  readonly #token: string;
  readonly #game: Game;
  readonly #serverGone: AbortSignal | undefined;
  #room: Room | undefined;
  #seat = -1;
  #gone: Promise<never> = new Promise(() => undefined);

  constructor(url: string, token: string, game: Game, serverGone?: AbortSignal) {
    this.#url = url;
    this.#token = token;
    this.#game = game;
    this.#serverGone = serverGone;
  }

  get seat(): number {
    return this.#seat;
  }

  async create(game: string, options: object): Promise<string> {
    await this.#untilIn(() => clientFor(this.#url, this.#token).create(game, options));
    return this.#room?.roomId ?? '';
  }

  async enter(matchId: string, invitation = ''): Promise<void> {
    const options = invitation === '' ? {} : { invitation };
    await this.#untilIn(() => clientFor(this.#url, this.#token).joinById(matchId, options));
  }

  async start(): Promise<void> {
    await this.#ask('start', {});
  }

  async chat(text: string): Promise<void> {
    await this.#ask('chat', { text });
  }

  invitation(): Promise<string> {
    const state = this.#room?.state as { toJSON(): WireState } | undefined;
    return Promise.resolve(state?.toJSON().table.seats[this.#seat]?.priv?.invitation ?? '');
  }

  look(): Promise<Seen> {
    const state = (this.#room?.state as { toJSON?(): WireState } | undefined)?.toJSON?.();
    if (state?.table === undefined) return Promise.reject(new Broken('no state yet'));
    return Promise.resolve({
      version: state.version,
      status: state.table.status,
      view: publicViewOf(this.#game, state),
      own: seatViewOf(this.#game, state, this.#seat),
    });
  }

  async legal(): Promise<readonly ListedCommand[]> {
    return everyOf((await this.#ask('legal', {})) as Legal);
  }

  async send(type: string, payload: object): Promise<number> {
    return ((await this.#ask(type, payload)) as { version: number }).version;
  }

  close(): void {
    this.#room?.removeAllListeners();
    if (this.#room !== undefined) breakConnection(this.#room);
    this.#room = undefined;
  }

  async #ask(type: string, payload: object): Promise<unknown> {
    if (this.#room === undefined) throw new Broken('not connected');
    try {
      return await inTime(Promise.race([this.#room.request(type, payload), this.#gone]), type);
    } catch (error) {
      const code = (error as { reason?: { code?: string } }).reason?.code;
      if (code === undefined || LATER.includes(code)) throw new Broken(String(error));
      throw new Refused(code);
    }
  }

  async #untilIn(open: () => Promise<Room>): Promise<void> {
    await untilThere(() => this.#connect(open), this.#serverGone);
  }

  async #connect(open: () => Promise<Room>): Promise<void> {
    this.close();
    const room = await inTime(open(), 'joining').catch((error: unknown) => {
      const { code } = error as { code?: number };
      // Statuses of matchmaking are refusals, except those that ask to retry.
      if (typeof code === 'number' && code >= 400 && code < 500)
        throw new Refused(`${code} ${String(error)}`);
      throw new Broken(String(error));
    });
    room.reconnection.enabled = false;
    this.#room = room;
    for (const type of ['news', 'rejected', 'chat', 'rematch-ready', 'closing'])
      room.onMessage(type, () => undefined);
    const gone = new Promise<never>((_resolve, reject) => {
      room.onLeave((code) => reject(new Broken(`closed with ${code}`)));
      room.onError((code, message) => reject(new Broken(`${code} ${message}`)));
    });
    gone.catch(() => undefined);
    this.#gone = gone;
    const welcome = new Promise<number | null>((resolve) => {
      room.onMessage('welcome', ({ seat }: { seat: number | null }) => resolve(seat));
    });
    const seat = await inTime(Promise.race([welcome, gone]), 'the welcome');
    if (seat === null) throw new Refused('came back without the seat');
    if (this.#seat >= 0 && this.#seat !== seat) throw new Refused(`came back to seat ${seat}`);
    this.#seat = seat;
  }
}

async function inTime<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Broken(`no answer: ${what}`)), ANSWER_MS);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

interface HttpTruth {
  readonly seat: number | null;
  readonly version: number;
  readonly table: { readonly status: string };
  readonly view: object | null;
  readonly seatView: object | null;
  readonly decisions: readonly WireDecision[];
}

/** Gives up on a server that does not answer. */
const PATIENT: Platform = {
  setTimeout,
  clearTimeout,
  TextDecoder,
  crypto,
  fetch: (url, asking) => fetch(url, { ...asking, signal: AbortSignal.timeout(ANSWER_MS) }),
};

export class HttpDoor implements Door {
  readonly asksToLook = true;
  readonly #door: ClientDoor;
  readonly #serverGone: AbortSignal | undefined;
  #matchId = '';
  #seat = -1;

  constructor(url: string, token: string, serverGone?: AbortSignal, platform = PATIENT) {
    // Sent at once; the server may die before it answers.
    this.#door = new ClientDoor({ url, token, retries: 0, platform });
    this.#serverGone = serverGone;
  }

  get seat(): number {
    return this.#seat;
  }

  async create(game: string, options: object): Promise<string> {
    const made = await untilThere(() => this.#ask('POST', '/tables', { game, ...options }), this.#serverGone);
    const { seat, table } = made as { seat: number; table: { matchId: string } };
    this.#seat = seat;
    this.#matchId = table.matchId;
    return table.matchId;
  }

  async enter(matchId: string, invitation = ''): Promise<void> {
    if (this.#matchId !== '') return await this.#comeBack();
    const sit = () =>
      invitation === ''
        ? this.#ask('POST', `/tables/${matchId}/seat`, {})
        : this.#ask('POST', '/join', { invitation });
    const { seat } = (await untilThere(sit, this.#serverGone)) as { seat: number };
    this.#matchId = matchId;
    this.#seat = seat;
  }

  async start(): Promise<void> {
    await this.#ask('POST', `/tables/${this.#matchId}/start`, {});
  }

  /** On when the table is to begin. */
  async agree(startsAt: number): Promise<void> {
    await this.#ask('PUT', `/tables/${this.#matchId}/start-time`, { startsAt });
  }

  async chat(text: string): Promise<void> {
    await this.#ask('POST', `/tables/${this.#matchId}/chat`, { text });
  }

  async invitation(): Promise<string> {
    return ((await this.#truth()) as { invitation?: string | null }).invitation ?? '';
  }

  async look(): Promise<Seen> {
    const { version, table, view, seatView, decisions } = await this.#truth();
    const open = decisions.map(({ id, seat, kind }) => ({ id, seat, kind }));
    return {
      version,
      status: table.status,
      view: { ...view, decisions: open } as unknown as PublicBase,
      own: seatView ?? {},
    };
  }

  async legal(): Promise<readonly ListedCommand[]> {
    return everyOf((await this.#ask('GET', `/matches/${this.#matchId}/legal`)) as Legal);
  }

  async send(type: string, payload: object): Promise<number> {
    const path = `/matches/${this.#matchId}/commands`;
    return ((await this.#ask('POST', path, { type, ...payload })) as { version: number }).version;
  }

  close(): void {
    // Nothing is kept open.
  }

  async #comeBack(): Promise<void> {
    const { seat } = await untilThere(() => this.#truth(), this.#serverGone);
    if (seat !== this.#seat) throw new Refused(`came back to seat ${seat}`);
  }

  async #truth(): Promise<HttpTruth> {
    return (await this.#ask('GET', `/matches/${this.#matchId}`)) as HttpTruth;
  }

  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    const { status, body: answer } = await this.#door.tell(method, path, body).catch((error: unknown) => {
      throw new Broken(String(error));
    });
    if (status < 400) return answer;
    const code = answer['code'];
    if (NOBODY_THERE.includes(status) || LATER.includes(code)) throw new Broken(String(code));
    throw new Refused(typeof code === 'string' ? code : `status ${status}`);
  }
}
