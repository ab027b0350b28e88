// What a process that starts after a stall still makes up slowly.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { KeptLag, LONGEST_LAG_MS, SteadyClock, shelterIn } from './clock.ts';

const NOW = Date.UTC(2027, 0, 5, 12);
const STALL_MS = 16_000;

let folder: string;
let time: { wall: number; monotonic: number };
let writes: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-lag-'));
  time = { wall: NOW, monotonic: 0 };
  writes = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that starts now. */
function started() {
  const clock = new SteadyClock({ wall: () => time.wall, monotonic: () => time.monotonic });
  const shelter = shelterIn(folder);
  const written: Promise<void>[] = [];
  const write = (text: string) => {
    writes += 1;
    const done = shelter.write(text);
    written.push(done);
    return done;
  };
  const lag = new KeptLag({ clock, shelter: { ...shelter, write }, wall: () => time.wall });
  lag.begin();
  const beat = async () => {
    clock.beat();
    lag.look();
    await Promise.all(written);
    await Promise.resolve();
  };
  return { clock, beat };
}

function pass(milliseconds: number): void {
  time.wall += milliseconds;
  time.monotonic += milliseconds;
}

test('a stall is not charged by the next start either, and made up at the same pace', async () => {
  const first = started();
  await first.beat();
  pass(STALL_MS);
  await first.beat();
  expect(time.wall - first.clock.now()).toBeCloseTo(STALL_MS - 1_010, -2);
  const left = time.wall - first.clock.now();

  pass(5_000);
  const second = started();
  expect(time.wall - second.clock.now()).toBeCloseTo(left - 50, -1);
  pass(60 * 60_000);
  expect(started().clock.now()).toBe(time.wall);
});

test('a process that runs well writes nothing', async () => {
  const { beat } = started();
  for (let n = 0; n < 20; n++) {
    await beat();
    pass(200);
  }
  expect(writes).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

test('one stall is one write, however long it is made up', async () => {
  const { beat } = started();
  await beat();
  pass(STALL_MS);
  for (let n = 0; n < 100; n++) {
    await beat();
    pass(200);
  }
  expect(writes).toBe(1);
});

test('what lasted longer than an hour was an outage, and nothing is kept of a clock that is ahead', async () => {
  const first = started();
  await first.beat();
  pass(LONGEST_LAG_MS + 60_000);
  await first.beat();
  const second = started();
  expect(second.clock.now()).toBe(time.wall);
  await second.beat();
  time.wall -= 10 * 60_000;
  await second.beat();
  expect(started().clock.now()).toBe(time.wall);
});

test.each([
  '',
  'no JSON',
  '{"behind":-5,"at":1}',
  '{"behind":1e99,"at":1}',
  `{"behind":900,"at":${NOW + 9}}`,
])('begins with the wall clock where «%s» is kept', (text) => {
  writeFileSync(join(folder, 'clock.json'), text);
  expect(started().clock.now()).toBe(time.wall);
});

test('where nothing can be written, the process goes on', async () => {
  const { clock, beat } = started();
  rmSync(folder, { recursive: true });
  await beat();
  pass(STALL_MS);
  await beat().catch(() => undefined);
  expect(clock.now()).toBeLessThan(time.wall);
});
