// Messages to and from the storage thread: calls and answers, both as JSON text.
import type { MatchStore } from '../../rooms/life/match-store.ts';
import { StoreError } from '../../rooms/life/store-error.ts';
import { codeOf, reasonOf } from '../process/reason.ts';
import type { BatchReport } from './group-commit.ts';
import type { Ledger } from './ledger.ts';
import type { StoreNotice } from './notice.ts';
import type { ProcessStore } from './process-store.ts';

/** A store in a file, as the process uses it. */
export interface FileStore extends ProcessStore {
  /** A consistent copy of everything committed so far, while the store keeps running. */
  backup(target: string): Promise<void>;
}

type Named<Name extends keyof MatchStore | keyof Ledger | 'backup'> = readonly [
  Name,
  ...Parameters<FileStore[Name]>,
];
export type WriteCall =
  | Named<'create'>
  | Named<'commit'>
  | Named<'check'>
  | Named<'removeSome'>
  | Named<'note'>
  | Named<'dropOldActions'>
  | Named<'forgetActions'>;
export type ReadCall =
  | Named<'load'>
  | Named<'journal'>
  | Named<'list'>
  | Named<'due'>
  | Named<'nextWake'>
  | Named<'old'>
  | Named<'shrink'>
  | Named<'countSome'>
  | Named<'countOpen'>
  | Named<'actions'>
  | Named<'silences'>
  | Named<'search'>
  | Named<'backup'>;
export type StoreCall = WriteCall | ReadCall | Named<'close'>;

/** An error without its class, which is lost between threads. */
export interface Fault {
  readonly message: string;
  /** Set for a StoreError. */
  readonly store?: StoreError['code'];
  /** Node's own code, such as `EACCES`. */
  readonly code?: string;
  readonly cause?: Fault;
}

export type Returned = { readonly value?: unknown } | { readonly fault: Fault };

/** The thread's first message says whether it opened the file; every later one answers a list of calls. */
export type FirstWord = { readonly opened: true } | { readonly fault: Fault };
export interface Answers {
  /** JSON of `Returned[]`, in the order of the calls. */
  readonly answers: string;
  readonly reports: readonly BatchReport[];
  readonly notices: readonly StoreNotice[];
  /** Sent once: why every write is refused from now on. */
  readonly lost?: string;
}

export function faultOf(error: unknown): Fault {
  const cause =
    typeof error === 'object' && error !== null && 'cause' in error && error.cause !== undefined
      ? { cause: faultOf(error.cause) }
      : {};
  if (error instanceof StoreError) return { message: error.message, store: error.code, ...cause };
  const code = codeOf(error);
  return { message: reasonOf(error), ...(code === undefined ? {} : { code }), ...cause };
}

export function errorOf({ message, store, code, cause }: Fault): Error {
  const options = cause === undefined ? undefined : { cause: errorOf(cause) };
  if (store !== undefined) return new StoreError(store, message, options?.cause);
  const error = new Error(message, options);
  return code === undefined ? error : Object.assign(error, { code });
}
