// The one connection that may write: one process at a time has it, and what an older one still sends is refused.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionTo, Unusable } from './connection.ts';
import { migrate, versionOf } from './schema.ts';

/**
 * With a standby, an owner that was not seen for this long is replaced. It is certain itself for a shorter time, so
 * that it has stopped before.
 */
const LEASE_MS = 3_000;
export const CERTAIN_MS = 2_500;
/** How often a standby looks. */
const WATCH_MS = 250;

/** Taken for as long as the connection lives. ASCII `Quay`. */
const LOCK = 0x51_75_61_79;

export class TakenOver extends Unusable {
  constructor() {
    super('another Quayside process has taken over the database');
  }
}

/** How the server knows a connection. */
interface Backend {
  readonly pid: number;
  readonly began: string;
}

export interface Link {
  readonly client: Client;
  readonly backend: Backend;
  /** Valid until the next connection of an owner. */
  readonly fence: number;
  /** The name of the database. */
  readonly name: string;
  /** No tables existed before. */
  readonly isNew: boolean;
  /** When the owner was last known to be alive. */
  readonly claimedAt: Moment;
}

/** On both clocks: one may be set, the other stands still while the machine is suspended. */
export interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

export function momentNow(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}

/** By the clock that is further ahead. */
export function since({ monotonic, wall }: Moment): number {
  return Math.max(performance.now() - monotonic, Date.now() - wall);
}

export const LONG_AGO: Moment = { monotonic: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };

export interface LinkOptions {
  readonly url: string;
  /** The name of this process as an owner. */
  readonly me: string;
  readonly now: () => number;
  /** A connection without an answer for this long counts as broken. */
  readonly answerMs: number;
  /** Whether this process replaces an owner that ends or hangs, and may be replaced itself. */
  readonly standby: boolean;
  /** Called once if the database is in use and this process waits for it. */
  readonly waits: () => void;
  /** Called before anything is written to a database that this process does not own yet. */
  readonly inspect?: (client: Client) => Promise<void>;
}

/**
 * The first connection of a process. Rejects if another process has the database; a standby waits instead.
 * `wasAway`: the database was, and its owner comes back first.
 */
export function takeOver(options: LinkOptions, wasAway = false): Promise<Link> {
  return connected(options, async (client) => {
    if (wasAway && options.standby) await pause(LEASE_MS);
    if (options.standby) await standBy(client, options.waits);
    else await lock(client);
    await options.inspect?.(client);
    const isNew = (await migrate(client, options.now())) === 0;
    const { rows } = await client.query<Claimed>(
      `UPDATE quayside.database SET owner = $1, fence = fence + 1 RETURNING ${CLAIMED}`,
      [options.me],
    );
    const claimedAt = momentNow();
    await client.query(
      `UPDATE quayside.pulse SET seen_at = ${options.standby ? 'clock_timestamp()' : 'NULL'}`,
    );
    return linkOf(client, rows[0], { isNew, claimedAt });
  });
}

/** A later one of the same process: what its lost connection still has under way is over when this resolves. */
export function renew(options: LinkOptions, lost: Backend): Promise<Link> {
  return connected(options, async (client) => {
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2',
      [lost.pid, lost.began],
    );
    const owner = await client.query<{ owner: string }>('SELECT owner FROM quayside.database');
    if (owner.rows[0]?.owner !== options.me) throw new TakenOver();
    await lock(client);
    // Waits for a transaction that is under way; any later one does not find its number.
    const { rows } = await client.query<Claimed>(
      `UPDATE quayside.database SET fence = fence + 1 WHERE owner = $1 RETURNING ${CLAIMED}`,
      [options.me],
    );
    return linkOf(client, rows[0], { isNew: false, claimedAt: LONG_AGO });
  });
}

interface Claimed {
  readonly name: string;
  readonly fence: number;
  readonly pid: number;
  readonly began: string;
  readonly moved_to: string | null;
}
const CLAIMED = `name, fence, moved_to, pg_backend_pid() AS pid,
  (SELECT backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()) AS began`;

function linkOf(client: Client, claimed: Claimed | undefined, more: Pick<Link, 'isNew' | 'claimedAt'>): Link {
  if (claimed === undefined) throw new TakenOver();
  const { name, fence, pid, began, moved_to: movedTo } = claimed;
  if (movedTo !== null) {
    throw new Unusable(
      `its matches were moved to ${movedTo}; to use it again, move them back into an empty database`,
    );
  }
  return { client, backend: { pid, began }, fence, name, ...more };
}

async function connected(
  { url, answerMs }: LinkOptions,
  claim: (client: Client) => Promise<Link>,
): Promise<Link> {
  const client = new Client({ ...connectionTo(url, 'quayside', answerMs), pipeline: true });
  // Whoever waits for an answer is told; without a listener it would end the process.
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

/** Resolves when the database is free, or was freed from an owner that hangs. */
async function standBy(client: Client, waits: () => void): Promise<void> {
  for (let isFirst = true; !(await isFree(client)); isFirst = false) {
    if (isFirst) waits();
    else if ((await versionOf(client)) > 0) await client.query(REPLACE, [LOCK, LEASE_MS]);
    await pause(WATCH_MS);
  }
}

/** Ends the connection of an owner that was not seen for too long. */
const REPLACE = `SELECT pg_terminate_backend(l.pid) FROM pg_locks l, quayside.pulse p
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid::bigint = $1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND clock_timestamp() - p.seen_at > $2 * interval '1 millisecond'`;

/** Says that the owner is alive; `false`: it is not the owner any more. */
export async function beat({ client, fence }: Link): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE quayside.pulse SET seen_at = clock_timestamp()
     WHERE EXISTS (SELECT FROM quayside.database WHERE fence = $1)`,
    [fence],
  );
  return rowCount !== 0;
}

async function isFree(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
  return rows[0]?.taken === true;
}

async function lock(client: Client): Promise<void> {
  if (!(await isFree(client))) throw new Error('it is in use by another Quayside process');
}
