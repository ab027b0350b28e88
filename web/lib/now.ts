// The time, for countdowns: ticks only while the page is visible.
import { type ReadonlySignal, signal } from '@preact/signals';

const TICK_MS = 500;

function ticking(): ReadonlySignal<number> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const time = signal(Date.now(), {
    watched() {
      time.value = Date.now();
      timer = setInterval(() => {
        time.value = Date.now();
      }, TICK_MS);
    },
    unwatched() {
      clearInterval(timer);
    },
  });
  return time;
}

/** By the clock of this device. */
export const now = ticking();
