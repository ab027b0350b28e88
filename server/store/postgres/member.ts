// Processes as members of a database: each writes under its own number, until it leaves or is declared gone.
import type { Client } from 'pg';
import { performance } from '../../../rooms/clockwork.ts';
import type { TimeSample } from '../../process/clock.ts';
import { LEASE_MS, type Sign } from './signs.ts';

/** A member trusts its own ownership for less than the others wait until they declare it gone: it has stopped before. */
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
  /** It has the database to itself, with all matches, no matter who owned them. */
  readonly isAlone: boolean;
}

interface Entrance {
  readonly isAlone: boolean;
  /** Whether it sends signs of life, and is replaced without them. */
  readonly beats: boolean;
  readonly version: string;
  /** Its rules and editions, as JSON: game, rules version, edition hash. */
  readonly rules: string;
}

export interface Entered extends Pass, Backend {}

const BACKEND = `(SELECT backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid())`;
/** In milliseconds. */
const TIME = `extract(epoch FROM clock_timestamp())::float8 * 1000`;
/** A sign of life as text: only whether it changes says that its member lives, since the clock behind it can be set. */
const SIGN = `extract(epoch FROM p.seen_at)::text`;
/** Its writing connection is open. */
const CONNECTED = `EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = m.pid AND a.backend_start::text = m.began)`;

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
    // In doubt nobody was there, which gives players more time. A connection of a lost machine stays open for hours.
    `UPDATE quayside.database SET up_since = ${TIME} WHERE NOT EXISTS (
       SELECT FROM quayside.members m JOIN quayside.pulses p ON p.member = m.number
       WHERE m.gone_at IS NULL AND ${CONNECTED}
         AND (p.seen_at IS NULL OR clock_timestamp() - p.seen_at < $1 * interval '1 millisecond'))`,
    [LEASE_MS],
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
       INSERT INTO quayside.pulses (member, seen_at) SELECT number, CASE WHEN $4 THEN clock_timestamp() END FROM entered
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

/**
 * Sends a sign of life, with how far this process's time is ahead of the database's (milliseconds); `undefined`: it was
 * declared gone.
 */
export async function beat(
  client: Client,
  { member, fence }: Pass,
  ahead: number,
): Promise<TimeSample | undefined> {
  const sent = performance.now();
  const { rows } = await client.query<{ time: number }>(
    `UPDATE quayside.pulses SET seen_at = clock_timestamp(), ahead = $3 WHERE member = $1
       AND EXISTS (SELECT FROM quayside.members WHERE number = $1 AND fence = $2 AND gone_at IS NULL)
     RETURNING ${TIME} AS time`,
    [member, fence, ahead],
  );
  const [row] = rows;
  return row && { time: row.time, sent, received: performance.now() };
}

/** The time, before the first sign of life. */
export async function askTime(client: Client, { member }: Pass): Promise<TimeSample> {
  const sent = performance.now();
  const { rows } = await client.query<{ time: number; ahead: number | null }>(
    `SELECT ${TIME} AS time, (
       SELECT p.ahead FROM quayside.members m JOIN quayside.pulses p ON p.member = m.number
       WHERE m.gone_at IS NULL AND m.number < $1 AND p.ahead IS NOT NULL AND ${CONNECTED}
       ORDER BY m.number LIMIT 1) AS ahead`,
    [member],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not return its time');
  return { time: row.time, sent, received: performance.now(), ahead: row.ahead ?? undefined };
}

/** From now on others reach it there, and its lease runs. */
export const ANNOUNCE = `WITH reached AS (UPDATE quayside.members SET address = $2 WHERE number = $1)
  UPDATE quayside.pulses SET seen_at = clock_timestamp() WHERE member = $1`;

/** Another member that is not gone. */
export interface Other extends Sign {
  readonly address: string | null;
  /** How far its time is ahead of the database's; `null`: it does not say. */
  readonly ahead: number | null;
}

export async function others(client: Client, { member }: Pass): Promise<readonly Other[]> {
  const { rows } = await client.query<Other>(
    `SELECT m.number, m.address, ${SIGN} AS sign, p.ahead
     FROM quayside.members m JOIN quayside.pulses p ON p.member = m.number
     WHERE m.gone_at IS NULL AND m.number <> $1 ORDER BY m.number`,
    [member],
  );
  return rows;
}

/** Of all that are not gone, for a process that is no member. */
export async function signsOfAll(client: Client): Promise<readonly Sign[]> {
  const { rows } = await client.query<Sign>(
    `SELECT m.number, ${SIGN} AS sign FROM quayside.members m JOIN quayside.pulses p ON p.member = m.number
     WHERE m.gone_at IS NULL`,
  );
  return rows;
}

/** Ends the writing connection of a member (`$1`) whose sign of life is still the same (`$2`). */
export const END_SILENT = `SELECT pg_terminate_backend(a.pid) FROM quayside.members m
  JOIN quayside.pulses p ON p.member = m.number
  JOIN pg_stat_activity a ON a.pid = m.pid AND a.backend_start::text = m.began
  WHERE m.gone_at IS NULL AND m.number = $1 AND ${SIGN} = $2`;

/** Declares a member gone, unless it was seen meanwhile. Waits for its transactions. */
export const DECLARE_GONE = `UPDATE quayside.members m SET gone_at = clock_timestamp()
  WHERE m.number = $1 AND m.gone_at IS NULL AND EXISTS (
    SELECT FROM quayside.pulses p WHERE p.member = m.number AND ${SIGN} = $2)`;
