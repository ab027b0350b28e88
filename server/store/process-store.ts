// A store as the process uses it, wherever it keeps its data.
import type { MatchStore } from '../../rooms/ports.ts';

export interface ProcessStore extends MatchStore {
  /** Whether this process still has the matches; otherwise it must not show them either. */
  readonly isOwner: boolean;
  /** Requested writes that are not yet stored. */
  readonly waiting: number;
  /** A thread that has not answered yet: the disk may block it for any time. */
  readonly isWaitingForDisk: boolean;
}
