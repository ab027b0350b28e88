// What the storage thread does: SQLite away from the event loop on which the matches are played.
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { BatchReport } from './group-commit.ts';
import type { StoreNotice } from './notice.ts';
import { LOOK_MS, openSqliteStore, type SqliteOptions, type SqliteStore } from './sqlite.ts';
import { type Answer, type Answers, type Call, type FirstWord, faultOf } from './thread-calls.ts';

export interface ThreadStart {
  readonly store: Pick<SqliteOptions, 'file' | 'maxWaiting' | 'maxPages'>;
  /** Counts the messages to the thread, which sleeps on it: half as dear as waking its event loop. */
  readonly bell: Int32Array<SharedArrayBuffer>;
}

/**
 * Answers until it is told to close; the event loop of the thread stands still meanwhile.
 * `written`: for tests, sees each list of calls after it was run and before it is answered.
 */
export async function serve(
  port: MessagePort,
  { store: options, bell }: ThreadStart,
  written: (calls: readonly Call[]) => void = () => {},
): Promise<void> {
  const say = (word: FirstWord | Answers) => port.postMessage(word);
  let reports: BatchReport[] = [];
  let notices: StoreNotice[] = [];
  let lost: string | undefined;
  let store: SqliteStore;
  try {
    store = openSqliteStore({
      ...options,
      batches: 'by hand',
      report: (report) => reports.push(report),
      notify: (notice) => notices.push(notice),
      lost: (error) => {
        lost = error.message;
      },
    });
  } catch (error) {
    say({ fault: faultOf(error) });
    return;
  }
  say({ opened: true });
  let looked = performance.now();
  for (let heard = 0, open = true; open; ) {
    Atomics.wait(bell, 0, heard, LOOK_MS);
    heard = Atomics.load(bell, 0);
    const calls = received(port);
    const answers = calls.map((call) => answerOf(run(store, call)));
    store.flush();
    written(calls);
    const closing = calls.some(([name]) => name === 'close');
    if (!closing && performance.now() - looked >= LOOK_MS) {
      store.look();
      looked = performance.now();
    }
    if (calls.length === 0 && notices.length === 0 && lost === undefined) continue;
    const said = lost === undefined ? {} : { lost };
    say({ answers: JSON.stringify(await Promise.all(answers)), reports, notices, ...said });
    reports = [];
    notices = [];
    lost = undefined;
    open = !closing;
  }
}

/** All that has come by now; what comes while it is run makes the next batch. */
function received(port: MessagePort): Call[] {
  const calls: Call[] = [];
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    for (const text of next.message as readonly string[]) calls.push(JSON.parse(text) as Call);
  }
  return calls;
}

async function answerOf(work: Promise<unknown>): Promise<Answer> {
  try {
    return { value: await work };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

/** Writes only queue up here: those before a read, and those that remain, share a transaction. */
function run(store: SqliteStore, call: Call): Promise<unknown> {
  switch (call[0]) {
    case 'create':
      return store.create(call[1]);
    case 'commit':
      return store.commit(call[1], call[2], call[3]);
    case 'check':
      return store.check();
    case 'removeSome':
      return store.removeSome(call[1], call[2]);
  }
  // Whoever reads sees what was asked for before.
  store.flush();
  switch (call[0]) {
    case 'load':
      return store.load(call[1]);
    case 'journal':
      return store.journal(call[1]);
    case 'list':
      return store.list(call[1]);
    case 'due':
      return store.due(call[1], call[2], call[3]);
    case 'nextWake':
      return store.nextWake(call[1]);
    case 'old':
      return store.old(call[1]);
    case 'shrink':
      return store.shrink(call[1]);
    case 'countSome':
      return store.countSome(call[1], call[2]);
    case 'backup':
      return store.backup(call[1]);
    case 'close':
      return store.close();
  }
}
