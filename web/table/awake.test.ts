// The screen stays on during the player's turn, and only then.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { signal } from '@preact/signals';
import { stayAwake } from './awake.ts';

type Choosing = Parameters<typeof stayAwake>[0];

let locks: { isHeld: boolean }[] = [];
let page: EventTarget & { visibilityState?: string };
const before = { document: globalThis.document, navigator: globalThis.navigator };

beforeEach(() => {
  locks = [];
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const request = () => {
    const release = () => {
      lock.isHeld = false;
      return Promise.resolve();
    };
    const lock = { isHeld: true, release };
    locks.push(lock);
    return Promise.resolve(lock);
  };
  replace({ document: page, navigator: { wakeLock: { request } } });
});
afterEach(() => replace(before));

function replace(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

const settled = () => new Promise(setImmediate);
const held = () => locks.filter(({ isHeld }) => isHeld).length;
const choosing = (decision: { value: unknown }) => ({ choice: { decision } }) as unknown as Choosing;

test('a lock is held from the decision to its answer', async () => {
  const decision = signal<object | null>(null);
  const stop = stayAwake(choosing(decision));
  await settled();
  expect(locks).toEqual([]);
  decision.value = { id: 1 };
  await settled();
  expect(held()).toBe(1);
  decision.value = { id: 2 };
  await settled();
  expect(held()).toBe(1);
  decision.value = null;
  await settled();
  expect(held()).toBe(0);
  stop();
});

test('it is asked for again when the page is seen again, and given back when the table is left', async () => {
  const stop = stayAwake(choosing(signal({ id: 1 })));
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await settled();
  expect(held()).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await settled();
  expect(held()).toBe(1);
  stop();
  await settled();
  expect(held()).toBe(0);
});
