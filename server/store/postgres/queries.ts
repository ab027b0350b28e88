// Queries about matches in PostgreSQL. A damaged match is reported, and left out of lists.
import type {
  JournalPart,
  JournalRow,
  MatchCount,
  MatchRow,
  MatchStore,
  OldMatches,
  OldQuery,
  OpenMatches,
} from '../../../rooms/life/match-store.ts';
import type { Damaged } from '../damaged.ts';
import {
  type JournalColumns,
  journalOf,
  type MatchColumns,
  rowOf,
  STORED_OF_MATCH,
  STORED_OF_ROW,
} from '../rows.ts';
import type { Ask } from './ask.ts';
import { claimable } from './claims.ts';

/** A command changes only the journal, which also has the time of the last change. */
const CHANGED_AT = `greatest(m.updated_at, (SELECT j.accepted_at FROM quayside.journal j
  WHERE j.match = m.id ORDER BY j.version DESC LIMIT 1))`;
export const MATCH = `${STORED_OF_MATCH.map((name) => `m.${name}`).join(', ')}, ${CHANGED_AT} AS changed_at`;
export const FROM = 'FROM quayside.matches m';

/** A member: its number, and its rules and editions as JSON. */
interface Claimant {
  readonly member: number;
  readonly rules: string;
}

export class Queries {
  readonly #ask: Ask;
  readonly #damaged: Damaged;
  /** `undefined`: this process owns all matches. */
  readonly #claimant: Claimant | undefined;

  constructor(ask: Ask, damaged: Damaged, claimant?: Claimant) {
    this.#ask = ask;
    this.#damaged = damaged;
    this.#claimant = claimant;
  }

  async load(matchId: string): Promise<MatchRow | undefined> {
    const { rows } = await this.#ask<MatchColumns>(`SELECT ${MATCH} ${FROM} WHERE m.match_id = $1`, [
      matchId,
    ]);
    const [columns] = rows;
    return columns === undefined ? undefined : this.#damaged.told(matchId, () => rowOf(columns));
  }

  async journal(matchId: string, part?: JournalPart): Promise<readonly JournalRow[]> {
    const { after = -1, most = null } = part ?? {};
    const { rows } = await this.#ask<JournalColumns>(
      `SELECT ${STORED_OF_ROW.join(', ')} FROM quayside.journal
       WHERE match = (SELECT id FROM quayside.matches WHERE match_id = $1) AND version > $2
       ORDER BY version LIMIT $3`,
      [matchId, after, most],
    );
    return this.#damaged.told(matchId, () => rows.map((row) => journalOf(matchId, row)));
  }

  async list(filter: Parameters<MatchStore['list']>[0]): Promise<readonly MatchRow[]> {
    const conditions: string[] = [];
    const values: unknown[] = [];
    const where = (condition: (place: string) => string, value: unknown) => {
      if (value === undefined) return;
      values.push(value);
      conditions.push(condition(`$${values.length}`));
    };
    where((place) => `m.id IN (SELECT match FROM quayside.seats WHERE player = ${place})`, filter.player);
    where((place) => `m.status = ANY (${place}::text[])`, filter.status);
    where((place) => `${CHANGED_AT} < ${place}`, filter.unchangedSince);
    where((place) => `${CHANGED_AT} > ${place}`, filter.changedSince);
    values.push(filter.limit);
    const { rows } = await this.#ask<MatchColumns>(
      `SELECT ${MATCH} ${FROM} ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
       ORDER BY m.created_at DESC, m.id DESC LIMIT $${values.length}`,
      values,
    );
    return rows.flatMap((columns) => this.#damaged.without(columns));
  }

  async due(from: number, to: number, limit: number): Promise<readonly { matchId: string; game: string }[]> {
    const { rows } = await this.#ask<{ match_id: string; game: string }>(
      `SELECT m.match_id, m.game ${FROM} WHERE m.status = 'playing' AND m.wake_at BETWEEN $1 AND $2
         AND ${NOT_DAMAGED('$3')} ${this.#concerning('$5', '$6')} ORDER BY m.wake_at, m.id LIMIT $4`,
      [from, to, this.#damaged.json, limit, ...this.#values],
    );
    return rows.map(({ match_id: matchId, game }) => ({ matchId, game }));
  }

  async nextWake(from: number): Promise<number | undefined> {
    const { rows } = await this.#ask<{ wake_at: number }>(
      `SELECT m.wake_at ${FROM} WHERE m.status = 'playing' AND m.wake_at >= $1
         AND ${NOT_DAMAGED('$2')} ${this.#concerning('$3', '$4')} ORDER BY m.wake_at LIMIT 1`,
      [from, this.#damaged.json, ...this.#values],
    );
    return rows[0]?.wake_at;
  }

  /** Others handle the clocks of matches they own, and of those that only they can play. */
  #concerning(member: string, rules: string): string {
    return this.#claimant === undefined ? '' : `AND ${claimable(member, rules)}`;
  }

  get #values(): unknown[] {
    return this.#claimant === undefined ? [] : [this.#claimant.member, this.#claimant.rules];
  }

  async old({ status, unchangedSince, after, limit }: OldQuery): Promise<OldMatches> {
    // An index leads to the oldest ones, however many newer ones there are.
    const { rows } = await this.#ask<MatchColumns & { id: number }>(
      `SELECT m.id, ${MATCH} ${FROM}
       WHERE m.status = $1 AND m.created_at < $2 AND (m.created_at, m.id) > ($3, $4)
       ORDER BY m.created_at, m.id LIMIT $5`,
      [status, unchangedSince, after?.createdAt ?? -1, after?.id ?? -1, limit],
    );
    const matches = rows
      .filter((row) => (row.changed_at ?? 0) < unchangedSince)
      .flatMap((row) => this.#damaged.without(row));
    const last = rows.at(-1);
    if (rows.length < limit || last === undefined) return { matches };
    return { matches, next: { createdAt: last.created_at, id: last.id } };
  }

  async countSome(
    after: number,
    limit: number,
  ): Promise<{ readonly counts: readonly MatchCount[]; readonly next?: number }> {
    const { rows } = await this.#ask<MatchCount & { last: number }>(
      `SELECT status, game, count(*) AS matches, max(id) AS last
       FROM (SELECT id, status, game FROM quayside.matches WHERE id > $1 ORDER BY id LIMIT $2) AS part
       GROUP BY status, game`,
      [after, limit],
    );
    const counts = rows.map(({ status, game, matches }) => ({ status, game, matches }));
    const total = counts.reduce((sum, { matches }) => sum + matches, 0);
    if (total < limit) return { counts };
    return { counts, next: Math.max(...rows.map(({ last }) => last)) };
  }

  async countOpen(): Promise<readonly OpenMatches[]> {
    const { rows } = await this.#ask<OpenMatches>(
      `SELECT game, edition, edition_hash AS "editionHash", rules_version AS "rulesVersion", count(*) AS matches
       FROM quayside.matches WHERE status IN ('lobby', 'playing') GROUP BY 1, 2, 3, 4 ORDER BY 1, 4, 2`,
      [],
    );
    return rows;
  }
}

const NOT_DAMAGED = (place: string) => `m.match_id NOT IN (SELECT json_array_elements_text(${place}::json))`;
