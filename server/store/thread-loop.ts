// The storage thread: runs SQLite off the main event loop.
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { clearTimeout, performance, setTimeout } from '../../rooms/clockwork.ts';
import type { BatchReport } from '../process/metrics.ts';
import type { StoreNotice } from './notice.ts';
import { LOOK_MS, openSqliteStore, type SqliteOptions, type SqliteStore } from './sqlite.ts';
import {
  type Answers,
  answerTo,
  CALLS,
  type FirstWord,
  faultOf,
  type Returned,
  type StoreCall,
} from './thread-calls.ts';

export interface ThreadStart {
  readonly store: Pick<SqliteOptions, 'file' | 'maxWaiting' | 'maxPages'>;
}

/**
 * Answers until told to close. `written`: for tests; sees each list of calls after it ran and before it is answered.
 */
export async function serve(
  port: MessagePort,
  { store: options }: ThreadStart,
  written: (calls: readonly StoreCall[]) => void = () => {},
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
  const inbox = new Inbox(port);
  for (let open = true; open; ) {
    const calls = await inbox.next();
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
  inbox.close();
}

/** The calls that the thread receives. */
class Inbox {
  readonly #port: MessagePort;
  readonly #texts: string[] = [];
  #wake: () => void = () => {};

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (texts: readonly string[]) => {
      this.#texts.push(...texts);
      this.#wake();
    });
  }

  /** Everything received so far, or nothing after `LOOK_MS`; what arrives while it runs is the next batch. */
  async next(): Promise<StoreCall[]> {
    if (this.#texts.length === 0) await this.#something();
    for (let more = receiveMessageOnPort(this.#port); more; more = receiveMessageOnPort(this.#port))
      this.#texts.push(...(more.message as readonly string[]));
    return this.#texts.splice(0).map((text) => JSON.parse(text) as StoreCall);
  }

  /** From now on nothing keeps the thread alive. */
  close(): void {
    this.#port.unref();
  }

  #something(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

async function answerOf(work: Promise<unknown>): Promise<Returned> {
  try {
    return { value: await work };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

/** Writes are only queued here: those before a read, and the remaining ones, share a transaction. */
function run(store: SqliteStore, call: StoreCall): Promise<unknown> {
  if (CALLS[call[0]] !== 'write') store.flush();
  return answerTo(store, call);
}
