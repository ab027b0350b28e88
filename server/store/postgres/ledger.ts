// The ledger in PostgreSQL. It belongs to no match, so any process may write it.
import type { Damaged } from '../damaged.ts';
import {
  ACTION_MS,
  type Action,
  type ActionColumns,
  type Found,
  type Ledger,
  MOST_ACTIONS,
  type Search,
  type Silence,
} from '../ledger.ts';
import { actionOf, type Examined, foundAmong, ledgerStatements, valuesOfAction } from '../ledger-sql.ts';
import type { Ask } from './ask.ts';
import { FROM, MATCH } from './queries.ts';

const SQL = ledgerStatements('quayside.actions', (n) => `$${n}`);
const LAST_ID = '9223372036854775807';

export class PostgresLedger implements Ledger {
  readonly #ask: Ask;
  readonly #damaged: Damaged;

  constructor(ask: Ask, damaged: Damaged) {
    this.#ask = ask;
    this.#damaged = damaged;
  }

  async note(action: Action): Promise<void> {
    await this.#ask(SQL.note, valuesOfAction(action));
    await this.dropOldActions(action.at);
  }

  async dropOldActions(now: number): Promise<void> {
    await this.#ask(SQL.dropOld, [now - ACTION_MS, MOST_ACTIONS]);
    await this.#ask(SQL.forgetLater, [now]);
  }

  async actions(filter: Parameters<Ledger['actions']>[0]): Promise<readonly Action[]> {
    const { text, values } = SQL.actions(filter);
    const { rows } = await this.#ask<ActionColumns>(text, values);
    return rows.map(actionOf);
  }

  async silences(now: number): Promise<readonly Silence[]> {
    const { rows } = await this.#ask<{ player: string; until_at: number }>(SQL.silenced, [now]);
    return rows.map(({ player, until_at: until }) => ({ player, until }));
  }

  async forgetActions(player: string, now: number): Promise<void> {
    await this.#ask(SQL.forget, [player, now]);
  }

  async search(search: Search): Promise<Found> {
    const { text, below, examined } = search;
    const { rows } = await this.#ask<Examined>(
      `SELECT m.id, ${MATCH}, position(lower($1) IN lower(m.table_json)) > 0 AS is_found ${FROM}
       WHERE m.id < $2::bigint ORDER BY m.id DESC LIMIT $3`,
      [text, below ?? LAST_ID, examined],
    );
    return foundAmong(rows, search, this.#damaged);
  }
}
