// Besides matches: administrators' actions, whom players block, and the search for everything stored about a player.

import type { MatchRow } from '../../rooms/life/match-store.ts';
import type { Block } from '../../rooms/people/blocks.ts';

export const ACTIONS = [
  'freeze',
  'unfreeze',
  'close',
  'unlist',
  'silence',
  'export',
  'forget',
  'stop-notices',
  'send-notices',
  /** By the server itself: the database came back without some versions. */
  'set-back',
] as const;
export type ActionName = (typeof ACTIONS)[number];

export interface Action {
  /** Unguessable; an action that is stored again counts once. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The name of the administrator. */
  readonly by: string;
  readonly action: ActionName;
  readonly matchId: string | null;
  /** The id of the player it is about. */
  readonly player: string | null;
  readonly reason: string;
  /** Until when a player is silenced; a time in the past ends it. */
  readonly until: number | null;
}

export interface Silence {
  readonly player: string;
  readonly until: number;
}

export interface Search {
  /** A text in the stored table, regardless of case (of Latin letters). */
  readonly text: string;
  /** Where the last answer ended. */
  readonly below: number | undefined;
  /** How many matches are examined, the newest first. */
  readonly examined: number;
}

export interface Found {
  readonly matches: readonly MatchRow[];
  /** There may be more. */
  readonly next?: number | undefined;
}

export interface Ledger {
  note(action: Action): Promise<void>;
  /**
   * Removes the oldest actions beyond `MOST_ACTIONS`, those older than `ACTION_MS`, and players due to be
   * forgotten.
   */
  dropOldActions(now: number): Promise<void>;
  /** Newest first. */
  actions(filter: {
    readonly matchId?: string;
    readonly player?: string;
    readonly limit: number;
  }): Promise<readonly Action[]>;
  /** Players silenced at this time, by the latest action about each. */
  silences(now: number): Promise<readonly Silence[]>;
  /** Of a player, by the other's id; the oldest beyond `MOST_BLOCKS` are dropped. */
  block(player: string, block: Block): Promise<void>;
  unblock(player: string, blockId: string): Promise<void>;
  /** Newest first. */
  blocks(player: string): Promise<readonly Block[]>;
  /**
   * The actions stay, without player and reason. A silence loses the player only when it ends. Blocks by and of the
   * player go.
   */
  forgetActions(player: string, now: number): Promise<void>;
  /** One step of a search through all matches. */
  search(search: Search): Promise<Found>;
}

export const MOST_BLOCKS = 200;
export const MOST_ACTIONS = 10_000;
export const ACTION_MS = 365 * 86_400_000;
/** Maximum number of silenced players; beyond it the latest ones count. */
export const MOST_SILENCES = 10_000;
/** At some bytes per match, a step takes about a millisecond. */
export const EXAMINED = 500;

/** As both databases name them. */
export interface ActionColumns {
  readonly action_id: string;
  readonly at: number;
  readonly by_whom: string;
  readonly action: ActionName;
  readonly match_id: string | null;
  readonly player: string | null;
  readonly reason: string;
  readonly until_at: number | null;
}
