// What rooms need from the process; `server/` provides it.
import type { Socket } from 'node:net';
import type { Game, GameFamily, Language, PublicBase, Result, Weight } from '../shared/kernel/game.ts';
import type { Entry } from '../shared/kernel/journal.ts';
import type { Seat } from '../shared/kernel/seat.ts';
import type { JoinOptions } from '../shared/protocol/messages.ts';
import type { MakeLimiter } from './allowance.ts';
import type { Asked } from './asked.ts';
import type { ChatLine } from './chat.ts';
import type { Candidate } from './ranking.ts';
import type { TableLine } from './table-line.ts';

/** A person or program, however often and from wherever it connects. Made from a signed token. */
export interface Identity {
  readonly id: string;
  readonly name: string;
}

export type MatchStatus = 'lobby' | 'playing' | 'finished' | 'frozen' | 'abandoned';

/** The stored match without its journal. */
export interface MatchRow {
  readonly matchId: string;
  readonly game: string;
  /** Name and hash of its edition. */
  readonly edition: string;
  readonly editionHash: string;
  readonly rulesVersion: number;
  readonly status: MatchStatus;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Or when its last command was accepted, if that is later. */
  readonly updatedAt: number;
  /**
   * When the next time-out of a sleeping match is due; 0 while the match is in memory (so that it is
   * found after a crash); `null` without a clock.
   */
  readonly wakeAt: number | null;
  /** Secret until the match is finished. */
  readonly seed: string;
  /** The table as the rooms describe it (seats, options, clock…): JSON, opaque to the store. */
  readonly table: unknown;
  /** Identities that hold a seat, for finding a player's tables. */
  readonly players: readonly string[];
  readonly result: Result | null;
}

/** An accepted command as stored. */
export interface JournalRow extends Entry {
  /** When it was accepted, in milliseconds since 1970. */
  readonly at: number;
}

/** Consecutive entries of a journal. */
export interface JournalPart {
  /** Only later versions. */
  readonly after: number;
  readonly most: number;
}

export type MatchChange = Partial<Omit<MatchRow, 'matchId' | 'game' | 'createdAt' | 'seed'>>;

export interface OldQuery {
  readonly status: MatchStatus;
  readonly unchangedSince: number;
  /** Where the last answer ended. */
  readonly after: OldMatches['next'];
  /** How many are examined, whether old or not. */
  readonly limit: number;
}

export interface OldMatches {
  readonly matches: readonly MatchRow[];
  /** There may be more. */
  readonly next?: { readonly createdAt: number; readonly id: number } | undefined;
}

export interface MatchCount {
  readonly status: MatchStatus;
  readonly game: string;
  readonly matches: number;
}

/** Durable storage. Promises resolve only when the data would survive the end of the process. */
export interface MatchStore {
  /** Refuses a `matchId` that exists (rejects with an Error). */
  create(row: MatchRow): Promise<void>;
  /**
   * Appends journal rows and changes the match row, all or nothing. Writes of one turn of the
   * event loop share a transaction (group commit); one match's failing write fails alone.
   * Rejects if a row's version is already there: two owners of one match would show here. A `StoreError`
   * says whether the refused data may exist after a restart (`unconfirmed`).
   */
  commit(matchId: string, rows: readonly JournalRow[], change: MatchChange): Promise<void>;
  /** Rejects with a `StoreError` of code `damaged` if the stored data is not what was written. */
  load(matchId: string): Promise<MatchRow | undefined>;
  /** Rejects in the same way. Without `part`: all of it. */
  journal(matchId: string, part?: JournalPart): Promise<readonly JournalRow[]>;
  /** Newest first, without damaged ones; at most `limit`. */
  list(filter: {
    readonly status?: readonly MatchStatus[];
    readonly player?: string;
    /** Only if unchanged since. */
    readonly unchangedSince?: number;
    /** Only what has changed later than that. */
    readonly changedSince?: number;
    readonly limit: number;
  }): Promise<readonly MatchRow[]>;
  /** Playing matches with `from` ≤ `wakeAt` ≤ `to`, earliest first; at most `limit`. */
  due(
    from: number,
    to: number,
    limit: number,
  ): Promise<readonly { readonly matchId: string; readonly game: string }[]>;
  /** The earliest `wakeAt` from `from` on, of all playing matches. */
  nextWake(from: number): Promise<number | undefined>;
  /** Some of the matches with this status, oldest first. */
  old(query: OldQuery): Promise<OldMatches>;
  /** Removes this many rows of a match's journal, and the match with the last of them; `true` if it is gone. */
  removeSome(matchId: string, rows: number): Promise<boolean>;
  /** Returns this many unused pages to the system; `true` if there may be more. */
  shrink(pages: number): Promise<boolean>;
  /** Counts some matches by status, starting after `after`. */
  countSome(
    after: number,
    limit: number,
  ): Promise<{ readonly counts: readonly MatchCount[]; readonly next?: number }>;
  /** Rejects if the storage accepts no writes. */
  check(): Promise<void>;
  /** Completes pending work, then closes. */
  close(): Promise<void>;
}

