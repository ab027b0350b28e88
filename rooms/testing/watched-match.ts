// Plays a match over the wire with drops, returns and spectators, and records everything that was sent.
import type { Client } from '@colyseus/sdk';
import { below, createRng, pick, type Rng, spawnSeed } from '../../shared/kernel/rng.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { HintAnswer } from '../../shared/protocol/advice.ts';
import type { HistoryPage } from '../../shared/protocol/history.ts';
import type { NewsBook } from '../../shared/protocol/short-news.ts';
import type { JournalRow, MatchRow } from '../life/match-store.ts';
import type { NewsMessage } from '../show/news-memory.ts';
import {
  type Choice,
  comeBack,
  invitedBy,
  type SeenState,
  seatAndStart,
  type TestPlayer,
  until,
} from './player.ts';
import { type Sight, sightOf } from './sight.ts';
import type { TableServer } from './table-server.ts';
import type { Wiretap } from './wiretap.ts';

interface WatchedTable {
  readonly server: TableServer;
  readonly tap: Wiretap;
  readonly game: string;
  readonly seats: number;
  readonly options: object;
  readonly seed: string;
  /** Moves to watch; by default the whole match. */
  readonly moves?: number;
  /** Whether some moves are what captains advise; the server needs some. */
  readonly hints?: boolean;
}

export interface Watched {
  readonly row: MatchRow;
  readonly journal: readonly JournalRow[];
  /** The seat of each connection; `null` for spectators. */
  readonly viewers: ReadonlyMap<string, Seat | null>;
  readonly sights: readonly Sight[];
  /** The news each client got, live or on request, in order of arrival. */
  readonly told: readonly { readonly viewer: Seat | null; readonly news: readonly NewsMessage[] }[];
  /** Pages of history that clients requested as their own seat. */
  readonly pages: readonly { readonly viewer: Seat | null; readonly page: HistoryPage }[];
  /** What clients got when they asked for another seat's history while the match was running. */
  readonly peeks: readonly string[];
  /** Texts that must never be sent. */
  readonly tokens: readonly string[];
  /** By session: what only this connection may be sent. */
  readonly keys: ReadonlyMap<string, string>;
  readonly invitation: string;
  /** With which the short news of every second client are read. */
  readonly book: NewsBook | undefined;
  readonly drops: number;
  /** Hints that were requested and played. */
  readonly hints: number;
  /** Each client's table at the end. */
  readonly ends: readonly SeenState[];
}

/** One in this many moves is followed by … */
const ODDS = { drop: 8, quickReturn: 2, wrongMove: 6 };

/** After these moves a connection is lost in any case, so that the shortest match sees it. */
const SURE_DROPS = [3, 7];

/** One move in this many is a captain's: the player asks for a hint and plays it. */
const HINTS = 5;

export async function watchMatch(table: WatchedTable): Promise<Watched> {
  return await new WatchedMatch(table).run();
}

/** A seat or a spectator's place, and the client currently in it. */
interface Place {
  readonly client: Client;
  /** The options for rejoining. */
  readonly join: object;
  player: TestPlayer;
  here: boolean;
  /** The newest version this client knows. */
  told: number;
}

/** How long the SDK waits before it retries. */
const BLINK_MS = 40;

class WatchedMatch {
  readonly #table: WatchedTable;
  readonly #luck: Rng;
  readonly #places: Place[] = [];
  readonly #tokens: string[] = [];
  readonly #viewers = new Map<string, Seat | null>();
  readonly #keys = new Map<string, string>();
  readonly #sights: Sight[] = [];
  readonly #told: { viewer: Seat | null; news: NewsMessage[] }[] = [];
  readonly #pages: { viewer: Seat | null; page: HistoryPage }[] = [];
  readonly #peeks: string[] = [];
  #invitation = '';
  #book: NewsBook | undefined;
  #chosen: Choice | undefined;
  #drops = 0;
  #hints = 0;

  constructor(table: WatchedTable) {
    this.#table = table;
    this.#luck = createRng(table.seed);
  }

