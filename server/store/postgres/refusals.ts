// Maps PostgreSQL's errors to those of a store.
import { StoreError } from '../../../rooms/life/store-error.ts';
import { reasonOf } from '../../process/reason.ts';
import { isRefusal } from './connection.ts';

const UNIQUE = '23505';
const NOT_NULL = '23502';

/** `isAlone`: this process owns all matches. */
export function asStoreError(error: unknown, isAlone: boolean): StoreError {
  if (error instanceof StoreError) return error;
  // Never as a cause: its details may hold the whole row, seed and commands included.
  if (!isRefusal(error)) return new StoreError('failed', `the storage failed: ${reasonOf(error)}`);
  const { code, constraint, table, column, detail } = error;
  if (code === UNIQUE && constraint === 'matches_by_name')
    return new StoreError('match-exists', `the match exists: ${detail ?? ''}`);
  if (code === UNIQUE && constraint === 'journal_by_version')
    return new StoreError('version-exists', `the match has this version already: ${detail ?? ''}`);
  if (code === NOT_NULL && table === 'journal' && column === 'version')
    return new StoreError('version-missing', 'the version before is not stored');
  if (code === NOT_NULL && table === 'journal')
    return isAlone
      ? new StoreError('match-unknown', 'there is no such match')
      : new StoreError('not-owner', 'this process has no such match');
  return new StoreError('failed', `the storage refused a write: ${reasonOf(error)}`);
}
