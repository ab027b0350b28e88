// Mutants without an observable effect, each with its reason.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Mutant } from './mutate.ts';

const LIST = 'tools/mutants-equivalent.json';

const schema = z.array(
  z.strictObject({
    file: z.string(),
    /** The line, trimmed: it may move, but not change. */
    text: z.string(),
    original: z.string(),
    replacement: z.string(),
    reason: z.string().min(20),
  }),
);
type Equivalent = z.infer<typeof schema>[number];

export function readEquivalents(root: string): Equivalent[] {
  return schema.parse(JSON.parse(readFileSync(join(root, LIST), 'utf8')));
}

export function equivalentOf(list: readonly Equivalent[], mutant: Mutant): Equivalent | undefined {
  return list.find(
    ({ file, text, original, replacement }) =>
      file === mutant.file &&
      text === mutant.text &&
      original === mutant.original &&
      replacement === mutant.replacement,
  );
}

/** Entries for fully examined files that match no mutant there. */
export function staleEntries(list: readonly Equivalent[], mutants: readonly Mutant[]): string[] {
  const files = new Set(mutants.map(({ file }) => file));
  return list
    .filter((entry) => files.has(entry.file) && !mutants.some((mutant) => equivalentOf([entry], mutant)))
    .map(({ file, text, original, replacement }) => `${file}: ${original} → ${replacement} in ${text}`);
}
