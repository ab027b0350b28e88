// The HTTP status of every code that is not a game's own.
import type { KernelCode } from '../kernel/codes.ts';
import type { TableCode } from './codes.ts';

/** Codes of requests that are refused before they reach a table. */
export const HTTP_CODES = [
  'bad-json',
  'bad-target',
  'bad-header',
  'unknown-host',
  'name-not-allowed',
  'not-renewable',
  'origin-not-allowed',
  'not-found',
  'unknown-language',
  'unknown-rule',
  'unknown-code',
  'method-not-allowed',
  'unsupported-media-type',
  'not-ready',
] as const;

export type HttpCode = (typeof HTTP_CODES)[number];

const STATUS: Readonly<Record<KernelCode | TableCode | HttpCode, number>> = {
  'bad-header': 400,
  'bad-json': 400,
  'bad-payload': 400,
  'bad-target': 400,
  'name-not-allowed': 400,
  'unknown-command': 400,
  unauthenticated: 401,
  'invitation-required': 403,
  muted: 403,
  'not-a-player': 403,
  'not-host': 403,
  'not-renewable': 403,
  'not-seated': 403,
  'seat-given-up': 403,
  'removed-by-host': 403,
  'origin-not-allowed': 403,
  'spectators-not-allowed': 403,
  'not-found': 404,
  'unknown-code': 404,
  'unknown-edition': 404,
  'unknown-game': 404,
  'unknown-language': 404,
  'unknown-match': 404,
  'unknown-rule': 404,
  'method-not-allowed': 405,
  'already-started': 409,
  'consent-needed': 409,
  'game-over': 409,
  'journal-full': 409,
  'phase-exhausted': 409,
  'match-abandoned': 409,
  'not-finished': 409,
  'not-started': 409,
  'not-your-turn': 409,
  'other-rules': 409,
  'seat-taken': 409,
  'seats-not-filled': 409,
  'stale-decision': 409,
  'table-full': 409,
  'unknown-newcomer': 409,
  'unknown-seat': 409,
  'unknown-spectator': 409,
  'no-hints': 409,
  'no-captain': 503,
  'wrong-part': 409,
  'wrong-phase': 409,
  'reservation-expired': 410,
  'too-large': 413,
  'unsupported-media-type': 415,
  'unknown-host': 421,
  'option-not-allowed': 422,
  'rate-limited': 429,
  'too-many-tables': 429,
  'too-many-lobbies': 429,
  'internal-error': 500,
  'match-damaged': 500,
  frozen: 503,
  'not-ready': 503,
  'outcome-unknown': 503,
  'server-full': 503,
  'shutting-down': 503,
  'storage-unavailable': 503,
};

/** A game's own codes are all 409. */
export function statusOf(code: string): number {
  const statuses: Readonly<Record<string, number>> = STATUS;
  return Object.hasOwn(statuses, code) ? (statuses[code] ?? 409) : 409;
}
