// Refusals by the table and the server rather than by a game's rules.
import { UNDO_CODES } from '../kernel/undo.ts';

export const TABLE_CODES = [
  // the connection and its limits
  'unauthenticated',
  'rate-limited',
  'too-large',
  'internal-error',
  'frozen',
  'outcome-unknown',
  'storage-unavailable',
  'match-damaged',
  'match-abandoned',
  'journal-full',
  'phase-exhausted',
  'shutting-down',
  // finding and opening tables
  'reservation-expired',
  'unknown-game',
  'unknown-match',
  'unknown-edition',
  'server-full',
  'too-many-tables',
  'too-many-lobbies',
  'sign-in-required',
  'option-not-allowed',
  // taking a seat
  'invitation-required',
  'spectators-not-allowed',
  'table-full',
  'unknown-seat',
  'seat-taken',
  'not-seated',
  'seat-given-up',
  'consent-needed',
  'unknown-newcomer',
  'removed-by-host',
  // in the lobby
  'not-host',
  'already-started',
  'seats-not-filled',
  'wrong-part',
  // afterwards
  'not-finished',
  'other-rules',
  'muted',
  'unknown-spectator',
  'unknown-person',
  // asking a captain
  'no-hints',
  'no-captain',
  // taking back
  'undo-off',
  'undo-by-consent',
  'question-open',
  'question-limit',
  'stale-question',
  ...UNDO_CODES,
] as const;

export type TableCode = (typeof TABLE_CODES)[number];

export function isTableCode(text: string): text is TableCode {
  return (TABLE_CODES as readonly string[]).includes(text);
}
