// The newest acknowledged version of each match: a database that comes back without it has lost commits.
import type { Client } from 'pg';
import { Recent } from '../../../rooms/show/recent.ts';
import type { SetBack } from '../process-store.ts';

/** Matches whose latest command was longer ago are not compared. */
const REMEMBERED = 10_000;
/** In one statement. */
const MOST = 1_000;

/** -1: the match is missing. Of one that is abandoned, versions are removed a few at a time. */
const STORED = `SELECT a.match_id, CASE WHEN m.id IS NULL THEN -1 ELSE coalesce(
    (SELECT max(j.version) FROM quayside.journal j WHERE j.match = m.id), 0) END AS stored
  FROM unnest($1::text[]) AS a (match_id) LEFT JOIN quayside.matches m ON m.match_id = a.match_id
  WHERE m.status IS DISTINCT FROM 'abandoned'`;

export class Newest {
  readonly #versions = new Recent<string, number>(REMEMBERED);

  /** It is acknowledged. */
  note(matchId: string, version: number): void {
    this.#versions.set(matchId, Math.max(version, this.#versions.get(matchId) ?? 0));
  }

  /** From now on the match continues from what is stored. */
  forget(matchId: string): void {
    this.#versions.delete(matchId);
  }

  of(matchId: string): number | undefined {
    return this.#versions.get(matchId);
  }

  /** Matches of which the database has less than was acknowledged. `isMine`: no other process may have removed it. */
  async compare(client: Client, isMine: (matchId: string) => boolean): Promise<readonly SetBack[]> {
    const matchIds = [...this.#versions.keys()];
    const found: SetBack[] = [];
    for (let from = 0; from < matchIds.length; from += MOST) {
      const { rows } = await client.query<{ match_id: string; stored: number }>(STORED, [
        matchIds.slice(from, from + MOST),
      ]);
      for (const { match_id: matchId, stored } of rows) {
        const acknowledged = this.#versions.get(matchId);
        if (acknowledged === undefined || stored >= acknowledged) continue;
        if (stored >= 0 || isMine(matchId)) found.push({ matchId, stored, acknowledged });
      }
    }
    return found;
  }
}
