// The one writing connection of a process: writes of an older one are refused.
import { Client } from 'pg';
import { pause } from '../../../rooms/clockwork.ts';
import type { CommonTime } from '../../process/clock.ts';
import { connectionTo, Unusable } from './connection.ts';
import {
  askTime,
  type Backend,
  END_SILENT,
  type Entered,
  enter,
  enterAgain,
  isGone,
  type Pass,
  signsOfAll,
} from './member.ts';
import { type Moment, momentNow } from './moment.ts';
import { migrate, versionOf, WITH_MEMBERS } from './schema.ts';
import { LEASE_MS, Signs } from './signs.ts';

/** How often a standby checks. */
const WATCH_MS = 250;

/** Held as long as the connection lives: by a single process exclusively, or shared by a cluster. ASCII `Quay`. */
const LOCK = 0x51_75_61_79;

export class TakenOver extends Unusable {
  constructor(isAlone: boolean) {
    super(
      isAlone
        ? 'another Quayside process has taken over the database'
        : 'the other processes have taken over what this one had',
    );
  }
}

export interface DatabaseLink {
  readonly client: Client;
  readonly backend: Backend;
  readonly pass: Pass;
  /** The name of the database. */
  readonly name: string;
  /** No tables existed before. */
  readonly isNew: boolean;
  /** When a process last took over after none was left, by that process's clock. */
  readonly upSince: number;
  /** When this process was last known to be alive; `undefined`: not known yet. */
  readonly claimedAt: Moment | undefined;
}

/**
 * `alone`: the only process; `standby`: waits for the database, and can be replaced; `member`: one of a
 * cluster.
 */
export type Company = 'alone' | 'standby' | 'member';

export interface DatabaseLinkOptions {
  readonly url: string;
  readonly company: Company;
  readonly version: string;
  /** Its rules and editions, as JSON. */
  readonly rules: string;
  readonly now: () => number;
  /** Learns from the database what time it is, unless this is the only process. */
  readonly time: CommonTime;
  /** A connection without an answer for this long counts as broken. */
  readonly answerMs: number;
  /** Called once if the database is in use and this process waits for it. */
  readonly waits: () => void;
  /** Called before anything is written to a database that this process does not own yet. */
  readonly inspect?: (client: Client) => Promise<void>;
  /** Called with every later connection, before anything is written over it. */
  readonly compare?: (client: Client) => Promise<void>;
}

/**
 * The first connection of a process. Rejects if the database is in use; a standby waits instead. `wasAway`: the
 * database was away, so its owner may return first.
 */
export function takeOver(options: DatabaseLinkOptions, wasAway = false): Promise<DatabaseLink> {
  const { company, version, rules, now, time, waits, inspect } = options;
  return connected(options, async (client) => {
    if (wasAway && company === 'standby') await pause(LEASE_MS);
    if (company === 'standby') await standBy(client, waits);
    else await lock(client, company);
    await inspect?.(client);
    const isNew = (await migrate(client, now())) === 0;
    await demandHere(client);
    const claimedAt = momentNow();
    const entered = await enter(client, {
      isAlone: company !== 'member',
      beats: company !== 'alone',
      version,
      rules,
    });
    if (company !== 'alone') time.learn(await askTime(client, entered));
    return await linkOf(client, entered, { isNew, claimedAt });
  });
}

/** A later connection of the same process: transactions of the lost one have ended when this resolves. */
export function renew(options: DatabaseLinkOptions, { backend: lost, pass }: Lost): Promise<DatabaseLink> {
  return connected(options, async (client) => {
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2',
      [lost.pid, lost.began],
    );
    await options.compare?.(client);
    if (await isGone(client, pass)) throw new TakenOver(pass.isAlone);
    await lock(client, options.company);
    await demandHere(client);
    const entered = await enterAgain(client, pass);
    if (entered === undefined) throw new TakenOver(pass.isAlone);
    return await linkOf(client, entered, { isNew: false, claimedAt: undefined });
  });
}

type Lost = Pick<DatabaseLink, 'backend' | 'pass'>;

async function demandHere(client: Client): Promise<void> {
  const { rows } = await client.query<{ moved_to: string | null }>('SELECT moved_to FROM quayside.database');
  const movedTo = rows[0]?.moved_to ?? null;
  if (movedTo === null) return;
  throw new Unusable(
    `its matches were moved to ${movedTo}; to use it again, move them back into an empty database`,
  );
}

async function linkOf(
  client: Client,
  { pid, began, ...pass }: Entered,
  more: Pick<DatabaseLink, 'isNew' | 'claimedAt'>,
): Promise<DatabaseLink> {
  const { rows } = await client.query<Pick<DatabaseLink, 'name' | 'upSince'>>(
    'SELECT name, up_since AS "upSince" FROM quayside.database',
  );
  const [database] = rows;
  if (database === undefined) throw new Unusable('its table `database` is empty');
  return { client, backend: { pid, began }, pass, ...database, ...more };
}

async function connected(
  { url, answerMs }: DatabaseLinkOptions,
  claim: (client: Client) => Promise<DatabaseLink>,
): Promise<DatabaseLink> {
  const client = new Client({ ...connectionTo(url, 'quayside', answerMs), pipeline: true });
  // Callers get the error through their queries; without a listener it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    // An operator may have relaxed it for other programs; here an acknowledgement promises that it is on disk.
    const { rows } = await client.query<{ value: string }>(
      `SELECT current_setting('synchronous_commit') AS value`,
    );
    if (rows[0]?.value === 'off') await client.query('SET synchronous_commit = on');
    return await claim(client);
  } catch (error) {
    abandon(client);
    throw error;
  }
}

/** Ends a connection without waiting for the server. */
export function abandon(client: Client): void {
  client.connection.stream.destroy();
}

/** Resolves when the database is free, or an owner that hangs has been disconnected. */
async function standBy(client: Client, waits: () => void): Promise<void> {
  const signs = new Signs();
  for (let isFirst = true; !(await isFree(client, 'standby')); isFirst = false) {
    if (isFirst) waits();
    else if ((await versionOf(client)) >= WITH_MEMBERS) {
      for (const { number, sign } of signs.silentAmong(await signsOfAll(client)))
        await client.query(END_SILENT, [number, sign]);
    }
    await pause(WATCH_MS);
  }
}

async function isFree(client: Client, company: Company): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_lock${company === 'member' ? '_shared' : ''}($1) AS taken`,
    [LOCK],
  );
  return rows[0]?.taken === true;
}

async function lock(client: Client, company: Company): Promise<void> {
  if (!(await isFree(client, company))) throw new Error('it is in use by another Quayside process');
}
