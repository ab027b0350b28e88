// A match's row and table as stored: changes run one after the other, each stored before it takes effect.
import { reasonOf } from '../../shared/kernel/reason.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import type { RoomDeps } from '../ports.ts';
import type { MatchChange, MatchRow } from './match-store.ts';
import { codeOfUnstored } from './store-error.ts';
import { cloneTable, players, type Table } from './table.ts';

/** `undefined`: done. Otherwise why not. */
type Refusal = TableCode | undefined;

/** Changes a copy of the table, unless it returns why not. */
export type Alteration = (table: Table) => Refusal | Promise<Refusal>;

export class StoredTable {
  readonly #deps: Pick<RoomDeps, 'store' | 'log'>;
  #row: MatchRow;
  #changes: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor(deps: Pick<RoomDeps, 'store' | 'log'>, row: MatchRow) {
    this.#deps = deps;
    this.#row = row;
  }

  /** Contains the seed: do not expose it. */
  get row(): MatchRow {
    return this.#row;
  }

  get table(): Table {
    return this.#row.table;
  }

  /** A change is under way. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** One after the other; none after the end. */
  inTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome | 'shutting-down'> {
    this.#waiting += 1;
    const start = async (): Promise<Outcome | 'shutting-down'> =>
      this.#isClosed ? 'shutting-down' : await work();
    const done = this.#changes.then(start).finally(() => {
      this.#waiting -= 1;
    });
    this.#changes = done.catch(() => undefined);
    return done;
  }

  /** Call it within the queue. */
  async alter(alter: Alteration): Promise<Refusal> {
    const table = cloneTable(this.table);
    return (
      (await alter(table)) ?? (await this.save({ table, players: players(table).map((player) => player.id) }))
    );
  }

  /** Stores a change, which then takes effect, or returns why it could not. */
  async save(change: MatchChange): Promise<Refusal> {
    try {
      await this.#deps.store.commit(this.#row.matchId, [], change);
    } catch (fault) {
      this.#deps.log.error({ matchId: this.#row.matchId, reason: reasonOf(fault) }, 'table not stored');
      return codeOfUnstored(fault);
    }
    this.note(change);
    return undefined;
  }

  /** A change that is stored elsewhere (with the last command), or holds even if it is not. */
  note(change: MatchChange): void {
    this.#row = { ...this.#row, ...change };
  }

  /** Also waits for `work` before closing. */
  awaits(work: Promise<unknown>): void {
    this.#changes = Promise.all([this.#changes, work]);
  }

  /** Resolves when no change is under way. */
  async idle(): Promise<void> {
    await this.#changes;
  }

  close(): void {
    this.#isClosed = true;
  }
}
