// An open table: everything known about it, as signals, and the current choice.
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import {
  type Answer,
  type ContactState,
  Ended,
  type FullLine,
  type GameTypes,
  type Hint,
  type LegalCommand,
  type NewsLine,
  type OpenDecision,
  Refusal,
  type Requests,
  type StreamLine,
  type Table,
  type TableFacts,
} from '../../client/index.ts';
import type { BoardModule, Scene } from '../boards/board.ts';
import { Choice, type Outlook } from '../choice/choice.ts';
import {
  goneBy,
  isWithinReach,
  type Log,
  logUpTo,
  logWith,
  mayGoAgain,
  type News,
  NO_NEWS,
} from '../news/log.ts';
import { say } from './texts.ts';

const CHAT_KEPT = 100;
/** Temporary refusals. */
const PASSING: readonly string[] = ['shutting-down', 'storage-unavailable', 'rate-limited', 'server-full'];
/** Ends after which the client does not reconnect. */
const FINAL: readonly string[] = ['superseded', 'closed', 'not-admitted', 'signed-out'];
/** Why what we did last stands, whatever others do after it. */
const STANDS: readonly string[] = ['touched-hidden', 'touched-chance', 'question-limit'];
/** After the client has given up trying by itself. */
const RETRY_MS = 5_000;
const LEGAL_TRIES = 5;
/** Loaded at once on joining. */
const RECENT = 40;
/** Versions of one request to the history. */
const PAGE = 30;

/** A refusal, as far as players see it. */
export type Refused = Pick<Refusal, 'code' | 'rule' | 'message'>;
/** What may be taken back; `asks`: only if these seats agree. */
type Offer = { readonly to: number; readonly asks: readonly number[] };
const NOT_HEARD = (): Refused => ({ code: 'outcome-unknown', rule: null, message: say('not-heard') });

type ChatLine = FullLine<GameTypes>['chat'][number];

export class LiveTable<G extends GameTypes> {
  readonly #table: Table<G>;
  readonly #facts: Signal<TableFacts>;
  readonly #seat: Signal<number | null>;
  readonly #scene = signal<Scene<G> | null>(null);
  readonly #decisions = signal<readonly OpenDecision<G>[]>([]);
  readonly #banks = signal<readonly number[]>([]);
  readonly #news = signal<Log<G>>(NO_NEWS);
  readonly #chat = signal<readonly ChatLine[]>([]);
  readonly #invitation = signal<string | null>(null);
  readonly #ended = signal<string | null>(null);
  readonly #contact = signal<ContactState>('open');
  /** How far the server's clock is ahead of ours, in milliseconds. */
  readonly #ahead = signal(0);
  /** What we may take back, as of this version. */
  readonly #offered = signal<{ readonly version: number; readonly offer: Offer } | null>(null);
  /** The version at which we heard that what we did last stands. */
  #stoodAt: number | null = null;
  #isClosed = false;
  #wake: () => void = () => {};

  /** The version of the known legal commands. */
  #askedAt = -1;

