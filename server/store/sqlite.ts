// The embedded store: one SQLite file, every acknowledged write on disk.
import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { alone } from '../../rooms/berth/cluster.ts';
import { clearInterval, setInterval, wall } from '../../rooms/clockwork.ts';
import type { JournalRow, MatchChange, MatchRow } from '../../rooms/life/match-store.ts';
import type { Owing } from '../../rooms/life/notices.ts';
import { StoreError } from '../../rooms/life/store-error.ts';
import { makeFolder } from '../process/folder.ts';
import type { BatchReport } from '../process/metrics.ts';
import { reasonOf } from '../process/reason.ts';
import { backupTo } from './backup.ts';
import { GroupCommit } from './group-commit.ts';
import { inspect, nameOf } from './inspect.ts';
import type { Statement } from './ledger-statements.ts';
import { markBeside, writeMark } from './mark.ts';
import type { Notify } from './notice.ts';
import {
  changedColumns,
  columnsOf,
  type MatchColumns,
  STORED_OF_MATCH,
  STORED_OF_ROW,
  valuesOfRow,
} from './rows.ts';
import { migrate, numberOf } from './schema.ts';
import { type Dialect, SqlStore } from './sql-store.ts';
import type { FileStore } from './thread-calls.ts';
import { FileLock, Watch } from './watch.ts';

export interface SqliteOptions {
  readonly file: string;
  /** Writes that may wait for the next transaction; further ones are refused immediately. */
  readonly maxWaiting?: number;
  readonly report?: (report: BatchReport) => void;
  /** Waiting writes are committed at the end of the turn of the event loop, unless `flush` is called. */
  readonly batches?: 'every turn' | 'by hand';
  readonly now?: () => number;
  /** For the log. */
  readonly notify?: Notify;
  /** Called once: from now on every write is refused, until a restart. */
  readonly lost?: (error: Error) => void;
  /** For tests of a full disk: the file may not grow beyond this. */
  readonly maxPages?: number;
}

const INSERT_MATCH = `INSERT INTO matches (${STORED_OF_MATCH.join(', ')})
  VALUES (${STORED_OF_MATCH.map(() => '?').join(', ')}) ON CONFLICT (match_id) DO NOTHING`;
const INSERT_ROW = `INSERT INTO journal (match, ${STORED_OF_ROW.join(', ')})
  SELECT id, ${STORED_OF_ROW.map(() => '?').join(', ')} FROM matches WHERE match_id = ?
    AND (? = 1 OR EXISTS (SELECT 1 FROM journal j WHERE j.match = matches.id AND j.version = ? - 1))
  ON CONFLICT (match, version) DO NOTHING`;

const DIALECT: Dialect = {
  schema: '',
  greater: 'max',
  position: 'instr',
  textsOf: (json) => `SELECT value FROM json_each(${json})`,
};

/**
 * Opens (or creates) the file. Throws with a readable reason if another process has it, if it is
 * damaged, or if a newer program wrote it.
 */
