// Ends a process whose event loop is stuck: it handles no signals and serves no clients.
import { Worker } from 'node:worker_threads';

const BEAT_MS = 250;

export interface WatchdogStart {
  /** Increases while the event loop runs. */
  readonly beats: Int32Array<SharedArrayBuffer>;
  readonly seconds: number;
}

/** Runs in another thread, since this one would be stuck. It counts its own seconds, so a process that was stopped is not killed for it. */
export function startWatchdog(seconds: number): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    name: 'watchdog',
    execArgv: [],
    workerData: { beats, seconds } satisfies WatchdogStart,
  }).unref();
}
