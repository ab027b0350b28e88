// The embedded store: one SQLite file, every acknowledged write on the disk.
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { JournalRow, MatchChange, MatchRow, MatchStatus } from '../../rooms/ports.ts';
import { reasonOf } from '../reason.ts';
import { type BatchReport, GroupCommit, StoreError } from './group-commit.ts';
import { lockFile } from './lock.ts';
import { type JournalColumns, journalOf, type MatchColumns, rowOf } from './rows.ts';
import { migrate, numberOf } from './schema.ts';
import type { FileStore } from './thread-calls.ts';

export interface SqliteOptions {
  readonly file: string;
  /** Writes that may wait for the next transaction; beyond it they are refused at once. */
  readonly maxWaiting?: number;
  readonly report?: (report: BatchReport) => void;
  /** What waits is committed at the end of a turn of the event loop, unless `flush` is called by hand. */
  readonly batches?: 'every turn' | 'by hand';
  readonly now?: () => number;
  /** For tests of a full disk: the file may not grow beyond this. */
  readonly maxPages?: number;
}

/** A command touches the journal alone: when a match was changed last stands there, too. */
const UPDATED_AT = `max(m.updated_at, coalesce(
  (SELECT accepted_at FROM journal WHERE match = m.id ORDER BY version DESC LIMIT 1), 0))`;

const MATCH_COLUMNS = `m.match_id, m.game, m.edition, m.edition_hash, m.rules_version, m.status, m.created_at,
  ${UPDATED_AT} AS updated_at, m.wake_at, m.seed, m.table_json, m.players_json, m.result_json`;

/** Column and value of each part of a match that may change. */
const CHANGES: {
  readonly [Key in keyof Required<MatchChange>]: readonly [string, (value: MatchRow[Key]) => SQLInputValue];
} = {
  edition: ['edition', (value) => value],
  editionHash: ['edition_hash', (value) => value],
  rulesVersion: ['rules_version', (value) => value],
  status: ['status', (value) => value],
  updatedAt: ['updated_at', (value) => value],
  wakeAt: ['wake_at', (value) => value],
  table: ['table_json', (value) => JSON.stringify(value)],
  players: ['players_json', (value) => JSON.stringify(value)],
  result: ['result_json', (value) => (value === null ? null : JSON.stringify(value))],
};

/**
 * Opens (or makes) the file. Throws with a readable reason if another process has it, if it is
 * damaged, or if a newer program wrote it.
 */
