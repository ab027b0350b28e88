// A server for one test and matches of Borneo on it, for tests of players who leave and come back.
import type { Client } from '@colyseus/sdk';
import { afterEach } from '@jest/globals';
import type { Table } from '../life/table.ts';
import { type Each, seatAndStart, type TestPlayer } from './player.ts';
import { startTableServer, type TableServer, type TableServerOptions } from './table-server.ts';

interface BorneoTables {
  /** The server of this test. */
  readonly server: TableServer;
  /** Starts it. Closed after the test. */
  open(limits?: TableServerOptions['limits']): Promise<TableServer>;
  clientOf(name: string): Client;
  storedTable(matchId: string): Table;
  /** A server with one match, in which no bot plays for absent players. */
  started<const Names extends readonly string[]>(
    names: Names,
    options?: object,
    limits?: TableServerOptions['limits'],
  ): Promise<Each<Names, TestPlayer>>;
}

export function borneoTables(): BorneoTables {
  let current: TableServer | undefined;
  afterEach(async () => {
    await current?.close();
    current = undefined;
  });
  const tables: BorneoTables = {
    get server() {
      if (current === undefined) throw new Error('no server');
      return current;
    },
    async open(limits = {}) {
      current = await startTableServer({ limits });
      return current;
    },
    clientOf: (name) => tables.server.client(name),
    storedTable(matchId) {
      const row = tables.server.store.rows.get(matchId);
      if (row === undefined) throw new Error(`no match ${matchId}`);
      return row.table;
    },
    async started(names, options = {}, limits = {}) {
      await tables.open(limits);
      return await seatAndStart(tables.server.clients(names), 'borneo', { absence: 'clock', ...options });
    },
  };
  return tables;
}

/** Why joining is refused. */
export async function joinRefusal(attempt: Promise<unknown>): Promise<string> {
  return await attempt.then(
    () => 'admitted',
    (error: Error) => error.message,
  );
}
