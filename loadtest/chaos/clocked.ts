// Tables whose players have left, so that only clocks play, and their stored data.
import type { Postgres } from '../../cli/private-postgres.ts';
import { quayside } from '../../client/index.ts';
import type { ClockedMatch, TimedEntry } from './timeouts.ts';

/** Its decisions share no time: each has that of the preset. */
const GAME = 'borneo';
export const CLOCKED_SEATS = 3;

interface StoredTimes {
  readonly startedAt: number;
  readonly abandoned: { readonly at: number } | null;
  readonly finishedAt: number | null;
}

/** Starts a match whose players leave at once; they have the seats in their order. */
export async function openClocked(url: string, tokens: readonly string[]): Promise<string> {
  const [host, ...guests] = tokens.map((token) => quayside({ url, token }));
  if (host === undefined) throw new Error('a table without seats');
  const table = await host.create(GAME, { seats: CLOCKED_SEATS, clock: 'fast', absence: 'clock' });
  for (const guest of guests) (await guest.joinById(GAME, table.id)).close();
  const started = await table.start();
  if (!started.ok) throw new Error(`a table with a clock does not start: ${started.code}`);
  table.close();
  return table.id;
}

/** When each match was last taken over from a process that is gone; without those that never were. */
export async function takenAt(
  postgres: Postgres,
  matchIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await postgres.ask(
    `SELECT match_id, interrupted_at FROM quayside.matches
     WHERE interrupted_at IS NOT NULL AND match_id IN (${listed(matchIds)})`,
  );
  return new Map(rows.map((row) => [String(row['match_id']), Number(row['interrupted_at'])]));
}

export async function storedClocks(
  postgres: Postgres,
  matchIds: readonly string[],
): Promise<readonly Omit<ClockedMatch, 'takenAt'>[]> {
  const matches = await postgres.ask(
    `SELECT id, match_id, table_json FROM quayside.matches WHERE match_id IN (${listed(matchIds)})`,
  );
  return await Promise.all(
    matches.map(async ({ id, match_id, table_json }) => {
      const entries = await postgres.ask(
        `SELECT version, actor, decision, accepted_at FROM quayside.journal WHERE match = ${Number(id)} ORDER BY version`,
      );
      const { startedAt, abandoned, finishedAt } = JSON.parse(String(table_json)) as StoredTimes;
      const endedAt = abandoned?.at ?? finishedAt;
      return { matchId: String(match_id), startedAt, endedAt, entries: entries.map(entryOf) };
    }),
  );
}

function entryOf({ version, actor, decision, accepted_at }: Record<string, unknown>): TimedEntry {
  return {
    version: Number(version),
    by: String(actor),
    decision: decision === null ? null : Number(decision),
    at: Number(accepted_at),
  };
}

/** Ids consist of letters and digits; an empty list would not be SQL. */
function listed(matchIds: readonly string[]): string {
  return matchIds.length === 0 ? 'NULL' : matchIds.map((matchId) => `'${matchId}'`).join(', ');
}
