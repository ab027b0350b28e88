// Why a store refuses: the part of a refusal that the rooms act on.

export type StoreCode =
  | 'match-exists'
  | 'match-unknown'
  | 'version-exists'
  /** Too much waits already. */
  | 'overloaded'
  | 'closed'
  /** What was stored is not what comes back: this match cannot be played on, others can. */
  | 'damaged'
  /** Not stored, and it will not appear later either. */
  | 'failed'
  /** Not stored as far as this process goes on, but perhaps there after a restart: nobody can say. */
  | 'unconfirmed';

export class StoreError extends Error {
  readonly code: StoreCode;
  constructor(code: StoreCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
