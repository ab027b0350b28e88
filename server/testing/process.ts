// The server as a process of its own, for tests that start, stop and kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  out(): string;
  err(): string;
  port(): Promise<number>;
}

export interface ProcessOptions {
  /** How many files it may have open. */
  readonly openFiles?: number;
}

export function startProcess(
  folder: string,
  environment: Record<string, string> = {},
  { openFiles }: ProcessOptions = {},
): Started {
  const server = [process.execPath, join(import.meta.dirname, '../main.ts')];
  const shell = ['/bin/sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh'];
  const [program = '', ...args] = openFiles === undefined ? server : [...shell, ...server];
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: '', PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), ...environment },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const port = async () => {
    for (;;) {
      const found = /"port":(\d+)/.exec(out)?.[1];
      if (found !== undefined) return Number(found);
      if (child.exitCode !== null) throw new Error(`it ended: ${err}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { child, ended, out: () => out, err: () => err, port };
}

export async function kill({ child, ended }: Started): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await ended;
}
