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

/** Matches with a running clock that the server at that port has in memory. */
export async function clocksAt(postgres: Postgres, port: number): Promise<readonly string[]> {
  const owners = await ownersOf(postgres);
  // So marked as long as it is in memory; what only wakes up for a time-out is not.
  const rows = await postgres.ask('SELECT match_id FROM quayside.matches WHERE wake_at = 0');
  return rows.map(({ match_id }) => String(match_id)).filter((matchId) => owners.get(matchId) === port);
}
