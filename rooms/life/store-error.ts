// Errors of a store, as far as rooms react to them.
import type { TableCode } from '../../shared/protocol/codes.ts';

export type StoreCode =
  | 'match-exists'
  | 'match-unknown'
  /** The match belongs to another process or to none: this one must drop it. */
  | 'not-owner'
  | 'version-exists'
  /** The stored match does not have the version before: what was acknowledged is missing. This process must drop it. */
  | 'version-missing'
  /** Too many writes are waiting. */
  | 'overloaded'
  | 'closed'
  /** The stored data is damaged: this match cannot continue, others can. */
  | 'damaged'
  /** Not stored, and it will not appear later either. */
  | 'failed'
  /** Not stored for this process, but it may exist after a restart: unknown. */
  | 'unconfirmed';

/** The code a player gets for a command or a change that was not stored; `fault` is for the log. */
export function codeOfUnstored(fault: unknown): TableCode {
  const isUnconfirmed = fault instanceof StoreError && fault.code === 'unconfirmed';
  return isUnconfirmed ? 'outcome-unknown' : 'storage-unavailable';
}

/** Whether a refusal says that the storage rejected it. */
export function isUnstored(code: string): boolean {
  return code === 'storage-unavailable' || code === 'outcome-unknown';
}

/** The code for a match that cannot be loaded or created; `undefined`: not a storage error. */
export function codeOfUnavailable(fault: unknown): TableCode | undefined {
  if (!(fault instanceof StoreError)) return undefined;
  switch (fault.code) {
    case 'damaged':
      return 'match-damaged';
    case 'closed':
      return 'shutting-down';
    default:
      return 'storage-unavailable';
  }
}

export class StoreError extends Error {
  readonly code: StoreCode;
  constructor(code: StoreCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
