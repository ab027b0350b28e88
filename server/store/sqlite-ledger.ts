// The ledger in the embedded store.
import type { StatementSync } from 'node:sqlite';
import type { Damaged } from './damaged.ts';
import {
  ACTION_MS,
  type Action,
  type ActionColumns,
  type Found,
  type Ledger,
  MOST_ACTIONS,
  type Search,
  type Silence,
} from './ledger.ts';
import { actionOf, type Examined, foundAmong, ledgerStatements, valuesOfAction } from './ledger-sql.ts';
import { MATCH_COLUMNS } from './queries.ts';

const SQL = ledgerStatements('actions', (n) => `?${n}`);

export class SqliteLedger {
  readonly #sql: (text: string) => StatementSync;
  readonly #damaged: Damaged;

  constructor(sql: (text: string) => StatementSync, damaged: Damaged) {
    this.#sql = sql;
    this.#damaged = damaged;
  }

  note(action: Action): void {
    this.#sql(SQL.note).run(...valuesOfAction(action));
    this.dropOldActions(action.at);
  }

  dropOldActions(now: number): void {
    this.#sql(SQL.dropOld).run(now - ACTION_MS, MOST_ACTIONS);
    this.#sql(SQL.forgetLater).run(now);
  }

  actions(filter: Parameters<Ledger['actions']>[0]): readonly Action[] {
    const { text, values } = SQL.actions(filter);
    return this.#sql(text)
      .all(...values)
      .map((row) => actionOf(row as unknown as ActionColumns));
  }

  silences(now: number): readonly Silence[] {
    return this.#sql(SQL.silenced)
      .all(now)
      .map((row) => ({ player: String(row['player']), until: Number(row['until_at']) }));
  }

  forgetActions(player: string, now: number): void {
    this.#sql(SQL.forget).run(player, now);
  }

  search(search: Search): Found {
    const { text, below, examined } = search;
    const rows = this.#sql(
      `SELECT m.id, ${MATCH_COLUMNS}, instr(lower(m.table_json), lower(?)) > 0 AS is_found FROM matches m
       WHERE m.id < ? ORDER BY m.id DESC LIMIT ?`,
    ).all(text, below ?? Number.MAX_SAFE_INTEGER, examined);
    return foundAmong(rows as unknown as Examined[], search, this.#damaged);
  }
}
