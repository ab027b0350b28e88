// The store in PostgreSQL: for hosts who have one, with the same promises as the embedded store.
import { join } from 'node:path';
import { type Client, Pool, type QueryResult } from 'pg';
import { alone, type Ownership } from '../../../rooms/berth/cluster.ts';
import { pause, performance, wall } from '../../../rooms/clockwork.ts';
import type { JournalRow, MatchChange, MatchRow } from '../../../rooms/life/match-store.ts';
import type { Owing } from '../../../rooms/life/notices.ts';
import { StoreError } from '../../../rooms/life/store-error.ts';
import { LONG_ID, newId } from '../../process/chance.ts';
import { CommonTime } from '../../process/clock.ts';
import type { BatchReport } from '../../process/metrics.ts';
import { reasonOf } from '../../process/reason.ts';
import type { Statement } from '../ledger-statements.ts';
import { demandSame, markBeside, writeMark } from '../mark.ts';
import type { Notify } from '../notice.ts';
import type { ProcessStore, SetBack } from '../process-store.ts';
import { type Dialect, SqlStore } from '../sql-store.ts';
import type { Ask } from './ask.ts';
import { claimable, isOthers } from './claims.ts';
import { ANSWER_MS, connectionTo, isHopeless, isRefusal, placeOf, Unusable } from './connection.ts';
import { type Company, type DatabaseLink, type DatabaseLinkOptions, takeOver } from './link.ts';
import { ANNOUNCE } from './member.ts';
import { Membership } from './membership.ts';
import { Newest } from './newest.ts';
import { versionOf } from './schema.ts';
import { Writer, type WriterOptions } from './writer.ts';
import { commitOf, creationOf } from './writes.ts';

export interface PostgresOptions {
  /** Contains the password. */
  readonly url: string;
  /** Remembers which database belongs to this server. */
  readonly dataDir: string;
  /** Reads and writes that may wait; further ones are refused immediately. */
  readonly maxWaiting?: number;
  /** A write that could not be sent to the database for this long is refused. */
  readonly patienceMs?: number;
  /** A connection without an answer for this long counts as broken. */
  readonly answerMs?: number;
  /** How long the database may be away at the start, or in use by a predecessor that is shutting down. */
  readonly startMs?: number;
  /** `standby`: waits while another process has the database, and lets another one take over if this one hangs. */
  readonly company?: Company;
  /** Of the program. */
  readonly version?: string;
  /** Its rules and editions. */
  readonly rules?: readonly KnownRules[];
  readonly report?: (report: BatchReport) => void;
  readonly now?: () => number;
  /** Learns the database's time, for processes that share the matches or replace each other. */
  readonly time?: CommonTime;
  readonly notify?: Notify;
  /** Called once: from now on every write is refused, until a restart. */
  readonly lost?: (error: Error) => void;
  /** Called with matches of which acknowledged versions are missing. */
  readonly setBack?: (matches: readonly SetBack[]) => void;
}

/** A game, the version of its rules, the hash of an edition. */
export type KnownRules = readonly [string, number, string];

/** Connections that read, besides the one that writes. */
const READERS = 4;
const PATIENCE_MS = 5_000;
const START_MS = 10_000;
const START_PAUSE_MS = 250;

const DIALECT: Dialect = {
  schema: 'quayside.',
  greater: 'greatest',
  position: 'strpos',
  textsOf: (json) => `SELECT json_array_elements_text(${json}::json) AS value`,
};

