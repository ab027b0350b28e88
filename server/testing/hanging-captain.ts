// A thread of captains whose rules hang, fail, exit or use up the memory, by the first digit of the seed.
import type { CaptainsTask } from '../process/captain-thread.ts';

export function choose({ seed }: CaptainsTask): { readonly type: string } {
  if (seed.startsWith('f')) throw new Error('rules that fail');
  if (seed.startsWith('e')) process.exit(1);
  const kept: string[][] = [];
  while (seed.startsWith('d')) kept.push(Array.from({ length: 10_000 }, (_, n) => `${n}`));
  for (const start = performance.now(); performance.now() - start < 60_000; );
  return { type: 'too-late' };
}