  /** The position now; null before the start. */
  readonly scene: ReadonlySignal<Scene<G> | null> = this.#scene;
  readonly decisions: ReadonlySignal<readonly OpenDecision<G>[]> = this.#decisions;
  readonly banks: ReadonlySignal<readonly number[]> = this.#banks;
  readonly news: ReadonlySignal<readonly News<G>[]> = this.#news;
  readonly chat: ReadonlySignal<readonly ChatLine[]> = this.#chat;
  readonly invitation: ReadonlySignal<string | null> = this.#invitation;
  /**
   * Why the connection has ended: `superseded`, `closed`, `not-admitted`, `signed-out`, or a refusal's code; null while it
   * lasts.
   */
  readonly ended: ReadonlySignal<string | null> = this.#ended;
  /** Whether the server responds. */
  readonly contact: ReadonlySignal<ContactState> = this.#contact;
  readonly ahead: ReadonlySignal<number> = this.#ahead;
  /** What of ours may be taken back, and whom we would have to ask; null if nothing. */
  readonly takeBackOffer: ReadonlySignal<Offer | null> = computed(() => {
    const { value: offered } = this.#offered;
    const isAsked = this.#facts.value.undoQuestion !== null;
    return isAsked || offered?.version !== (this.#scene.value?.version ?? -1) ? null : offered.offer;
  });
  readonly choice: Choice<G>;

  constructor(table: Table<G>, board: Pick<BoardModule<G>, 'outcomeOf'> | null = null) {
    this.#table = table;
    this.#facts = signal(table.facts);
    this.#seat = signal<number | null>(table.seat);
    this.#invitation.value = table.invitation;
    this.choice = new Choice<G>({
      legal: async (wish) => {
        let answer = await this.#asked(table.request('legal', wish ?? {}));
        // Lost requests are repeated: a player who must act needs the legal commands.
        for (let n = 0; n < LEGAL_TRIES && answer === undefined && !this.#isClosed; n++) {
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
          answer = await this.#asked(table.request('legal', wish ?? {}));
        }
        if (answer?.ok !== true) return { commands: [], unasked: [], complete: true };
        const { commands, unasked, complete, types, next } = answer;
        const typed = (list: readonly object[]) => list as unknown as LegalCommand<G>[];
        return { commands: typed(commands), unasked: typed(unasked), complete, types, next };
      },
      preview: async (command): Promise<Outlook<G>> => {
        const answer = await this.#asked(table.preview(command));
        if (answer === undefined) return { state: 'none' };
        return answer.ok ? { state: 'foreseen', preview: answer } : { state: 'refused', refusal: answer };
      },
      send: (command) => this.#send(command),
      outcomeOf: (command) => {
        const { value: scene } = this.#scene;
        return scene === null ? undefined : board?.outcomeOf?.(command, scene.view);
      },
    });
  }

  get facts(): ReadonlySignal<TableFacts> {
    return this.#facts;
  }

  get seat(): ReadonlySignal<number | null> {
    return this.#seat;
  }

  get table(): Table<G> {
    return this.#table;
  }

  /** Follows the table, beyond the end of the match, until it is closed here or there. */
  async follow(): Promise<void> {
    const unwatch = this.#table.watchContact((state) => {
      this.#contact.value = state;
    });
    for (let since: number | undefined; !this.#isClosed; since = this.#scene.value?.version) {
      try {
        for await (const line of this.#table.lines(since, { stays: true })) {
          batch(() => this.#hear(line));
          void this.#askAgain(line.type === 'full');
          if (line.type === 'news') void this.#lookBack();
        }
        break;
      } catch (error) {
        if (error instanceof Ended) break;
        if (error instanceof Refusal && !PASSING.includes(error.code)) {
          this.#ended.value = error.code;
          break;
        }
        // Whatever it was, the table may be back.
        await this.#rest();
      }
    }
    unwatch();
    // A late request must not reconnect a superseded table.
    this.close();
  }

  /** A request to the table; resolves with the refusal, if it is refused. */
  async ask<Type extends keyof Requests>(type: Type, fields: Requests[Type]): Promise<Refused | undefined> {
    const answer = await this.#asked(this.#table.request(type, fields));
    if (answer === undefined) return NOT_HEARD();
    return answer.ok ? undefined : answer;
  }

  /** What a captain would play in our place, or the refusal. */
  async hint(): Promise<Hint<G> | Refused> {
    const answer = await this.#asked(this.#table.hint());
    return answer ?? NOT_HEARD();
  }

  /** Takes our latest move back, asks the others for leave, or shows why this cannot be done. */
  async takeBack(): Promise<void> {
    const known = this.takeBackOffer.value;
    const asked = known === null ? await this.#asked(this.#table.undoable()) : undefined;
    if (asked?.ok === false) return this.choice.refuse(asked);
    const offer = known ?? asked;
    if (offer === undefined) return;
    const { to, asks } = offer;
    const done: Promise<Answer<G['Code'], object>> =
      asks.length > 0 ? this.#table.askUndo(to) : this.#table.undo(to);
    const answer = await this.#asked(done);
    this.choice.refuse(answer === undefined ? NOT_HEARD() : answer.ok ? undefined : answer);
  }

  /** Call it when there is reason to doubt the connection, or to expect a new one to work. */
  check(): void {
    this.#table.check();
    this.#wake();
  }

  /** Past positions, in order, as far as they can be loaded. */
  async *past(from: number, to: number): AsyncGenerator<Scene<G>, void> {
    const count = Math.min(PAGE, to - from + 1);
    const versions = this.#table.history({ from, count });
    const passed: News<G>[] = [];
    for (let next = from; next <= to; next++) {
      const one = (await this.#asked(versions.next()))?.value;
      if (one === undefined || one.version > to) return;
      passed.push(one);
      const { version, view, seatView = null, events } = one;
      const gone = goneBy(events, logWith(this.#news.value, passed));
      if (view !== undefined) yield { version, view, own: seatView, events, gone, time: 'past' };
    }
  }

  /** The events of the whole match so far, in order; nothing if they cannot be loaded. */
  async story(): Promise<readonly G['Event'][] | undefined> {
    return await this.#asked(this.#told());
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
    this.#table.close();
  }

  async #rest(): Promise<void> {
    this.#contact.value = 'lost';
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, RETRY_MS);
    await promise;
    clearTimeout(timer);
  }

  /** The answer; nothing if the connection was lost for too long, which `contact` shows. */
  async #asked<Value>(answer: Promise<Value>): Promise<Value | undefined> {
    return await answer.catch(() => undefined);
  }

