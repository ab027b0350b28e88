// Faults of concurrency to be planted in the product's code: each has to be found soon.

export interface Plant {
  /** The end of its path. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export const PLANTS: Readonly<Record<string, Plant>> = {
  /** A command is answered, and shown, before it is stored. */
  'answered-early': {
    file: 'rooms/play/referee.ts',
    from: 'await this.#deps.store.commit(this.matchId, [row], ending?.change ?? {}, told);',
    to: 'this.#deps.store.commit(this.matchId, [row], ending?.change ?? {}, told).catch(() => {});',
  },
  /** A woken match does not know the commands that it has played already. */
  'ids-forgotten': {
    file: 'rooms/play/referee.ts',
    from: 'if (row.version > heldSince(this.#stored.table, row.seat)) this.#note(row);',
    to: '',
  },
  /** A time-out does not look whether the decision was answered while it waited for its turn. */
  'late-time-out': {
    file: 'rooms/play/referee.ts',
    from: 'if (this.match.decisionOf(decision.seat)?.id !== decision.id) {',
    to: 'if (this.match.decisionOf(decision.seat) === undefined) {',
  },
  /** Two commands of a match are judged at the same time. */
  'no-turns': {
    file: 'rooms/play/referee.ts',
    from: 'this.#next(this.#waiting === 0 ? undefined : this.#queue, work)',
    to: 'this.#next(undefined, work)',
  },
  /** Mended once: after a stall, a restart charged its length to the players. */
  'lag-forgotten': {
    file: 'server/process/lag.ts',
    from: 'if (found.success) this.#kept = found.data;',
    to: '',
  },
  /** Mended once: a time stored by a process whose clock is ahead counted as the last outage, hours ago. */
  'time-ahead': {
    file: 'rooms/play/restore.ts',
    from: 'isShared ? now : since',
    to: 'since',
  },
};
