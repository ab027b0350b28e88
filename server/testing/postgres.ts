// Tests with a private PostgreSQL server.
import { afterAll, beforeAll, describe } from '@jest/globals';
import { hasPostgres, MISSING, type Postgres, startPostgres } from '../../cli/private-postgres.ts';

/**
 * `describe` with a server that runs from its first test to its last; without PostgreSQL skipped with a
 * message, in CI a failure.
 */
export function describeWithPostgres(title: string, tests: (postgres: () => Postgres) => void): void {
  if (!isThere()) {
    describe.skip(title, () => tests(() => neverThere()));
    return;
  }
  describe(title, () => {
    let running: Postgres | undefined;
    beforeAll(async () => {
      running = await startPostgres();
    });
    afterAll(() => running?.remove());
    tests(() => running ?? neverThere());
  });
}

function neverThere(): never {
  throw new Error('PostgreSQL does not run');
}

function isThere(): boolean {
  const found = hasPostgres();
  if (!found && process.env['CI'] !== undefined) throw new Error(MISSING);
  if (!found) process.stderr.write(`SKIPPED: ${MISSING}\n`);
  return found;
}
