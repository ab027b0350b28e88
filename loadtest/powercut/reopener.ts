// A process that opens data folders and says what is stored in them.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { RecordLike } from '../check.ts';

const SCRIPT = join(import.meta.dirname, '../../server/testing/reopened.ts');
/** A server leaves a little behind in its process. */
const MOST_STARTS = 200;

export interface StoredMatch {
  readonly status: string;
  readonly record: RecordLike & { readonly matchId: string; readonly game: string };
}

/** A folder from which the server started, or why it refused. */
export interface Found {
  readonly refused?: string;
  readonly matches: readonly StoredMatch[];
  readonly key: string;
  /** What it logged as warnings or errors. */
  readonly complaints: readonly string[];
}

export class Reopener {
  #process: ChildProcessByStdio<Writable, Readable, null> | undefined;
  #lines: AsyncIterator<string> | undefined;
  #starts = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** One after the other: a process can run one server. */
  open(settings: Readonly<Record<string, string>>): Promise<Found> {
    const found = this.#last.then(() => this.#open(settings));
    this.#last = found;
    return found;
  }

  close(): void {
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
    this.#lines = undefined;
  }

  async #open(settings: Readonly<Record<string, string>>): Promise<Found> {
    if (this.#starts++ % MOST_STARTS === 0) this.close();
    this.#process ??= spawn(process.execPath, [SCRIPT], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: '' },
    });
    this.#lines ??= createInterface(this.#process.stdout)[Symbol.asyncIterator]();
    this.#process.stdin.write(`${JSON.stringify(settings)}\n`);
    const { done = false, value } = await this.#lines.next();
    if (done) this.close();
    const answer = done ? { refused: 'its process has ended' } : (JSON.parse(value) as Partial<Found>);
    return { matches: [], key: '', complaints: [], ...answer };
  }
}
