// The statements about whom players block: the same for both databases, except for the table's name.
import type { Block } from '../../rooms/people/blocks.ts';
import { MOST_BLOCKS } from './ledger.ts';
import type { Statement } from './ledger-statements.ts';

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
