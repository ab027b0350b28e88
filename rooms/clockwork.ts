// Time, timers and chance as the system gives them, under their usual names: `rooms/` and `server/` ask for them here
// alone (`npm run check:clockwork`), so that a simulation can put its own clockwork in this module's place.
import { randomBytes as systemBytes, randomInt as systemInt } from 'node:crypto';

// The globals are looked up at each call: tests put their own in their places.

export const performance = { now: (): number => globalThis.performance.now() };

/** Milliseconds since 1970, by a clock that may jump. */
export function wall(): number {
  return Date.now();
}

export function setTimeout(work: () => void, milliseconds: number): NodeJS.Timeout {
  return globalThis.setTimeout(work, milliseconds);
}

export function setInterval(work: () => void, milliseconds: number): NodeJS.Timeout {
  return globalThis.setInterval(work, milliseconds);
}

export function setImmediate(work: () => void): NodeJS.Immediate {
  return globalThis.setImmediate(work);
}

export function clearTimeout(timer: NodeJS.Timeout | undefined): void {
  globalThis.clearTimeout(timer);
}

export function clearInterval(timer: NodeJS.Timeout | undefined): void {
  globalThis.clearInterval(timer);
}

export { setTimeout as pause } from 'node:timers/promises';

/** Aborts after that time. */
export function deadline(milliseconds: number): AbortSignal {
  return AbortSignal.timeout(milliseconds);
}

export function randomBytes(length: number): Buffer {
  return systemBytes(length);
}

/** From 0, less than `bound`. */
export function randomInt(bound: number): number {
  return systemInt(bound);
}
