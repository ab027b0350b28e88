// Messages to and from the storage thread: calls and answers, both as JSON text.
import type { MatchStore } from '../../rooms/life/match-store.ts';
import { StoreError } from '../../rooms/life/store-error.ts';
import type { BatchReport } from '../process/metrics.ts';
import { codeOf, reasonOf } from '../process/reason.ts';
import type { DeviceBook } from './devices.ts';
import type { Ledger } from './ledger.ts';
import type { StoreNotice } from './notice.ts';
import type { Outbox } from './outbox.ts';
import type { PasskeyBook } from './passkeys.ts';
import type { ProcessStore } from './process-store.ts';

/** A store in a file, as the process uses it. */
export interface FileStore extends ProcessStore {
  /** A consistent copy of everything committed so far, while the store keeps running. */
  backup(target: string): Promise<void>;
}

/** A read sees all writes that were requested before it. */
export const CALLS = {
  create: 'write',
  commit: 'write',
  check: 'write',
  removeSome: 'write',
  note: 'write',
  dropOldActions: 'write',
  forgetActions: 'write',
  block: 'write',
  unblock: 'write',
  writeOutbox: 'write',
  changeDevices: 'write',
  changePasskeys: 'write',
  load: 'read',
  journal: 'read',
  list: 'read',
  due: 'read',
  nextWake: 'read',
  old: 'read',
  shrink: 'read',
  countSome: 'read',
  countOpen: 'read',
  actions: 'read',
  silences: 'read',
  blocks: 'read',
  search: 'read',
  readOutbox: 'read',
  devices: 'read',
  passkeys: 'read',
  spentBy: 'read',
  accounts: 'read',
  backup: 'read',
  close: 'close',
} as const satisfies Record<
  keyof MatchStore | keyof Ledger | keyof Outbox | keyof DeviceBook | keyof PasskeyBook | 'backup',
  'read' | 'write' | 'close'
>;

type CallName = keyof typeof CALLS;
export type StoreCall = readonly [name: CallName, ...args: readonly unknown[]];

/** The methods of a store, each of which makes its call through `ask`, trusting its answer. */
export function callsThrough(ask: (call: StoreCall) => Promise<unknown>): Pick<FileStore, CallName> {
  const names = Object.keys(CALLS) as CallName[];
  const methods = names.map((name) => [name, (...args: readonly unknown[]) => ask([name, ...args])] as const);
  return Object.fromEntries(methods) as Record<CallName, (...args: readonly unknown[]) => Promise<never>>;
}

export function answerTo(store: FileStore, [name, ...args]: StoreCall): Promise<unknown> {
  const method: (...args: never) => Promise<unknown> = store[name];
  return Reflect.apply(method, store, args) as Promise<unknown>;
}

/** An error without its class, which is lost between threads. */
interface Fault {
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
