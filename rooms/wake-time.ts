// The time at which a stored match is to be woken, as its row says.
import type { Referee } from './referee.ts';
import type { StoredTable } from './stored-table.ts';

export class WakeTime {
  readonly #stored: StoredTable;

  constructor(stored: StoredTable) {
    this.#stored = stored;
  }

  /** In memory its own session handles the clock; after a crash 0 tells the server to look after it. */
  get whileLive(): number | null {
    return this.#stored.table.clock === 'none' ? null : 0;
  }

  /** Works without storage too: the match can be viewed, and the row still says when it is due. */
  async goLive(): Promise<void> {
    const { row } = this.#stored;
    const change = { status: 'playing', wakeAt: this.whileLive } as const;
    if (row.status === change.status && row.wakeAt === change.wakeAt) return;
    await this.#stored.save(change);
    this.#stored.note({ status: 'playing' });
  }

  /** The match is to sleep until its next time-out; returns whether that is stored. */
  async store(referee: Referee | undefined): Promise<boolean> {
    const { row } = this.#stored;
    const wakeAt = referee?.clock.next() ?? null;
    if (row.status !== 'playing' || wakeAt === row.wakeAt) return true;
    return (await this.#stored.save({ wakeAt })) === undefined;
  }
}
