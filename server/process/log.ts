// The log: JSON lines on standard output, without secrets.
import { type DestinationStream, pino } from 'pino';
import { wall } from '../../rooms/clockwork.ts';
import type { Log } from '../../rooms/ports.ts';
import type { Config } from './config.ts';
import { redact, redactText } from './redact.ts';

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
