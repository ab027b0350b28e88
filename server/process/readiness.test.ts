import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { captureLog } from '../testing/scratch.ts';
import { Readiness } from './readiness.ts';

const PATIENCE_MS = 300;
/** A check counts for a second. */
const NEXT_MS = 1_050;

function readiness(check: () => Promise<void>, isWorseOff = () => Promise.resolve(true)) {
  const { log, lines } = captureLog();
  const messages = () => lines().map(({ msg }) => msg);
  return { ready: new Readiness({ check, patienceMs: PATIENCE_MS, isWorseOff, log }), messages };
}

test('what failed is told once, however often probes come, and so is that it works again', async () => {
  let isFull = true;
  const { ready, messages } = readiness(() =>
    isFull ? Promise.reject(new Error('full')) : Promise.resolve(),
  );
  expect(await ready.isReady()).toBe(false);
  await sleep(NEXT_MS);
  expect([await ready.isReady(), await ready.isReady()]).toEqual([false, false]);
  isFull = false;
  await sleep(NEXT_MS);
  expect([await ready.isReady(), await ready.isReady()]).toEqual([true, true]);
  expect(messages()).toEqual(['the storage accepts no writes', 'the storage accepts writes again']);
});

test('a pause within the patience changes nothing; a longer one does, and is over when it is over', async () => {
  let until = 0;
  const { ready } = readiness(() => sleep(Math.max(0, until - performance.now())));
  expect(await ready.isReady()).toBe(true);
  await sleep(NEXT_MS);
  until = performance.now() + PATIENCE_MS / 2;
  expect(await ready.isReady()).toBe(true);
  await sleep(NEXT_MS);
  until = performance.now() + 2 * NEXT_MS;
  expect(await ready.isReady()).toBe(false);
  await sleep(2 * NEXT_MS);
  expect(await ready.isReady()).toBe(true);
});

test('without the storage it is ready if no other process has it either', async () => {
  const { ready } = readiness(
    () => Promise.reject(new Error('away')),
    () => Promise.resolve(false),
  );
  expect(await ready.isReady()).toBe(true);
});
