// A server as a child of this process, which it never outlives.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LineSplitter } from '../shared/protocol/line-splitter.ts';

const OUR_SERVER = join(import.meta.dirname, '../server/start.mjs');
const KEPT_ERRORS = 50;
const LONGEST_ERROR = 500;

export interface ServerOrder {
  /** Where it runs and has its data. */
  readonly folder: string;
  /** Environment variables of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Another server, which also prints `"port":N` once it listens. */
  readonly script?: string;
  /** Node's options. */
  readonly flags?: readonly string[];
  /** What runs Node, such as a shell that lowers a limit. */
  readonly through?: readonly string[];
  /** Ctrl+C in this terminal does not reach it. */
  readonly detached?: boolean;
  /** It exchanges messages with this process. */
  readonly channel?: boolean;
  /** Called with every line that it logs. */
  readonly onLine?: (line: string) => void;
  /** Called with every line that it logs as an error or writes to standard error. */
  readonly onError?: ((line: string) => void) | undefined;
}

export interface ServerProcess {
  readonly child: ChildProcess;
  /** Rejects if it ends before it listens. */
  readonly port: Promise<number>;
  /** The exit code; `null` if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** The first lines of errors. */
  readonly errors: readonly string[];
  /** Kills it, even while it is stopped, unless the signal is a milder one. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export function startServer(order: ServerOrder): ServerProcess {
  const { folder, settings, script = OUR_SERVER, flags = [], through = [], detached = false } = order;
  mkdirSync(folder, { recursive: true });
  const [program = '', ...args] = [...through, process.execPath, ...flags, script];
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe', ...(order.channel === true ? (['ipc'] as const) : [])],
    detached,
    env: { PATH: '', PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), ...settings },
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  void ended.then(() => process.off('exit', kill));

  const errors: string[] = [];
  const note = (line: string) => {
    const text = line.trim().slice(0, LONGEST_ERROR);
    if (text === '') return;
    if (errors.length < KEPT_ERRORS) errors.push(text);
    order.onError?.(text);
  };
  child.stderr?.on('data', (chunk: Buffer) => note(chunk.toString()));
  const port = new Promise<number>((resolve, reject) => {
    const splitter = new LineSplitter();
    child.stdout?.on('data', (chunk: Buffer) => {
      for (const line of splitter.take(chunk.toString())) {
        const found = /"port":(\d+)/.exec(line)?.[1];
        if (found !== undefined) resolve(Number(found));
        if (/"level":"?(error|fatal|[56]0)\b/.test(line)) note(line);
        order.onLine?.(line);
      }
    });
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${errors.join('\n')}`)));
  });
  // Not everybody who starts it waits until it listens.
  port.catch(() => undefined);
  return {
    child,
    port,
    ended,
    errors,
    end: (signal = 'SIGKILL') => {
      child.kill(signal);
      return ended;
    },
  };
}
