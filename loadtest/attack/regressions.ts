// Bursts that found something: kept in a file, and repeated first by every later run.
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { isSeed } from '../../shared/kernel/rng.ts';
import type { Finding } from './eyes.ts';

const regression = z.strictObject({
  kind: z.string(),
  seed: z.string().refine(isSeed),
  /** What was wrong then. */
  found: z.string(),
});
export type Regression = z.infer<typeof regression>;

/** More of one run add nothing new, and would make every later run longer. */
const MOST_OF_ONE_RUN = 20;

export class Regressions {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  read(): readonly Regression[] {
    return z.array(regression).parse(JSON.parse(readFileSync(this.#path, 'utf8')));
  }

  /** Keeps the bursts of these findings, each once; returns how many are new. */
  keep(findings: readonly Finding[], kinds: readonly string[]): number {
    const kept = [...this.read()];
    const known = new Set(kept.map(({ kind, seed }) => `${kind} ${seed}`));
    const before = kept.length;
    for (const { kind, seed, what: found } of findings) {
      if (!kinds.includes(kind) || known.has(`${kind} ${seed}`)) continue;
      if (kept.length === before + MOST_OF_ONE_RUN) break;
      known.add(`${kind} ${seed}`);
      kept.push({ kind, seed, found });
    }
    if (kept.length > before) writeFileSync(this.#path, `${JSON.stringify(kept, null, 2)}\n`);
    return kept.length - before;
  }
}
