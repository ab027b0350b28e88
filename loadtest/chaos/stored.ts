// What a cluster has stored and who has it, as PostgreSQL tells; for judging, not for playing.
import type { Postgres } from '../../cli/private-postgres.ts';

/** The ports of the members that have the matches in memory, by match. */
export async function ownersOf(postgres: Postgres): Promise<ReadonlyMap<string, number>> {
  const rows = await postgres.ask(`
    SELECT matches.match_id, members.address FROM quayside.matches
    JOIN quayside.members ON members.number = matches.owner
    WHERE members.gone_at IS NULL AND members.address IS NOT NULL`);
  return new Map(
    rows.map(({ match_id, address }) => [String(match_id), Number(String(address).split(':').at(-1))]),
  );
}

export async function statusesOf(postgres: Postgres): Promise<ReadonlyMap<string, string>> {
  const rows = await postgres.ask('SELECT match_id, status FROM quayside.matches');
  return new Map(rows.map(({ match_id, status }) => [String(match_id), String(status)]));
}
