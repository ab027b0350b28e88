// A storage thread that dies or hangs on demand, right after it wrote and before it answers.
import { parentPort, workerData } from 'node:worker_threads';
import { serve, type ThreadStart } from '../store/thread-loop.ts';

/** Longer than `/ready` waits, by enough for a slow machine to answer. */
const HANGS_MS = 8_000;

if (parentPort === null) throw new Error('a thread only');
await serve(parentPort, workerData as ThreadStart, (calls) => {
  const text = JSON.stringify(calls);
  if (text.includes('die-quietly')) process.exit(7);
  if (text.includes('die-loudly')) throw new Error('a bug in the thread');
  if (text.includes('hang-on')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HANGS_MS);
});
