// A server of the comparison, in its own process.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { LineSplitter } from '../../shared/protocol/line-splitter.ts';
import type { Usage } from './probe.ts';

export interface BenchProcess {
  readonly url: string;
  /** With `tidy`, after a full garbage collection. */
  usage(tidy?: 'tidy'): Promise<Usage>;
  kill(): Promise<void>;
  readonly ended: Promise<void>;
}

/** Starts a script that prints `"port":N` once it listens. */
export async function startProcess(
  script: string,
  environment: Readonly<Record<string, string>>,
  cwd: string,
  onLine: (line: string) => void = () => undefined,
): Promise<BenchProcess> {
  const child = fork(script, [], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [
      // As `npm start` does.
      '--max-semi-space-size=16',
      '--import',
      join(import.meta.dirname, 'probe.ts'),
      '--expose-gc',
    ],
    env: { PATH: '', NODE_ENV: 'production', ...environment },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await portOf(child, onLine);
  return {
    url: `http://127.0.0.1:${port}`,
    usage: (tidy) =>
      new Promise((resolve, reject) => {
        const hear = (message: { usage?: Usage }) => {
          if (message.usage === undefined) return;
          child.off('message', hear);
          resolve(message.usage);
        };
        child.on('message', hear);
        child.send(tidy === undefined ? 'usage' : 'usage-after-gc', (error) => {
          if (error !== null) reject(error);
        });
        void ended.then(() => reject(new Error(`${script} ended`)));
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    ended,
  };
}

/** Resolves with the port it says; every line it logs is handed on, now and later. */
function portOf(child: ChildProcess, onLine: (line: string) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) return reject(new Error('no output to read'));
    const splitter = new LineSplitter();
    let errors = '';
    stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-4_000);
    });
    stdout.on('data', (chunk: Buffer) => {
      for (const line of splitter.take(chunk.toString())) {
        const port = /"port":(\d+)/.exec(line)?.[1];
        if (port !== undefined) resolve(Number(port));
        onLine(line);
      }
    });
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${errors}`)));
  });
}
