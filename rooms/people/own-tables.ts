// The public tables in this process's memory: the whole directory of a single process.
import type { Directory, FoundTable, PublishedTable, TableFilter } from '../berth/cluster.ts';

export class OwnTables implements Directory {
  readonly #tables = new Map<string, PublishedTable>();

  get size(): number {
    return this.#tables.size;
  }

  get(matchId: string): PublishedTable | undefined {
    return this.#tables.get(matchId);
  }

  get ids(): Iterable<string> {
    return this.#tables.keys();
  }

  publish(table: PublishedTable): void {
    this.#tables.set(table.line.matchId, table);
  }

  withdraw(matchId: string): void {
    this.#tables.delete(matchId);
  }

  tables({ status, game }: TableFilter): Promise<readonly FoundTable[]> {
    const wanted = this.#having(
      (line) => line.status === status && (game === undefined || line.game === game),
    );
    return Promise.resolve(wanted.sort((a, b) => b.createdAt - a.createdAt));
  }

  openLobbies(game: string, seats: number | undefined): Promise<readonly FoundTable[]> {
    const wanted = this.#having(
      (line) =>
        line.status === 'lobby' &&
        line.game === game &&
        line.free > 0 &&
        (seats === undefined || line.seats === seats),
    );
    return Promise.resolve(wanted.sort((a, b) => a.createdAt - b.createdAt));
  }

  #having(fits: (line: PublishedTable['line']) => boolean): FoundTable[] {
    const found: FoundTable[] = [];
    for (const table of this.#tables.values()) if (fits(table.line)) found.push({ ...table, owner: 'mine' });
    return found;
  }
}