  async #send(command: LegalCommand<G>) {
    const answer = await this.#asked(this.#table.send(command));
    if (answer === undefined) return NOT_HEARD();
    return answer.ok || answer.code === 'stale-decision' ? undefined : answer;
  }

  /** Asked only where it may be: bots let our own stand, and so does whatever brought something out. */
  async #lookBack(): Promise<void> {
    const { value: seat } = this.#seat;
    const version = this.#scene.value?.version ?? -1;
    const isOff = this.#facts.value.undo === 'off' || this.#facts.value.status !== 'playing';
    if (isOff || seat === null || !isWithinReach(this.#news.value, seat, version)) return;
    if (this.#stoodAt !== null && !mayGoAgain(this.#news.value, seat, this.#stoodAt)) return;
    const answer = await this.#asked(this.#table.undoable());
    this.#stoodAt = answer?.ok === false && STANDS.includes(answer.code) ? version : null;
    this.#offered.value = answer?.ok === true ? { version, offer: answer } : null;
  }

  #hear(line: StreamLine<G>): void {
    if (line.type === 'chat') this.#chat.value = [...this.#chat.value, line].slice(-CHAT_KEPT);
    if (line.type === 'closing' && line.reason !== 'expired') this.#close(line.reason);
    if (line.type === 'full') {
      this.#stoodAt = null;
      this.#ahead.value = line.now - Date.now();
      this.#chat.value = line.chat;
    }
    if (line.type === 'full' || line.type === 'table') {
      this.#facts.value = line.table;
      this.#seat.value = line.seat;
      this.#invitation.value = line.invitation;
    }
    if (line.type === 'news') this.#news.value = logWith(this.#news.value, [line]);
    // After the database has lost its newest commits, what was told of them has not happened.
    if (line.type === 'full') this.#news.value = logUpTo(this.#news.value, line.version);
    if (line.type === 'full' || line.type === 'news') this.#look(line);
    if (line.type === 'full' || line.type === 'news' || line.type === 'table') {
      if (line.decisions !== undefined) this.#decisions.value = line.decisions;
      if (line.banks !== undefined) this.#banks.value = line.banks;
    }
    if (line.type === 'full') void this.#fillNews(line.version);
  }

  /** The others are temporary: the client reconnects by itself. */
  #close(reason: string): void {
    if (FINAL.includes(reason)) this.#ended.value = reason;
  }

  #look(line: FullLine<G> | NewsLine<G>): void {
    const { view, seatView = null, version } = line;
    // Missed news have no views; the full line after them has.
    if (view === undefined || view === null) return;
    if (line.type === 'news' && version < (this.#scene.value?.version ?? 0)) return;
    const known = this.#news.value.find((one) => one.version === version);
    this.#scene.value = this.#scened({ version, view, own: seatView }, known?.events ?? []);
  }

  #scened(position: Pick<Scene<G>, 'version' | 'view' | 'own'>, events: Scene<G>['events']): Scene<G> {
    return { ...position, events, gone: goneBy(events, this.#news.value), time: 'now' };
  }

  /** The latest news from before we joined, or from while we were away. */
  async #fillNews(newest: number): Promise<void> {
    const last = this.#news.value.at(-1)?.version ?? -1;
    if (newest < 0 || last >= newest) return;
    const from = Math.max(0, last + 1, newest - RECENT);
    // If they cannot be loaded, the log begins later.
    const missed = await this.#asked(this.#recent(from));
    batch(() => {
      this.#news.value = logWith(this.#news.value, missed ?? []);
      const { value: scene } = this.#scene;
      const latest = missed?.at(-1);
      if (scene !== null && scene.version === latest?.version && scene.events.length === 0)
        this.#scene.value = this.#scened(scene, latest.events);
    });
    await this.#lookBack();
  }

  async #told(): Promise<G['Event'][]> {
    const told: G['Event'][] = [];
    for await (const { events } of this.#table.history({ views: false })) told.push(...events);
    return told;
  }

  async #recent(from: number): Promise<News<G>[]> {
    const news: News<G>[] = [];
    for await (const one of this.#table.history({ from, count: RECENT + 1, views: false })) news.push(one);
    return news;
  }

  /** `again`: the previous request may have been lost. */
  async #askAgain(again: boolean): Promise<void> {
    const { value: seat } = this.#seat;
    const open = this.#decisions.value.find((decision) => decision.seat === seat) ?? null;
    const isNew = open?.id !== this.choice.decision.value?.id;
    // A returning player who is not asked may still send commands that answer no decision, such as resigning.
    const isPlaying = seat !== null && this.#facts.value.status === 'playing';
    const isUnanswered = again && isPlaying && this.choice.legal.value.commands.length === 0;
    // Other players' moves may change the legal commands: offers come and go.
    const version = this.#scene.value?.version ?? -1;
    const isOutdated = open !== null && version !== this.#askedAt;
    if (!isNew && !isUnanswered && !isOutdated) return;
    this.#askedAt = version;
    await this.choice.ask(open);
  }
}
