// Faults of concurrency, planted in the product's code, are found within some dozens of worlds.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const MAIN = join(import.meta.dirname, 'main.ts');
const MOST_WORLDS = '60';
const PATIENCE_MS = 600_000;

/** A seed that leads to each within a few worlds. */
const SEEDS = {
  'answered-early': 'cd'.repeat(16),
  'ids-forgotten': 'f14215852077fcb1ef97fa387cd7f6f2',
  'late-time-out': 'cd'.repeat(16),
  'no-turns': 'cd'.repeat(16),
  'notices-apart': 'cd'.repeat(16),
  'held-views': '7ddaf6d6a9f49ebf3b152b0facccdf13',
  'grace-charged': '74bd7b19a1e29f8edb1f80bec93a4b77',
  'lag-forgotten': 'a8763d6222d11cb2f3be489ff3a6b612',
} as const;

test.each(Object.entries(SEEDS))(
  'found: %s',
  async (plant, seed) => {
    const args = [MAIN, '--worlds', MOST_WORLDS, '--seed', seed, '--plant', plant];
    const said = await new Promise<string>((resolve) =>
      execFile(process.execPath, args, (_error, output) => resolve(output)),
    );
    expect(said).toContain('FOUND: ');
  },
  PATIENCE_MS,
);
