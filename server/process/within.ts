// Waiting with a time limit.
import { clearTimeout, setTimeout } from '../../rooms/clockwork.ts';

/** Rejects if the work is not done in time; the work itself continues. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not done within ${Math.round(ms)} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
