// A PostgreSQL database without a running server, as one end of a migration.

import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { CommonTime } from '../server/process/clock.ts';
import { writeMark } from '../server/store/mark.ts';
import { ANSWER_MS, placeOf } from '../server/store/postgres/connection.ts';
import { type DatabaseLink, takeOver } from '../server/store/postgres/link.ts';
import { Transactions, type Write } from '../server/store/postgres/writes.ts';
import {
  Damaged,
  type JournalColumns,
  type MatchColumns,
  STORED_OF_MATCH,
  STORED_OF_ROW,
} from '../server/store/rows.ts';
import type { Beside, BesideRow, StoredMatch, StoreEnd } from './store-end.ts';

/** Creating an index of a large table takes a while. */
const PATIENCE_MS = 100 * ANSWER_MS;

/** Creates the tables if needed; rejects while a server uses them. */
export async function postgresEnd(url: string, dataDir: string): Promise<StoreEnd> {
  const wanted = {
    url,
    now: Date.now,
    time: new CommonTime(),
    answerMs: PATIENCE_MS,
    company: 'alone',
    version: packageJson.version,
    rules: '[]',
    waits: () => {},
  } as const;
  return new PostgresEnd(await takeOver(wanted), placeOf(url), dataDir);
}

class PostgresEnd implements StoreEnd {
  readonly place: string;
  readonly name: string;
  readonly #link: DatabaseLink;
  readonly #dataDir: string;
  readonly #transactions: Transactions;

  constructor(link: DatabaseLink, place: string, dataDir: string) {
    this.place = place;
    this.name = link.name;
    this.#link = link;
    this.#dataDir = dataDir;
    this.#transactions = new Transactions(link, new Damaged(() => {}));
  }

  async count(): Promise<number> {
    const { rows } = await this.#link.client.query<{ n: number }>(
      'SELECT count(*) AS n FROM quayside.matches',
    );
    return rows[0]?.n ?? 0;
  }

  page(after: number, limit: number): Promise<readonly StoredMatch[]> {
    return this.#matches('WHERE id > $1 ORDER BY id LIMIT $2', [after, limit]);
  }

  those(matchIds: readonly string[]): Promise<readonly StoredMatch[]> {
    return this.#matches('WHERE match_id = ANY ($1::text[])', [matchIds]);
  }

  async add(matches: readonly StoredMatch[]): Promise<void> {
    const writes = matches.flatMap(({ columns, rows }): Write[] => [
      { kind: 'create', columns },
      {
        kind: 'commit',
        matchId: columns.match_id,
        rows: rows.map((row) => JSON.stringify({ match_id: columns.match_id, ...row })),
      },
    ]);
    await this.#transactions.atOnce(writes);
  }

  async beside({ name, columns, order }: Beside): Promise<readonly BesideRow[]> {
    const { rows } = await this.#link.client.query<BesideRow>(
      `SELECT ${columns.join(', ')} FROM quayside.${name} ORDER BY ${order}`,
    );
    return rows;
  }

  async addBeside({ name, columns, key }: Beside, rows: readonly BesideRow[]): Promise<void> {
    const names = columns.join(', ');
    await this.#link.client.query(
      `INSERT INTO quayside.${name} (${names}) OVERRIDING SYSTEM VALUE
       SELECT ${names} FROM json_populate_recordset(NULL::quayside.${name}, $1::json) WITH ORDINALITY
       ORDER BY ordinality ON CONFLICT (${key}) DO NOTHING`,
      [JSON.stringify(rows)],
    );
    if (columns.includes('id') && rows.length > 0)
      await this.#link.client.query(
        `SELECT setval(pg_get_serial_sequence('quayside.${name}', 'id'), (SELECT max(id) FROM quayside.${name}))`,
      );
  }

  async take(name: string): Promise<void> {
    await this.#link.client.query('UPDATE quayside.database SET name = $1', [name]);
    writeMark(join(this.#dataDir, 'postgres'), name);
  }

  async leave(place: string): Promise<void> {
    await this.#link.client.query('UPDATE quayside.database SET moved_to = $1', [place]);
  }

  async close(): Promise<void> {
    await this.#link.client.end();
  }

  async #matches(where: string, values: readonly unknown[]): Promise<readonly StoredMatch[]> {
    const { client } = this.#link;
    const found = await client.query<MatchColumns & { id: number }>(
      `SELECT id, ${STORED_OF_MATCH.join(', ')} FROM quayside.matches ${where}`,
      [...values],
    );
    const journal = await client.query<JournalColumns & { match: number }>(
      `SELECT match, ${STORED_OF_ROW.join(', ')} FROM quayside.journal WHERE match = ANY ($1::bigint[])
       ORDER BY match, version`,
      [found.rows.map(({ id }) => id)],
    );
    const rows = Map.groupBy(journal.rows, ({ match }) => match);
    return found.rows.map(({ id, ...columns }) => ({
      id,
      columns,
      rows: (rows.get(id) ?? []).map(({ match: _match, ...row }) => row),
    }));
  }
}
