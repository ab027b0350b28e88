// The ledger in PostgreSQL. It belongs to no match, so any process may write it.
import type { Damaged } from '../damaged.ts';
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
} from '../ledger.ts';
import type { MatchColumns } from '../rows.ts';
import type { Ask } from './ask.ts';
import { FROM, MATCH } from './queries.ts';

const COLUMNS = STORED_OF_ACTION.join(', ');
const NOTE = `INSERT INTO quayside.actions (${COLUMNS})
  VALUES (${STORED_OF_ACTION.map((_, index) => `$${index + 1}`).join(', ')}) ON CONFLICT DO NOTHING`;
const LAST_ID = '9223372036854775807';

export class PostgresLedger implements Ledger {
  readonly #ask: Ask;
  readonly #damaged: Damaged;

  constructor(ask: Ask, damaged: Damaged) {
    this.#ask = ask;
    this.#damaged = damaged;
  }

  async note(action: Action): Promise<void> {
    await this.#ask(NOTE, valuesOfAction(action));
    await this.dropOldActions(action.at);
  }

  async dropOldActions(now: number): Promise<void> {
    await this.#ask(
      'DELETE FROM quayside.actions WHERE at < $1 OR id <= (SELECT max(id) FROM quayside.actions) - $2',
      [now - ACTION_MS, MOST_ACTIONS],
    );
    await this.#ask(FORGET_LATER('quayside.actions', '$1'), [now]);
  }

  async actions({ matchId, player, limit }: Parameters<Ledger['actions']>[0]): Promise<readonly Action[]> {
    const { rows } = await this.#ask<ActionColumns>(
      `SELECT ${COLUMNS} FROM quayside.actions
       WHERE ($1::text IS NULL OR match_id = $1) AND ($2::text IS NULL OR player = $2)
       ORDER BY id DESC LIMIT $3`,
      [matchId ?? null, player ?? null, limit],
    );
    return rows.map(actionOf);
  }

  async silences(now: number): Promise<readonly Silence[]> {
    const { rows } = await this.#ask<{ player: string; until_at: number }>(
      SILENCED('quayside.actions', '$1'),
      [now],
    );
    return rows.map(({ player, until_at: until }) => ({ player, until }));
  }

  async forgetActions(player: string, now: number): Promise<void> {
    await this.#ask(FORGET('quayside.actions', { player: '$1', now: '$2' }), [player, now]);
  }

  async search({ text, below, examined }: Search): Promise<Found> {
    const { rows } = await this.#ask<MatchColumns & { id: number; is_found: boolean }>(
      `SELECT m.id, ${MATCH}, position(lower($1) IN lower(m.table_json)) > 0 AS is_found ${FROM}
       WHERE m.id < $2::bigint ORDER BY m.id DESC LIMIT $3`,
      [text, below ?? LAST_ID, examined],
    );
    const matches = rows.filter((row) => row.is_found).flatMap((row) => this.#damaged.without(row));
    const last = rows.at(-1);
    return rows.length < examined || last === undefined ? { matches } : { matches, next: last.id };
  }
}
