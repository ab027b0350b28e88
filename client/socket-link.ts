// A table over a socket of a Colyseus SDK: reconnects when needed.
import { Connection } from './connection.ts';
import { Contact } from './contact.ts';
import type { GameSchemas } from './decode.ts';
import { type Door, LOST, refusalIn } from './door.ts';
import type { Link } from './link.ts';
import { backOff } from './platform.ts';
import { accepted, Ended, Refusal } from './refusal.ts';
import type { SdkClient, SdkRoom } from './sdk.ts';
import type { Answer, GameTypes, NewsLine, Place, StreamLine } from './types.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Temporary: retry. */
const PASSING: readonly string[] = [
  'rate-limited',
  'shutting-down',
  'storage-unavailable',
  'outcome-unknown',
  'no-captain',
];
/** They change nothing. */
const SAFE: readonly string[] = ['legal', 'preview', 'hint', 'undoable', 'history', 'news-since'];
const PASSING_STATUS: readonly unknown[] = [429, 503];

interface SocketWay {
  readonly door: Door;
  readonly client: SdkClient;
  readonly schemas: Promise<GameSchemas>;
}

/** With what is known of this one table. */
interface Way extends SocketWay {
  readonly contact: Contact;
}

export class SocketLink<G extends GameTypes> implements Link<G> {
  readonly contact: Contact;
  readonly #way: Way;
  readonly #rejoin: () => Promise<SdkRoom>;
  #current: Promise<Connection<G>>;
  /** The latest working connection. */
  #last: Connection<G>;
  #isClosed = false;

  private constructor(way: Way, first: Connection<G>, invitation: string | undefined) {
    this.#way = way;
    this.contact = way.contact;
    this.#current = Promise.resolve(first);
    const options = invitation === undefined ? {} : { invitation };
    this.#rejoin = () => {
      // A spectator would otherwise take a free seat.
      const spectate = this.#last.isSpectating;
      return way.client.joinById(first.room.roomId, spectate ? { ...options, spectate } : options);
    };
    this.#last = first;
  }

  static async enter<G extends GameTypes>(
    way: SocketWay,
    join: () => Promise<SdkRoom>,
    { invitation, how }: { readonly invitation: string | undefined; readonly how: 'open' | 'join' },
  ): Promise<{ readonly link: SocketLink<G>; readonly place: Place }> {
    // Where nobody waits for them any more, since there is no seat.
    way.schemas.catch(() => undefined);
    const found = { ...way, contact: new Contact(way.door.platform) };
    const first = await connected<G>(found, join, how);
    return { link: new SocketLink<G>(found, first, invitation), place: first.place };
  }

  async *lines(since: number | undefined): AsyncGenerator<StreamLine<G>, void> {
    const connection = await this.#connection();
    const inbox = connection.listen();
    try {
      const missed = since === undefined ? undefined : await this.#missed(since);
      // Missed news go before the current state, with no pause in between.
      const come = inbox.drain().filter((line) => line.type === 'news' || line.type === 'chat');
      const full = connection.full();
      // A server that is not sure of its match shows later what it has stored: the news come with it.
      const told = missed?.filter((line) => line.type !== 'news' || line.version <= full.version);
      // After a gap nothing before that state is sent.
      if (told !== undefined) yield* told.at(-1)?.type === 'gap' ? told : [...told, ...come];
      yield full;
      yield* inbox.lines();
    } finally {
      inbox.leave();
    }
  }

  async ask<Value extends object>(type: string, fields: Fields): Promise<Answer<G['Code'], Value>> {
    const { door } = this.#way;
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= door.retries;
      try {
        const { room } = await this.#connection();
        return { ok: true, ...((await room.request(type, fields)) as Value) };
      } catch (error) {
        const refusal = refusalIn<G['Code']>((error as { reason?: unknown }).reason);
        if (refusal !== undefined && (isLast || !PASSING.includes(refusal.code))) return refusal;
        // The effect of a lost request is unknown unless it can be repeated safely.
        const isSafe = SAFE.includes(type) || fields['commandId'] !== undefined;
        const isFinal = error instanceof Refusal || error instanceof Ended;
        if (refusal === undefined && (isLast || !isSafe || isFinal)) throw error;
      }
      await this.contact.rest(backOff(door.platform, attempt));
    }
  }

  openAt(matchId: string, part: string): Promise<unknown> {
    return this.#way.door.ask('POST', `/tables/${matchId}/open-part`, { part });
  }

  check(): void {
    void this.#current.then(
      (connection) => {
        connection.check();
        connection.compare();
      },
      () => undefined,
    );
    this.contact.hurry();
  }

  close(): void {
    this.#isClosed = true;
    void this.#current.then(
      (connection) => connection.close(),
      () => undefined,
    );
  }

  /** The current connection, or a new one; several callers share one attempt. */
  async #connection(): Promise<Connection<G>> {
    if (this.#isClosed) throw new Ended('the table was closed');
    const current = this.#current;
    const known = await current.catch(() => undefined);
    if (known?.isOpen === true) return known;
    // Reconnecting would close the other one.
    if (known?.isSuperseded === true) throw new Ended('another connection took over');
    if (this.#current === current) this.#current = connected<G>(this.#way, this.#rejoin, 'join');
    this.#last = await this.#current;
    return this.#last;
  }

  async #missed(since: number): Promise<StreamLine<G>[]> {
    const { complete, news } = accepted(
      await this.ask<{ complete: boolean; news: Omit<NewsLine<G>, 'type'>[] }>('news-since', {
        version: since,
      }),
    );
    if (complete) return news.map((one) => ({ ...one, type: 'news' }) as NewsLine<G>);
    return [{ type: 'gap', since, version: news.at(-1)?.version ?? since }];
  }
}

/** What is repeated: to open twice makes two tables, to join twice does no harm. */
async function connected<G extends GameTypes>(
  { door, schemas, contact }: Way,
  join: () => Promise<SdkRoom>,
  how: 'open' | 'join',
): Promise<Connection<G>> {
  for (let attempt = 0; ; attempt++) {
    try {
      const room = await join();
      const answers = () => door.answers(`/tables/${room.roomId}`);
      const connection = new Connection<G>({ platform: door.platform, schemas, contact, answers }, room);
      await connection.ready;
      return connection;
    } catch (error) {
      const { code: status, message } = error as { code?: unknown; message?: string };
      const isLost = !isRefused(status) || LOST.includes(status);
      // The match moved between the reservation and its socket.
      const isMoved = message === 'reservation-expired';
      const isPassing = PASSING_STATUS.includes(status) || (how !== 'open' && (isMoved || isLost));
      if (!isPassing || attempt >= door.retries)
        throw isRefused(status) ? await refusalOf(door, message ?? '') : error;
    }
    await contact.rest(backOff(door.platform, attempt));
  }
}

function isRefused(status: unknown): boolean {
  return typeof status === 'number' && status >= 400 && status < 600;
}

/** The SDK passes on code and detail; the sentence comes from the language texts. */
async function refusalOf(door: Door, message: string): Promise<Refusal> {
  const [code = '', detail] = message.split(': ');
  const texts = await door.ask<{ codes: Record<string, string> }>(
    'GET',
    `/sentences/${door.language ?? 'en'}`,
  );
  const sentence = texts.ok ? texts.codes[code] : undefined;
  return new Refusal({ code, rule: null, message: [sentence, detail].filter(Boolean).join(' ') || code });
}
