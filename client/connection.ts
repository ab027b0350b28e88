// One connection to a room: keeps what it receives and passes it on as the lines of a stream.
import { lengthened, type NewsBook, type ViewersNews } from '../shared/protocol/short-news.ts';
import { Comparison } from './comparison.ts';
import type { Contact } from './contact.ts';
import { decoded, type GameSchemas } from './decode.ts';
import { Inbox } from './inbox.ts';
import type { Platform } from './platform.ts';
import type { Lines, TableFacts } from './protocol.ts';
import type { SdkRoom } from './sdk.ts';
import { SecondOpinion } from './second-opinion.ts';
import type { FullLine, GameTypes, NewsLine, OpenDecision, Place, StreamLine, TableLine } from './types.ts';

/** For a `full` that comes later; older lines are forgotten. */
const CHAT_KEPT = 100;
/** Between two pings. */
const PING_MS = 2_500;
/** Answers usually take a tenth of that. */
const LATE_MS = 2_000;
/** Without an answer for this long the connection is given up: enough for a network that recovers. */
const DEAD_MS = 15_000;
/** The same player connected elsewhere (`close codes` of the protocol). */
const SUPERSEDED = 4100;

interface Welcome {
  readonly protocol: number;
  readonly seat: number | null;
  readonly now: number;
  readonly language: 'fr' | 'en';
  readonly chat: Lines['full']['chat'];
}

interface RawState {
  readonly version: number;
  readonly table: { readonly seats: readonly { readonly priv?: RawPart }[] };
  readonly decisions: readonly { readonly id: number; readonly seat: number; readonly kind: string }[];
  readonly banks: readonly number[];
  readonly view?: object;
}

interface RawPart {
  readonly invitation?: string;
  readonly seatView?: object;
}

interface Surroundings {
  readonly platform: Platform;
  /** They may still be on their way. */
  readonly schemas: Promise<GameSchemas>;
  readonly contact: Contact;
  /** Whether the server answers a request about the table. */
  readonly answers: () => Promise<boolean>;
}

export class Connection<G extends GameTypes> {
  readonly room: SdkRoom;
  readonly #platform: Platform;
  readonly #contact: Contact;
  readonly #inboxes = new Set<Inbox<G>>();
  readonly #ready = Promise.withResolvers<void>();
  #schemas: GameSchemas | undefined;
  #welcome: Welcome | undefined;
  #book: NewsBook | undefined;
  #isSettled = false;
  /** How far the server's clock is ahead of ours, in milliseconds. */
  #ahead = 0;
  #chat: Lines['full']['chat'] = [];
  /** As last told. */
  #table = '';
  #clock = '';
  #version = -1;
  #seat: number | null = null;
  #timer: unknown;
  #isLate = false;
  readonly #opinion: SecondOpinion;
  readonly #comparison: Comparison;
  isOpen = true;
  /** The state differs from the server's. */
  #isWrong = false;
  /** Another connection of the same player took its place. */
  isSuperseded = false;

