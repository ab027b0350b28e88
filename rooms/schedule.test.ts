// Work in its turn: a queue, and slices that leave the event loop free.
import { expect, test } from '@jest/globals';
import { Queue, Slices } from './schedule.ts';
import { MemoryStore } from './testing/memory-store.ts';
import { journalRow, matchRow } from './testing/rows.ts';

/** Longer than a slice. */
function work(): void {
  const end = performance.now() + 6;
  while (performance.now() < end);
}

/** Counts the turns of the event loop meanwhile. */
async function inTurns(job: (turn: () => number) => Promise<unknown>): Promise<void> {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await job(() => turn).finally(() => {
    isOver = true;
  });
}

test('a queue does one thing after the other, whatever becomes of it', async () => {
  const done: string[] = [];
  const queue = new Queue(() => done.push('ended'));
  const step = (name: string) => async () => {
    done.push(`${name} begins`);
    await Promise.resolve();
    done.push(name);
  };
  const faulty = queue.run(() => Promise.reject(new Error('no')));
  const first = queue.run(step('first'));
  const second = queue.enter(step('second'));
  expect([queue.length, done]).toEqual([3, []]);
  await expect(faulty).rejects.toThrow('no');
  await Promise.all([first, second]);
  expect(done).toEqual(['ended', 'first begins', 'first', 'ended', 'second begins', 'second', 'ended']);
  expect(queue.length).toBe(0);
});

test('what enters an empty queue begins at once, and the next waits for it', async () => {
  const queue = new Queue();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  void queue.enter(async () => {
    done.push('first begins');
    await promise;
    done.push('first');
  });
  expect(done).toEqual(['first begins']);
  void queue.run(() => Promise.resolve(done.push('second')));
  resolve();
  await queue.idle();
  expect(done).toEqual(['first begins', 'first', 'second']);
});

test('however many matches are woken, a turn of the event loop has one slice at most', async () => {
  const slices = new Slices();
  const seen: number[] = [];
  const done: string[] = [];
  await inTurns(async (turn) => {
    const play = async (name: string, items: number) => {
      await slices.forEach(Array(items).keys(), () => {
        work();
        seen.push(turn());
        done.push(name);
      });
    };
    await Promise.all([play('long', 12), play('short', 2), play('other', 2)]);
  });
  expect(seen).toHaveLength(16);
  expect(new Set(seen).size).toBe(16);
  // Short ones do not wait for long ones.
  expect(done.indexOf('long', done.lastIndexOf('short'))).toBeGreaterThan(0);
  expect(done.lastIndexOf('other')).toBeLessThan(8);
});

test('what takes little time is not spread over many turns', async () => {
  const slices = new Slices();
  const seen = new Set<number>();
  await inTurns((turn) => slices.forEach(Array(100).keys(), () => seen.add(turn())));
  expect(seen.size).toBeLessThan(10);
});

test('an exception ends the work, and the next one is not held up', async () => {
  const slices = new Slices();
  const failing = slices.forEach([1, 2], () => {
    throw new Error('a bug');
  });
  const items: number[] = [];
  const next = slices.forEach([3, 4], (item) => items.push(item));
  await expect(failing).rejects.toThrow('a bug');
  await next;
  expect(items).toEqual([3, 4]);
});

test.each([0, 1, 255, 256, 257, 600])(
  'a journal of %d commands is read in parts, whole and in order',
  async (length) => {
    const store = new MemoryStore();
    await store.create(matchRow('m'));
    const journal = Array.from({ length }, (_, n) => journalRow(n + 1));
    await store.commit('m', journal, {});
    expect(await new Slices().journal(store, 'm')).toEqual(journal);
  },
);
