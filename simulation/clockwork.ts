// In a simulated world: what `rooms/clockwork.ts` is in a real one. Time passes when the scheduler says so.
import type { Actor, Scheduler, Task } from './scheduler.ts';

/** The world of this moment; one at a time in a process. */
const present: { scheduler?: Scheduler } = {};

export function enter(scheduler: Scheduler): void {
  present.scheduler = scheduler;
}

function world(): Scheduler {
  if (present.scheduler === undefined) throw new Error('there is no simulated world');
  return present.scheduler;
}

/** Whose task is under way. */
export function currentActor(): Actor {
  return world().actor;
}

class Timer {
  #task: Task;

  constructor(task: Task) {
    this.#task = task;
  }

  again(task: Task): void {
    this.#task = task;
  }

  cancel(): void {
    this.#task.isCancelled = true;
  }

  get isCancelled(): boolean {
    return this.#task.isCancelled;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

export const performance = { now: (): number => world().now };

export function wall(): number {
  const { trueTime, actor } = world();
  return Math.floor(trueTime + actor.ahead);
}

export function setTimeout(work: () => void, milliseconds: number): Timer {
  const { actor } = world();
  return new Timer(world().after(actor, milliseconds, work));
}

export function setInterval(work: () => void, milliseconds: number): Timer {
  const scheduler = world();
  const { actor } = scheduler;
  const ring = () => {
    work();
    if (!timer.isCancelled) timer.again(scheduler.after(actor, milliseconds, ring));
  };
  const timer = new Timer(scheduler.after(actor, milliseconds, ring));
  return timer;
}

export function setImmediate(work: () => void): Timer {
  const scheduler = world();
  return new Timer(scheduler.soon(scheduler.actor, work));
}

export function clearTimeout(timer: Timer | undefined): void {
  timer?.cancel();
}

export const clearInterval = clearTimeout;

interface PauseOptions {
  readonly signal?: AbortSignal;
  readonly ref?: boolean;
}

export function pause<T>(
  milliseconds: number,
  value?: T,
  { signal }: PauseOptions = {},
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(value), milliseconds);
    const abort = () => {
      timer.cancel();
      reject(new Error('aborted'));
    };
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

export function deadline(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

export function randomBytes(length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => world().dice.below(256)));
}

export function randomInt(bound: number): number {
  return world().dice.below(bound);
}
