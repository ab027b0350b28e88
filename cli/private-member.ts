// A server that can be stopped, killed and restarted, always on the same port and with the same folder.
import { type ServerOrder, type ServerProcess, startServer } from './server-process.ts';

interface MemberOrder extends ServerOrder {
  readonly name: string;
  /** 0: a free one, which it keeps. */
  readonly port: number;
}

export class Member {
  readonly name: string;
  readonly #order: MemberOrder;
  readonly #errors: string[] = [];
  #port: number;
  #server: ServerProcess | undefined;

  constructor(order: MemberOrder) {
    this.#order = order;
    this.name = order.name;
    this.#port = order.port;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get pid(): number | undefined {
    return this.#server?.child.pid;
  }

  get isRunning(): boolean {
    const { exitCode, signalCode } = this.#server?.child ?? {};
    return exitCode === null && signalCode === null;
  }

  /** The exit code of the latest process; `null` if a signal ended it. */
  get ended(): Promise<number | null> {
    return this.#server?.ended ?? Promise.resolve(null);
  }

  /** Errors of all its processes. */
  get errors(): readonly string[] {
    return [...this.#errors, ...(this.#server?.errors ?? [])];
  }

  /** Resolves when it listens. `settings`: of this process only. */
  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#errors.push(...(this.#server?.errors ?? []));
    this.#server = startServer({
      ...this.#order,
      settings: { PORT: String(this.#port), ...this.#order.settings, ...settings },
    });
    this.#port = await this.#server.port;
  }

  signal(signal: NodeJS.Signals): void {
    this.#server?.child.kill(signal);
  }

  /** Kills it, even while it is stopped, unless the signal is a milder one. */
  async kill(signal?: NodeJS.Signals): Promise<void> {
    await this.#server?.end(signal);
  }
}
