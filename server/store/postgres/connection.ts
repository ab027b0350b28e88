// Connections to PostgreSQL: how they are opened, and which errors end them.
import { type ClientConfig, DatabaseError, types } from 'pg';

/** Without an answer for this long a connection counts as broken: a server that hangs, a network that is cut. */
export const ANSWER_MS = 15_000;
export const CONNECT_MS = 5_000;
/** Its numbers are all safe integers: times in milliseconds, ids, versions. */
const INT8 = 20;

/** `url` contains the password: never log it. */
export function connectionTo(url: string, program: string, answerMs: number): ClientConfig {
  return {
    connectionString: url,
    application_name: program,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: answerMs,
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 && format !== 'binary' ? Number : types.getTypeParser(oid, format),
    },
  };
}

/** The part of the address that may be shown. */
export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname === '' ? 'localhost' : hostname}:${port === '' ? '5432' : port}${pathname}`;
}

/** The server answered and did nothing: the connection can still be used. */
export function isRefusal(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.code !== undefined && !ENDS.test(error.code);
}

export function isReadOnly(error: unknown): boolean {
  return isRefusal(error) && error.code === '25006';
}

/** It has no space left, on its disk or in memory. */
export function isFull(error: unknown): boolean {
  return isRefusal(error) && (error.code ?? '').startsWith('53');
}

/** Codes with which the server ends a connection, or refuses it for now: shutdown, crash, start, too many. */
const ENDS = /^(08|57P|25P03|53300)/;

/** Asking again would not help: wrong password, no such database or role, missing rights, bad settings. */
export function isHopeless(error: unknown): boolean {
  return isRefusal(error) && /^(28|3D|42|22|0A)/.test(error.code ?? '');
}

/** Our own reason not to use a database: waiting would not help. */
export class Unusable extends Error {}
