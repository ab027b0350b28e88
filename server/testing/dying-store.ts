// A storage thread that dies or hangs when it is told to, right after it wrote and before it could answer.
import { parentPort } from 'node:worker_threads';
import '../store/thread.ts';

const HANGS_MS = 3_000;

parentPort?.on('message', (texts: readonly string[]) => {
  if (texts.some((text) => text.includes('die-quietly'))) process.exit(7);
  if (texts.some((text) => text.includes('hang-on'))) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HANGS_MS);
  }
  if (texts.some((text) => text.includes('die-loudly'))) throw new Error('a bug in the thread');
});
