// Entry point of the storage thread.
import { parentPort, workerData } from 'node:worker_threads';
import { serve, type ThreadStart } from './thread-loop.ts';

if (parentPort === null) throw new Error('this file runs as a thread of the server only');
await serve(parentPort, workerData as ThreadStart);
