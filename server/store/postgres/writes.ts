// The statements of a transaction, for all writes of one batch.
import type { Client, QueryResult } from 'pg';
import type { JournalRow, MatchChange, MatchRow } from '../../../rooms/life/match-store.ts';
import { StoreError } from '../../../rooms/life/store-error.ts';
import type { Statement } from '../ledger-statements.ts';
import type { Damaged } from '../rows.ts';
import {
  changedColumns,
  columnsOf,
  type MatchColumns,
  playersOf,
  STORED_OF_MATCH,
  STORED_OF_ROW,
  valuesOfRow,
} from '../rows.ts';
import type { DatabaseLink } from './link.ts';

/** Serialised at the request: it may be written seconds later, or again. */
export type Write =
  | { readonly kind: 'create'; readonly columns: MatchColumns }
  /** New rows of a journal as JSON, and what changes in the match. */
  | {
      readonly kind: 'commit';
      readonly matchId: string;
      readonly rows: readonly string[];
      readonly change?: MatchChange;
      /** What players are to be told of it. */
      readonly told?: readonly Statement[] | undefined;
    }
  | {
      readonly kind: 'remove';
      readonly matchId: string;
      readonly rows: number;
      readonly gone: (isGone: boolean) => void;
    }
  | { readonly kind: 'probe' }
  /** More than a page of the journal, and removed again: proves that there is space. */
  | { readonly kind: 'fill' };

export function creationOf(row: MatchRow): Write {
  return { kind: 'create', columns: columnsOf(row) };
}

/** `now`: the time of changes without their own. */
export function commitOf(
  matchId: string,
  rows: readonly JournalRow[],
  change: MatchChange,
  now: () => number,
): Extract<Write, { kind: 'commit' }> {
  const texts = rows.map((row) => textOfRow(matchId, row));
  if (rows.length > 0 && Object.keys(change).length === 0) return { kind: 'commit', matchId, rows: texts };
  return { kind: 'commit', matchId, rows: texts, change: structuredClone({ updatedAt: now(), ...change }) };
}

/** A transaction that only locks its owner's row. */
export const PROBE: Write = { kind: 'probe' };
export const FILL: Write = { kind: 'fill' };

function textOfRow(matchId: string, row: JournalRow): string {
  const values = valuesOfRow(matchId, row);
  const named: Record<string, unknown> = { match_id: matchId };
  for (const [index, name] of STORED_OF_ROW.entries()) named[name] = values[index];
  return JSON.stringify(named);
}

/** Declaring this member gone changes the row: it waits for this transaction, or this one finds no row. */
const PASSED = (member: string, fence: string) =>
  `SELECT number FROM quayside.members WHERE number = ${member} AND fence = ${fence} AND gone_at IS NULL FOR SHARE`;
/** The match is found only if this member owns it; NULL: it owns all. */
const MATCH_OF = (matchId: string, owner: string) =>
  `SELECT m.id FROM quayside.matches m
   WHERE m.match_id = ${matchId} AND (${owner}::bigint IS NULL OR m.owner = ${owner})`;
/**
 * A version without its predecessor, in the same batch or stored, is NULL, which the column does not accept. Looked up by
 * the index, row by row: PostgreSQL would read the whole journal for EXISTS or a join.
 */
const DEMANDED = `CASE WHEN r.version = 1 OR r.version = r.previous + 1 OR (
    SELECT j.version FROM quayside.journal j
    WHERE j.match = (${MATCH_OF('r.match_id', '$2')}) AND j.version = r.version - 1) IS NOT NULL THEN r.version END`;
const ROWS = STORED_OF_ROW.map((name) => (name === 'version' ? DEMANDED : `r.${name}`)).join(', ');
const APPEND = `INSERT INTO quayside.journal (match, ${STORED_OF_ROW.join(', ')})
  SELECT (${MATCH_OF('r.match_id', '$2')}), ${ROWS}
  FROM (SELECT *, lag(version) OVER (PARTITION BY match_id ORDER BY version) AS previous
    FROM json_to_recordset($1::json) AS b (match_id text, version integer, seat integer, actor text,
      decision integer, command_json text, accepted_at bigint, command_id text, check_sum integer)) r`;
const OWNER_PLACE = `$${STORED_OF_MATCH.length + 1}`;
const CREATE = `INSERT INTO quayside.matches (${STORED_OF_MATCH.join(', ')}, owner)
  VALUES (${STORED_OF_MATCH.map((_, index) => `$${index + 1}`).join(', ')}, ${OWNER_PLACE})`;
const CHANGE = `UPDATE quayside.matches SET ${STORED_OF_MATCH.map((name, index) => `${name} = $${index + 1}`).join(', ')}
  WHERE match_id = $1 AND (${OWNER_PLACE}::bigint IS NULL OR owner = ${OWNER_PLACE})`;
const SEAT = `INSERT INTO quayside.seats (match, player)
  SELECT m.id, p.player FROM quayside.matches m, unnest($2::text[]) AS p (player) WHERE m.match_id = $1
  ON CONFLICT DO NOTHING`;