/** Rejects with a readable reason, without the password. */
export async function openPostgresStore(options: PostgresOptions): Promise<PostgresStore> {
  const { url, dataDir, notify = () => {}, now = wall, startMs = START_MS, company = 'alone' } = options;
  const place = placeOf(url);
  const mark = join(dataDir, 'postgres');
  const wanted: DatabaseLinkOptions = {
    url,
    now,
    time: options.time ?? new CommonTime(),
    company,
    version: options.version ?? '',
    rules: JSON.stringify(options.rules ?? []),
    waits: () => notify({ level: 'info', message: 'standing by', fields: { place } }),
    answerMs: options.answerMs ?? ANSWER_MS,
    inspect: async (client) => {
      if (markBeside(mark) === undefined || (await versionOf(client)) > 0) return;
      throw new Unusable(
        `it is empty, but there was a database here: restore it, or remove ${mark}.id to begin with an empty one`,
      );
    },
  };
  try {
    const patience = company === 'standby' ? Number.POSITIVE_INFINITY : startMs;
    const link = await patiently(patience, (wasAway) => takeOver(wanted, wasAway));
    try {
      demandSame(mark, link.name);
      if (markBeside(mark) === undefined) writeMark(mark, link.name);
    } catch (error) {
      await link.client.end();
      throw error;
    }
    if (link.isNew) notify({ level: 'info', message: 'began with an empty database', fields: { place } });
    return new PostgresStore(options, wanted, link);
  } catch (error) {
    throw new Error(`the database ${place} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * After a power failure everything starts at once, and a killed process's connection takes a moment to
 * disappear.
 */
async function patiently(
  milliseconds: number,
  connect: (wasAway: boolean) => Promise<DatabaseLink>,
): Promise<DatabaseLink> {
  const until = performance.now() + milliseconds;
  for (let wasAway = false; ; wasAway = true) {
    try {
      return await connect(wasAway);
    } catch (error) {
      if (error instanceof Unusable || isHopeless(error) || performance.now() > until) throw error;
      await pause(START_PAUSE_MS);
    }
  }
}

export class PostgresStore extends SqlStore implements ProcessStore {
  /** Where it is, for the log. */
  readonly place: string;
  readonly #writer: Writer;
  readonly #pool: Pool;
  readonly #link: DatabaseLink;
  /** `undefined`: this process owns all matches. */
  readonly #membership: Membership | undefined;
  /** Of a single process, which is asked only for matches that the database has set back. */
  readonly #alone: Ownership;
  readonly #setBackListeners = new Set<(matchId: string) => void>();
  readonly #newest = new Newest();
  readonly #notify: Notify;
  readonly #toldSetBack: (matches: readonly SetBack[]) => void;
  readonly #now: () => number;
  readonly #maxWaiting: number;
  #reading = 0;
  #open = true;

  constructor(options: PostgresOptions, wanted: DatabaseLinkOptions, link: DatabaseLink) {
    const { url, notify = () => {}, report = () => {}, lost = () => {}, maxWaiting = 10_000 } = options;
    const { member, isAlone } = link.pass;
    const { rules, now } = wanted;
    const share = { condition: claimable, values: [member, rules], isOthers: isOthers(member) } as const;
    super(DIALECT, notify, isAlone ? undefined : share);
    this.place = placeOf(url);
    this.#now = now;
    this.#maxWaiting = maxWaiting;
    const patienceMs = options.patienceMs ?? PATIENCE_MS;
    const sees: WriterOptions['sees'] = (...seen) => this.#membership?.sees(...seen);
    this.#link = link;
    this.#notify = notify;
    this.#toldSetBack = options.setBack ?? (() => {});
    this.#alone = {
      ...alone,
      onLost: (listener) => {
        this.#setBackListeners.add(listener);
        return () => void this.#setBackListeners.delete(listener);
      },
    };
    const isMine = (matchId: string) => this.#membership?.has(matchId) !== false;
    const compare = async (client: Client) => this.#setBack(await this.#newest.compare(client, isMine));
    this.#writer = new Writer(
      { ...wanted, maxWaiting, patienceMs, report, notify, lost, sees, compare, damaged: this.damaged },
      link,
    );
    this.#pool = new Pool({
      ...connectionTo(url, 'quayside (reads)', wanted.answerMs),
      max: READERS,
      allowExitOnIdle: true,
    });
    // An idle connection that breaks is replaced when the next one is needed.
    this.#pool.on('error', () => {});
    if (isAlone) return;
    const ask: Ask = (text, values) => this.#ask(text, values);
    const isLost = () => this.#writer.isLost;
    this.#membership = new Membership({ ask, member, rules, now, upSince: link.upSince, notify, isLost });
  }

  get ownership(): Ownership {
    return this.#membership ?? this.#alone;
  }

  get isOwner(): boolean {
    return this.#writer.isOwner;
  }

  get waiting(): number {
    return this.#writer.waiting;
  }

  /** Waiting for the network must not delay the exit of the process. */
  readonly isWaitingForDisk = false;

  async create(row: MatchRow): Promise<void> {
    await this.#writer.add(creationOf(row));
    this.#newest.note(row.matchId, 0);
    this.#membership?.created(row.matchId);
  }

  async commit(
    matchId: string,
    rows: readonly JournalRow[],
    change: MatchChange,
    told?: Owing,
  ): Promise<void> {
    const write = commitOf(matchId, rows, change, this.#now);
    try {
      await this.#writer.add(told ? { ...write, told: this.outbox.told(matchId, told) } : write);
    } catch (error) {
      if (error instanceof StoreError && error.code === 'not-owner') this.#membership?.refused(matchId);
      if (error instanceof StoreError && error.code === 'version-missing') this.#missing(matchId, rows);
      throw error;
    }
    const last = rows.at(-1);
    if (last !== undefined) this.#newest.note(matchId, last.version);
  }

  /** Not found by comparing: the match had not been written for long, or its database was changed meanwhile. */
  #missing(matchId: string, [first]: readonly JournalRow[]): void {
    const acknowledged = this.#newest.of(matchId);
    if (acknowledged === undefined && first !== undefined)
      this.#setBack([{ matchId, stored: first.version - 2, acknowledged: first.version - 1 }]);
  }

  /** Each continues from what is stored: its room is closed, and the first one who returns loads it. */
  #setBack(found: readonly SetBack[]): void {
    if (found.length === 0) return;
    for (const { matchId, ...versions } of found) {
      this.#newest.forget(matchId);
      this.#notify({
        level: 'error',
        message: 'the database has set a match back: acknowledged versions are missing',
        fields: { matchId, ...versions },
      });
      this.#membership?.refused(matchId);
      for (const listener of this.#setBackListeners) listener(matchId);
    }
    this.#toldSetBack(found);
    void this.#noteSetBack(found);
  }

  /** For administrators. */
  async #noteSetBack(found: readonly SetBack[]): Promise<void> {
    try {
      for (const { matchId, stored, acknowledged } of found) {
        const missing = `${Math.max(0, stored) + 1}–${acknowledged}`;
        const reason = stored < 0 ? 'the match is missing' : `versions ${missing} are missing`;
        const about = { matchId, player: null, until: null };
        await this.note({
          id: newId(LONG_ID),
          at: this.#now(),
          by: 'quayside',
          action: 'set-back',
          reason,
          ...about,
        });
      }
    } catch (error) {
      const fields = { reason: reasonOf(error) };
      this.#notify({ level: 'warn', message: 'what the database lacks could not be noted', fields });
    }
  }

  async removeSome(matchId: string, rows: number): Promise<boolean> {
    this.#newest.forget(matchId);
    let isGone = false;
    const gone = (answer: boolean) => {
      isGone = answer;
    };
    await this.#writer.add({ kind: 'remove', matchId, rows, gone });
    return isGone;
  }

  /** PostgreSQL's own autovacuum does it. */
  shrink(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** From now on the others can reach this process there. */
  async announce(address: string): Promise<void> {
    await this.#ask(ANNOUNCE, [this.#link.pass.member, address]);
  }

  /** The key that all processes sign with, in hexadecimal digits; the first one stores its own. */
  async sharedKey(own: string): Promise<string> {
    const { rows } = await this.#ask<{ identity_key: string }>(
      `WITH brought AS (UPDATE quayside.database SET identity_key = $1 WHERE identity_key IS NULL RETURNING identity_key)
       SELECT identity_key FROM brought UNION ALL
       SELECT identity_key FROM quayside.database WHERE identity_key IS NOT NULL LIMIT 1`,
      [own],
    );
    const [row] = rows;
    // Another process was faster: its key is used.
    return row === undefined ? await this.sharedKey(own) : row.identity_key;
  }

  /** A real transaction, like any other. */
  check(): Promise<void> {
    return this.#writer.probe();
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await Promise.all([this.#writer.close(), this.#pool.end()]);
  }

  protected override async ask<Row extends object>(
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    return (await this.#ask<Row>(text, values)).rows;
  }

  /** The ledger belongs to no match, so any process may write it. */
  protected override async carryOut(statements: readonly Statement[]): Promise<void> {
    for (const { text, values } of statements) await this.#ask(text, values);
  }

  async #ask<Row extends object>(
    text: string,
    values: readonly unknown[],
  ): Promise<QueryResult<Row & Record<string, unknown>>> {
    if (!this.#open) throw new StoreError('closed', 'the store is closed');
    if (this.#reading >= this.#maxWaiting)
      throw new StoreError('overloaded', `${this.#maxWaiting} reads are waiting already`);
    this.#reading += 1;
    try {
      return await this.#read(text, values);
    } catch (error) {
      throw new StoreError('failed', `the storage could not be read: ${reasonOf(error)}`);
    } finally {
      this.#reading -= 1;
    }
  }

  /** Retried once if the connection breaks: it may have been dead before. */
  async #read<Row extends object>(
    text: string,
    values: readonly unknown[],
  ): Promise<QueryResult<Row & Record<string, unknown>>> {
    const query = { text, values: [...values] };
    try {
      return await this.#pool.query(query);
    } catch (error) {
      if (isRefusal(error)) throw error;
      return await this.#pool.query(query);
    }
  }
}
