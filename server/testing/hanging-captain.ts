// A thread of captains whose rules hang, or fail, as the question asks for.
import type { CaptainsTask } from '../captain-thread.ts';

export function choose({ seed }: CaptainsTask): { readonly type: string } {
  if (seed.startsWith('f')) throw new Error('rules that fail');
  for (const start = performance.now(); performance.now() - start < 60_000; );
  return { type: 'too-late' };
}