const UNSEAT = `DELETE FROM quayside.seats
  WHERE match = (SELECT id FROM quayside.matches WHERE match_id = $1) AND player <> ALL ($2::text[])`;
const STORED = `SELECT ${STORED_OF_MATCH.join(', ')} FROM quayside.matches WHERE match_id = ANY ($1::text[])`;
/** Of no match; rows just small enough to be stored within a page, and not elsewhere. */
const FILL_PAGE = `INSERT INTO quayside.journal (match, version, seat, actor, command_json, accepted_at, check_sum)
  SELECT 0, n, 0, 'clock', repeat('x', 1900), 0, 0 FROM generate_series(1, 5) n`;
const UNFILL = 'DELETE FROM quayside.journal WHERE match = 0';
const REMOVE_ROWS = `DELETE FROM quayside.journal WHERE match = (${MATCH_OF('$1', '$3')})
  AND version IN (SELECT version FROM quayside.journal
    WHERE match = (${MATCH_OF('$1', '$3')}) ORDER BY version DESC LIMIT $2)`;
const REMOVE = `DELETE FROM quayside.matches WHERE id = (${MATCH_OF('$1', '$2')})`;

const ROWS_THERE = `SELECT r.match_id, r.version
  FROM json_to_recordset($1::json) AS r (match_id text, version integer, check_sum integer)
  JOIN quayside.matches m ON m.match_id = r.match_id
  JOIN quayside.journal j ON j.match = m.id AND j.version = r.version AND j.check_sum = r.check_sum`;
const MATCHES_THERE = 'SELECT match_id FROM quayside.matches WHERE match_id = ANY ($1::text[])';

/** Each is prepared once per connection, under its own name. */
const NAMES = new Map(
  Object.entries({
    // A batch of moves only, as nearly all are: one statement, and so one transaction.
    moves: `WITH me AS MATERIALIZED (${PASSED('$3', '$4')}) ${APPEND} CROSS JOIN me`,
    passed: PASSED('$1', '$2'),
    append: APPEND,
    'rows-there': ROWS_THERE,
    'matches-there': MATCHES_THERE,
    create: CREATE,
    change: CHANGE,
    seat: SEAT,
    unseat: UNSEAT,
    stored: STORED,
    fill: FILL_PAGE,
    unfill: UNFILL,
    'remove-rows': REMOVE_ROWS,
    remove: REMOVE,
  }),
);

type Rows = Readonly<Record<string, unknown>>;

/** This process was declared gone, or has a newer connection. */
export class Fenced extends Error {}

export class Transactions {
  readonly #client: Client;
  readonly #pass: readonly [number, number];
  /** `null`: it owns all matches. */
  readonly #owner: number | null;
  readonly #damaged: Damaged;

  constructor({ client, pass }: Pick<DatabaseLink, 'client' | 'pass'>, damaged: Damaged) {
    this.#client = client;
    this.#pass = [pass.member, pass.fence];
    this.#owner = pass.isAlone ? null : pass.member;
    this.#damaged = damaged;
  }

  /** All of them or none. */
  async atOnce(writes: readonly Write[]): Promise<void> {
    if (!writes.every(isMove)) {
      await this.#transaction(() => this.#run(writes));
      return;
    }
    // Without a member nothing is inserted; a match of another owner, or an existing version, is an error.
    const { rowCount } = await this.#send('moves', [jsonOf(writes), this.#owner, ...this.#pass]);
    if (rowCount === 0) throw new Fenced();
  }

  /** Skips rows that an earlier transaction without an answer has inserted. Its changes may be repeated. */
  async undone(writes: readonly Write[]): Promise<(Write | undefined)[]> {
    const { rows } = await this.#send<{ match_id: string; version: number }>('rows-there', [jsonOf(writes)]);
    const there = new Set(rows.map(({ match_id: matchId, version }) => `${matchId} ${version}`));
    const created = writes.flatMap((write) => (write.kind === 'create' ? [write.columns.match_id] : []));
    const known = await this.#send<{ match_id: string }>('matches-there', [created]);
    const matches = new Set(known.rows.map(({ match_id: matchId }) => matchId));
    return writes.map((write) => {
      if (write.kind === 'create') return matches.has(write.columns.match_id) ? undefined : write;
      if (write.kind !== 'commit' || write.rows.length === 0) return write;
      const isThere = write.rows.every((text) => {
        const { version } = JSON.parse(text) as { version: number };
        return there.has(`${write.matchId} ${version}`);
      });
      if (!isThere) return write;
      // What was told of it was stored with it.
      return write.change === undefined ? undefined : { ...write, rows: [], told: undefined };
    });
  }

