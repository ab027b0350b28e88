// Other processes that share the matches: who owns which, where the public tables are, and what processes ask of
// each other. A single process owns all matches.
import type { Language } from '../../shared/kernel/game.ts';
import type { JoinOptions } from '../../shared/protocol/messages.ts';
import { isForAnyone, type ListedTable } from '../life/listed-table.ts';
import type { MatchStatus, PlayedWith } from '../life/match-store.ts';
import type { Candidate } from '../people/ranking.ts';
import type { Said } from '../people/viewer.ts';
import type { Asked } from '../play/who-acts.ts';
import type { Identity } from '../ports.ts';

/** Another living process that shares the matches. */
export interface Peer {
  /** Its identity for as long as it runs. */
  readonly number: number;
  /** `host:port` at which this process reaches it. */
  readonly address: string;
}

/** A public table in memory. */
export interface PublishedTable extends Candidate {
  readonly line: ListedTable;
  readonly createdAt: number;
}

/** Where it is, as far as is known. */
export interface FoundTable extends PublishedTable {
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
  publish(table: PublishedTable): void;
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
   * have changed it until then, and not while it is being released. If it has no owner and only others have its rules: one of those, which can
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
   * rules. `firstRef` is stored with it, since any request may wake the match there at once: no object of its
   * synchronized state had this number or a higher one.
   */
  give(matchId: string, to: Peer, firstRef: number): Promise<boolean>;
  /** Whether another process has handed it to this one, which has not claimed it since. */
  isGiven(matchId: string): Promise<boolean>;
  /** As stored by the process that handed this match over last; `undefined`: by none. */
  firstRef(matchId: string): number | undefined;
  /**
   * The owner, or a process that can claim it if this one cannot; `undefined`: none (or an unknown match), so
   * that it can be claimed here. The answer may be a few seconds old, unless `fresh`: for a caller that this
   * peer has refused.
   */
  ownerOf(matchId: string, how?: 'fresh'): Promise<'mine' | Peer | undefined>;
  /** All living others that can be reached. */
  peers(): readonly Peer[];
  /** What living others can play: an entry for each of them that can. */
  playableElsewhere(): Promise<readonly PlayedWith[]>;
  /** Called when a peer is gone, so that its matches may be claimed. Returns a function that stops it. */
  onGone(listener: (peer: Peer) => void): () => void;
  /**
   * Called if a match in memory turns out not to belong to this process, or not to be what is stored. Returns a function
   * that stops it.
   */
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
  readonly isQuiet?: boolean | undefined;
}

/** A match that moves to another process. */
export interface MovedMatch {
  readonly matchId: string;
  readonly places: readonly MovedPlace[];
  /** It is never stored. */
  readonly chat: readonly Said[];
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

/** How many of something other processes have open, by address or player. */
export interface CountElsewhere {
  /** As known at the moment. */
  count(key: string): number;
  /** Call it whenever the number of this process changes, and when one was refused. */
  note(key: string, here: number): void;
}

/** What this process asks of others. Never rejects; without a proper answer it is unknown whether anything was done. */
export interface Errands {
  /** A seat, and a reservation for a socket; `undefined`: refused, or not known. */
  seat(peer: Peer, wish: SeatWish): Promise<object | undefined>;
  /** Has a match loaded that this process has just handed over. */
  take(peer: Peer, moved: MovedMatch): Promise<boolean>;
  /** Whether one of them is sure of its matches, which this process is not. */
  isAnyoneSure(): Promise<boolean>;
  /** Who must act at those of these matches that other processes have in memory. */
  askedAt(matchIds: readonly string[]): Promise<ReadonlyMap<string, readonly Asked[]>>;
}

/** Whether the match exists shows when it is loaded. */
export const alone: Ownership = {
  self: 0,
  claim: () => Promise.resolve('mine'),
  release: () => Promise.resolve(),
  give: () => Promise.resolve(false),
  isGiven: () => Promise.resolve(false),
  firstRef: () => undefined,
  ownerOf: () => Promise.resolve('mine'),
  peers: () => [],
  playableElsewhere: () => Promise.resolve([]),
  onGone: () => () => undefined,
  onLost: () => () => undefined,
  recoveredAt: () => undefined,
};

/** There is no other process to ask. */
export const noErrands: Errands = {
  seat: () => Promise.resolve(undefined),
  take: () => Promise.resolve(false),
  isAnyoneSure: () => Promise.resolve(false),
  askedAt: () => Promise.resolve(new Map()),
};

export const nowhere: CountElsewhere = { count: () => 0, note: () => undefined };

/** The public tables in this process’s memory: the whole directory of a single process. */
export class OwnTables implements Directory {
  readonly #tables = new Map<string, PublishedTable>();

  get size(): number {
    return this.#tables.size;
  }

  get(matchId: string): PublishedTable | undefined {
    return this.#tables.get(matchId);
  }

  get ids(): Iterable<string> {
    return this.#tables.keys();
  }

  publish(table: PublishedTable): void {
    this.#tables.set(table.line.matchId, table);
  }

  withdraw(matchId: string): void {
    this.#tables.delete(matchId);
  }

  tables({ status, game }: TableFilter): Promise<readonly FoundTable[]> {
    const wanted = this.#having(
      (line) => line.status === status && (game === undefined || line.game === game),
    );
    return Promise.resolve(wanted.sort((a, b) => b.createdAt - a.createdAt));
  }

  openLobbies(game: string, seats: number | undefined): Promise<readonly FoundTable[]> {
    const wanted = this.#having(
      (line) => isForAnyone(line) && line.game === game && (seats === undefined || line.seats === seats),
    );
    return Promise.resolve(wanted.sort((a, b) => a.createdAt - b.createdAt));
  }

  #having(fits: (line: PublishedTable['line']) => boolean): FoundTable[] {
    const found: FoundTable[] = [];
    for (const table of this.#tables.values()) if (fits(table.line)) found.push({ ...table, owner: 'mine' });
    return found;
  }
}
