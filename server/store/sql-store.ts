// What both databases are asked in the same words: queries about matches, and the ledger. A damaged match is
// reported, and left out of lists.
import type {
  JournalPart,
  JournalRow,
  MatchCount,
  MatchRow,
  MatchStore,
  OldMatches,
  OldQuery,
  OpenMatches,
} from '../../rooms/life/match-store.ts';
import type { Block } from '../../rooms/people/blocks.ts';
import {
  type Account,
  type Device,
  type DeviceBook,
  type DeviceChange,
  type DeviceFilter,
  DeviceStatements,
  deviceOf,
  storedAccountOf,
} from './devices.ts';
import type { Action, ActionColumns, Found, Ledger, Search, Silence } from './ledger.ts';
import {
  actionOf,
  type BlockStatements,
  blockStatements,
  type LedgerStatements,
  ledgerStatements,
  type Statement,
} from './ledger-statements.ts';
import type { Notify } from './notice.ts';
import { type Outbox, type OutboxReads, type OutboxWrites, outboxStatements } from './outbox.ts';
import {
  type Passkey,
  type PasskeyBook,
  type PasskeyChange,
  type PasskeyFilter,
  PasskeyStatements,
  passkeyOf,
} from './passkeys.ts';
import {
  Damaged,
  type JournalColumns,
  journalOf,
  type MatchColumns,
  rowOf,
  STORED_OF_MATCH,
  STORED_OF_ROW,
} from './rows.ts';

/** The words in which the databases differ. Placeholders are `$1`, `$2` … in both. */
export interface Dialect {
  /** Before the name of a table. */
  readonly schema: '' | 'quayside.';
  /** The greater of two numbers. */
  readonly greater: 'max' | 'greatest';
  /** Where a text contains another one, from 1; 0: nowhere. */
  readonly position: 'instr' | 'strpos';
  /** A query for the texts of a list in JSON, as the column `value`. */
  readonly textsOf: (json: string) => string;
}

/** What else must hold for the matches whose clocks this process handles, with two values. */
interface Share {
  readonly condition: (first: string, second: string) => string;
  readonly values: readonly [number, string];
  /** Whether a living other process has the match with that id. */
  readonly isOthers: (matchId: string) => string;
}

type Value = Statement['values'][number];
type Read = MatchColumns & { readonly id: number; readonly changed_at: number };

/** A match in memory, with a clock, has 0. */
const FIRST = 1;