  constructor({ platform, schemas, contact, answers }: Surroundings, room: SdkRoom) {
    this.#platform = platform;
    this.#contact = contact;
    this.room = room;
    this.#opinion = new SecondOpinion({ platform, answers, giveUp: () => this.close() });
    this.#comparison = new Comparison(room, () => this.#giveUpState());
    schemas.then(
      (arrived) => {
        this.#schemas = arrived;
        this.#reading(() => this.#settle());
      },
      (error: unknown) => {
        this.#ready.reject(error);
        this.close();
      },
    );
    // The client reconnects itself, in the same way over both transports.
    room.reconnection.enabled = false;
    room.onMessage('*', (type, payload) => this.#reading(() => this.#hear(type, payload)));
    room.onStateChange(() => this.#reading(() => this.#changed()));
    room.onError(() => undefined);
    room.onLeave((code) => this.#left(code));
    // It may reject without a listener.
    this.#ready.promise.catch(() => undefined);
    this.check();
  }

  /** Resolves once everything that the seat may know has arrived. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get place(): Place {
    const raw = this.#raw();
    const { table, seat } = this.#seen(raw);
    return { seat, invitation: ownPart(raw, seat)?.invitation ?? null, table };
  }

  /** Without a seat. A wrong state does not tell. */
  get isSpectating(): boolean {
    return (this.#isWrong ? this.#welcome?.seat : this.place.seat) === null;
  }

  /** From now on; the first line is `full`. */
  listen(): Inbox<G> {
    const inbox = new Inbox<G>(() => {
      this.#inboxes.delete(inbox);
      if (this.#inboxes.size === 0) this.close();
    });
    this.#inboxes.add(inbox);
    return inbox;
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#contact.tell('lost');
    // Without consent: the seat stays, as when a stream is closed.
    this.#ready.reject(new Error('the connection was closed'));
    this.#end();
    void this.room.leave(false).catch(() => undefined);
  }

  /** Everything that may be known now. */
  full(): FullLine<G> {
    const raw = this.#raw();
    this.#note(raw);
    this.#seat = seatIn(raw);
    const { protocol } = this.#welcome ?? { protocol: 0 };
    return {
      type: 'full',
      protocol,
      // Of the server, which deadlines refer to.
      now: Date.now() + this.#ahead,
      chat: [...this.#chat],
      version: raw.version,
      ...this.#seen(raw),
      invitation: this.place.invitation,
      ...this.#views(raw),
    };
  }

  /** A lost network is silent: the answer to a ping distinguishes it from a quiet table. */
  check(): void {
    if (!this.isOpen) return;
    // Data sent through a lost network may arrive late; a new connection is available at once.
    if (this.#isLate) {
      this.close();
      return;
    }
    this.room.ping(() => this.#answered());
    this.#after(LATE_MS, () => {
      this.#isLate = true;
      this.#contact.tell('late');
      this.#opinion.seek();
      this.#after(DEAD_MS - LATE_MS, () => this.close());
    });
  }

  #answered(): void {
    this.#isLate = false;
    this.#opinion.drop();
    if (!this.isOpen) return;
    this.#contact.tell('open');
    this.#after(PING_MS, () => this.check());
    if (this.#isSettled) this.#comparison.pinged();
  }

  /** Whether the state is the server's; otherwise a new connection gets it. */
  compare(): void {
    if (this.isOpen && this.#isSettled) void this.#comparison.compare();
  }

  /** A state that cannot be read cannot be the server's either. */
  #reading(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#ready.reject(error);
      this.#giveUpState();
    }
  }

  #giveUpState(): void {
    this.#isWrong = true;
    this.close();
  }

  #after(ms: number, work: () => void): void {
    this.#platform.clearTimeout(this.#timer as never);
    this.#timer = this.#platform.setTimeout(work, ms);
  }

  #hear(type: string | number, payload: unknown): void {
    if (type === 'welcome') {
      this.#welcome = payload as Welcome;
      this.#ahead = this.#welcome.now - Date.now();
      this.#chat = [...this.#welcome.chat];
      this.#settle();
    } else if (type === 'news') this.#tellNews(payload as Lines['news']);
    else if (type === 'n') this.#hearShort(payload as NewsBook | readonly unknown[]);
    else if (type === 'chat') this.#hearChat(payload as Lines['full']['chat'][number]);
    else if (type === 'closing')
      this.#tell({ type: 'closing', ...(payload as Omit<Lines['closing'], 'type'>) });
  }

  #hearShort(payload: NewsBook | readonly unknown[]): void {
    if (!isList(payload)) this.#book = payload;
    else if (this.#book !== undefined) this.#tellNews(lengthened(this.#book, payload));
  }

  #hearChat(line: Lines['full']['chat'][number]): void {
    this.#chat = [...this.#chat, line].slice(-CHAT_KEPT);
    this.#tell({ type: 'chat', ...line });
  }

