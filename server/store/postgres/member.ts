// Processes as members of a database: each writes under its own number, until it leaves or is declared gone.
import type { Client } from 'pg';

/**
 * A member that has been silent for this long is declared gone. It trusts its own ownership for a shorter time,
 * so that it has stopped before.
 */
export const LEASE_MS = 3_000;
export const CERTAIN_MS = 2_500;
/** How long rows of gone members without matches are kept: that they are gone must be recorded. */
const REMEMBERED_DAYS = 7;

/** The server's identification of a connection. */
export interface Backend {
  readonly pid: number;
  readonly began: string;
}

/** A writing connection of a member: everything it sends is judged by these two numbers. */
export interface Pass {
  readonly member: number;
  /** Valid until the next connection of the same member. */
  readonly fence: number;
  /** It has the database to itself, with all matches, whoever owned them. */
  readonly isAlone: boolean;
}

export interface Entrance {
  readonly isAlone: boolean;
  /** Whether it sends signs of life, and is replaced without them. */
  readonly beats: boolean;
  readonly version: string;
  /** Its rules and editions, as JSON: game, rules version, edition hash. */
  readonly rules: string;
  readonly now: number;
}

export interface Entered extends Pass, Backend {}

const BACKEND = `(SELECT backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid())`;
const SEEN_TOO_LONG_AGO = `clock_timestamp() - p.seen_at > $2 * interval '1 millisecond'`;

/**
 * The caller has the lock of the database, exclusively or shared. Members excluded by it are gone: this waits
 * for their transactions, and later ones do not find their member.
 */
export async function enter(client: Client, { isAlone, beats, ...more }: Entrance): Promise<Entered> {
  await client.query(
    `UPDATE quayside.members SET gone_at = clock_timestamp() WHERE gone_at IS NULL AND (is_alone OR $1)`,
    [isAlone],
  );
  await client.query(
    `UPDATE quayside.database SET up_since = $1 WHERE NOT EXISTS (
       SELECT FROM quayside.members m JOIN quayside.pulses p ON p.member = m.number
       WHERE m.gone_at IS NULL AND NOT (${SEEN_TOO_LONG_AGO}))`,
    [more.now, LEASE_MS],
  );
  await client.query(
    `WITH old AS (
       DELETE FROM quayside.members WHERE gone_at < now() - $1 * interval '1 day'
         AND number NOT IN (SELECT owner FROM quayside.matches WHERE owner IS NOT NULL) RETURNING number
     ) DELETE FROM quayside.pulses WHERE member IN (SELECT number FROM old)`,
    [REMEMBERED_DAYS],
  );
  const { rows } = await client.query<Entered>(
    `WITH entered AS (
       INSERT INTO quayside.members (fence, pid, began, is_alone, version, rules_json, joined_at)
       VALUES (1, pg_backend_pid(), ${BACKEND}, $1, $2, $3, clock_timestamp()) RETURNING *
     ), pulse AS (
       INSERT INTO quayside.pulses SELECT number, CASE WHEN $4 THEN clock_timestamp() END FROM entered
     )
     SELECT number AS member, fence, is_alone AS "isAlone", pid, began FROM entered`,
    [isAlone, more.version, more.rules, beats],
  );
  const [entered] = rows;
  if (entered === undefined) throw new Error('the database did not return its new member');
  return entered;
}

/** With a new connection, after the old one has ended; `undefined`: it was declared gone. */
export async function enterAgain(client: Client, { member }: Pass): Promise<Entered | undefined> {
  // Waits for a transaction that is under way; any later one of the old connection does not find its number.
  const { rows } = await client.query<Entered>(
    `UPDATE quayside.members SET fence = fence + 1, pid = pg_backend_pid(), began = ${BACKEND}
     WHERE number = $1 AND gone_at IS NULL
     RETURNING number AS member, fence, is_alone AS "isAlone", pid, began`,
    [member],
  );
  return rows[0];
}

export async function isGone(client: Client, { member }: Pass): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM quayside.members WHERE number = $1 AND gone_at IS NULL', [
    member,
  ]);
  return rows.length === 0;
}

/** After its last write: its remaining matches may be claimed at once. */
export async function leave(client: Client, { member, fence }: Pass): Promise<void> {
  await client.query(
    'UPDATE quayside.members SET gone_at = clock_timestamp() WHERE number = $1 AND fence = $2 AND gone_at IS NULL',
    [member, fence],
  );
}

/** Sends a sign of life; `false`: it was declared gone. */
export async function beat(client: Client, { member, fence }: Pass): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE quayside.pulses SET seen_at = clock_timestamp() WHERE member = $1
       AND EXISTS (SELECT FROM quayside.members WHERE number = $1 AND fence = $2 AND gone_at IS NULL)`,
    [member, fence],
  );
  return rowCount !== 0;
}

/** Another member that is not gone. */
export interface Other {
  readonly number: number;
  readonly address: string | null;
  /** Silent for too long. */
  readonly isSilent: boolean;
}

export async function others(client: Client, { member }: Pass): Promise<readonly Other[]> {
  const { rows } = await client.query<Other>(
    `SELECT m.number, m.address, coalesce(${SEEN_TOO_LONG_AGO}, false) AS "isSilent"
     FROM quayside.members m JOIN quayside.pulses p ON p.member = m.number
     WHERE m.gone_at IS NULL AND m.number <> $1 ORDER BY m.number`,
    [member, LEASE_MS],
  );
  return rows;
}

/** Ends the writing connections of members that have been silent for too long; `$1`: which, or NULL for all. */
export const END_SILENT = `SELECT pg_terminate_backend(a.pid) FROM quayside.members m
  JOIN quayside.pulses p ON p.member = m.number
  JOIN pg_stat_activity a ON a.pid = m.pid AND a.backend_start::text = m.began
  WHERE m.gone_at IS NULL AND ($1::bigint IS NULL OR m.number = $1) AND ${SEEN_TOO_LONG_AGO}`;

/** Declares a member gone, unless it was seen meanwhile. Waits for its transactions. */
export const DECLARE_GONE = `UPDATE quayside.members m SET gone_at = clock_timestamp()
  WHERE m.number = $1 AND m.gone_at IS NULL AND EXISTS (
    SELECT FROM quayside.pulses p WHERE p.member = m.number AND ${SEEN_TOO_LONG_AGO})`;