/** Another living process that shares the matches. */
export interface Peer {
  /** Its identity for as long as it runs. */
  readonly number: number;
  /** `host:port` at which this process reaches it. */
  readonly address: string;
}

/** A public table in memory. */
export interface ListedTable extends Candidate {
  readonly line: TableLine;
  readonly createdAt: number;
}

/** Where it is, as far as is known. */
export interface FoundTable extends ListedTable {
  readonly owner: 'mine' | Peer;
}

export interface TableFilter {
  readonly status: MatchStatus;
  readonly game?: string | undefined;
}

/**
 * The public tables in memory, over all processes. It may be a moment old: whether a seat is free is decided where the
 * table is. Nothing waits for it: while other processes' tables are not known, only those of this process are found.
 */
export interface Directory {
  /** Tables known at the moment. */
  readonly size: number;
  /** To be called whenever one of this process's tables looks different. */
  publish(table: ListedTable): void;
  /** It has left memory, or is not listed any more. */
  withdraw(matchId: string): void;
  /** Newest first. If there are many: some of each host and address. */
  tables(filter: TableFilter): Promise<readonly FoundTable[]>;
  /** Lobbies with a free seat; those that wait longest first. If there are many: some of each host and address. */
  openLobbies(game: string, seats: number | undefined): Promise<readonly FoundTable[]>;
}

/** Which process owns a match: one at a time may load it, change it and show it. */
export interface Ownership {
  /** The number under which peers know this process; stays the same as long as it runs. */
  readonly self: number;
  /**
   * Claims a stored match, or returns its owner. To be called before it is loaded, since another process may
   * have changed it until then. If it has no owner and only others have its rules: one of those, which can
   * claim it, or `unknown-rules`. `undefined`: there is no such match. `unplayed`: only its row is changed,
   * which needs no rules, so it is claimed even if no process has them.
   */
  claim(matchId: string, how?: 'unplayed'): Promise<'mine' | Peer | 'unknown-rules' | undefined>;
  /**
   * It has left memory, and no write of this process follows. Never rejects: if this could not be stored, this
   * process stays the owner, and can claim it again.
   */
  release(matchId: string): Promise<void>;
  /**
   * Hands it to a living peer instead, after the last write; `false`: not done, for example to one without its
   * rules.
   */
  give(matchId: string, to: Peer): Promise<boolean>;
  /**
   * The owner, or a process that can claim it if this one cannot; `undefined`: none (or an unknown match), so
   * that it can be claimed here. The answer may be a few seconds old, unless `fresh`: for a caller that this
   * peer has refused.
   */
  ownerOf(matchId: string, how?: 'fresh'): Promise<'mine' | Peer | undefined>;
  /** All living others that can be reached. */
  peers(): readonly Peer[];
  /** Called when a peer is gone, so that its matches may be claimed. Returns a function that stops it. */
  onGone(listener: (peer: Peer) => void): () => void;
  /** Called if a match in memory turns out not to belong to this process. Returns a function that stops it. */
  onLost(listener: (matchId: string) => void): () => void;
  /**
   * When the server, or the process that had this match before, came back from an outage, in `now()`'s time: players
   * had no way to answer. `undefined`: when this process began.
   */
  recoveredAt(matchId?: string): number | undefined;
}

/** A player's connection, which returns to the match at another process with its token from this one. */
export interface MovedPlace {
  readonly sessionId: string;
  /** The reconnection token. */
  readonly token: string;
  readonly identity: Identity;
  readonly language: Language;
  /** The key of limits per address. */
  readonly address: string;
}

/** A match that moves to another process. */
export interface MovedMatch {
  readonly matchId: string;
  readonly places: readonly MovedPlace[];
  /** It is never stored. */
  readonly chat: readonly ChatLine[];
  /** No object of the synchronized state had this number or a higher one. */
  readonly firstRef: number;
}

/** A seat in a lobby at another process. */
export interface SeatWish {
  readonly matchId: string;
  readonly token: string | undefined;
  readonly join: JoinOptions;
  readonly acceptLanguage: string;
  readonly address: string;
}

