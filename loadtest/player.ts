// One connection of a load test: joins, checks for gaps, reports to its match what it sees.
import { hash, randomBytes } from 'node:crypto';
import { canonicalJson } from '../shared/kernel/canonical.ts';
import { now } from './clock.ts';
import { breakConnection, clientFor, type Room, watchFrames } from './sdk.ts';
import type { Tally } from './tally.ts';
import type { WireDecision, WireState } from './wire-view.ts';

export interface NewsHead {
  readonly version: number;
  readonly seat: number | null;
}

interface Welcome {
  readonly version: number;
  readonly seat: number | null;
}

export interface Watcher {
  /** The state includes this news. */
  informed(player: Player, news: NewsHead): void;
  /** Connected and up to date: for the first time and after every return. */
  arrived(player: Player): void;
  left(player: Player, code: number): void;
  /** Whether something that began and ended then counts. */
  isJudged(began: number, ended: number): boolean;
}

interface RawState {
  readonly version: number;
  readonly table: { readonly status: string };
  readonly decisions: Iterable<WireDecision>;
  toJSON(): unknown;
}

/**
 * The error in a piece of news, if any: versions must arrive one by one, and the state must include the
 * news. A client that has just joined may get the newest state first and older news after it.
 */
export function gapIn(last: number, version: number, shown: number | undefined): string | undefined {
  if (version !== last + 1) return `after ${last} came ${version}`;
  if (shown === undefined || shown < version) return `news of ${version}, but the state shows ${shown}`;
  return undefined;
}

export class Player {
  readonly name: string;
  readonly #url: string;
  readonly #token: string;
  readonly #tally: Tally;
  readonly #watcher: Watcher;
  #room: Room | undefined;
  #seat: number | null = null;
  #lastVersion = -1;
  #part = '';
  /** Increases with every connection: requests on older ones are void. */
  #epoch = 0;

  constructor(name: string, url: string, token: string, tally: Tally, watcher: Watcher) {
    this.name = name;
    this.#url = url;
    this.#token = token;
    this.#tally = tally;
    this.#watcher = watcher;
  }

  get seat(): number | null {
    return this.#seat;
  }

  get connected(): boolean {
    return this.#room !== undefined;
  }

  get epoch(): number {
    return this.#epoch;
  }

  get lastVersion(): number {
    return this.#lastVersion;
  }

  /** The version that the state shows; −1 until there is one. */
  get shownVersion(): number {
    return this.#raw?.version ?? -1;
  }

  get matchId(): string {
    return this.#room?.roomId ?? '';
  }

  get status(): string {
    return this.#raw?.table?.status ?? '';
  }

  async create(game: string, options: object): Promise<void> {
    const began = now();
    await this.#connect(await clientFor(this.#url, this.#token).create(game, options), began);
  }

  async join(matchId: string, options: object = {}): Promise<void> {
    const began = now();
    await this.#connect(await clientFor(this.#url, this.#token).joinById(matchId, options), began);
  }

  /** Like any client: commits to a part of the deal on sitting down. */
  async commit(): Promise<void> {
    this.#part = randomBytes(16).toString('hex');
    await this.request('commit-part', { commitment: hash('sha256', this.#part) });
  }

  async openPart(): Promise<void> {
    await this.request('open-part', { part: this.#part });
  }

  async request(type: string, payload: object = {}): Promise<unknown> {
    if (this.#room === undefined) throw new Error('not connected');
    return await this.#room.request(type, payload);
  }

  /** Its own open decision, according to its client. */
  openDecision(): WireDecision | undefined {
    for (const decision of this.#raw?.decisions ?? []) {
      if (decision.seat === this.#seat) return { id: decision.id, seat: decision.seat, kind: decision.kind };
    }
    return undefined;
  }

  state(): WireState {
    return this.#raw?.toJSON() as WireState;
  }

  /**
   * A hash of everything public that the version determines: equal for all clients. Who is connected may change between
   * the moments at which two of them compare, and with a stall the deadlines.
   */
  publicHash(): string {
    const { version, view, decisions } = this.state();
    const open = decisions.map(({ id, seat, kind }) => ({ id, seat, kind }));
    return hash('sha1', canonicalJson({ version, view, decisions: open }));
  }

  /** Breaks the connection without closing; `join` brings the player back. */
  break(): void {
    const room = this.#room;
    this.#forget();
    if (room !== undefined) breakConnection(room);
  }

  leave(): void {
    const room = this.#room;
    this.#forget();
    room?.leave(true).catch(() => undefined);
  }

  get #raw(): RawState | undefined {
    return this.#room?.state as RawState | undefined;
  }

  #forget(): void {
    this.#epoch += 1;
    this.#room?.removeAllListeners();
    this.#room = undefined;
  }

  #connect(room: Room, began: number): Promise<void> {
    const missedFrom = this.#lastVersion;
    this.#epoch += 1;
    this.#room = room;
    room.reconnection.enabled = false;
    watchFrames(
      room,
      ({ byteLength }) => {
        this.#tally.count('bytesIn', byteLength);
        this.#tally.count('messagesIn');
      },
      (bytes) => this.#tally.count('bytesOut', bytes),
    );
    for (const type of ['rejected', 'chat', 'rematch-ready', 'closing'])
      room.onMessage(type, () => undefined);
    room.onMessage('news', (news: NewsHead) => this.#hear(news));
    room.onError((code, message) => this.#tally.trouble('disconnected', `${this.name}: ${code} ${message}`));
    room.onLeave((code) => {
      if (this.#room !== room) return;
      this.#forget();
      this.#watcher.left(this, code);
    });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no welcome within 10 s')), 10_000);
      room.onMessage('welcome', ({ version, seat }: Welcome) => {
        clearTimeout(timer);
        this.#seat = seat;
        // The setup is news of version 0: at a table in its lobby it is still to come.
        this.#lastVersion = this.status === 'lobby' ? -1 : version;
        if (missedFrom >= 0) {
          if (this.#watcher.isJudged(began, now())) this.#tally.took('return', now() - began);
          this.#tally.count('returns');
          void this.#catchUp(missedFrom, version);
        }
        resolve();
        this.#watcher.arrived(this);
      });
    });
  }

  #hear(news: NewsHead): void {
    this.#tally.count('newsReceived');
    const gap = gapIn(this.#lastVersion, news.version, this.#raw?.version);
    if (gap !== undefined) this.#tally.trouble('version-gap', `${this.name}: ${gap}`);
    this.#lastVersion = news.version;
    this.#watcher.informed(this, news);
  }

  /** After a return, missed news must be available without gaps. */
  async #catchUp(after: number, upTo: number): Promise<void> {
    const epoch = this.#epoch;
    try {
      const answer = await this.request('news-since', { version: after });
      const { complete, news } = answer as { complete: boolean; news: NewsHead[] };
      const got = news.map(({ version }) => version).filter((version) => version <= upTo);
      const whole = got.length === upTo - after && got.every((version, n) => version === after + 1 + n);
      if (complete && !whole) {
        this.#tally.trouble(
          'version-gap',
          `${this.name}: asked for ${after + 1}–${upTo}, got ${got.join(' ')}`,
        );
      }
    } catch (error) {
      if (epoch === this.#epoch)
        this.#tally.trouble('timed-out', `${this.name}: news-since: ${String(error)}`);
    }
  }
}
