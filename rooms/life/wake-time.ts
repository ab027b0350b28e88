// The time at which a stored match is to be woken, as its row says.
import { asleep } from '../play/asked.ts';
import type { Referee } from '../play/referee.ts';
import type { RoomDeps } from '../ports.ts';
import type { StoredTable } from './stored-table.ts';

export class WakeTime {
  readonly #stored: StoredTable;
  readonly #now: RoomDeps['now'];

  constructor(stored: StoredTable, now: RoomDeps['now']) {
    this.#stored = stored;
    this.#now = now;
  }

  /** In memory its own session handles the clock; after a crash 0 marks it for the server. */
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

  /**
   * The match is to sleep until its next time-out; returns whether that is stored. Who must act is stored with
   * it, for lists, but no match stays awake for that alone.
   */
  async store(referee: Referee | undefined): Promise<boolean> {
    const stored = await this.#stored.inTurn(() => this.#save(referee));
    // After the end nothing else changes the table.
    return stored === 'shutting-down' ? await this.#save(referee) : stored;
  }

  async #save(referee: Referee | undefined): Promise<boolean> {
    const { row, table } = this.#stored;
    if (row.status !== 'playing') return true;
    const now = this.#now();
    const wakeAt = referee?.clock.next() ?? null;
    const next = referee === undefined ? table : asleep(table, referee, now);
    if (wakeAt === row.wakeAt && next === table) return true;
    const refusal = await this.#stored.save({ wakeAt, table: next, updatedAt: Math.round(now) });
    return refusal === undefined || wakeAt === row.wakeAt;
  }
}
