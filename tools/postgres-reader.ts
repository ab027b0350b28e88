// Reads from the PostgreSQL database of a server, which may be running.
import { Client } from 'pg';
import { ANSWER_MS, connectionTo, placeOf } from '../server/store/postgres/connection.ts';
import { SCHEMA_VERSION, versionOf } from '../server/store/postgres/schema.ts';
import { demandVersion } from './table-version.ts';

/** The tables must be those of this program. */
export async function withPostgres<T>(url: string, read: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connectionTo(url, 'quayside (tool)', ANSWER_MS));
  await client.connect();
  try {
    demandVersion(placeOf(url), await versionOf(client), SCHEMA_VERSION);
    return await read(client);
  } finally {
    await client.end();
  }
}