/** What this process asks of others. Never rejects; without a proper answer it is unknown whether anything was done. */
export interface Errands {
  /** A seat, and a reservation for a socket; `undefined`: refused, or not known. */
  seat(peer: Peer, wish: SeatWish): Promise<object | undefined>;
  /** Has a match loaded that this process has just handed over. */
  take(peer: Peer, moved: MovedMatch): Promise<boolean>;
  /** Who must act at those of these matches that other processes have in memory. */
  askedAt(matchIds: readonly string[]): Promise<ReadonlyMap<string, readonly Asked[]>>;
}

/** All games with all installed editions. */
export interface GameShelf {
  readonly games: readonly string[];
  editionsOf(game: string): readonly string[];
  /** What a game says in each language; `undefined` for an unknown game. */
  sentencesOf(game: string): GameFamily['sentences'] | undefined;
  /** `undefined` for an unknown game or edition. Without an edition: the built-in one. */
  find(game: string, edition?: string): { readonly game: Game; readonly editionHash: string } | undefined;
  /** The game of a stored match, if its edition is still installed unchanged. */
  findByHash(game: string, editionHash: string): Game | undefined;
}

/** Structured, without secrets: ids and codes only, never a command, card, token or invitation. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Counted by rooms, shown at /metrics. Labels are game ids and codes, never ids of people or matches. */
export interface RoomMetrics {
  commandAccepted(game: string, by: string, seconds: number): void;
  commandRefused(game: string, code: string): void;
  matchStarted(game: string): void;
  matchEnded(game: string, how: 'finished' | 'abandoned' | 'frozen'): void;
  roomOpened(game: string): void;
  roomClosed(game: string): void;
  connected(game: string): void;
  disconnected(game: string): void;
  /** `bound`: the limit it reached, its own or that of all connections together. */
  slowConsumerCut(bound: 'connection' | 'process'): void;
  matchWoken(game: string, seconds: number): void;
  wakingFailed(): void;
  matchesStored(counts: readonly MatchCount[]): void;
}

/** Every limit of a room; the values are in `server/limits.ts`. */
export interface RoomLimits {
  /** When reached, an idle table is put to sleep; without one, requests for a table are refused with `server-full`. */
  readonly maxLiveTables: number;
  readonly maxTablesPerPlayer: number;
  /** Places of spectators; further ones are refused. Players' places are separate. */
  readonly maxSpectators: number;
  /** Of these, for one address. */
  readonly spectatorsPerAddress: number;
  /** Sockets per spectator; a new one closes the oldest. A player has one. */
  readonly placesPerSpectator: number;
  readonly commandsPerSecond: number;
  readonly commandBurst: number;
  /** Above this the socket is closed without an answer. */
  readonly messagesPerSecond: number;
  /** Per connection of any kind; with more waiting, the next write closes it. */
  readonly maxUnsentBytes: number;
  /** Over all connections; beyond it those with the most are closed. */
  readonly maxUnsentBytesOfAll: number;
  /** Commands per match chosen by people and bots; after that the fallbacks are played until the game is over. */
  readonly freeCommandsPerMatch: number;
  /** Commands per match in total; a match that is still not over is frozen. */
  readonly commandsPerMatch: number;
  readonly chatPerMinute: number;
  readonly chatLength: number;
  readonly chatHistory: number;
  readonly nameLength: number;
  /** How long a dropped client can reconnect; the seat itself is kept. */
  readonly reconnectSeconds: number;
  /** A table without connected clients leaves memory after this. */
  readonly sleepAfterSeconds: number;
  /** In the lobby, the seat of an absent player is freed after this. */
  readonly lobbySeatSeconds: number;
  /** Tables that one player may load per minute: new ones, rematches, and woken ones. */
  readonly tablesPerMinute: number;
  /** Public tables per host in lists and quick match; others are not shown. */
  readonly tablesPerHost: number;
  /** The same for tables where players from one address are waiting. */
  readonly tablesPerAddress: number;
  /** An unattended lobby is abandoned after this. */
  readonly lobbySeconds: number;
  /** A public one without the preset `days` or `none` is, after this, since it hides tables with waiting players. */
  readonly unattendedLobbySeconds: number;
  /** A running match without a clock is abandoned this long after all players left. */
  readonly leftSeconds: number;
  /** The same if nothing has happened for this long; Infinity: never. */
  readonly idleSeconds: number;
  /** A player who has been away for this long need not agree to giving a match up. */
  readonly consentSeconds: number;
  /** A finished match is removed after this; Infinity: never. */
  readonly keepFinishedSeconds: number;
  /** In one answer; the same for the values of a field. */
  readonly legalCommandsSent: number;
  /** Examined for one answer: a seat that wishes to see few of many narrows them down step by step. */
  readonly legalCommandsTried: number;
  /** Versions in one page of history; a page that reaches `historyBytes` ends before. */
  readonly historyVersions: number;
  /** Bytes of one page of history as JSON; a page has at least one version. */
  readonly historyBytes: number;
  /** Pages of history per player and minute; more are refused. */
  readonly historyPerMinute: number;
  /** Pages of history that wait for their turn, over all matches; more are refused. */
  readonly historyWaiting: number;
  /** Replayed matches kept for further pages; the one used least recently is dropped. */
  readonly historiesKept: number;
  /** Hints per player and minute, and one at a time; more are refused. */
  readonly hintsPerMinute: number;
  /** Matches whose analysis a player may begin per hour; more are refused. */
  readonly analysesPerHour: number;
  /** Matches that wait to be analysed, over all players; more are refused. */
  readonly analysesWaiting: number;
  /** Waiting and running analyses per player; more are refused as `rate-limited`. */
  readonly analysesPerPlayer: number;
  /** Finished analyses in memory; the one read least recently is dropped, and computed again on request. */
  readonly analysesKept: number;
  /** Moves compared in one analysis, the first ones; of longer matches, the others are left out. */
  readonly analysisMoves: number;
  /** Positions judged in one analysis; of longer matches, every second, every third and so on. */
  readonly analysisPositions: number;
  /** An analysis that finds no thread free for this long is given up; captains may play all the time. */
  readonly analysisPatienceSeconds: number;
  /** A bot takes this long for a move, so that people can follow. */
  readonly botPauseMs: number;
  /** A dropped player's seat is played by a bot after this, if the table agreed to that. */
  readonly awayBotSeconds: number;
  /** Streams of one player at one match; a new one closes the oldest. */
  readonly streamsPerPlayer: number;
  /** A polling player counts as present for this long after each request. */
  readonly callSeconds: number;
}