export function openSqliteStore(options: SqliteOptions): SqliteStore {
  makeFolder(dirname(options.file));
  const lock = new FileLock(options.file);
  try {
    inspect(options.file, options.notify ?? (() => {}));
    return new SqliteStore(options, lock);
  } catch (error) {
    lock.release();
    throw new Error(`${options.file} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** Copying takes a second or two; the watchdog allows ten. */
const RESCUED_ON_THE_LOOP = 256 * 1024 * 1024;
/** How often to check whether the files are still in place. */
export const LOOK_MS = 1_000;

export class SqliteStore extends SqlStore implements FileStore {
  readonly #db: DatabaseSync;
  readonly #lock: FileLock;
  readonly #watch: Watch;
  readonly #looks: NodeJS.Timeout | undefined;
  readonly #now: () => number;
  readonly #writes: GroupCommit;
  readonly #statements = new Map<string, StatementSync>();
  #open = true;

  constructor(options: SqliteOptions, lock: FileLock) {
    const { file, notify = () => {}, lost = () => {}, batches = 'every turn' } = options;
    super(DIALECT, notify);
    this.#lock = lock;
    this.#now = options.now ?? wall;
    this.#db = new DatabaseSync(file, { timeout: 5000 });
    try {
      chmodSync(file, 0o600); // it holds seeds
      if (numberOf(this.#db, 'PRAGMA page_count') === 0)
        notify({ level: 'info', message: 'began with an empty database', fields: { file } });
      configure(this.#db, options.maxPages);
      migrate(this.#db, this.#now());
      const rescueBytes = batches === 'every turn' ? RESCUED_ON_THE_LOOP : Number.POSITIVE_INFINITY;
      this.#watch = new Watch(this.#db, { file, lock, notify, lost, rescueBytes });
      mark(this.#db, file, notify);
    } catch (error) {
      this.#db.close();
      throw error;
    }
    this.#writes = new GroupCommit(this.#db, {
      limit: options.maxWaiting ?? 10_000,
      report: options.report ?? (() => {}),
      everyTurn: batches === 'every turn',
      guard: () => this.#watch.guard(),
      doubt: () => this.#watch.doubt(),
    });
    if (batches === 'every turn') this.#looks = setInterval(() => this.look(), LOOK_MS).unref();
  }

  get waiting(): number {
    return this.#writes.waiting;
  }

  /** A lock keeps every other process out of the folder. */
  readonly ownership = alone;
  readonly isOwner = true;

  /** Always false when called: it runs on the caller's thread. */
  readonly isWaitingForDisk = false;

  /** Commits waiting writes now. */
  flush(): void {
    this.#writes.flush();
  }

  /** Checks that the files are still in place. */
  look(): void {
    if (this.#open) this.#watch.look();
  }

  create(row: MatchRow): Promise<void> {
    return this.#writes.add(() => {
      const columns = columnsOf(row);
      const inserted = this.#sql(INSERT_MATCH).run(...valuesOf(columns, STORED_OF_MATCH));
      if (inserted.changes === 0) throw new StoreError('match-exists', `match ${row.matchId} exists`);
      this.#seat(Number(inserted.lastInsertRowid), columns);
    });
  }

  commit(matchId: string, rows: readonly JournalRow[], change: MatchChange, told?: Owing): Promise<void> {
    return this.#writes.add(() => {
      for (const row of rows) this.#append(matchId, row);
      if (rows.length === 0 || Object.keys(change).length > 0) this.#change(matchId, change);
      if (told !== undefined) this.#run(this.outbox.told(matchId, told));
    });
  }

  async removeSome(matchId: string, rows: number): Promise<boolean> {
    let isGone = false;
    await this.#writes.add(() => {
      isGone = this.#removeSome(matchId, rows);
    });
    return isGone;
  }

  shrink(pages: number): Promise<boolean> {
    return this.#read(() => {
      // Has no effect on a file that was not created for it.
      const before = numberOf(this.#db, 'PRAGMA freelist_count');
      this.#db.exec(`PRAGMA incremental_vacuum(${pages})`);
      const left = numberOf(this.#db, 'PRAGMA freelist_count');
      return left > 0 && left < before;
    });
  }

  /** A real write, like any other. */
  check(): Promise<void> {
    return this.#writes.add(() => {
      this.#sql('INSERT INTO pulse VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at').run(
        this.#now(),
      );
    });
  }

  backup(target: string): Promise<void> {
    return this.#read(() => backupTo(this.#db, target));
  }

  close(): Promise<void> {
    if (!this.#open) return Promise.resolve();
    this.#open = false;
    clearInterval(this.#looks);
    this.#writes.close();
    this.#statements.clear();
    try {
      this.#db.exec('PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Only clean-up: with a full disk the log remains, and the next start reads it.
    }
    this.#db.close();
    this.#lock.release();
    return Promise.resolve();
  }

  protected override ask<Row extends object>(
    text: string,
    values: readonly SQLInputValue[],
  ): Promise<readonly Row[]> {
    return this.#read(() => this.#sql(text).all(...values) as unknown as readonly Row[]);
  }

  protected override carryOut(statements: readonly Statement[]): Promise<void> {
    return this.#writes.add(() => this.#run(statements));
  }

  #run(statements: readonly Statement[]): void {
    for (const { text, values } of statements) this.#sql(text).run(...values);
  }

  #read<T>(run: () => T): Promise<T> {
    if (!this.#open) return Promise.reject(new StoreError('closed', 'the store is closed'));
    return new Promise((resolve) => resolve(run()));
  }

  /** The one write that every command needs: one statement. */
  #append(matchId: string, row: JournalRow): void {
    const { version } = row;
    const { changes } = this.#sql(INSERT_ROW).run(...valuesOfRow(matchId, row), matchId, version, version);
    if (changes !== 0) return;
    const { id } = this.#stored(matchId);
    const before = this.#sql('SELECT 1 FROM journal WHERE match = ? AND version = ?').get(id, version - 1);
    if (version > 1 && before === undefined)
      throw new StoreError('version-missing', `match ${matchId} has no version ${version - 1}`);
    throw new StoreError('version-exists', `match ${matchId} has a version ${row.version} already`);
  }

  #removeSome(matchId: string, rows: number): boolean {
    const match = this.#sql('SELECT id FROM matches WHERE match_id = ?').get(matchId)?.['id'];
    if (match === undefined) return true;
    const { changes } = this.#sql(
      'DELETE FROM journal WHERE id IN (SELECT id FROM journal WHERE match = ? ORDER BY version DESC LIMIT ?)',
    ).run(Number(match), rows);
    if (Number(changes) >= rows) return false;
    this.#sql('DELETE FROM matches WHERE id = ?').run(Number(match));
    return true;
  }

  #stored(matchId: string): MatchColumns & { readonly id: number } {
    const found = this.#sql(`SELECT id, ${STORED_OF_MATCH.join(', ')} FROM matches WHERE match_id = ?`).get(
      matchId,
    );
    if (found === undefined) throw new StoreError('match-unknown', `there is no match ${matchId}`);
    return found as unknown as MatchColumns & { readonly id: number };
  }

  #change(matchId: string, change: MatchChange): void {
    const stored = this.#stored(matchId);
    const stamped = { updatedAt: this.#now(), ...change };
    const after = this.damaged.told(matchId, () => changedColumns(stored, stamped));
    const changed = STORED_OF_MATCH.filter((name) => after[name] !== stored[name]);
    if (changed.length > 0) {
      const sets = changed.map((name) => `${name} = ?`).join(', ');
      this.#sql(`UPDATE matches SET ${sets} WHERE id = ?`).run(...valuesOf(after, changed), stored.id);
    }
    if (after.players_json === stored.players_json) return;
    // Only differences are written: each player's entry is on a page of its own.
    this.#sql('DELETE FROM seats WHERE match = ? AND player NOT IN (SELECT value FROM json_each(?))').run(
      stored.id,
      after.players_json,
    );
    this.#seat(stored.id, after);
  }

  #seat(match: number, { players_json }: MatchColumns): void {
    this.#sql(
      'INSERT INTO seats (match, player) SELECT ?, value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
    ).run(match, players_json);
  }

  /** Prepared once; there are few statements. */
  #sql(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(text.replaceAll(/\$(\d+)/g, '?$1'));
    this.#statements.set(text, statement);
    return statement;
  }
}

function valuesOf(columns: MatchColumns, names: readonly (keyof MatchColumns)[]): SQLInputValue[] {
  return names.map((name) => columns[name] ?? null);
}

function configure(db: DatabaseSync, maxPages: number | undefined): void {
  // Only works on a new file; an old one needs `npm run compact`. A full disk accepts no write.
  if (numberOf(db, 'PRAGMA page_count') === 0) db.exec('PRAGMA auto_vacuum = INCREMENTAL');
  // FULL: the log is synced at every commit, so a power failure loses nothing acknowledged
  // (docs/adr/0008). NORMAL would keep the file intact but could lose the last moves.
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA journal_size_limit = 67108864;
  `);
  if (numberOf(db, 'PRAGMA synchronous') !== 2) throw new Error('synchronous=FULL was not accepted');
  if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`);
}

/** Not worth failing the start: without space it is written at the next start. */
function mark(db: DatabaseSync, file: string, notify: Notify): void {
  if (markBeside(file) !== undefined) return;
  try {
    writeMark(file, nameOf(db));
  } catch (error) {
    notify({
      level: 'warn',
      message: 'the marker next to the database was not written',
      fields: { reason: reasonOf(error) },
    });
  }
}
