// A store as the process uses it, wherever it keeps its data.

import type { Ownership } from '../../rooms/berth/cluster.ts';
import type { MatchStore } from '../../rooms/life/match-store.ts';
import type { DeviceBook } from './devices.ts';
import type { Ledger } from './ledger.ts';
import type { Outbox } from './outbox.ts';
import type { PasskeyBook } from './passkeys.ts';

/** The database came back without some of what it had acknowledged. */
export interface SetBack {
  readonly matchId: string;
  /** The newest version that is stored; -1: the match itself is missing. */
  readonly stored: number;
  readonly acknowledged: number;
}

export interface ProcessStore extends MatchStore, Ledger, DeviceBook, PasskeyBook, Outbox {
  /** Which matches belong to this process. */
  readonly ownership: Ownership;
  /** Whether this process still owns the matches; otherwise it must not show them either. */
  readonly isOwner: boolean;
  /** Requested writes that are not yet stored. */
  readonly waiting: number;
  /** A thread that has not answered yet: the disk may block it for any time. */
  readonly isWaitingForDisk: boolean;
}
