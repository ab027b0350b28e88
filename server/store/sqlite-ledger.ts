// The ledger in the embedded store.
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { Damaged } from './damaged.ts';
import {
  ACTION_MS,
  type Action,
  type ActionColumns,
  actionOf,
  FORGET,
  FORGET_LATER,
  type Found,
  type Ledger,
  MOST_ACTIONS,
  type Search,
  SILENCED,
  type Silence,
  STORED_OF_ACTION,
  valuesOfAction,
} from './ledger.ts';
import { MATCH_COLUMNS } from './queries.ts';
import type { MatchColumns } from './rows.ts';

const COLUMNS = STORED_OF_ACTION.join(', ');
const NOTE = `INSERT INTO actions (${COLUMNS}) VALUES (${STORED_OF_ACTION.map(() => '?').join(', ')})
  ON CONFLICT (action_id) DO NOTHING`;

export class SqliteLedger {
  readonly #sql: (text: string) => StatementSync;
  readonly #damaged: Damaged;

  constructor(sql: (text: string) => StatementSync, damaged: Damaged) {
    this.#sql = sql;
    this.#damaged = damaged;
  }

  note(action: Action): void {
    this.#sql(NOTE).run(...valuesOfAction(action));
    this.dropOldActions(action.at);
  }

  dropOldActions(now: number): void {
    this.#sql('DELETE FROM actions WHERE at < ? OR id <= (SELECT max(id) FROM actions) - ?').run(
      now - ACTION_MS,
      MOST_ACTIONS,
    );
    this.#sql(FORGET_LATER('actions', '?')).run(now);
  }

  actions({ matchId, player, limit }: Parameters<Ledger['actions']>[0]): readonly Action[] {
    const conditions = ['true'];
    const values: SQLInputValue[] = [];
    if (matchId !== undefined) {
      conditions.push('match_id = ?');
      values.push(matchId);
    }
    if (player !== undefined) {
      conditions.push('player = ?');
      values.push(player);
    }
    return this.#sql(
      `SELECT ${COLUMNS} FROM actions WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ?`,
    )
      .all(...values, limit)
      .map((row) => actionOf(row as unknown as ActionColumns));
  }

  silences(now: number): readonly Silence[] {
    return this.#sql(SILENCED('actions', '?'))
      .all(now)
      .map((row) => ({ player: String(row['player']), until: Number(row['until_at']) }));
  }

  forgetActions(player: string, now: number): void {
    this.#sql(FORGET('actions', { player: '?1', now: '?2' })).run(player, now);
  }

  search({ text, below, examined }: Search): Found {
    const rows = this.#sql(
      `SELECT m.id, ${MATCH_COLUMNS}, instr(lower(m.table_json), lower(?)) > 0 AS is_found FROM matches m
       WHERE m.id < ? ORDER BY m.id DESC LIMIT ?`,
    ).all(text, below ?? Number.MAX_SAFE_INTEGER, examined);
    const matches = rows
      .filter((row) => row['is_found'] === 1)
      .flatMap((row) => this.#damaged.without(row as unknown as MatchColumns));
    const last = rows.at(-1);
    return rows.length < examined || last === undefined ? { matches } : { matches, next: Number(last['id']) };
  }
}
