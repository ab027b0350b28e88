// A storage thread that dies when it is told to, right after it wrote and before it could answer.
import { parentPort } from 'node:worker_threads';
import '../store/thread.ts';

parentPort?.on('message', (texts: readonly string[]) => {
  if (texts.some((text) => text.includes('die-quietly'))) process.exit(7);
  if (texts.some((text) => text.includes('die-loudly'))) throw new Error('a bug in the thread');
});
