// A server that is killed and started again, always at the same address and with the same folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LineSplitter } from '../../shared/protocol/line-splitter.ts';
import type { RecordLike } from '../check.ts';
import { OUR_SETTINGS } from '../compare/quayside.ts';
import { exportMatch } from './export.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Maximum number of error log lines kept. */
const KEPT_ERRORS = 20;

export class MortalServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'quayside-crash-'));
  readonly #clear = () => {
    this.#child?.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  };
  readonly errors: string[] = [];
  readonly #storage: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #port = 0;

  /** `storage`: where matches are stored, if not in a file. */
  constructor(storage: Readonly<Record<string, string>> = {}) {
    this.#storage = storage;
    process.once('exit', this.#clear);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Resolves once it listens. */
  async boot(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: '',
        ...OUR_SETTINGS,
        DATA_DIR: this.#dataDir,
        PORT: `${this.#port}`,
        ...this.#storage,
        ...settings,
      },
    });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('close', () => resolve()));
    child.stderr.on('data', (chunk: Buffer) => this.#note(chunk.toString()));
    this.#port = await new Promise<number>((resolve, reject) => {
      const splitter = new LineSplitter();
      child.stdout.on('data', (chunk: Buffer) => {
        for (const line of splitter.take(chunk.toString())) {
          const port = /"port":(\d+)/.exec(line)?.[1];
          if (port !== undefined) resolve(Number(port));
          if (/"level":"?(error|fatal|[56]0)\b/.test(line)) this.#note(line);
        }
      });
      void this.#ended.then(() => reject(new Error(`the server did not start: ${this.errors.join('\n')}`)));
    });
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    this.#child?.kill(signal);
    await this.#ended;
  }

  /** The stored data of a match that has no public record yet. Needs no running server. */
  export(matchId: string): RecordLike {
    return exportMatch(matchId, { DATA_DIR: this.#dataDir, ...this.#storage });
  }

  remove(): void {
    process.off('exit', this.#clear);
    this.#clear();
  }

  get #dataDir(): string {
    return join(this.#folder, 'data');
  }

  #note(line: string): void {
    if (this.errors.length < KEPT_ERRORS && line.trim() !== '') this.errors.push(line.slice(0, 500));
  }
}
