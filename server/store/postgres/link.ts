// The one connection that may write: one process at a time has it, and what an older one still sends is refused.
import { Client } from 'pg';
import { connectionTo, Unusable } from './connection.ts';
import { migrate } from './schema.ts';

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
}

export interface LinkOptions {
  readonly url: string;
  /** The name of this process as an owner. */
  readonly me: string;
  readonly now: () => number;
  /** A connection without an answer for this long counts as broken. */
  readonly answerMs: number;
  /** Called before anything is written to a database that this process does not own yet. */
  readonly inspect?: (client: Client) => Promise<void>;
}

/** The first connection of a process. Rejects if another process has the database. */
export function takeOver(options: LinkOptions): Promise<Link> {
  return connected(options, async (client) => {
    await lock(client);
    await options.inspect?.(client);
    const isNew = (await migrate(client, options.now())) === 0;
    const { rows } = await client.query<Claimed>(
      `UPDATE quayside.database SET owner = $1, fence = fence + 1 RETURNING ${CLAIMED}`,
      [options.me],
    );
    return linkOf(client, rows[0], isNew);
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
    return linkOf(client, rows[0], false);
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

function linkOf(client: Client, claimed: Claimed | undefined, isNew: boolean): Link {
  if (claimed === undefined) throw new TakenOver();
  const { name, fence, pid, began, moved_to: movedTo } = claimed;
  if (movedTo !== null) {
    throw new Unusable(
      `its matches were moved to ${movedTo}; to use it again, move them back into an empty database`,
    );
  }
  return { client, backend: { pid, began }, fence, name, isNew };
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

async function lock(client: Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
  if (rows[0]?.taken !== true) throw new Error('it is in use by another Quayside process');
}
