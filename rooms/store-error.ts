// Why a store refuses: the part that rooms react to.

import type { TableCode } from '../shared/protocol/codes.ts';

export type StoreCode =
  | 'match-exists'
  | 'match-unknown'
  | 'version-exists'
  /** Too many writes are waiting. */
  | 'overloaded'
  | 'closed'
  /** The stored data is damaged: this match cannot continue, others can. */
  | 'damaged'
  /** Not stored, and it will not appear later either. */
  | 'failed'
  /** Not stored for this process, but it may exist after a restart: unknown. */
  | 'unconfirmed';

/** What a player is told of a command or a change that was not stored; `fault` is for the log. */
export function codeOfUnstored(fault: unknown): TableCode {
  const isUnconfirmed = fault instanceof StoreError && fault.code === 'unconfirmed';
  return isUnconfirmed ? 'outcome-unknown' : 'storage-unavailable';
}

/** Whether a refusal says that the storage rejected it. */
export function isUnstored(code: string): boolean {
  return code === 'storage-unavailable' || code === 'outcome-unknown';
}

/** What is told of a match that cannot be loaded or made; `undefined`: the fault is not the storage's. */
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
