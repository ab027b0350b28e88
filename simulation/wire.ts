// What actors say to each other: late, and sometimes lost or twice.
import type { Actor, Scheduler } from './scheduler.ts';

export interface Line {
  /** Milliseconds, each way, at most. */
  readonly delay: number;
  /** Of a hundred questions, or answers. */
  readonly lost: number;
  readonly doubled: number;
}

export class Lost extends Error {}

/**
 * Asks another actor. The answer comes as a task of the one who asks; none comes if either of them is dead by then. If it
 * is lost or takes longer than `patience`, it is rejected with `Lost`.
 */
export function ask<T>(
  scheduler: Scheduler,
  to: Actor,
  { delay, lost, doubled }: Line,
  work: () => T | Promise<T>,
  patience?: number,
): Promise<T> {
  const from = scheduler.actor;
  return new Promise<T>((resolve, reject) => {
    const end =
      patience === undefined
        ? undefined
        : scheduler.after(from, patience, () => reject(new Lost('no answer')));
    const reply = (settle: () => void) => {
      if (scheduler.chance(lost, 100)) return;
      scheduler.after(from, scheduler.upTo(delay), () => {
        if (end !== undefined) end.isCancelled = true;
        settle();
      });
    };
    const arrive = () => {
      scheduler.after(to, scheduler.upTo(delay), () => {
        (async () => await work())().then(
          (value) => reply(() => resolve(value)),
          (error: unknown) => reply(() => reject(error)),
        );
      });
    };
    if (!scheduler.chance(lost, 100)) arrive();
    if (scheduler.chance(doubled, 100)) arrive();
  });
}
