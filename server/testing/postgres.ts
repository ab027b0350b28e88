// Tests with a private PostgreSQL server.

import { afterAll, afterEach, beforeAll, beforeEach, describe, jest } from '@jest/globals';
import { isAvailable } from '../../cli/available.ts';
import { hasPostgres, MISSING, type Postgres, startPostgres } from '../../cli/private-postgres.ts';

/**
 * `describe` with a server that runs from its first test to its last; without PostgreSQL skipped with a
 * message, in CI a failure.
 */
export function describeWithPostgres(title: string, tests: (postgres: () => Postgres) => void): void {
  if (!isAvailable(hasPostgres() ? [] : [MISSING])) {
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

/** Every test begins with an empty database. What the SDK reports of connections that break is not printed. */
export function beginEmpty(postgres: () => Postgres): void {
  beforeEach(async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    await postgres().empty();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
}
