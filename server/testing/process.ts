// The server in its own process, for tests that start, stop and kill it.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { startServer } from '../../cli/server-process.ts';

/** The output of a process so far, and its exit code. */
export interface Output {
  readonly ended: Promise<number | null>;
  out(): string;
  err(): string;
}

export interface Started extends Output {
  readonly child: ChildProcess;
  port(): Promise<number>;
}

export function outputOf(child: ChildProcess): Output {
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { ended, out: () => out, err: () => err };
}

export interface ProcessOptions {
  /** How many files it may have open. */
  readonly openFiles?: number;
  /** Another copy of the project. */
  readonly project?: string;
}

export function startProcess(
  folder: string,
  environment: Record<string, string> = {},
  { openFiles, project = join(import.meta.dirname, '../..') }: ProcessOptions = {},
): Started {
  const shell = ['/bin/sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh'];
  const { child, port } = startServer({
    folder,
    settings: environment,
    script: join(project, 'server/start.mjs'),
    through: openFiles === undefined ? [] : shell,
  });
  return { ...outputOf(child), child, port: () => port };
}

export async function kill({ child, ended }: Started): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await ended;
}