/** Bytes that connections have not read yet. */
export interface UnsentBytes {
  /** Everything that is handed to this connection from now on is counted. */
  watch(socket: Socket): void;
  /** Messages that wait until the peer is ready for them count like those in the socket. */
  holds(socket: Socket, bytes: () => number): void;
  /** To be called when more is held for a connection. */
  holdsMore(socket: Socket): void;
}

/** A decision for a captain, as plain data: what its seat knows, and a seed for its random choices. */
export interface CaptainsQuestion {
  readonly game: string;
  readonly editionHash: string;
  readonly all: PublicBase;
  readonly own: object;
  readonly seat: Seat;
  readonly seed: string;
  readonly weight: Weight;
}

/** A move to be compared with a captain's choice. */
export interface JudgesQuestion extends CaptainsQuestion {
  readonly played: { readonly type: string };
}

/** The captain's choice, and how likely a win seemed after either; `null` if there is nothing to compare. */
export type JudgesAnswer = {
  readonly choice: { readonly type: string };
  readonly played: number;
  readonly best: number;
} | null;

/** Thinks for captains, outside the event loop. */
export interface Captains {
  /**
   * A legal command; `undefined` if too many captains are thinking already, if the answer is late, or if thinking
   * failed. A person who wants advice waits longer than a table that waits for a bot: a thread may have to start first.
   * Advice never takes the last place from the bots.
   */
  choose(
    question: CaptainsQuestion,
    asker?: 'bot' | 'person',
  ): Promise<{ readonly type: string } | undefined>;
  /** `undefined` if no thread is free, or if thinking failed: those who play come first. */
  judge(question: JudgesQuestion): Promise<JudgesAnswer | undefined>;
}

export interface RoomDeps {
  readonly captains: Captains;
  readonly shelf: GameShelf;
  readonly store: MatchStore;
  readonly ownership: Ownership;
  readonly errands: Errands;
  readonly directory: Directory;
  readonly limiter: MakeLimiter;
  readonly log: Log;
  readonly metrics: RoomMetrics;
  readonly limits: RoomLimits;
  readonly unsent: UnsentBytes;
  /** The key of limits per address: an IPv6 network counts as one. */
  addressKey(address: string): string;
  /** 32 hexadecimal digits from the system's generator. */
  newSeed(): string;
  /** Unguessable, for match ids and invitation codes. */
  newId(length: number): string;
  /** SHA-256 in hexadecimal digits: the commitment to a seed. */
  hash(text: string): string;
  /** The identity of a token; `undefined` for an invalid one. */
  identify(token: string | undefined): Promise<Identity | undefined>;
  /** Whether an administrator has forbidden this person to chat. */
  isSilenced(id: string): boolean;
  /** Whether this process still owns the matches; otherwise it must neither show nor change them. */
  isOwner(): boolean;
  /** Whole milliseconds since 1970, on a clock that never jumps; a port so that tests can move it. */
  now(): number;
  /** Milliseconds since the process was stalled (stopped, suspended, busy) and read nothing; infinite if it never was. */
  sinceStall(): number;
}
