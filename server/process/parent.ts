// `npm start` puts npm, and often a shell, between a supervisor and the server. A signal that ends only
// npm would leave the server behind with its port and folder, so it checks whether npm is gone.
import { readFileSync } from 'node:fs';
import { clearInterval, setInterval } from '../../rooms/clockwork.ts';
import type { Environment } from './config.ts';

/** The npm scripts that start the server itself; a background server of another script stays. */
const SCRIPTS: readonly unknown[] = ['start', 'dev'];
const SHELLS: readonly unknown[] = ['sh', 'dash', 'bash', 'ash', 'zsh', 'busybox'];
const LOOK_EVERY_MS = 500;
/** npm, its shell, and the watcher of `npm run dev`. */
const LONGEST_CHAIN = 4;

/**
 * Calls `gone` once when the npm that started this process has ended; never for a server that npm did
 * not start. On other systems than Linux only the parent itself is watched: there, shells leave npm as the parent.
 */
export function watchNpm(environment: Environment, gone: () => void): void {
  if (!SCRIPTS.includes(environment['npm_lifecycle_event'])) return;
  // `node --watch` is in between and would wait for changes when the server ends.
  const watcher = environment['WATCH_REPORT_DEPENDENCIES'] === undefined ? undefined : process.ppid;
  const chain = chainTo(watcher);
  const timer = setInterval(() => {
    if (isAlive(process.ppid) && chainTo(watcher) === chain) return;
    clearInterval(timer);
    if (watcher !== undefined && process.ppid === watcher) process.kill(watcher, 'SIGTERM');
    gone();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** From the parent up to the first that is not a shell. A process whose parent ends gets another one. */
function chainTo(watcher: number | undefined): string {
  const chain = [process.ppid];
  for (let pid = process.ppid; chain.length < LONGEST_CHAIN; ) {
    const { name, parent } = lookUp(pid);
    if (parent === undefined || (pid !== watcher && !SHELLS.includes(name))) break;
    chain.push(parent);
    pid = parent;
  }
  return chain.join(' ');
}

/** What Linux reports about a process; other systems do not. */
function lookUp(pid: number): { readonly name?: string; readonly parent?: number } {
  try {
    // `123 (the name) S 45 …`; a name may contain brackets.
    const [, name = '', parent] =
      /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return {};
  }
}

/** Windows keeps the number of a parent that has ended. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A parent of another user is alive too.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
