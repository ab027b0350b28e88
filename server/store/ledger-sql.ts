// The statements of the ledger: the same for both databases except for names of the table and placeholders.
import type { Damaged } from './damaged.ts';
import {
  type Action,
  type ActionColumns,
  type Found,
  type Ledger,
  MOST_SILENCES,
  type Search,
} from './ledger.ts';
import type { MatchColumns } from './rows.ts';

/** In the order of `valuesOfAction`. */
export const STORED_OF_ACTION = [
  'action_id',
  'at',
  'by_whom',
  'action',
  'match_id',
  'player',
  'reason',
  'until_at',
] as const satisfies readonly (keyof ActionColumns)[];

const COLUMNS = STORED_OF_ACTION.join(', ');

export function valuesOfAction(action: Action): (string | number | null)[] {
  const { id, at, by, action: name, matchId, player, reason, until } = action;
  return [id, at, by, name, matchId, player, reason, until];
}

export function actionOf(columns: ActionColumns): Action {
  return {
    id: columns.action_id,
    at: columns.at,
    by: columns.by_whom,
    action: columns.action,
    matchId: columns.match_id,
    player: columns.player,
    reason: columns.reason,
    until: columns.until_at,
  };
}

/** `place`: the n-th placeholder, from 1. */
export function ledgerStatements(table: string, place: (n: number) => string) {
  const latestOf = (player: string) =>
    `(SELECT max(id) FROM ${table} WHERE player = ${player} AND action = 'silence')`;
  return {
    note: `INSERT INTO ${table} (${COLUMNS}) VALUES (${STORED_OF_ACTION.map((_, index) => place(index + 1)).join(', ')})
      ON CONFLICT (action_id) DO NOTHING`,

    /** With the oldest time that is kept, and how many actions are. */
    dropOld: `DELETE FROM ${table} WHERE at < ${place(1)} OR id <= (SELECT max(id) FROM ${table}) - ${place(2)}`,

    /** With the time: ended silences of forgotten players. Only these have no reason. */
    forgetLater: `UPDATE ${table} SET player = NULL
      WHERE player IS NOT NULL AND reason = '' AND until_at <= ${place(1)}`,

    /** With the time. The latest action on a player's chat decides. */
    silenced: `SELECT a.player, a.until_at FROM ${table} a
      WHERE a.action = 'silence' AND a.until_at > ${place(1)} AND a.player IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM ${table} b WHERE b.player = a.player AND b.action = 'silence' AND b.id > a.id)
      ORDER BY a.id DESC LIMIT ${MOST_SILENCES}`,

    /** With the player and the time. */
    forget: `UPDATE ${table}
      SET reason = '', player = CASE WHEN until_at > ${place(2)} AND id = ${latestOf(place(1))} THEN player END
      WHERE player = ${place(1)}`,

    actions({ matchId, player, limit }: Parameters<Ledger['actions']>[0]) {
      const conditions = ['true'];
      const values: (string | number)[] = [];
      const given = (value: string | number) => place(values.push(value));
      if (matchId !== undefined) conditions.push(`match_id = ${given(matchId)}`);
      if (player !== undefined) conditions.push(`player = ${given(player)}`);
      const text = `SELECT ${COLUMNS} FROM ${table} WHERE ${conditions.join(' AND ')}
        ORDER BY id DESC LIMIT ${given(limit)}`;
      return { text, values };
    },
  };
}

/** A row that one step of the search examined. */
export interface Examined extends MatchColumns {
  readonly id: number;
  readonly is_found: boolean | number;
}

export function foundAmong(rows: readonly Examined[], { examined }: Search, damaged: Damaged): Found {
  const matches = rows.filter((row) => Boolean(row.is_found)).flatMap((row) => damaged.without(row));
  const last = rows.at(-1);
  return rows.length < examined || last === undefined ? { matches } : { matches, next: last.id };
}
