// A thread of captains whose rules hang, fail, exit, use up the memory or tell its limit, by the first digit of the seed.
import { resourceLimits } from 'node:worker_threads';
import type { CaptainsTask } from '../process/captain-thread.ts';

export function choose({ seed }: CaptainsTask): { readonly type: string } {
  if (seed.startsWith('f')) throw new Error('rules that fail');
  if (seed.startsWith('e')) process.exit(1);
  if (seed.startsWith('c')) return { type: `${resourceLimits.maxYoungGenerationSizeMb}` };
  const kept: string[][] = [];
  while (seed.startsWith('d')) kept.push(Array.from({ length: 10_000 }, (_, n) => `${n}`));
  for (const start = performance.now(); performance.now() - start < 60_000; );
  return { type: 'too-late' };
}
