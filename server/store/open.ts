// Chooses the store's thread: with fast syncs, switching threads would cost more than it saves.
import { performance } from '../../rooms/clockwork.ts';
import { openSqliteStore } from './sqlite.ts';
import type { FileStore } from './thread-calls.ts';
import { openThreadedStore, type ThreadedOptions } from './threaded.ts';

interface StoreChoice {
  readonly store: FileStore;
  readonly inThread: boolean;
  /** Duration of a single commit at the start; `undefined` if it was not measured. */
  readonly commitMs?: number;
}

/** Measured with the load test (docs/adr/0008): above this the thread is faster. */
const SLOW_COMMIT_MS = 2;
const COMMITS_TIMED = 9;

/** Rejects with a readable reason if the file cannot be used. */
export async function openStore(
  options: ThreadedOptions,
  wanted: 'auto' | 'on' | 'off',
): Promise<StoreChoice> {
  if (wanted === 'on') return { store: await openThreadedStore(options), inThread: true };
  const store = openSqliteStore(options);
  if (wanted === 'off') return { store, inThread: false };
  const commitMs = await timeOfCommit(store);
  if (commitMs !== undefined && commitMs < SLOW_COMMIT_MS) return { store, inThread: false, commitMs };
  await store.close();
  const threaded = await openThreadedStore(options);
  return { store: threaded, inThread: true, ...(commitMs === undefined ? {} : { commitMs }) };
}

/** The median, since another program's writes may delay a single commit. `undefined`: the disk accepts no writes now. */
async function timeOfCommit(store: FileStore): Promise<number | undefined> {
  const times: number[] = [];
  for (let n = 0; n < COMMITS_TIMED; n++) {
    const begun = performance.now();
    try {
      await store.check();
    } catch {
      return undefined; // every refused write reports it, and so does /ready
    }
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(COMMITS_TIMED / 2)] ?? 0;
}
