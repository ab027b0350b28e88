// A disk that fails, hangs or is full on demand, for processes that tests start.

import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAvailable } from '../../cli/available.ts';

const SOURCE = join(import.meta.dirname, 'bad-disk.c');

export interface BadDisk {
  /** The environment of the affected process. */
  readonly environment: Record<string, string>;
  /** `eio 2`: the next two syncs of the log fail. `hang`: they hang until another command. `full`. `tight`. `ok`. */
  say(order: string): void;
  /** Whether a sync hangs, or has since the last order. */
  hangs(): boolean;
}

/** Needs Linux and a C compiler; otherwise `undefined`. */
export function badDisk(folder: string): BadDisk | undefined {
  const library = join(folder, 'bad-disk.so');
  const { status } = spawnSync('gcc', ['-shared', '-fPIC', '-o', library, SOURCE, '-ldl']);
  if (status !== 0) return undefined;
  const orders = join(folder, 'bad-disk.txt');
  const sign = `${orders}.hangs`;
  const say = (order: string) => {
    rmSync(sign, { force: true });
    writeFileSync(orders, `${order}\n`);
  };
  say('ok');
  return { environment: { LD_PRELOAD: library, BAD_DISK: orders }, say, hangs: () => existsSync(sign) };
}

/** Without it, tests say that they are skipped; in CI it must exist. */
export function hasCompiler(): boolean {
  const found = process.platform === 'linux' && spawnSync('gcc', ['--version']).status === 0;
  return isAvailable(found ? [] : ['tests of bad disks need Linux and gcc']);
}
