// Ends a process whose event loop is stuck: it handles no signals and serves no clients.
import { Worker } from 'node:worker_threads';
import { setInterval } from '../../rooms/clockwork.ts';

const BEAT_MS = 250;

export interface WatchdogStart {
  /** Increases while the event loop runs. */
  readonly beats: Int32Array<SharedArrayBuffer>;
  readonly seconds: number;
}

/**
 * Runs in another thread, since a stuck loop cannot check itself. It counts its own seconds: a process that was
 * stopped was not silent. Returns a function to call whenever something is handled: under a flood the loop reads
 * connections for many seconds before it runs a timer, and a flood must not be able to end the process.
 */
export function startWatchdog(seconds: number): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const beat = () => void Atomics.add(beats, 0, 1);
  setInterval(beat, BEAT_MS).unref();
  new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    name: 'watchdog',
    execArgv: [],
    workerData: { beats, seconds } satisfies WatchdogStart,
  }).unref();
  return beat;
}
