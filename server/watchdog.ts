// Ends a process whose event loop is stuck: it handles no signals and serves no clients.
import { Worker } from 'node:worker_threads';

const BEAT_MS = 250;

export interface WatchdogStart {
  /** Increases while the event loop runs. */
  readonly beats: Int32Array<SharedArrayBuffer>;
  readonly seconds: number;
}

/**
 * From another thread, as this one cannot. It counts its own seconds: a process that was stopped was not silent.
 * Returns what tells it that something is being handled: under a flood the loop reads connections for many
 * seconds before it looks at a timer, and a stranger must not end the process by that.
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
