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
  /**
   * Processor time of the longest turn of the event loop since the last report, in milliseconds, with up to
   * `TICK_MS` of the turns around it. Always 0 unless `WATCH_TURNS` is set.
   */
  readonly heldMs: number;
}

/** Between two looks at the processor time: while the loop is held there is none. */
const TICK_MS = 10;

let heldMs = 0;
let before = threadMs();

function look(): void {
  const now = threadMs();
  heldMs = Math.max(heldMs, now - before);
  before = now;
}

/** Of the main thread: time in which other programs had the processor does not count. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

if (process.env['WATCH_TURNS'] !== undefined) setInterval(look, TICK_MS).unref();

process.on('message', (message) => {
  if (message !== 'usage' && message !== 'usage-after-gc') return;
  if (message === 'usage-after-gc') {
    globalThis.gc?.();
    // Buffers are freed in the background after a collection; the next one waits for it.
    globalThis.gc?.();
  }
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const usage: Usage = {
    cpu: user + system,
    residentBytes: rss,
    liveBytes: heapUsed + external,
    descriptors: descriptors(),
    timers: process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length,
    heldMs,
  };
  // Without the collection and this report.
  heldMs = 0;
  before = threadMs();
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
