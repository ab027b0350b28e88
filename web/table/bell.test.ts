// The bell is heard once the page has been touched, and never all at once.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { signal } from '@preact/signals';
import { sound } from '../lib/preferences.ts';
import { ringTurn } from './bell.ts';

let page: EventTarget;
let strokes = 0;
let resumes = 0;
let isAllowed = false;
let air: { state: string } | undefined;
const names = ['document', 'navigator', 'AudioContext', 'OscillatorNode', 'GainNode'] as const;
const before = Object.fromEntries(names.map((name) => [name, (globalThis as never)[name]]));

class Node {
  readonly gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
  connect(next: unknown): unknown {
    return next;
  }
  start(): void {
    strokes += 1;
  }
  stop(): void {}
}

class Air {
  state = 'suspended';
  readonly currentTime = 0;
  constructor() {
    air = this;
  }
  resume(): Promise<void> {
    resumes += 1;
    if (isAllowed) this.state = 'running';
    return Promise.resolve();
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

function replace(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

beforeEach(() => {
  page = new EventTarget();
  [strokes, resumes, isAllowed, air] = [0, 0, false, undefined];
  sound.value = true;
  replace({
    document: page,
    navigator: {},
    AudioContext: Air,
    OscillatorNode: Node,
    GainNode: Node,
  });
});
afterEach(() => {
  sound.value = false;
  replace(before);
});

const touch = () => {
  isAllowed = true;
  page.dispatchEvent(new Event('pointerup'));
};
const choosing = (decision: { value: unknown }) =>
  ({ choice: { decision } }) as unknown as Parameters<typeof ringTurn>[0];

test('nothing sounds before a touch, nor later instead', () => {
  const decision = signal<object | null>({ id: 1 });
  const stop = ringTurn(choosing(decision));
  expect(strokes).toBe(0);
  touch();
  expect([air?.state, strokes]).toEqual(['running', 0]);
  decision.value = null;
  decision.value = { id: 2 };
  expect(strokes).toBe(2);
  decision.value = { id: 2 };
  expect(strokes).toBe(2);
  stop();
});

test('after a reload, a touch before the turn is enough', () => {
  const decision = signal<object | null>(null);
  const stop = ringTurn(choosing(decision));
  touch();
  decision.value = { id: 1 };
  expect(strokes).toBe(2);
  stop();
  touch();
  expect(resumes).toBe(1);
});

test('it goes on after something else wanted to be heard', () => {
  const decision = signal<object | null>(null);
  const stop = ringTurn(choosing(decision));
  touch();
  if (air !== undefined) air.state = 'interrupted';
  touch();
  decision.value = { id: 1 };
  expect([resumes, strokes]).toEqual([2, 2]);
  stop();
});

test('without sounds there is no sound, and nothing is opened for one', () => {
  sound.value = false;
  const stop = ringTurn(choosing(signal({ id: 1 })));
  touch();
  expect([air, strokes]).toEqual([undefined, 0]);
  stop();
});
