// The statements of the ledger: the same for both databases, except for the table's name.
import type { Block } from '../../rooms/people/blocks.ts';
import {
  ACTION_MS,
  type Action,
  type ActionColumns,
  type Ledger,
  MOST_ACTIONS,
  MOST_BLOCKS,
  MOST_SILENCES,
} from './ledger.ts';

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

function valuesOfAction(action: Action): (string | number | null)[] {
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

export interface Statement {
  /** With placeholders `$1`, `$2` …. */
  readonly text: string;
  readonly values: readonly (string | number | null)[];
}

export type LedgerStatements = ReturnType<typeof ledgerStatements>;

export function ledgerStatements(table: string) {
  return {
    note: (action: Action): Statement => ({
      text: `INSERT INTO ${table} (${COLUMNS}) VALUES (${STORED_OF_ACTION.map((_, index) => `$${index + 1}`).join(', ')})
        ON CONFLICT (action_id) DO NOTHING`,
      values: valuesOfAction(action),
    }),

    dropOld: (now: number): Statement[] => [
      {
        text: `DELETE FROM ${table} WHERE at < $1 OR id <= (SELECT max(id) FROM ${table}) - $2`,
        values: [now - ACTION_MS, MOST_ACTIONS],
      },
      {
        // Ended silences of forgotten players. Only these have no reason.
        text: `UPDATE ${table} SET player = NULL WHERE player IS NOT NULL AND reason = '' AND until_at <= $1`,
        values: [now],
      },
    ],

    /** The latest action on a player's chat decides. */
    silences: (now: number): Statement => ({
      text: `SELECT a.player, a.until_at AS until FROM ${table} a
        WHERE a.action = 'silence' AND a.until_at > $1 AND a.player IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM ${table} b WHERE b.player = a.player AND b.action = 'silence' AND b.id > a.id)
        ORDER BY a.id DESC LIMIT ${MOST_SILENCES}`,
      values: [now],
    }),

    forget: (player: string, now: number): Statement => ({
      text: `UPDATE ${table} SET reason = '', player = CASE WHEN until_at > $2
          AND id = (SELECT max(id) FROM ${table} WHERE player = $1 AND action = 'silence') THEN player END
        WHERE player = $1`,
      values: [player, now],
    }),

    actions({ matchId, player, limit }: Parameters<Ledger['actions']>[0]): Statement {
      const conditions = ['true'];
      const values: (string | number)[] = [];
      const given = (value: string | number) => `$${values.push(value)}`;
      if (matchId !== undefined) conditions.push(`match_id = ${given(matchId)}`);
      if (player !== undefined) conditions.push(`player = ${given(player)}`);
      const text = `SELECT ${COLUMNS} FROM ${table} WHERE ${conditions.join(' AND ')}
        ORDER BY id DESC LIMIT ${given(limit)}`;
      return { text, values };
    },
  };
}

/** As both databases name them. */
interface BlockColumns {
  readonly player: string;
  readonly other: string;
  readonly block_id: string;
  readonly name: string;
  readonly how: string;
  readonly at: number;
}

export const STORED_OF_BLOCK = [
  'player',
  'other',
  'block_id',
  'name',
  'how',
  'at',
] as const satisfies readonly (keyof BlockColumns)[];

export type BlockStatements = ReturnType<typeof blockStatements>;

export function blockStatements(table: string) {
  return {
    /** Who is blocked again stays one entry. */
    add: (player: string, { other, blockId, name, how, at }: Block): Statement[] => [
      {
        text: `INSERT INTO ${table} (${STORED_OF_BLOCK.join(', ')}) VALUES ($1, $2, $3, $4, $5, $6)
          ON CONFLICT (player, other) DO UPDATE SET name = excluded.name, how = excluded.how, at = excluded.at`,
        values: [player, other, blockId, name, how, at],
      },
      {
        text: `DELETE FROM ${table} WHERE player = $1 AND other NOT IN
          (SELECT other FROM ${table} WHERE player = $1 ORDER BY at DESC, other LIMIT ${MOST_BLOCKS})`,
        values: [player],
      },
    ],

    remove: (player: string, blockId: string): Statement => ({
      text: `DELETE FROM ${table} WHERE player = $1 AND block_id = $2`,
      values: [player, blockId],
    }),

    of: (player: string): Statement => ({
      text: `SELECT other, block_id AS "blockId", name, how, at FROM ${table} WHERE player = $1 ORDER BY at DESC, other`,
      values: [player],
    }),

    forget: (player: string): Statement => ({
      text: `DELETE FROM ${table} WHERE player = $1 OR other = $1`,
      values: [player],
    }),
  };
}
