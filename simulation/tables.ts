// Of the stores, everything but matches and journals: the product's own tables and statements, in a database in memory.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Owing } from '../rooms/life/notices.ts';
import type { Statement } from '../server/store/ledger-statements.ts';
import { migrate } from '../server/store/schema.ts';
import { type Dialect, SqlStore } from '../server/store/sql-store.ts';

const DIALECT: Dialect = {
  schema: '',
  greater: 'max',
  position: 'instr',
  textsOf: (json) => `SELECT value FROM json_each(${json})`,
};

const quiet = () => undefined;

/** What all processes share. `ownerOf`: of a match, the living process. */
export class SharedTables {
  readonly #db = new DatabaseSync(':memory:');
  readonly #statements = new Map<string, StatementSync>();

  constructor(now: number, ownerOf: (matchId: string) => number | undefined) {
    this.#db.exec('PRAGMA foreign_keys = ON');
    migrate(this.#db, now);
    this.#db.function('owner_of', (matchId) => ownerOf(String(matchId)) ?? null);
  }

  rows<Row extends object>({ text, values }: Statement): readonly Row[] {
    return this.#sql(text).all(...(values as SQLInputValue[])) as unknown as readonly Row[];
  }

  run(statements: readonly Statement[]): void {
    for (const { text, values } of statements) this.#sql(text).run(...(values as SQLInputValue[]));
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  #sql(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(text.replaceAll(/\$(\d+)/g, '?$1'));
    this.#statements.set(text, statement);
    return statement;
  }
}

/** The same as one process asks for it. `member`: `undefined` owns all matches. */
export class OwnTables extends SqlStore {
  readonly #shared: SharedTables;

  constructor(shared: SharedTables, member: number | undefined) {
    super(
      DIALECT,
      quiet,
      member === undefined
        ? undefined
        : {
            condition: () => 'true',
            values: [member, ''],
            isOthers: (matchId) => `coalesce(owner_of(${matchId}), ${member}) <> ${member}`,
          },
    );
    this.#shared = shared;
  }

  tell(matchId: string, told: Owing): void {
    this.#shared.run(this.outbox.told(matchId, told));
  }

  protected override ask<Row extends object>(
    text: string,
    values: Statement['values'],
  ): Promise<readonly Row[]> {
    return Promise.resolve(this.#shared.rows<Row>({ text, values }));
  }

  protected override carryOut(statements: readonly Statement[]): Promise<void> {
    this.#shared.run(statements);
    return Promise.resolve();
  }
}