export function openSqliteStore(options: SqliteOptions): SqliteStore {
  mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 });
  const unlock = lockFile(options.file);
  try {
    return new SqliteStore(options, unlock);
  } catch (error) {
    unlock();
    throw new Error(`${options.file} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

export class SqliteStore implements FileStore {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #inode: number;
  readonly #unlock: () => void;
  readonly #now: () => number;
  readonly #writes: GroupCommit;
  readonly #statements = new Map<string, StatementSync>();
  #open = true;

  constructor(options: SqliteOptions, unlock: () => void) {
    this.#file = options.file;
    this.#unlock = unlock;
    this.#now = options.now ?? Date.now;
    this.#db = new DatabaseSync(options.file, { timeout: 5000 });
    try {
      chmodSync(options.file, 0o600); // it holds seeds
      configure(this.#db, options.maxPages);
      migrate(this.#db, this.#now());
    } catch (error) {
      this.#db.close();
      throw error;
    }
    this.#inode = statSync(options.file).ino;
    this.#writes = new GroupCommit(this.#db, {
      limit: options.maxWaiting ?? 10_000,
      report: options.report ?? (() => {}),
      everyTurn: options.batches !== 'by hand',
    });
  }

  get waiting(): number {
    return this.#writes.waiting;
  }

  /** Commits what waits, now. */
  flush(): void {
    this.#writes.flush();
  }

  create(row: MatchRow): Promise<void> {
    return this.#writes.add(() => {
      const values = [
        row.matchId,
        row.game,
        row.edition,
        row.editionHash,
        row.rulesVersion,
        row.status,
        row.createdAt,
        row.updatedAt,
        row.wakeAt,
        row.seed,
        JSON.stringify(row.table),
        JSON.stringify(row.players),
        row.result === null ? null : JSON.stringify(row.result),
      ];
      const inserted = this.#sql(
        `INSERT INTO matches (match_id, game, edition, edition_hash, rules_version, status, created_at,
           updated_at, wake_at, seed, table_json, players_json, result_json)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match_id) DO NOTHING`,
      ).run(...values);
      if (inserted.changes === 0) throw new StoreError('match-exists', `match ${row.matchId} exists`);
      this.#seat(Number(inserted.lastInsertRowid), row.players);
    });
  }

  commit(matchId: string, rows: readonly JournalRow[], change: MatchChange): Promise<void> {
    return this.#writes.add(() => {
      for (const row of rows) this.#append(matchId, row);
      if (rows.length === 0 || Object.keys(change).length > 0) this.#change(matchId, change);
    });
  }

  load(matchId: string): Promise<MatchRow | undefined> {
    return this.#read(() => {
      const row = this.#sql(`SELECT ${MATCH_COLUMNS} FROM matches m WHERE m.match_id = ?`).get(matchId);
      return row === undefined ? undefined : rowOf(row as unknown as MatchColumns);
    });
  }

  journal(matchId: string): Promise<readonly JournalRow[]> {
    return this.#read(() =>
      this.#sql(
        `SELECT version, seat, actor, decision, command_json, accepted_at, command_id FROM journal
         WHERE match = (SELECT id FROM matches WHERE match_id = ?) ORDER BY version`,
      )
        .all(matchId)
        .map((row) => journalOf(row as unknown as JournalColumns)),
    );
  }

  list(filter: {
    readonly status?: readonly MatchStatus[];
    readonly player?: string;
    readonly unchangedSince?: number;
    readonly changedSince?: number;
    readonly limit: number;
  }): Promise<readonly MatchRow[]> {
    const conditions: string[] = [];
    const values: SQLInputValue[] = [];
    if (filter.player !== undefined) {
      conditions.push('m.id IN (SELECT match FROM seats WHERE player = ?)');
      values.push(filter.player);
    }
    if (filter.status !== undefined) {
      conditions.push('m.status IN (SELECT value FROM json_each(?))');
      values.push(JSON.stringify(filter.status));
    }
    if (filter.unchangedSince !== undefined) {
      conditions.push(`${UPDATED_AT} < ?`);
      values.push(filter.unchangedSince);
    }
    if (filter.changedSince !== undefined) {
      conditions.push(`${UPDATED_AT} > ?`);
      values.push(filter.changedSince);
    }
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    return this.#read(() =>
      this.#sql(
        `SELECT ${MATCH_COLUMNS} FROM matches m ${where} ORDER BY m.created_at DESC, m.id DESC LIMIT ?`,
      )
        .all(...values, filter.limit)
        .map((row) => rowOf(row as unknown as MatchColumns)),
    );
  }

  due(
    from: number,
    to: number,
    limit: number,
  ): Promise<readonly { readonly matchId: string; readonly game: string }[]> {
    return this.#read(() =>
      this.#sql(
        `SELECT match_id, game FROM matches WHERE status = 'playing' AND wake_at BETWEEN ? AND ?
         ORDER BY wake_at, id LIMIT ?`,
      )
        .all(from, to, limit)
        .map((row) => ({ matchId: String(row['match_id']), game: String(row['game']) })),
    );
  }

  nextWake(from: number): Promise<number | undefined> {
    return this.#read(() => {
      const row = this.#sql(
        `SELECT wake_at FROM matches WHERE status = 'playing' AND wake_at >= ? ORDER BY wake_at LIMIT 1`,
      ).get(from);
      return row === undefined ? undefined : Number(row['wake_at']);
    });
  }

  /** A real write; and the file must still be the one that was opened, not a deleted one. */
  async check(): Promise<void> {
    await this.#writes.add(() => {
      this.#sql('INSERT INTO pulse VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at').run(
        this.#now(),
      );
    });
    if (!existsSync(this.#file) || statSync(this.#file).ino !== this.#inode) {
      throw new StoreError('failed', 'the database file was deleted or replaced while it was open');
    }
  }

  backup(target: string): Promise<void> {
    return this.#read(() => {
      this.#db.prepare('VACUUM INTO ?').run(target);
      chmodSync(target, 0o600);
    });
  }

  close(): Promise<void> {
    if (!this.#open) return Promise.resolve();
    this.#open = false;
    this.#writes.close();
    this.#statements.clear();
    try {
      this.#db.exec('PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Only tidying: with a full disk the log stays, and the next start reads it.
    }
    this.#db.close();
    this.#unlock();
    return Promise.resolve();
  }

  #read<T>(run: () => T): Promise<T> {
    if (!this.#open) return Promise.reject(new StoreError('closed', 'the store is closed'));
    return new Promise((resolve) => resolve(run()));
  }

  /** The one write that every command needs: one statement. */
  #append(matchId: string, row: JournalRow): void {
    const { version, seat, by, decision, command, at, commandId = null } = row;
    const { changes } = this.#sql(
      `INSERT INTO journal (match, version, seat, actor, decision, command_json, accepted_at, command_id)
       SELECT id, ?, ?, ?, ?, ?, ?, ? FROM matches WHERE match_id = ? ON CONFLICT (match, version) DO NOTHING`,
    ).run(version, seat, by, decision, JSON.stringify(command), at, commandId, matchId);
    if (changes !== 0) return;
    this.#idOf(matchId);
    throw new StoreError('version-exists', `match ${matchId} has a version ${version} already`);
  }

  #idOf(matchId: string): number {
    const found = this.#sql('SELECT id FROM matches WHERE match_id = ?').get(matchId);
    if (found === undefined) throw new StoreError('match-unknown', `there is no match ${matchId}`);
    return Number(found['id']);
  }

  #change(matchId: string, change: MatchChange): void {
    const match = this.#idOf(matchId);
    const sets: string[] = [];
    const values: SQLInputValue[] = [];
    const set = <Key extends keyof MatchChange>(key: Key, value: MatchRow[Key] | undefined) => {
      if (value === undefined) return;
      const [column, write] = CHANGES[key];
      sets.push(`${column} = ?`);
      values.push(write(value));
    };
    const stamped: MatchChange = { updatedAt: this.#now(), ...change };
    for (const key of Object.keys(CHANGES) as (keyof MatchChange)[]) set(key, stamped[key]);
    this.#sql(`UPDATE matches SET ${sets.join(', ')} WHERE id = ?`).run(...values, match);
    if (change.players !== undefined) {
      // Only what differs is written: everybody's entry lies on a page of its own.
      this.#sql('DELETE FROM seats WHERE match = ? AND player NOT IN (SELECT value FROM json_each(?))').run(
        match,
        JSON.stringify(change.players),
      );
      this.#seat(match, change.players);
    }
  }

  #seat(match: number, players: readonly string[]): void {
    this.#sql(
      'INSERT INTO seats (match, player) SELECT ?, value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
    ).run(match, JSON.stringify(players));
  }

  /** Prepared once; the texts are few and all written above. */
  #sql(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}

function configure(db: DatabaseSync, maxPages: number | undefined): void {
  // FULL: the log is synced at every commit, so power loss takes nothing acknowledged
  // (docs/adr/0008). NORMAL would keep the file whole but could lose the last moves.
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA journal_size_limit = 67108864;
  `);
  const verdict = db.prepare('PRAGMA quick_check(1)').get();
  const text = verdict === undefined ? 'no answer' : String(Object.values(verdict)[0]);
  if (text !== 'ok') throw new Error(`the database is damaged (${text}); restore a backup`);
  if (numberOf(db, 'PRAGMA synchronous') !== 2) throw new Error('synchronous=FULL was not accepted');
  if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`);
}
