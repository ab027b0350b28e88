// A MatchStore for tests of rooms: in memory, as slow as a disk, with failures on demand.
import { setImmediate } from '../clockwork.ts';
import type {
  JournalPart,
  JournalRow,
  MatchChange,
  MatchRow,
  MatchStore,
  OldMatches,
  OldQuery,
} from '../life/match-store.ts';
import type { Owing } from '../life/notices.ts';
import { type StoreCode, StoreError } from '../life/store-error.ts';
import { players } from '../life/table.ts';

export class MemoryStore implements MatchStore {
  /** In the order in which they were created. */
  readonly rows: Map<string, MatchRow>;
  readonly journals: Map<string, JournalRow[]>;
  /** While set, nothing can be written. */
  failure: string | undefined;
  /** The error code of the failure. */
  failureCode: StoreCode = 'failed';
  readonly #now: () => number;
  readonly #begun = new Set<Promise<void>>();
  #open = true;

  /** `before`: continues with the data of a closed store. */
  constructor(before?: Pick<MemoryStore, 'rows' | 'journals'>, now: () => number = Date.now) {
    this.rows = before?.rows ?? new Map();
    this.journals = before?.journals ?? new Map();
    this.#now = now;
  }

  create(row: MatchRow): Promise<void> {
    const copy = structuredClone(row);
    return this.#write(() => {
      if (this.rows.has(copy.matchId)) throw new Error(`match ${copy.matchId} exists`);
      this.rows.set(copy.matchId, copy);
      this.journals.set(copy.matchId, []);
    });
  }

  /** `guard`: may refuse it at the moment at which it is written. */
  commit(
    matchId: string,
    rows: readonly JournalRow[],
    change: MatchChange,
    _told?: Owing,
    guard: () => void = () => {},
  ): Promise<void> {
    const copy = structuredClone({ rows, change });
    return this.#write(() => {
      guard();
      const row = this.rows.get(matchId);
      const journal = this.journals.get(matchId);
      if (row === undefined || journal === undefined) throw new Error(`there is no match ${matchId}`);
      const versions = new Set(journal.map((known) => known.version));
      for (const { version } of copy.rows) {
        if (versions.has(version)) throw new Error(`match ${matchId} has a version ${version} already`);
        if (version > 1 && !versions.has(version - 1))
          throw new StoreError('version-missing', `match ${matchId} has no version ${version - 1}`);
        versions.add(version);
      }
      // All checks come first: a rejected write changes nothing.
      journal.push(...copy.rows);
      journal.sort((a, b) => a.version - b.version);
      const isMove = copy.rows.length > 0 && Object.keys(copy.change).length === 0;
      const stamped = isMove ? row : { ...row, updatedAt: this.#now(), ...copy.change };
      const last = Math.max(stamped.updatedAt, ...journal.map(({ at }) => at));
      this.rows.set(matchId, { ...stamped, updatedAt: last });
    });
  }

  load(matchId: string): Promise<MatchRow | undefined> {
    return this.#read(() => this.rows.get(matchId));
  }

  journal(matchId: string, part?: JournalPart): Promise<readonly JournalRow[]> {
    const { after = -1, most = Number.POSITIVE_INFINITY } = part ?? {};
    return this.#read(() =>
      (this.journals.get(matchId) ?? []).filter(({ version }) => version > after).slice(0, most),
    );
  }

  list({
    status,
    player,
    unchangedSince = Number.POSITIVE_INFINITY,
    changedSince = Number.NEGATIVE_INFINITY,
    limit,
  }: Parameters<MatchStore['list']>[0]): Promise<readonly MatchRow[]> {
    return this.#read(() =>
      [...this.rows.values()]
        .filter((row) => status === undefined || status.includes(row.status))
        .filter((row) => player === undefined || players(row.table).some(({ id }) => id === player))
        .filter((row) => row.updatedAt < unchangedSince && row.updatedAt > changedSince)
        .reverse()
        .sort((a, b) => b.createdAt - a.createdAt)
        .slice(0, limit),
    );
  }

  due(from: number, to: number, limit: number): Promise<readonly { matchId: string; game: string }[]> {
    return this.#read(() =>
      this.#timed(from)
        .filter((row) => row.wakeAt <= to)
        .slice(0, limit)
        .map(({ matchId, game }) => ({ matchId, game })),
    );
  }

  nextWake(from: number): Promise<number | undefined> {
    return this.#read(() => this.#timed(from)[0]?.wakeAt);
  }

  old({ status, unchangedSince, after, limit }: OldQuery): Promise<OldMatches> {
    return this.#read(() => {
      const known = [...this.rows.values()]
        .map((row, id) => ({ row, id }))
        .filter(({ row }) => row.status === status && row.createdAt < unchangedSince)
        .filter(
          ({ row, id }) =>
            after === undefined ||
            row.createdAt > after.createdAt ||
            (row.createdAt === after.createdAt && id > after.id),
        )
        .sort((a, b) => a.row.createdAt - b.row.createdAt || a.id - b.id)
        .slice(0, limit);
      const matches = known.map(({ row }) => row).filter((row) => row.updatedAt < unchangedSince);
      const last = known.at(-1);
      if (known.length < limit || last === undefined) return { matches };
      return { matches, next: { createdAt: last.row.createdAt, id: last.id } };
    });
  }

  async removeSome(matchId: string, rows: number): Promise<boolean> {
    await this.#write(() => {
      const journal = this.journals.get(matchId) ?? [];
      if (journal.splice(-rows).length >= rows) return;
      this.journals.delete(matchId);
      this.rows.delete(matchId);
    });
    return !this.rows.has(matchId);
  }

  shrink(): Promise<boolean> {
    return this.#read(() => false);
  }

  countSome(after: number, limit: number): ReturnType<MatchStore['countSome']> {
    return this.#read(() => {
      const rows = [...this.rows.values()].slice(after, after + limit);
      const counts = rows.map(({ status, game }) => ({ status, game, matches: 1 }));
      return rows.length < limit ? { counts } : { counts, next: after + limit };
    });
  }

  countOpen(): ReturnType<MatchStore['countOpen']> {
    return this.#read(() => {
      const open = [...this.rows.values()].filter(({ status }) => status === 'lobby' || status === 'playing');
      const parts = Map.groupBy(open, (row) => `${row.game} ${row.editionHash} ${row.rulesVersion}`);
      return [...parts.values()].flatMap((rows) => {
        const [row] = rows;
        if (row === undefined) return [];
        const { game, edition, editionHash, rulesVersion } = row;
        return { game, edition, editionHash, rulesVersion, matches: rows.length };
      });
    });
  }

  check(): Promise<void> {
    return this.#write(() => undefined);
  }

  async close(): Promise<void> {
    this.#open = false;
    await Promise.allSettled(this.#begun);
  }

  /** Playing matches with a time from `from` on, earliest first. */
  #timed(from: number): { matchId: string; game: string; wakeAt: number }[] {
    return [...this.rows.values()]
      .flatMap(({ matchId, game, wakeAt, status }) => {
        const isTimed = status === 'lobby' || (status === 'playing' && (wakeAt ?? 0) >= from);
        return wakeAt !== null && isTimed ? [{ matchId, game, wakeAt }] : [];
      })
      .sort((a, b) => a.wakeAt - b.wakeAt);
  }

  /** Takes several turns of the event loop, as a disk does; work started before `close` is finished. */
  #write(work: () => void): Promise<void> {
    if (!this.#open) return Promise.reject(new Error('the store is closed'));
    const written = (async () => {
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (this.failure !== undefined) throw new StoreError(this.failureCode, this.failure);
      work();
    })();
    this.#begun.add(written);
    const done = () => void this.#begun.delete(written);
    written.then(done, done);
    return written;
  }

  #read<T>(look: () => T): Promise<T> {
    return this.#open
      ? Promise.resolve(structuredClone(look()))
      : Promise.reject(new Error('the store is closed'));
  }
}
