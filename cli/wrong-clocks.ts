// Sets the clocks of a private cluster, of its servers and of its database, while it runs.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Member } from './private-member.ts';
import type { Postgres } from './private-postgres.ts';

/** Before `pg_catalog`, so that our statements find these functions under the names of PostgreSQL's own. */
const FUNCTIONS = `CREATE SCHEMA wrong;
  CREATE TABLE wrong.clock (step interval NOT NULL);
  INSERT INTO wrong.clock VALUES ('0');
  CREATE FUNCTION wrong.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT pg_catalog.clock_timestamp() + step FROM wrong.clock';
  CREATE FUNCTION wrong.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT pg_catalog.now() + step FROM wrong.clock';
  GRANT USAGE ON SCHEMA wrong TO quayside;
  GRANT SELECT ON wrong.clock TO quayside;
  ALTER ROLE quayside SET search_path = wrong, pg_catalog, public`;

export class WrongClocks {
  readonly #folder = mkdtempSync(join(tmpdir(), 'quayside-clocks-'));

  /** Options of Node for all servers. */
  get flags(): readonly string[] {
    return ['--import', join(import.meta.dirname, '../server/testing/wrong-clock.ts')];
  }

  get settings(): Readonly<Record<string, string>> {
    return { WRONG_CLOCKS: this.#folder };
  }

  /** Before the server starts, or while it runs. */
  set({ port }: Pick<Member, 'port'>, milliseconds: number): void {
    const file = join(this.#folder, String(port));
    writeFileSync(`${file}.new`, String(milliseconds));
    renameSync(`${file}.new`, file);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** To be called before anything connects to it. */
export async function makeSettable(postgres: Postgres): Promise<void> {
  await postgres.ask(FUNCTIONS);
}

export async function setDatabaseClock(postgres: Postgres, seconds: number): Promise<void> {
  await postgres.ask(`UPDATE wrong.clock SET step = interval '${Number(seconds)} seconds'`);
}
