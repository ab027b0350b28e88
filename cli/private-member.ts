// One server of a private cluster: a process on its own port that can be stopped, killed and restarted.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LineSplitter } from '../shared/protocol/line-splitter.ts';

const MAIN = join(import.meta.dirname, '../server/main.ts');
/** Lines of errors that are kept. */
const KEPT_ERRORS = 50;

export interface MemberOrder {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  /** Environment variables of the server. */
  readonly settings: Readonly<Record<string, string>>;
  /** Node's options. */
  readonly flags?: readonly string[];
  /** Ctrl+C in this terminal does not reach it. */
  readonly detached?: boolean;
  /** Called with every line that it logs as an error or writes to standard error. */
  readonly onError?: ((line: string) => void) | undefined;
}

export class Member {
  readonly name: string;
  readonly port: number;
  readonly #order: MemberOrder;
  readonly #errors: string[] = [];
  readonly #kill = () => void this.#child?.kill('SIGKILL');
  #child: ChildProcess | undefined;
  #ended: Promise<number | null> = Promise.resolve(null);

  constructor(order: MemberOrder) {
    this.#order = order;
    this.name = order.name;
    this.port = order.port;
    mkdirSync(order.folder, { recursive: true });
    process.once('exit', this.#kill);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The exit code of the latest process; `null` if a signal ended it. */
  get ended(): Promise<number | null> {
    return this.#ended;
  }

  get errors(): readonly string[] {
    return this.#errors;
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const { folder, port, settings, flags = [], detached = false } = this.#order;
    const child = spawn(process.execPath, [...flags, MAIN], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached,
      env: { PATH: '', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), PORT: String(port), ...settings },
    });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('close', resolve));
    child.stderr.on('data', (chunk: Buffer) => this.#note(chunk.toString()));
    await new Promise<void>((resolve, reject) => {
      const splitter = new LineSplitter();
      child.stdout.on('data', (chunk: Buffer) => {
        for (const line of splitter.take(chunk.toString())) {
          if (line.includes('"port":')) resolve();
          if (/"level":"?(error|fatal|[56]0)\b/.test(line)) this.#note(line);
        }
      });
      void this.#ended.then((code) =>
        reject(new Error(`${this.name} ended with ${code}: ${this.#errors.join('\n')}`)),
      );
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Kills it, even while it is stopped. */
  async kill(): Promise<void> {
    if (this.isRunning) this.#kill();
    await this.#ended;
    process.off('exit', this.#kill);
  }

  #note(line: string): void {
    const text = line.trim().slice(0, 500);
    if (text === '') return;
    if (this.#errors.length < KEPT_ERRORS) this.#errors.push(text);
    this.#order.onError?.(text);
  }
}
