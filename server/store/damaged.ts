// Which matches were found damaged: each is told once, and the rest of the server does without them.
import type { MatchRow } from '../../rooms/ports.ts';
import { StoreError } from '../../rooms/store-error.ts';
import type { Notify } from './notice.ts';
import { type MatchColumns, rowOf } from './rows.ts';

/** More than these are told again, and tried again when they are due: a disk that bad has other worries. */
const REMEMBERED = 1_000;

export class Damaged {
  readonly #notify: Notify;
  readonly #known = new Set<string>();
  /** Their ids as a JSON list, for queries that leave them out. */
  json = '[]';

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  /** Reads something of this match; damage is reported and thrown on. */
  told<T>(matchId: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof StoreError && error.code === 'damaged') this.#note(matchId, error.message);
      throw error;
    }
  }

  /** The row, or nothing where it is damaged. */
  without(columns: MatchColumns): MatchRow[] {
    try {
      return [this.told(columns.match_id, () => rowOf(columns))];
    } catch (error) {
      if (error instanceof StoreError && error.code === 'damaged') return [];
      throw error;
    }
  }

  #note(matchId: string, reason: string): void {
    if (this.#known.has(matchId) || this.#known.size >= REMEMBERED) return;
    this.#known.add(matchId);
    this.json = JSON.stringify([...this.#known]);
    this.#notify({ level: 'error', message: 'damaged match', fields: { matchId, reason } });
  }
}
