// What rooms need from the process; `server/` provides it.
import type { Socket } from 'node:net';
import type { Game, GameFamily } from '../shared/kernel/game.ts';
import type { CountElsewhere, Directory, Errands, Ownership } from './berth/cluster.ts';
import type { MatchCount, MatchStore, PlayedWith } from './life/match-store.ts';
import type { RulesInUse } from './life/rules-in-use.ts';
import type { Blocks } from './people/blocks.ts';
import type { MakeLimiter } from './people/rate-limits.ts';
import type { Captains } from './play/captains.ts';
import type { RoomLimits } from './room-limits.ts';

/** A person or program, however often and from wherever it connects. Made from a signed token. */
export interface Identity {
  readonly id: string;
  readonly name: string;
  /** By which of its devices or programs it came; missing: a token of another issuer. */
  readonly device?: string | undefined;
  /** A token made for a program. */
  readonly isProgram?: true | undefined;
  /** Of a program that may only look. */
  readonly scope?: 'read' | undefined;
  /** By the provider of this server, or with a token of its issuer. */
  readonly isSignedIn?: true | undefined;
}

/** All games with all installed editions. */
export interface GameShelf {
  readonly games: readonly string[];
  editionsOf(game: string): readonly string[];
  /** Everything that matches can be played with here, kept rules included. */
  readonly playable: readonly PlayedWith[];
  /** What a game says in each language; `undefined` for an unknown game. */
  sentencesOf(game: string): GameFamily['sentences'] | undefined;
  /** `undefined` for an unknown game or edition. Without an edition: the built-in one. */
  find(game: string, edition?: string): { readonly game: Game; readonly editionHash: string } | undefined;
  /**
   * The game of a stored match, if its edition is still installed unchanged: under the rules it began with if they are
   * kept, otherwise under the current ones.
   */
  gameOf(match: PlayedWith): Game | undefined;
  /** Of all components of its edition. */
  idsOf(match: PlayedWith): readonly string[];
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
  rulesInUse(rules: readonly RulesInUse[]): void;
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

/** The players who can be told something while they are away; known in memory, since every command asks. */
export interface Reach {
  /** Whether there is anyone at all. */
  readonly isAnyone: boolean;
  has(player: string): boolean;
  /** Something to be delivered was stored. */
  owed(): void;
}

export interface RoomDeps {
  readonly captains: Captains;
  readonly shelf: GameShelf;
  readonly store: MatchStore;
  readonly ownership: Ownership;
  readonly errands: Errands;
  readonly directory: Directory;
  readonly limiter: MakeLimiter;
  /** What other processes count of one kind; its name is the same in all of them. */
  elsewhere(name: string): CountElsewhere;
  readonly log: Log;
  readonly metrics: RoomMetrics;
  readonly limits: RoomLimits;
  readonly unsent: UnsentBytes;
  /** The name by which a proxy knows this process; `undefined`: none does. */
  readonly memberName: string | undefined;
  /** The key of limits per address: an IPv6 network counts as one. */
  addressKey(address: string): string;
  /** 32 hexadecimal digits from the system's generator. */
  newSeed(): string;
  /** Unguessable, for match ids and invitation codes. */
  newId(length: number): string;
  /** SHA-256 in hexadecimal digits: the commitment to a seed. */
  hash(text: string): string;
  /** The identity of a token; `undefined` for an invalid one. `unsure`: it may have been signed out elsewhere. */
  identify(token: string | undefined, how?: 'unsure'): Promise<Identity | undefined>;
  readonly blocks: Blocks;
  /** Whether its device was signed out since it came. */
  isSignedOut(who: Identity): boolean;
  /** Only people who are signed in open tables and take seats. */
  readonly demandsSignIn: boolean;
  /** Whether an administrator has forbidden this person to chat. */
  isSilenced(id: string): boolean;
  /** Who can be told something while away. */
  readonly reach: Reach;
  /**
   * Whether this process still owns the matches and knows who was signed out elsewhere; otherwise it must neither show nor
   * change them.
   */
  isOwner(): boolean;
  /** Whole milliseconds since 1970, on a clock that never jumps; a port so that tests can move it. */
  now(): number;
  /** Milliseconds since the process was stalled (stopped, suspended, busy) and read nothing; infinite if it never was. */
  sinceStall(): number;
}
