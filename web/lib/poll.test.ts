// Polling: only while used and visible, more slowly after failures, and never twice at once.
import { expect, test } from '@jest/globals';
import { Poll, type Surroundings } from './poll.ts';

function stage() {
  const waits: number[] = [];
  let work: (() => void) | undefined;
  let again: () => void = () => undefined;
  const page = { isVisible: true, listeners: 0 };
  const around: Surroundings = {
    isVisible: () => page.isVisible,
    onReturn: (back) => {
      again = back;
      page.listeners += 1;
      return () => {
        page.listeners -= 1;
      };
    },
    setTimeout: (due, ms) => {
      waits.push(ms);
      work = due;
      return waits.length;
    },
    clearTimeout: () => {
      work = undefined;
    },
  };
  /** The next time-out, and what follows from it. */
  const pass = async () => {
    const due = work;
    work = undefined;
    due?.();
    await settled();
    return due !== undefined;
  };
  return { around, waits, page, pass, back: () => again() };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

test('while it is used it polls at its interval, after failures more slowly, keeping the last value', async () => {
  const { around, waits, pass } = stage();
  const answers = [1, 2, new Error('away'), new Error('away'), 3];
  const poll = new Poll(
    () => {
      const answer = answers.shift();
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    5_000,
    around,
  );
  expect(poll.value.value).toBeNull();
  const stop = poll.use();
  await settled();
  expect(poll.value.value).toBe(1);
  await pass();
  await pass();
  expect([poll.value.value, poll.failure.value]).toEqual([2, new Error('away')]);
  await pass();
  await pass();
  expect([poll.value.value, poll.failure.value]).toEqual([3, null]);
  expect(waits).toEqual([5_000, 5_000, 3_000, 6_000, 5_000]);
  stop();
  expect(await pass()).toBe(false);
});

test('a hidden page does not poll, and polls at once when it is visible again', async () => {
  const { around, page, pass, back } = stage();
  let asked = 0;
  const poll = new Poll(() => Promise.resolve(++asked), 5_000, around);
  const stop = poll.use();
  await settled();
  page.isVisible = false;
  await pass();
  expect([asked, await pass()]).toEqual([1, false]);
  page.isVisible = true;
  back();
  await settled();
  expect(asked).toBe(2);
  stop();
  expect(page.listeners).toBe(0);
});

test('a refresh during a request runs after it', async () => {
  const { around } = stage();
  const pending: ((value: string) => void)[] = [];
  const poll = new Poll(() => new Promise<string>((done) => pending.push(done)), 5_000, around);
  poll.use();
  poll.again();
  poll.again();
  expect(pending).toHaveLength(1);
  pending[0]?.('old');
  await settled();
  expect(pending).toHaveLength(2);
  pending[1]?.('new');
  await settled();
  expect([poll.value.value, pending.length]).toEqual(['new', 2]);
});
