// Queries about stored matches. A damaged match is reported, and left out of lists.
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type {
  JournalPart,
  JournalRow,
  MatchRow,
  MatchStore,
  OldMatches,
  OldQuery,
} from '../../rooms/life/match-store.ts';
import type { Damaged } from './damaged.ts';
import {
  type JournalColumns,
  journalOf,
  type MatchColumns,
  rowOf,
  STORED_OF_MATCH,
  STORED_OF_ROW,
} from './rows.ts';

/** A command changes only the journal, which also has the time of the last change. */
const CHANGED_AT = `max(m.updated_at, coalesce(
  (SELECT accepted_at FROM journal WHERE match = m.id ORDER BY version DESC LIMIT 1), 0))`;

export const MATCH_COLUMNS = `${STORED_OF_MATCH.map((name) => `m.${name}`).join(', ')}, ${CHANGED_AT} AS changed_at`;

export class Queries {
  readonly #sql: (text: string) => StatementSync;
  readonly #damaged: Damaged;

  constructor(sql: (text: string) => StatementSync, damaged: Damaged) {
    this.#sql = sql;
    this.#damaged = damaged;
  }

  load(matchId: string): MatchRow | undefined {
    const row = this.#sql(`SELECT ${MATCH_COLUMNS} FROM matches m WHERE m.match_id = ?`).get(matchId);
    return row === undefined
      ? undefined
      : this.#damaged.told(matchId, () => rowOf(row as unknown as MatchColumns));
  }

  journal(matchId: string, part?: JournalPart): readonly JournalRow[] {
    const { after = -1, most = -1 } = part ?? {};
    // A negative limit is none.
    const rows = this.#sql(
      `SELECT ${STORED_OF_ROW.join(', ')} FROM journal
       WHERE match = (SELECT id FROM matches WHERE match_id = ?) AND version > ?
       ORDER BY version LIMIT ?`,
    ).all(matchId, after, most);
    return this.#damaged.told(matchId, () =>
      rows.map((row) => journalOf(matchId, row as unknown as JournalColumns)),
    );
  }

  list(filter: Parameters<MatchStore['list']>[0]): readonly MatchRow[] {
    const conditions: string[] = [];
    const values: SQLInputValue[] = [];
    if (filter.player !== undefined) {
      conditions.push('m.id IN (SELECT match FROM seats WHERE player = ?)');
      values.push(filter.player);
    }
    if (filter.status !== undefined) {
      conditions.push('m.status IN (SELECT value FROM json_each(?))');
      values.push(JSON.stringify(filter.status));
    }
    if (filter.unchangedSince !== undefined) {
      conditions.push(`${CHANGED_AT} < ?`);
      values.push(filter.unchangedSince);
    }
    if (filter.changedSince !== undefined) {
      conditions.push(`${CHANGED_AT} > ?`);
      values.push(filter.changedSince);
    }
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    return this.#sql(
      `SELECT ${MATCH_COLUMNS} FROM matches m ${where} ORDER BY m.created_at DESC, m.id DESC LIMIT ?`,
    )
      .all(...values, filter.limit)
      .flatMap((row) => this.#damaged.without(row as unknown as MatchColumns));
  }

  due(
    from: number,
    to: number,
    limit: number,
  ): readonly { readonly matchId: string; readonly game: string }[] {
    return this.#sql(
      `SELECT match_id, game FROM matches WHERE status = 'playing' AND wake_at BETWEEN ? AND ?
         AND match_id NOT IN (SELECT value FROM json_each(?)) ORDER BY wake_at, id LIMIT ?`,
    )
      .all(from, to, this.#damaged.json, limit)
      .map((row) => ({ matchId: String(row['match_id']), game: String(row['game']) }));
  }

  nextWake(from: number): number | undefined {
    const row = this.#sql(
      `SELECT wake_at FROM matches WHERE status = 'playing' AND wake_at >= ?
         AND match_id NOT IN (SELECT value FROM json_each(?)) ORDER BY wake_at LIMIT 1`,
    ).get(from, this.#damaged.json);
    return row === undefined ? undefined : Number(row['wake_at']);
  }

  old({ status, unchangedSince, after, limit }: OldQuery): OldMatches {
    // An index leads to the oldest ones, however many newer ones there are.
    const rows = this.#sql(
      `SELECT m.id, ${MATCH_COLUMNS} FROM matches m
       WHERE m.status = ? AND m.created_at < ? AND (m.created_at, m.id) > (?, ?)
       ORDER BY m.created_at, m.id LIMIT ?`,
    ).all(status, unchangedSince, after?.createdAt ?? -1, after?.id ?? -1, limit);
    const matches = rows
      .filter((row) => Number(row['changed_at']) < unchangedSince)
      .flatMap((row) => this.#damaged.without(row as unknown as MatchColumns));
    const last = rows.at(-1);
    if (rows.length < limit || last === undefined) return { matches };
    return { matches, next: { createdAt: Number(last['created_at']), id: Number(last['id']) } };
  }
}
