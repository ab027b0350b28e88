// The log: JSON lines on standard output, without secrets.
import { type DestinationStream, pino } from 'pino';
import { wall } from '../../rooms/clockwork.ts';
import type { Log } from '../../rooms/ports.ts';
import type { Config } from './config.ts';

export function createLog(level: Config['logLevel'], stream?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const logger = pino(options, stream ?? standardOutput());
  const at =
    (severity: 'debug' | 'info' | 'warn' | 'error') =>
    (fields: object, message: string): void => {
      // What is not logged must cost nothing.
      if (logger.isLevelEnabled(severity)) logger[severity](redact(fields) as object, redactText(message));
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/**
 * The reader of the log may disappear: what cannot be written is lost, but the process continues,
 * and ends when it is asked to. (pino's own destination would try again forever.)
 */
function standardOutput(): DestinationStream {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => {});
  return process.stdout;
}

/** The logger interface of Colyseus. */
interface FrameworkLogger {
  debug(...parts: unknown[]): void;
  error(...parts: unknown[]): void;
  info(...parts: unknown[]): void;
  trace(...parts: unknown[]): void;
  warn(...parts: unknown[]): void;
}

const HINT_EVERY_MS = 60_000;

/**
 * Handles Colyseus' own messages. It prints a stack trace for every malformed client message, so a
 * flood of those would flood the log: here each is counted and one line at debug level, and
 * at most once a minute a warning reports them.
 */
export function frameworkLogger(log: Log, onError: () => void, now: () => number = wall): FrameworkLogger {
  let counted = 0;
  let hintedAt = Number.NEGATIVE_INFINITY;
  const line = (parts: unknown[]) => firstLine(parts.map(textOf).join(' '));
  const complain = (...parts: unknown[]) => {
    onError();
    counted += 1;
    log.debug({ source: 'colyseus' }, line(parts));
    if (now() - hintedAt < HINT_EVERY_MS) return;
    hintedAt = now();
    log.warn({ source: 'colyseus', count: counted, latest: line(parts) }, 'the framework reported errors');
    counted = 0;
  };
  const murmur = (...parts: unknown[]) => log.debug({ source: 'colyseus' }, line(parts));
  return { debug: murmur, trace: murmur, info: murmur, warn: complain, error: complain };
}

function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  const inner = redact(part);
  if (typeof inner === 'object' && inner !== null && 'message' in inner) return String(inner.message);
  return typeof inner === 'object' ? '[object]' : String(inner);
}

function firstLine(text: string): string {
  const [first = ''] = text.split('\n', 1);
  return first.slice(0, 200);
}

const SECRET_KEYS = new Set(
  [
    'authorization',
    'proxy-authorization',
    'cookie',
    'set-cookie',
    'token',
    '_authToken',
    'authToken',
    'accessToken',
    'reconnectionToken',
    'sessionId',
    'seed',
    'password',
    'secret',
    'key',
    'invitation',
    'invitationCode',
    'inviteCode',
    'command',
    'payload',
    'hand',
    'adminPassword',
    'administrators',
    'metricsToken',
  ].map((key) => key.toLowerCase()),
);

/** In a query also `code`, which elsewhere is the name of an error. */
const SECRET_QUERY =
  /([?&;](?:_?auth_?token|token|access_token|reconnectionToken|sessionId|invitation(?:Code)?|inviteCode|code|seed|password|key)=)[^&#\s"']*/gi;
/** What a link in a mail allows. */
const MAIL_LINK = /(\/mail\/\w+\/)[\w.%-]+/g;
const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
const JWT = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;
/** A seed: 32 hexadecimal digits, and nothing longer (hashes and commitments may be logged). */
const SEED = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi;

const HIDDEN = '[hidden]';
const DEPTH = 6;
const WIDTH = 100;
const TEXT = 2_000;

/** A URL as it may be logged. */
export function redactUrl(url: string): string {
  return redactText(url);
}

function redactText(text: string): string {
  const cut = text.length > TEXT ? `${text.slice(0, TEXT)}…` : text;
  return cut
    .replace(SECRET_QUERY, `$1${HIDDEN}`)
    .replace(MAIL_LINK, `$1${HIDDEN}`)
    .replace(BEARER, `$1 ${HIDDEN}`)
    .replace(JWT, HIDDEN)
    .replace(SEED, HIDDEN);
}

/** A bounded copy without secrets; safe on cyclic and exotic values. */
function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return redactText(String(value));
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH) return '[deep]';
  if (isError(value)) return redactError(value, depth);
  if (Array.isArray(value)) return value.slice(0, WIDTH).map((item) => redact(item, depth + 1));
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value).slice(0, WIDTH)) {
    copy[key] = SECRET_KEYS.has(key.toLowerCase()) ? HIDDEN : redact(inner, depth + 1);
  }
  return copy;
}

function isError(value: object): value is Error {
  return 'stack' in value && 'message' in value;
}

function redactError(error: Error, depth: number): object {
  const described: Record<string, unknown> = {
    name: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
  };
  if ('code' in error) described['code'] = redact(error.code, depth + 1);
  if (error.cause !== undefined) described['cause'] = redact(error.cause, depth + 1);
  return described;
}
