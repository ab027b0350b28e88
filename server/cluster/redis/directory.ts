// The directory over all processes, in Redis. Each process publishes its own tables and repeats them, so that
// losses of Redis are soon repaired; tables of processes that are gone are left out and removed.
import { z } from 'zod';
import {
  type Directory,
  type FoundTable,
  type Ownership,
  OwnTables,
  type Peer,
  type PublishedTable,
  type TableFilter,
} from '../../../rooms/berth/cluster.ts';
import { isForAnyone } from '../../../rooms/life/listed-table.ts';
import type { Shares } from '../../../rooms/people/ranking.ts';
import type { Log } from '../../../rooms/ports.ts';
import { listedTable } from '../../../shared/protocol/lists.ts';
import { jsonIn } from '../../process/json.ts';
import type { Alias } from './aliases.ts';
import { RedisAway, type RedisLink } from './link.ts';
import { AskedTask } from './repeated-task.ts';
import { BEAT, FIND, KNOWN, PUT, SWEEP } from './scripts.ts';

const SOON_MS = 5;
/** Maximum per script, so that Redis is never busy for long. */
const PORTION = 50;
/** Minimum published again at every beat; with many tables, enough that each is repeated within a minute. */
const RENEWED = 20;
const BEATS_FOR_ALL = 60;
/** A process that has been silent for this long and is in no list any more is removed. */
const SILENT_MS = 5_000;
/** Portions removed without a pause; the rest at the next beat. */
const SWEPT_AT_ONCE = 200;
/** Candidates for a quick match. */
const LOBBIES = 50;

interface DirectoryOptions {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly alias: Alias;
  readonly ownership: Pick<Ownership, 'self' | 'peers' | 'onGone'>;
  readonly shares: Shares;
  /** Tables in one answer. */
  readonly listed: number;
  readonly log: Log;
}

/** A list's line of a table, as stored; address and host are aliases, which are compared and never shown. */
const stored = z.object({
  line: z.object(listedTable.shape),
  host: z.string(),
  from: z.string().optional(),
  createdAt: z.number(),
});
const strings = z.array(z.string());
const beaten = z.tuple([z.int(), z.int(), z.array(z.string())]);

export class SharedDirectory implements Directory {
  readonly #options: DirectoryOptions;
  readonly #own = new OwnTables();
  /** Tables of this process whose entries in Redis are outdated. */
  readonly #changed = new Set<string>();
  readonly #publishing: AskedTask;
  readonly #unwatch: () => void;
  /** Whether Redis is believed to have all tables of this process. */
  #isComplete = false;
  #isBeginning = false;
  /** Number of publications under way. */
  #underway = 0;
  /** Where the next renewal begins. */
  #renewing: Iterator<string> | undefined;
  #size = 0;

