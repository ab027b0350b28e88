// The SQLite file of a stopped server, as one end of a migration.

import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sync } from '../server/process/sync.ts';
import { nameOf } from '../server/store/inspect.ts';
import { markBeside, writeMark } from '../server/store/mark.ts';
import {
  type JournalColumns,
  type MatchColumns,
  playersOf,
  STORED_OF_MATCH,
  STORED_OF_ROW,
} from '../server/store/rows.ts';
import { numberOf } from '../server/store/schema.ts';
import { openSqliteStore } from '../server/store/sqlite.ts';
import { FileLock } from '../server/store/watch.ts';
import { demandReadable } from './read-file.ts';
import type { Beside, BesideRow, StoredMatch, StoreEnd } from './store-end.ts';

const movedOf = (file: string) => `${file}.moved`;

/** The source: must exist. */
export async function sqliteSource(file: string): Promise<StoreEnd> {
  demandReadable(file);
  return await opened(file);
}

/** The target: created if needed. `name`: a database that returns may have been here before. */
export async function sqliteTarget(file: string, name: string): Promise<StoreEnd> {
  if (!existsSync(file) && markBeside(file) === name) rmSync(`${file}.id`);
  return await opened(file);
}

/** The store checks the file, migrates its tables, and names it. */
async function opened(file: string): Promise<StoreEnd> {
  await openSqliteStore({ file }).close();
  return new SqliteEnd(file);
}

class SqliteEnd implements StoreEnd {
  readonly place: string;
  readonly name: string;
  readonly #lock: FileLock;
  readonly #db: DatabaseSync;

  constructor(file: string) {
    this.place = file;
    this.#lock = new FileLock(file);
    this.#db = new DatabaseSync(file, { timeout: 5000 });
    this.#db.exec('PRAGMA foreign_keys = ON');
    this.name = nameOf(this.#db);
  }

  count(): Promise<number> {
    return Promise.resolve(numberOf(this.#db, 'SELECT count(*) FROM matches'));
  }

  page(after: number, limit: number): Promise<readonly StoredMatch[]> {
    return this.#matches('WHERE id > ? ORDER BY id LIMIT ?', [after, limit]);
  }

  those(matchIds: readonly string[]): Promise<readonly StoredMatch[]> {
    return this.#matches('WHERE match_id IN (SELECT value FROM json_each(?))', [JSON.stringify(matchIds)]);
  }

  add(matches: readonly StoredMatch[]): Promise<void> {
    const match = this.#insert('matches', STORED_OF_MATCH);
    const row = this.#insert('journal', ['match', ...STORED_OF_ROW]);
    const seat = this.#db.prepare(
      'INSERT INTO seats (match, player) SELECT ?, value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
    );
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      for (const { columns, rows } of matches) {
        const id = Number(match.run(...STORED_OF_MATCH.map((name) => columns[name])).lastInsertRowid);
        seat.run(id, JSON.stringify(playersOf(columns)));
        for (const one of rows) row.run(id, ...STORED_OF_ROW.map((name) => one[name]));
      }
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
    return Promise.resolve();
  }

  beside({ name, columns, order }: Beside): Promise<readonly BesideRow[]> {
    const rows = this.#db.prepare(`SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${order}`).all();
    return Promise.resolve(rows as BesideRow[]);
  }

  addBeside({ name, columns, key }: Beside, rows: readonly BesideRow[]): Promise<void> {
    const insert = this.#insert(name, columns, `ON CONFLICT (${key}) DO NOTHING`);
    this.#db.exec('BEGIN IMMEDIATE');
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
    this.#db.exec('COMMIT');
    return Promise.resolve();
  }

  take(name: string): Promise<void> {
    this.#db.prepare('UPDATE database SET name = ?').run(name);
    writeMark(this.place, name);
    return Promise.resolve();
  }

  /** Its marker stays, so that no server starts with an empty file. */
  leave(): Promise<void> {
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
    renameSync(this.place, movedOf(this.place));
    sync(dirname(this.place));
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#db.close();
    this.#lock.release();
    return Promise.resolve();
  }

  #insert(table: string, names: readonly string[], otherwise = '') {
    return this.#db.prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ${otherwise}`,
    );
  }

  #matches(where: string, values: readonly (string | number)[]): Promise<readonly StoredMatch[]> {
    const matches = this.#db
      .prepare(`SELECT id, ${STORED_OF_MATCH.join(', ')} FROM matches ${where}`)
      .all(...values);
    const journal = this.#db.prepare(
      `SELECT ${STORED_OF_ROW.join(', ')} FROM journal WHERE match = ? ORDER BY version`,
    );
    return Promise.resolve(
      matches.map(({ id, ...columns }) => ({
        id: Number(id),
        columns: columns as unknown as MatchColumns,
        rows: journal.all(Number(id)) as unknown as JournalColumns[],
      })),
    );
  }
}