  async run(): Promise<Watched> {
    await this.#sitDown();
    const { moves = 20_000, hints = false } = this.#table;
    for (let made = 0; made < moves && !this.#over; made++) {
      await this.#bringBackTheAsked();
      if (hints && made % HINTS === 0) await this.#follow();
      else await this.#move();
      await this.#look();
      if (this.#over) break;
      if (below(this.#luck, ODDS.wrongMove) === 0) await this.#moveWrongly();
      if (this.#over) break;
      if (SURE_DROPS.includes(made) || below(this.#luck, ODDS.drop) === 0) await this.#drop();
    }
    for (const place of this.#places) if (!place.here) await this.#bringBack(place);
    await this.#look();
    const { store } = this.#table.server;
    const row = await store.load(this.#matchId);
    if (row === undefined) throw new Error('the match is not stored');
    return {
      row,
      journal: await store.journal(this.#matchId),
      viewers: this.#viewers,
      sights: this.#sights,
      told: this.#told,
      pages: this.#pages,
      peeks: this.#peeks,
      tokens: this.#tokens,
      keys: this.#keys,
      invitation: this.#invitation,
      book: this.#book,
      drops: this.#drops,
      hints: this.#hints,
      ends: this.#places.map((place) => place.player.state),
    };
  }

  get #first(): TestPlayer {
    const place = this.#places.find((candidate) => candidate.here);
    if (place === undefined) throw new Error('there is no player');
    return place.player;
  }

  get #matchId(): string {
    return this.#first.matchId;
  }

  get #over(): boolean {
    return this.#first.over;
  }

  #client(name: string): Client {
    const word = spawnSeed(this.#luck);
    this.#tokens.push(word, `id-${name}`);
    return this.#table.server.client(`${name}~${word}`);
  }

  async #sitDown(): Promise<void> {
    const { game, seats, options, server, tap, hints = false } = this.#table;
    const label = spawnSeed(this.#luck).slice(0, 6);
    const clients = Array.from({ length: seats }, (_, seat) => this.#client(`${label}p${seat}`));
    const players = await seatAndStart(clients, game, { options, visibility: 'private', hints });
    const [host] = players;
    if (host === undefined) throw new Error('no player sat down');
    tap.version = () => server.store.journals.get(host.matchId)?.length ?? 0;
    const invited = await invitedBy(host);
    this.#invitation = invited.invitation ?? '';
    for (const [seat, player] of players.entries()) {
      const client = clients[seat];
      if (client !== undefined) this.#take({ client, join: {}, player, here: true, told: 0 });
    }
    for (const name of [`${label}w0`, `${label}w1`]) {
      const client = this.#client(name);
      const join = { spectate: true, ...invited };
      const player = await comeBack(client, host.matchId, join);
      this.#take({ client, join, player, here: true, told: 0 });
    }
    for (const [n, { player }] of this.#places.entries()) if (n % 2 === 1) await this.#shorten(player);
    await this.#look();
    for (const { player } of this.#places) await this.#lookBack(player);
  }

  #take(place: Place): void {
    if (!this.#places.includes(place)) this.#places.push(place);
    const { player } = place;
    player.luck = createRng(spawnSeed(this.#luck));
    this.#viewers.set(player.room.sessionId, player.seat);
    this.#told.push({ viewer: player.seat, news: player.news });
    this.#noteKey(player);
  }

  async #shorten(player: TestPlayer): Promise<void> {
    await player.shortenNews();
    this.#book = player.book;
  }

  #noteKey({ room }: TestPlayer): void {
    const [, key] = room.reconnectionToken.split(':');
    if (key !== undefined) this.#keys.set(room.sessionId, key);
  }

  async #bringBackTheAsked(): Promise<void> {
    const asked = this.#first.state.decisions.map((decision) => decision.seat);
    for (const place of this.#places) {
      const { seat } = place.player;
      if (!place.here && seat !== null && asked.includes(seat)) await this.#bringBack(place);
    }
  }

  #allAskedAreHere(): boolean {
    const here = this.#places.flatMap((place) => (place.here ? [place.player.seat] : []));
    return this.#first.state.decisions.every((decision) => here.includes(decision.seat));
  }

  async #move(): Promise<void> {
    const asked = this.#first.state.decisions;
    if (asked.length === 0) throw new Error('no seat is asked');
    const { seat } = pick(this.#luck, asked);
    await this.#places.find((place) => place.player.seat === seat)?.player.playAny();
  }

  /** Plays what a captain would. */
  async #follow(): Promise<void> {
    const [asked] = this.#first.state.decisions;
    const player = this.#places.find((place) => place.player.seat === asked?.seat)?.player;
    if (player === undefined) throw new Error('no seat is asked');
    const { command } = (await player.send('hint')) as unknown as HintAnswer;
    const { type, ...fields } = command;
    await player.send(type, fields);
    this.#hints += 1;
  }

  /** What all connected clients see, once all have the newest version. */
  async #look(): Promise<void> {
    const version = this.#table.tap.version();
    const here = this.#places.filter((place) => place.here);
    const isThere = ({ player }: Place) => player.state.version === version;
    await until(() => here.every(isThere), `version ${version}`);
    for (const place of here) {
      place.told = version;
      this.#sights.push(sightOf(place.player));
    }
  }

  /** A player answers another player's decision; the refusal must not reveal anything. */
  async #moveWrongly(): Promise<void> {
    const [decision] = this.#first.state.decisions;
    const here = this.#places.filter((place) => place.here);
    const asked = here.find((place) => place.player.seat === decision?.seat);
    const others = here.filter((place) => place !== asked);
    if (asked === undefined || others.length === 0) return;
    const choice = await asked.player.choose();
    // Commands that answer no decision may be legal for anyone.
    if (choice.payload.decision === undefined) return;
    await pick(this.#luck, others).player.refused(choice.type, choice.payload);
    await this.#moveAsBefore(asked.player, choice);
  }

  /** A command from another time: usually illegal now; otherwise it is played. */
  async #moveAsBefore(player: TestPlayer, choice: Choice): Promise<void> {
    const before = this.#chosen;
    this.#chosen = choice;
    const { decision } = choice.payload;
    if (before?.payload.decision === undefined || decision === undefined) return;
    try {
      await player.send(before.type, { ...before.payload, decision });
    } catch (error) {
      if ((error as { reason?: object }).reason === undefined) throw error;
    }
    await this.#look();
  }

  async #drop(): Promise<void> {
    const here = this.#places.filter((place) => place.here);
    if (here.length < 3) return;
    const place = pick(this.#luck, here);
    this.#drops += 1;
    if (place.player.seat !== null && below(this.#luck, ODDS.quickReturn) === 0) await this.#blink(place);
    else {
      this.#table.server.cut(place.player.room);
      place.here = false;
    }
  }

  /** The connection breaks, the others play on, and the SDK reconnects by itself. */
  async #blink(place: Place): Promise<void> {
    const { player, told } = place;
    const { room } = player;
    let isBack = false;
    room.onReconnect.once(() => {
      isBack = true;
    });
    Object.assign(room.reconnection, { enabled: true, minUptime: 0, delay: BLINK_MS, minDelay: BLINK_MS });
    this.#table.server.cut(room);
    place.here = false;
    const heard = player.news.length;
    for (let moves = below(this.#luck, 4); moves > 0; moves--) {
      if (this.#over || isBack || !this.#allAskedAreHere()) break;
      await this.#move();
      await this.#look();
    }
    await until(() => isBack, 'the return');
    room.reconnection.enabled = false;
    this.#noteKey(player);
    const { news } = await this.#ask(player, told);
    // Missed news come before those of the new connection, some of which may have arrived already.
    const live = player.news.splice(heard);
    const isMissed = ({ version }: NewsMessage) => live.every((one) => one.version !== version);
    player.news.push(...news.filter(isMissed), ...live);
    place.here = true;
    await this.#look();
  }

  async #bringBack(place: Place): Promise<void> {
    place.player = await comeBack(place.client, this.#matchId, place.join);
    place.here = true;
    this.#take(place);
    if (this.#places.indexOf(place) % 2 === 1) await this.#shorten(place.player);
    const { news } = await this.#ask(place.player, place.told);
    this.#told.push({ viewer: place.player.seat, news });
  }

  async #ask(player: TestPlayer, version: number): Promise<{ news: NewsMessage[] }> {
    const { remembering } = this.#table.tap;
    remembering.add(player.room.sessionId);
    const answer = (await player.room.request('news-since', { version })) as { news: NewsMessage[] };
    remembering.delete(player.room.sessionId);
    await this.#lookBack(player);
    return answer;
  }

  /** At some versions: the player's own history, and others', which must be refused. */
  async #lookBack(player: TestPlayer): Promise<void> {
    const { remembering } = this.#table.tap;
    const { sessionId } = player.room;
    const from = below(this.#luck, player.state.version + 1);
    remembering.add(sessionId);
    const page = (await player.room.request('history', { from, count: 20 })) as HistoryPage;
    remembering.delete(sessionId);
    this.#pages.push({ viewer: player.seat, page });
    if (this.#over) return;
    const other = ((player.seat ?? 0) + 1) % this.#table.seats;
    for (const as of [other, 'all']) this.#peeks.push((await player.refused('history', { from, as })).code);
  }
}