  #tellNews(news: ViewersNews): void {
    if (this.#inboxes.size === 0) return;
    const raw = this.#raw();
    const line = { type: 'news', ...news } as NewsLine<G>;
    const isLatest = raw.version === news.version;
    if (!isLatest) {
      this.#tell(line);
      return;
    }
    const { view, ...rest } = this.#views(raw);
    this.#tell({ ...line, ...(view === null ? {} : { view }), ...rest, banks: [...raw.banks] });
    if (this.#note(raw).table) this.#tellTable(raw);
  }

  /** Changes with a version are part of its news. */
  #changed(): void {
    this.#settle();
    if (this.#inboxes.size === 0 || !this.#isSettled) return;
    const raw = this.#raw();
    if (seatIn(raw) !== this.#seat) this.#tell(this.full());
    else if (raw.version === this.#version) {
      const { table, clock } = this.#note(raw);
      if (table || clock) this.#tellTable(raw);
    }
  }

  #tellTable(raw: RawState): void {
    const { invitation } = this.place;
    const line: TableLine<G> = { type: 'table', version: raw.version, ...this.#seen(raw), invitation };
    this.#tell(line);
  }

  /** Passes on what differs from the last line. */
  #note(raw: RawState): { readonly table: boolean; readonly clock: boolean } {
    const table = JSON.stringify(raw.table);
    const clock = JSON.stringify([raw.decisions, raw.banks]);
    const differs = { table: table !== this.#table, clock: clock !== this.#clock };
    this.#version = raw.version;
    this.#table = table;
    this.#clock = clock;
    return differs;
  }

  #settle(): void {
    const isComplete = this.#schemas !== undefined && this.#welcome !== undefined;
    if (this.#isSettled || !isComplete || this.#state?.table?.seats === undefined) return;
    const raw = this.#raw();
    if (raw.table.seats.length === 0) return;
    this.#isSettled = true;
    // An older server refuses, and goes on as before.
    this.room.request('short-news').catch(() => undefined);
    this.#contact.tell('open');
    this.#ready.resolve();
  }

  #left(code: number): void {
    if (code === SUPERSEDED) this.#tell({ type: 'closing', reason: 'superseded' });
    this.isSuperseded = code === SUPERSEDED;
    this.isOpen = false;
    this.#contact.tell('lost');
    this.#ready.reject(new Error(`the connection was closed (${code})`));
    this.#end();
  }

  #end(): void {
    this.#platform.clearTimeout(this.#timer as never);
    this.#opinion.drop();
    this.room.removeAllListeners();
    for (const inbox of this.#inboxes) inbox.end();
  }

  #tell(line: StreamLine<G>): void {
    for (const inbox of this.#inboxes) inbox.take(line);
  }

  #decoded(name: string, value: object): unknown {
    if (this.#schemas === undefined) throw new Error('the schemas are still on their way');
    return decoded(this.#schemas, name, value);
  }

  get #state(): RawState | undefined {
    return this.room.state as RawState | undefined;
  }

  #raw(): RawState {
    return (this.room.state as { toJSON(): RawState }).toJSON();
  }

  #seen(raw: RawState): Pick<TableLine<G>, 'table' | 'seat' | 'decisions' | 'banks'> {
    return {
      seat: seatIn(raw),
      table: this.#decoded('table', {
        ...raw.table,
        seats: raw.table.seats.map(({ priv: _own, ...seat }) => seat),
      }) as TableFacts,
      decisions: raw.decisions.map((one) => this.#decoded('table-decision', one) as OpenDecision<G>),
      banks: [...raw.banks],
    };
  }

  #views(raw: RawState): Pick<FullLine<G>, 'view' | 'seatView' | 'decisions'> {
    const { seat, decisions } = this.#seen(raw);
    const { seatView } = ownPart(raw, seat) ?? {};
    // There they have no deadlines.
    const asked = decisions.map(({ id, seat: whose, kind }) => ({ id, seat: whose, kind }));
    const read = (name: string, value: object | undefined, more: object = {}) =>
      value === undefined ? null : this.#decoded(name, { ...value, ...more });
    return {
      view: read('publicView', raw.view, { decisions: asked }) as G['Public'] | null,
      seatView: read('seatView', seatView) as G['Private'] | null,
      decisions,
    };
  }
}

/** Only the private part of the own seat is visible. */
function seatIn(raw: RawState): number | null {
  const own = raw.table.seats.findIndex(({ priv }) => priv !== undefined);
  return own === -1 ? null : own;
}

function ownPart(raw: RawState, seat: number | null): RawPart | undefined {
  return seat === null ? undefined : raw.table.seats[seat]?.priv;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
