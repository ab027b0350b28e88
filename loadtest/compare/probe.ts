// Loaded into the servers that load tests and benches start (`--import`): reports the resources of the
// process on request, and ends it when its parent is gone.
import { readdirSync } from 'node:fs';

export interface Usage {
  /** Processor time since the process began, in microseconds. */
  readonly cpu: number;
  readonly residentBytes: number;
  /** Live objects and buffers. */
  readonly liveBytes: number;
  /** Open files and sockets; `null` where the system does not say. */
  readonly descriptors: number | null;
  readonly timers: number;
}

process.on('message', (message) => {
  if (message !== 'usage' && message !== 'usage-after-gc') return;
  if (message === 'usage-after-gc') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const usage: Usage = {
    cpu: user + system,
    residentBytes: rss,
    liveBytes: heapUsed + external,
    descriptors: descriptors(),
    timers: process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length,
  };
  process.send?.({ usage });
});
// The channel must not keep a server alive that wants to end.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

function descriptors(): number | null {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return null; // not Linux
  }
}
