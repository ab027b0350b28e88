// Damaged matches: each is reported once, and the rest of the server skips them.
import type { MatchRow } from '../../rooms/life/match-store.ts';
import { StoreError } from '../../rooms/life/store-error.ts';
import type { Notify } from './notice.ts';
import { type MatchColumns, rowOf } from './rows.ts';

/** Further ones are reported again, and retried when due; such a disk has bigger problems. */
const REMEMBERED = 1_000;

export class Damaged {
  readonly #notify: Notify;
  readonly #known = new Set<string>();
  /** Their ids as a JSON list, for queries that exclude them. */
  json = '[]';

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  /** Reads data of this match; damage is reported and rethrown. */
  told<T>(matchId: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof StoreError && error.code === 'damaged') this.#note(matchId, error.message);
      throw error;
    }
  }

  /** The row, or nothing if it is damaged. */
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
