// The watchdog, in a separate process: what counts as stuck, and what as busy.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const WATCHDOG = JSON.stringify(join(import.meta.dirname, 'watchdog.ts'));
const MINUTE_MS = 60_000;

/** Blocks the loop, without end if need be; resolves with how the process ended. */
function block(work: string): Promise<string | number | null> {
  const script = `
    import { startWatchdog } from ${WATCHDOG};
    const beat = startWatchdog(3);
    // The thread must be there before the loop is blocked.
    setTimeout(() => {
      const begun = performance.now();
      const since = () => performance.now() - begun;
      ${work}
      process.exit(0);
    }, 500);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script]);
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
}

test(
  'a busy loop is ended',
  async () => {
    expect(await block(`while (since() < ${MINUTE_MS});`)).toBe('SIGKILL');
  },
  MINUTE_MS,
);

test(
  'a loop that keeps handling requests without running its timers is not',
  async () => {
    expect(await block('while (since() < 9_000) beat();')).toBe(0);
  },
  MINUTE_MS,
);
