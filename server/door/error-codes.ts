// What a client learns about an error: one of our codes, never the text of a library or a bug.
import { ErrorCode, ServerError } from 'colyseus';
import { TableRefusal } from '../../rooms/index.ts';

interface Told {
  readonly code: number;
  readonly error: string;
  /** Unexpected: worth a line in the log. */
  readonly isFault: boolean;
}

/** Colyseus' own codes; the ones a client can cause all mean an expired reservation. */
const FRAMEWORK: ReadonlySet<number> = new Set(Object.values(ErrorCode));
const CODE = /^[a-z]+(?:-[a-z]+)*$/;

const FAULT: Told = { code: 500, error: 'internal-error', isFault: true };

export function toldOf(error: unknown): Told {
  if (error instanceof TableRefusal) return { code: error.code, error: error.message, isFault: false };
  const known = serverErrorIn(error);
  if (known === undefined || known.code < 400 || known.code > 599) return FAULT;
  const { code, message } = known;
  if (code === ErrorCode.MATCHMAKE_EXPIRED || code === ErrorCode.MATCHMAKE_INVALID_ROOM_ID)
    return { code, error: 'reservation-expired', isFault: false };
  return !FRAMEWORK.has(code) && CODE.test(message) ? { code, error: message, isFault: false } : FAULT;
}

/** The framework wraps exceptions of rooms. */
function serverErrorIn(error: unknown): ServerError | undefined {
  if (error instanceof ServerError) return error;
  return error instanceof Error && error.cause instanceof ServerError ? error.cause : undefined;
}