  constructor(options: DirectoryOptions) {
    this.#options = options;
    const { link, ownership } = options;
    this.#publishing = new AskedTask(SOON_MS, () => this.#untilAway(() => this.#publish()));
    link.onUp(() => void this.#untilAway(() => this.#begin()));
    link.onBeat(() => this.#untilAway(() => this.#beat()));
    this.#unwatch = ownership.onGone(({ number }) => void this.#untilAway(() => this.#sweep(number)));
  }

  /** Of all processes. */
  get size(): number {
    return this.#isComplete ? this.#size : this.#own.size;
  }

  publish(table: PublishedTable): void {
    this.#own.publish(table);
    this.#change(table.line.matchId);
  }

  withdraw(matchId: string): void {
    const wasListed = this.#own.get(matchId) !== undefined;
    this.#own.withdraw(matchId);
    if (wasListed) this.#change(matchId);
  }

  async tables(filter: TableFilter): Promise<readonly FoundTable[]> {
    const { status, game } = filter;
    const list = game === undefined ? status : `${status}:${game}`;
    const tables = await this.#find(list, this.#options.listed);
    return tables?.sort((a, b) => b.createdAt - a.createdAt) ?? (await this.#own.tables(filter));
  }

  async openLobbies(game: string, seats: number | undefined): Promise<readonly FoundTable[]> {
    const list = seats === undefined ? `open:${game}` : `open:${game}:${seats}`;
    const tables = await this.#find(list, LOBBIES);
    return tables?.sort((a, b) => a.createdAt - b.createdAt) ?? (await this.#own.openLobbies(game, seats));
  }

  /** Removes the tables of this process, if Redis is available. */
  async close(): Promise<void> {
    this.#unwatch();
    this.#publishing.stop();
    if (this.#isComplete) await this.#untilAway(() => this.#sweep(this.#options.ownership.self));
    this.#isComplete = false;
  }

  #change(matchId: string): void {
    // Everything is published anyway once Redis is back.
    if (!this.#isComplete) return;
    this.#changed.add(matchId);
    this.#publishing.ask();
  }

  /** `undefined`: only this process's tables are known. */
  async #find(list: string, most: number): Promise<FoundTable[] | undefined> {
    if (!this.#isComplete) return undefined;
    const { link, prefix, ownership, shares } = this.#options;
    const owners = new Map<string, 'mine' | Peer>([[String(ownership.self), 'mine']]);
    for (const peer of ownership.peers()) owners.set(String(peer.number), peer);
    try {
      // Scripts run in this order, so a table that was opened here is found.
      const published = this.#publish();
      const per = [Math.min(most, shares.perAddress), Math.min(most, shares.perHost)];
      const finding = link.run(FIND, [prefix, list, most, ...per, ...owners.keys()], strings);
      const [pairs] = await Promise.all([finding, published]);
      return this.#read(pairs, owners);
    } catch (error) {
      if (error instanceof RedisAway) return undefined;
      throw error;
    }
  }

  /** A table on its way to another process may still be listed by the one before. */
  #read(pairs: readonly string[], owners: ReadonlyMap<string, 'mine' | Peer>): FoundTable[] {
    const tables = new Map<string, FoundTable>();
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const owner = owners.get(pairs[at] ?? '');
      const table = stored.safeParse(jsonIn(pairs[at + 1] ?? ''));
      // Another version of this program may store other things.
      if (owner === undefined || !table.success) continue;
      const { line, host, from, createdAt } = table.data;
      tables.set(line.matchId, { line, host, attendedFrom: from, createdAt, owner });
    }
    return [...tables.values()];
  }

  /** What Redis has of this process is unknown: publishes everything, and removes the rest. */
  async #begin(): Promise<void> {
    if (this.#isBeginning) return;
    this.#isBeginning = true;
    this.#isComplete = false;
    try {
      const { link, prefix, ownership } = this.#options;
      const known = await link.run(KNOWN, [prefix, ownership.self], strings);
      // Later changes are published too.
      this.#isComplete = true;
      for (const matchId of [...known, ...this.#own.ids]) this.#changed.add(matchId);
      await this.#publish();
    } finally {
      this.#isBeginning = false;
    }
  }

  async #publish(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    this.#underway += 1;
    try {
      for (let at = 0; at < ids.length; at += PORTION) await this.#put(ids.slice(at, at + PORTION));
    } catch (error) {
      this.#isComplete = false;
      throw error;
    } finally {
      this.#underway -= 1;
    }
  }

  async #put(ids: readonly string[]): Promise<void> {
    const { link, prefix, alias, ownership } = this.#options;
    const values = ids.flatMap((matchId) => [matchId, valueFor(this.#own.get(matchId), alias)]);
    await link.run(PUT, [prefix, ownership.self, ...values], z.literal(1));
  }

  async #beat(): Promise<void> {
    if (!this.#isComplete) return await this.#begin();
    const { link, prefix, ownership } = this.#options;
    const expected = this.#changed.size + this.#underway === 0 ? this.#own.size : undefined;
    const [mine, all, silent] = await link.run(BEAT, [prefix, ownership.self, SILENT_MS], beaten);
    this.#size = all;
    // Redis was emptied, or this process was taken for dead.
    if (expected !== undefined && mine !== expected) return await this.#begin();
    const known = new Set([ownership.self, ...ownership.peers().map((peer) => peer.number)]);
    for (const number of silent.map(Number)) if (!known.has(number)) await this.#sweep(number);
    await this.#renew();
  }

  /** Redis may have lost single tables: each is published again from time to time. */
  async #renew(): Promise<void> {
    const count = Math.max(RENEWED, Math.ceil(this.#own.size / BEATS_FOR_ALL));
    for (let n = 0; n < Math.min(count, this.#own.size); n++) {
      const next = this.#renewing?.next();
      if (next?.done === false) this.#changed.add(next.value);
      else this.#renewing = this.#own.ids[Symbol.iterator]();
    }
    await this.#publish();
  }

  async #sweep(number: number): Promise<void> {
    const { link, prefix } = this.#options;
    for (let portions = 0; portions < SWEPT_AT_ONCE; portions++) {
      if ((await link.run(SWEEP, [prefix, number, PORTION], z.int())) === 0) return;
    }
  }

  /** Once Redis is back, it starts again. */
  async #untilAway(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#isComplete = false;
      this.#changed.clear();
      if (error instanceof RedisAway) return;
      this.#options.log.error({ err: error }, 'the directory failed');
    }
  }
}

/** Lists whose first are the newest, and those whose first wait longest. */
function listsOf({ line, createdAt, attendedFrom }: PublishedTable): [string, number][] {
  const { status, game, seats } = line;
  const kind = attendedFrom === undefined ? 'u' : 'a';
  const lists: [string, number][] = [
    [`${status}|${kind}`, -createdAt],
    [`${status}:${game}|${kind}`, -createdAt],
  ];
  if (!isForAnyone(line)) return lists;
  return [...lists, [`open:${game}|${kind}`, createdAt], [`open:${game}:${seats}|${kind}`, createdAt]];
}

/** Its lists and its line; empty for a table that is gone. */
function valueFor(table: PublishedTable | undefined, alias: Alias): string {
  if (table === undefined) return '';
  const { line, createdAt } = table;
  const host = alias(table.host);
  const from = table.attendedFrom === undefined ? undefined : alias(table.attendedFrom);
  const place = { group: from ?? host, lists: listsOf(table) };
  const shown: z.input<typeof stored> = { line, host, from, createdAt };
  return `${JSON.stringify(place)}\n${JSON.stringify(shown)}`;
}
