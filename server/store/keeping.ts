// Removes and counts stored matches in small steps, between which play continues.
import type { StatementSync } from 'node:sqlite';
import type { MatchCount, OpenMatches } from '../../rooms/life/match-store.ts';

type Sql = (text: string) => StatementSync;

/** Removes this many rows of a match's journal, and the match with the last of them; `true` if it is gone. */
export function removeSome(sql: Sql, matchId: string, rows: number): boolean {
  const match = sql('SELECT id FROM matches WHERE match_id = ?').get(matchId)?.['id'];
  if (match === undefined) return true;
  const { changes } = sql(
    'DELETE FROM journal WHERE id IN (SELECT id FROM journal WHERE match = ? ORDER BY version DESC LIMIT ?)',
  ).run(Number(match), rows);
  if (Number(changes) >= rows) return false;
  sql('DELETE FROM matches WHERE id = ?').run(Number(match));
  return true;
}

/** Counts some matches, in the order of their creation. */
export function countSome(
  sql: Sql,
  after: number,
  limit: number,
): { readonly counts: readonly MatchCount[]; readonly next?: number } {
  const rows = sql(
    `SELECT status, game, count(*) AS matches, max(id) AS last
     FROM (SELECT id, status, game FROM matches WHERE id > ? ORDER BY id LIMIT ?) GROUP BY status, game`,
  ).all(after, limit);
  const counts = rows.map((row) => ({
    status: row['status'] as MatchCount['status'],
    game: String(row['game']),
    matches: Number(row['matches']),
  }));
  const total = counts.reduce((sum, { matches }) => sum + matches, 0);
  if (total < limit) return { counts };
  return { counts, next: Math.max(...rows.map((row) => Number(row['last']))) };
}

/** With an index: unfinished matches are few beside those that are over. */
export function countOpen(sql: Sql): OpenMatches[] {
  return sql(
    `SELECT game, edition, edition_hash, rules_version, count(*) AS matches FROM matches
     WHERE status IN ('lobby', 'playing') GROUP BY 1, 2, 3, 4 ORDER BY 1, 4, 2`,
  )
    .all()
    .map((row) => ({
      game: String(row['game']),
      edition: String(row['edition']),
      editionHash: String(row['edition_hash']),
      rulesVersion: Number(row['rules_version']),
      matches: Number(row['matches']),
    }));
}
