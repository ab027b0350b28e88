// A MatchStore for tests of rooms: in memory, and it can be told to fail.
import type { JournalRow, MatchChange, MatchRow, MatchStore } from '../ports.ts';

export class MemoryStore implements MatchStore {
  readonly rows = new Map<string, MatchRow>();
  readonly journals = new Map<string, JournalRow[]>();
  /** While set, nothing can be written. */
  failure: string | undefined;

  async create(row: MatchRow): Promise<void> {
    await this.#writable();
    if (this.rows.has(row.matchId)) throw new Error('exists');
    this.rows.set(row.matchId, structuredClone(row));
    this.journals.set(row.matchId, []);
  }

  async commit(matchId: string, rows: readonly JournalRow[], change: MatchChange): Promise<void> {
    const copy = structuredClone({ rows, change });
    await this.#writable();
    const old = this.rows.get(matchId);
    if (old === undefined) throw new Error('no such match');
    const journal = this.journals.get(matchId) ?? [];
    for (const row of copy.rows) {
      if (journal.some((known) => known.version === row.version)) throw new Error('version is there already');
      journal.push(row);
    }
    this.rows.set(matchId, { ...old, ...copy.change, updatedAt: Date.now() });
  }

  load(matchId: string): Promise<MatchRow | undefined> {
    return Promise.resolve(structuredClone(this.rows.get(matchId)));
  }

  journal(matchId: string): Promise<readonly JournalRow[]> {
    return Promise.resolve(structuredClone(this.journals.get(matchId) ?? []));
  }

  list(filter: Parameters<MatchStore['list']>[0]): Promise<readonly MatchRow[]> {
    const { status, player, limit } = filter;
    const found = [...this.rows.values()].filter(
      (row) =>
        (status === undefined || status.includes(row.status)) &&
        (player === undefined || row.players.includes(player)),
    );
    return Promise.resolve(found.slice(0, limit));
  }

  due(from: number, to: number, limit: number): Promise<readonly { matchId: string; game: string }[]> {
    const found = this.#sleeping().filter((row) => row.wakeAt >= from && row.wakeAt <= to);
    return Promise.resolve(found.slice(0, limit));
  }

  nextWake(from: number): Promise<number | undefined> {
    return Promise.resolve(this.#sleeping().find((row) => row.wakeAt >= from)?.wakeAt);
  }

  async check(): Promise<void> {
    await this.#writable();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #sleeping(): { matchId: string; game: string; wakeAt: number }[] {
    return [...this.rows.values()]
      .flatMap(({ matchId, game, wakeAt, status }) =>
        wakeAt === null || status !== 'playing' ? [] : [{ matchId, game, wakeAt }],
      )
      .sort((a, b) => a.wakeAt - b.wakeAt);
  }

  /** As slow as a disk, in turns of the event loop. */
  async #writable(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.failure !== undefined) throw new Error(this.failure);
  }
}
