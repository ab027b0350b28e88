// The storage thread: SQLite away from the event loop on which the matches are played.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { BatchReport } from './group-commit.ts';
import { openSqliteStore, type SqliteOptions, type SqliteStore } from './sqlite.ts';
import { type Answer, type Answers, type Call, type FirstWord, faultOf } from './thread-calls.ts';

if (parentPort === null) throw new Error('this file runs as a thread of the server only');
begin(parentPort, workerData as SqliteOptions);

function begin(port: MessagePort, options: SqliteOptions): void {
  const say = (word: FirstWord | Answers) => port.postMessage(word);
  let reports: BatchReport[] = [];
  let store: SqliteStore;
  try {
    store = openSqliteStore({ ...options, report: (report) => reports.push(report) });
  } catch (error) {
    // Nobody listens to the port yet, so the thread ends by itself.
    say({ fault: faultOf(error) });
    return;
  }
  port.on('message', async (texts: readonly string[]) => {
    const calls = texts.map((text) => JSON.parse(text) as Call);
    const answers = calls.map((call) => answerOf(run(store, call)));
    store.flush();
    say({ answers: JSON.stringify(await Promise.all(answers)), reports });
    reports = [];
    if (calls.some(([name]) => name === 'close')) port.close();
  });
  say({ opened: true });
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
    case 'backup':
      return store.backup(call[1]);
    case 'close':
      return store.close();
  }
}
