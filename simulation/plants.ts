// Faults of concurrency to be planted in the product's code: each has to be found soon.

/** One place of the product's code. */
interface Change {
  /** The end of its path. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export type Plant = readonly Change[];

const inReferee = (from: string, to: string): Plant => [{ file: 'rooms/play/referee.ts', from, to }];

export const PLANTS: Readonly<Record<string, Plant>> = {
  /** A command is answered, and shown, before it is stored. */
  'answered-early': inReferee(
    'await this.#deps.store.commit(this.matchId, [row], ending?.change ?? {}, told);',
    'this.#deps.store.commit(this.matchId, [row], ending?.change ?? {}, told).catch(() => {});',
  ),
  /** A woken match does not know the commands that it has played already. */
  'ids-forgotten': inReferee(
    'if (row.version > heldSince(this.#stored.table, row.seat)) this.#played.add(row);',
    '',
  ),
  /** A time-out does not look whether the decision was answered while it waited for its turn. */
  'late-time-out': inReferee(
    'if (this.match.decisionOf(decision.seat)?.id !== decision.id) {',
    'if (this.match.decisionOf(decision.seat) === undefined) {',
  ),
  /** Two commands of a match are judged at the same time. */
  'no-turns': inReferee('return this.#queue.enter(work);', 'return work();'),
  /** What players are to be told is not stored together with what it follows from. */
  'notices-apart': inReferee('ending?.change ?? {}, told);', 'ending?.change ?? {});'),
  /** Mended once: an answer told of a version that was still held back, which was then told again. */
  'told-before-shown': [
    {
      file: 'rooms/show/delivery.ts',
      from: 'this.#due !== undefined || this.#owed !== undefined',
      to: 'this.#due !== undefined',
    },
  ],
  /** Found by the simulation: news that were held back came with the views of a later version. */
  'held-views': [
    {
      file: 'rooms/people/http-door.ts',
      from: 'bulletin.version === this.#session.version',
      to: 'true',
    },
  ],
  /** Mended once: after a stall, a restart charged its length to the players. */
  'lag-forgotten': [
    { file: 'server/process/clock.ts', from: 'if (found.success) this.#kept = found.data;', to: '' },
  ],
  /** Found by the simulation: time to come back after an outage took more off a bank than the journal says. */
  'grace-charged': [
    {
      file: 'rooms/play/clock.ts',
      from: 'grace: allotment.grace + missing',
      to: 'since: allotment.since + missing',
    },
  ],
  /** Mended once: a time stored by a process whose clock is ahead counted as the last outage, hours ago. */
  'time-ahead': [{ file: 'rooms/play/restore.ts', from: 'isShared ? now : since', to: 'since' }],
};
