// The watchdog's own thread.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { wall } from '../../rooms/clockwork.ts';
import type { WatchdogStart } from './watchdog.ts';

const { beats, seconds } = workerData as WatchdogStart;
const sleep = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

for (let silent = 0, last = 0; silent < seconds; ) {
  Atomics.wait(sleep, 0, 0, 1_000);
  const heard = Atomics.load(beats, 0);
  silent = heard === last ? silent + 1 : 0;
  last = heard;
}
const line = {
  level: 50,
  time: new Date(wall()).toISOString(),
  seconds,
  msg: 'event loop is stuck: process killed',
};
try {
  writeSync(1, `${JSON.stringify(line)}\n`);
} finally {
  process.kill(process.pid, 'SIGKILL');
}