export abstract class SqlStore
  implements
    Ledger,
    Outbox,
    DeviceBook,
    PasskeyBook,
    Pick<MatchStore, 'load' | 'journal' | 'list' | 'due' | 'nextWake' | 'old' | 'countSome' | 'countOpen'>
{
  protected readonly damaged: Damaged;
  readonly #schema: string;
  readonly #textsOf: Dialect['textsOf'];
  readonly #share: Share | undefined;
  readonly #ledger: LedgerStatements;
  readonly #blocks: BlockStatements;
  protected readonly outbox: ReturnType<typeof outboxStatements>;
  readonly #devices: DeviceStatements;
  readonly #passkeys: PasskeyStatements;
  readonly #position: string;
  readonly #changedAt: string;
  readonly #match: string;
  readonly #from: string;

  constructor({ schema, greater, position, textsOf }: Dialect, notify: Notify, share?: Share) {
    this.damaged = new Damaged(notify);
    this.#schema = schema;
    this.#textsOf = textsOf;
    this.#share = share;
    this.#ledger = ledgerStatements(`${schema}actions`);
    this.#blocks = blockStatements(`${schema}blocks`);
    this.outbox = outboxStatements({ schema, greater, textsOf, isOthers: share?.isOthers });
    this.#devices = new DeviceStatements(schema, greater);
    this.#passkeys = new PasskeyStatements(schema);
    this.#position = position;
    // A command changes only the journal, which also has the time of the last change.
    this.#changedAt = `${greater}(m.updated_at, coalesce((SELECT j.accepted_at FROM ${schema}journal j
      WHERE j.match = m.id ORDER BY j.version DESC LIMIT 1), 0))`;
    this.#match = `m.id, ${STORED_OF_MATCH.map((name) => `m.${name}`).join(', ')}, ${this.#changedAt} AS changed_at`;
    this.#from = `FROM ${schema}matches m`;
  }

  /** Runs a query. */
  protected abstract ask<Row extends object>(text: string, values: readonly Value[]): Promise<readonly Row[]>;

  /** Runs statements that change something, one after the other. */
  protected abstract carryOut(statements: readonly Statement[]): Promise<void>;

  async load(matchId: string): Promise<MatchRow | undefined> {
    const [columns] = await this.#matches('WHERE m.match_id = $1', [matchId]);
    return columns === undefined ? undefined : this.damaged.told(matchId, () => rowOf(columns));
  }

  async journal(matchId: string, part?: JournalPart): Promise<readonly JournalRow[]> {
    const { after = -1, most = Number.MAX_SAFE_INTEGER } = part ?? {};
    const rows = await this.ask<JournalColumns>(
      `SELECT ${STORED_OF_ROW.join(', ')} FROM ${this.#schema}journal
       WHERE match = (SELECT id FROM ${this.#schema}matches WHERE match_id = $1) AND version > $2
       ORDER BY version LIMIT $3`,
      [matchId, after, most],
    );
    return this.damaged.told(matchId, () => rows.map((row) => journalOf(matchId, row)));
  }

  async list({
    player,
    status,
    unchangedSince,
    changedSince,
    limit,
  }: Parameters<MatchStore['list']>[0]): Promise<readonly MatchRow[]> {
    const values: Value[] = [];
    const given = (value: Value) => `$${values.push(value)}`;
    const conditions = ['true'];
    if (player !== undefined)
      conditions.push(`m.id IN (SELECT match FROM ${this.#schema}seats WHERE player = ${given(player)})`);
    if (status !== undefined) conditions.push(`m.status IN (${status.map(given).join(', ') || 'NULL'})`);
    if (unchangedSince !== undefined) conditions.push(`${this.#changedAt} < ${given(unchangedSince)}`);
    if (changedSince !== undefined) conditions.push(`${this.#changedAt} > ${given(changedSince)}`);
    const rows = await this.#matches(
      `WHERE ${conditions.join(' AND ')} ORDER BY m.created_at DESC, m.id DESC LIMIT ${given(limit)}`,
      values,
    );
    return rows.flatMap((columns) => this.damaged.without(columns));
  }

  async due(from: number, to: number, limit: number): Promise<readonly { matchId: string; game: string }[]> {
    const values: Value[] = [from, to, limit, Math.min(from, FIRST)];
    const rows = await this.ask<{ match_id: string; game: string }>(
      `SELECT m.match_id, m.game ${this.#from} WHERE m.wake_at BETWEEN $4 AND $2 AND ${this.#timed(values)}
       ORDER BY m.wake_at, m.id LIMIT $3`,
      values,
    );
    return rows.map(({ match_id: matchId, game }) => ({ matchId, game }));
  }

  async nextWake(from: number): Promise<number | undefined> {
    const values: Value[] = [from, Math.min(from, FIRST)];
    const [next] = await this.ask<{ wake_at: number }>(
      `SELECT m.wake_at ${this.#from} WHERE m.wake_at >= $2 AND ${this.#timed(values)} ORDER BY m.wake_at LIMIT 1`,
      values,
    );
    return next?.wake_at;
  }

  async old({ status, unchangedSince, after, limit }: OldQuery): Promise<OldMatches> {
    // An index leads to the oldest ones, however many newer ones there are.
    const rows = await this.#matches(
      `WHERE m.status = $1 AND m.created_at < $2 AND (m.created_at, m.id) > ($3, $4)
       ORDER BY m.created_at, m.id LIMIT $5`,
      [status, unchangedSince, after?.createdAt ?? -1, after?.id ?? -1, limit],
    );
    const matches = rows
      .filter((row) => row.changed_at < unchangedSince)
      .flatMap((row) => this.damaged.without(row));
    const last = rows.at(-1);
    if (rows.length < limit || last === undefined) return { matches };
    return { matches, next: { createdAt: last.created_at, id: last.id } };
  }

  async countSome(after: number, limit: number): ReturnType<MatchStore['countSome']> {
    const rows = await this.ask<MatchCount & { readonly last: number }>(
      `SELECT status, game, count(*) AS matches, max(id) AS last
       FROM (SELECT id, status, game FROM ${this.#schema}matches WHERE id > $1 ORDER BY id LIMIT $2) AS part
       GROUP BY status, game`,
      [after, limit],
    );
    const counts = rows.map(({ status, game, matches }) => ({ status, game, matches }));
    const total = counts.reduce((sum, { matches }) => sum + matches, 0);
    if (total < limit) return { counts };
    return { counts, next: Math.max(...rows.map(({ last }) => last)) };
  }

  /** With an index: unfinished matches are few beside those that are over. */
  countOpen(): Promise<readonly OpenMatches[]> {
    return this.ask(
      `SELECT game, edition, edition_hash AS "editionHash", rules_version AS "rulesVersion", count(*) AS matches
       FROM ${this.#schema}matches WHERE status IN ('lobby', 'playing') GROUP BY 1, 2, 3, 4 ORDER BY 1, 4, 2`,
      [],
    );
  }

  note(action: Action): Promise<void> {
    return this.carryOut([this.#ledger.note(action), ...this.#ledger.dropOld(action.at)]);
  }

  dropOldActions(now: number): Promise<void> {
    return this.carryOut(this.#ledger.dropOld(now));
  }

  async actions(filter: Parameters<Ledger['actions']>[0]): Promise<readonly Action[]> {
    const { text, values } = this.#ledger.actions(filter);
    return (await this.ask<ActionColumns>(text, values)).map(actionOf);
  }

  block(player: string, block: Block): Promise<void> {
    return this.carryOut(this.#blocks.add(player, block));
  }

  unblock(player: string, blockId: string): Promise<void> {
    return this.carryOut([this.#blocks.remove(player, blockId)]);
  }

  blocks(player: string): Promise<readonly Block[]> {
    const { text, values } = this.#blocks.of(player);
    return this.ask(text, values);
  }

  silences(now: number): Promise<readonly Silence[]> {
    const { text, values } = this.#ledger.silences(now);
    return this.ask(text, values);
  }

  forgetActions(player: string, now: number): Promise<void> {
    return this.carryOut([this.#ledger.forget(player, now), this.#blocks.forget(player)]);
  }

  async devices(filter: DeviceFilter): Promise<readonly Device[]> {
    const { text, values } = this.#devices.find(filter);
    return (await this.ask<Parameters<typeof deviceOf>[0]>(text, values)).map(deviceOf);
  }

  async accounts(filter: Parameters<DeviceBook['accounts']>[0]): Promise<readonly Account[]> {
    const { text, values } = this.#devices.findAccounts(filter);
    return (await this.ask<Parameters<typeof storedAccountOf>[0]>(text, values)).map(storedAccountOf);
  }

  changeDevices(changes: readonly DeviceChange[]): Promise<void> {
    return this.carryOut(
      changes.flatMap((change) => [...this.#devices.change(change), ...this.#passkeys.following(change)]),
    );
  }

  async passkeys(filter: PasskeyFilter): Promise<readonly Passkey[]> {
    const { text, values } = this.#passkeys.find(filter);
    return (await this.ask<Parameters<typeof passkeyOf>[0]>(text, values)).map(passkeyOf);
  }

  async spentBy(challenge: string): Promise<string | undefined> {
    const { text, values } = this.#passkeys.spentBy(challenge);
    const [spent] = await this.ask<{ readonly spent_by: string }>(text, values);
    return spent?.spent_by;
  }

  changePasskeys(changes: readonly PasskeyChange[]): Promise<void> {
    return this.carryOut(changes.map((change) => this.#passkeys.change(change)));
  }

  async search({ text, below = Number.MAX_SAFE_INTEGER, examined }: Search): Promise<Found> {
    const rows = await this.ask<Read & { readonly is_found: boolean | number }>(
      `SELECT ${this.#match}, ${this.#position}(lower(m.table_json), lower($1)) > 0 AS is_found ${this.#from}
       WHERE m.id < $2 ORDER BY m.id DESC LIMIT $3`,
      [text, below, examined],
    );
    const matches = rows.filter((row) => Boolean(row.is_found)).flatMap((row) => this.damaged.without(row));
    const last = rows.at(-1);
    return rows.length < examined || last === undefined ? { matches } : { matches, next: last.id };
  }

  readOutbox<Name extends keyof OutboxReads>(
    name: Name,
    ...args: OutboxReads[Name]['args']
  ): Promise<readonly OutboxReads[Name]['row'][]> {
    const { text, values } = this.outbox.reads[name](...args);
    return this.ask(text, values);
  }

  writeOutbox<Name extends keyof OutboxWrites>(name: Name, ...args: OutboxWrites[Name]): Promise<void> {
    return this.carryOut(this.outbox.writes[name](...args));
  }

  #matches(rest: string, values: readonly Value[]): Promise<readonly Read[]> {
    return this.ask(`SELECT ${this.#match} ${this.#from} ${rest}`, values);
  }

  /** Others handle the clocks of matches they own, and of those that only they can play. `$1`: from when on those in play count. */
  #timed(values: Value[]): string {
    const given = (value: Value) => `$${values.push(value)}`;
    const whole = `(m.status = 'lobby' OR m.status = 'playing' AND m.wake_at >= $1) AND m.match_id NOT IN (${this.#textsOf(given(this.damaged.json))})`;
    if (this.#share === undefined) return whole;
    const [first, second] = this.#share.values;
    return `${whole} AND ${this.#share.condition(given(first), given(second))}`;
  }
}