  /** Those that fail do so alone; `failed` gets their places in the list. */
  async oneByOne(
    writes: readonly Write[],
    failed: (index: number, error: unknown) => void,
    isRefusal: (error: unknown) => boolean,
  ): Promise<void> {
    await this.#transaction(async () => {
      for (const [index, write] of writes.entries()) {
        await this.#client.query('SAVEPOINT job');
        try {
          await this.#run([write]);
        } catch (error) {
          if (!(error instanceof StoreError) && !isRefusal(error)) throw error;
          failed(index, error);
          await this.#client.query('ROLLBACK TO job');
        }
        await this.#client.query('RELEASE job');
      }
    });
  }

  /** Statements sent in one turn are pipelined. */
  async #transaction(work: () => Promise<void>): Promise<void> {
    const begun = this.#client.query('BEGIN');
    const passed = this.#send('passed', this.#pass);
    try {
      await allOf([begun, passed, this.#unlessFenced(passed, work())]);
    } catch (error) {
      await this.#client.query('ROLLBACK');
      throw error;
    }
    const { command } = await this.#client.query('COMMIT');
    if (command !== 'COMMIT') throw new StoreError('failed', 'the storage rolled a transaction back');
  }

  /** Later refusals follow from it. */
  async #unlessFenced(passed: Promise<QueryResult>, work: Promise<void>): Promise<void> {
    const [outcome] = await Promise.allSettled([work]);
    if ((await passed).rowCount === 0) throw new Fenced();
    if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** New matches first and removals last: a match's own writes follow each other in this order. */
  async #run(writes: readonly Write[]): Promise<void> {
    const sent: Promise<unknown>[] = [];
    const known = this.#storedOf(writes);
    for (const write of writes) {
      if (write.kind !== 'create') continue;
      const { columns } = write;
      const created = this.#send('create', [...valuesOf(columns), this.#owner]);
      sent.push(created, this.#send('seat', [columns.match_id, playersOf(columns)]));
    }
    if (writes.some((write) => write.kind === 'commit' && write.rows.length > 0))
      sent.push(this.#send('append', [jsonOf(writes), this.#owner]));
    for (const write of writes) {
      if (write.kind !== 'commit') continue;
      for (const { text, values } of write.told ?? []) sent.push(this.#client.query(text, [...values]));
    }
    sent.push(this.#change(writes, known));
    if (writes.some(({ kind }) => kind === 'fill'))
      sent.push(this.#send('fill', []), this.#send('unfill', []));
    for (const write of writes) if (write.kind === 'remove') sent.push(this.#remove(write));
    await allOf(sent);
  }

  /** The matches that are changed: read and verified, since a new checksum must not hide earlier damage. */
  async #storedOf(writes: readonly Write[]): Promise<Map<string, MatchColumns>> {
    const wanted = writes.flatMap((write) =>
      write.kind === 'commit' && write.change !== undefined ? [write.matchId] : [],
    );
    const known = new Map<string, MatchColumns>();
    if (wanted.length > 0) {
      const { rows } = await this.#send<MatchColumns & Rows>('stored', [wanted]);
      for (const columns of rows) known.set(columns.match_id, columns);
    }
    for (const write of writes) if (write.kind === 'create') known.set(write.columns.match_id, write.columns);
    return known;
  }

  async #change(writes: readonly Write[], reading: Promise<Map<string, MatchColumns>>): Promise<void> {
    const known = await reading;
    const changes = writes.flatMap((write) =>
      write.kind === 'commit' && write.change !== undefined
        ? [{ matchId: write.matchId, change: write.change }]
        : [],
    );
    // All are validated before the first one is sent.
    const judged = changes.map(({ matchId, change }) => {
      const stored = known.get(matchId);
      if (stored === undefined) throw new StoreError('match-unknown', `there is no match ${matchId}`);
      const columns = this.#damaged.told(matchId, () => changedColumns(stored, change));
      known.set(matchId, columns);
      return { columns, isReseated: columns.players_json !== stored.players_json };
    });
    await allOf(
      judged.flatMap(({ columns, isReseated }) => {
        if (!isReseated) return [this.#changed(columns)];
        const seats = [columns.match_id, playersOf(columns)];
        return [this.#changed(columns), this.#send('unseat', seats), this.#send('seat', seats)];
      }),
    );
  }

  async #changed(columns: MatchColumns): Promise<void> {
    const { rowCount } = await this.#send('change', [...valuesOf(columns), this.#owner]);
    if (rowCount === 0)
      throw new StoreError('not-owner', `match ${columns.match_id} belongs to another process`);
  }

  async #remove({ matchId, rows, gone }: Extract<Write, { kind: 'remove' }>): Promise<void> {
    const { rowCount } = await this.#send('remove-rows', [matchId, rows, this.#owner]);
    const isGone = (rowCount ?? 0) < rows;
    if (isGone) await this.#send('remove', [matchId, this.#owner]);
    gone(isGone);
  }

  #send<Row extends Rows = Rows>(name: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    return this.#client.query<Row>({ name, text: NAMES.get(name) ?? '', values: [...values] });
  }
}

function isMove(write: Write): boolean {
  return write.kind === 'commit' && write.change === undefined && write.told === undefined;
}

/** The first error in the order of the statements; later ones follow from it. Waits for all answers. */
async function allOf(sent: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(sent)) if (one.status === 'rejected') throw one.reason;
}

function jsonOf(writes: readonly Write[]): string {
  return `[${writes.flatMap((write) => (write.kind === 'commit' ? write.rows : [])).join(',')}]`;
}

function valuesOf(columns: MatchColumns): unknown[] {
  return STORED_OF_MATCH.map((name) => columns[name]);
}
