// Runs mutants in parallel, each against the tests that execute its line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Baseline, ran, type TestFile } from './baseline.ts';
import { Runner, type RunReport } from './jobs.ts';
import { applied, type Mutant } from './mutate.ts';

type Fate = 'killed' | 'timed-out' | 'survived' | 'not-covered' | 'equivalent';

export interface Tried {
  readonly mutant: Mutant;
  readonly fate: Fate;
  /** Which test noticed, or why none needs to. */
  readonly by?: string;
}

/** The factor that distinguishes an endless loop from a slow machine. */
const PATIENCE = 8;
const LEAST_LIMIT = 5_000;

export async function tryMutants(
  root: string,
  mutants: readonly Mutant[],
  baseline: Baseline,
  { workers, until }: { readonly workers: number; readonly until: number },
  onTried: (tried: Tried) => void,
): Promise<Tried[]> {
  const waiting = mutants.map((mutant, index) => ({ mutant, index }));
  const results: Tried[] = [];
  const lastKiller = new Map<string, string>();
  let id = 0;

  async function work(): Promise<void> {
    const runner = new Runner(root);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (performance.now() > until) break;
      const { mutant, index } = next;
      const tests = judgesOf(baseline, mutant, lastKiller.get(mutant.file));
      const tried =
        tests.length === 0 ? { mutant, fate: 'not-covered' as const } : await judge(runner, mutant, tests);
      if (tried.fate === 'killed' && tried.by !== undefined)
        lastKiller.set(mutant.file, tried.by.split(': ')[0] ?? '');
      results[index] = tried;
      onTried(tried);
    }
    await runner.close();
  }

  async function judge(runner: Runner, mutant: Mutant, tests: readonly TestFile[]): Promise<Tried> {
    const source = applied(readFileSync(join(root, mutant.file), 'utf8'), mutant);
    const report = await runner.run({
      id: id++,
      tests: tests.map(({ test }) => test),
      limits: tests.map(({ milliseconds }) => LEAST_LIMIT + PATIENCE * milliseconds),
      mutated: { file: mutant.file, source },
    });
    return { mutant, ...fateOf(report) };
  }

  await Promise.all(Array.from({ length: workers }, work));
  return results.filter((tried) => tried !== undefined);
}

function fateOf(report: RunReport): { fate: Fate; by?: string } {
  if (report.type !== 'done') {
    if (report.type === 'timed-out') return { fate: 'timed-out', by: report.test };
    return { fate: 'killed', by: `${report.test}: the thread ended` };
  }
  if (report.failure === undefined) return { fate: 'survived' };
  return { fate: 'killed', by: `${report.failure.test}: ${report.failure.reason}` };
}

/** First the test that killed the last mutant of this file, then the fastest. */
function judgesOf({ passing }: Baseline, { file, place }: Mutant, last: string | undefined): TestFile[] {
  const judges = passing.filter(({ spans }) => ran(spans[file], place));
  const weight = ({ test, milliseconds }: TestFile) => (test === last ? milliseconds / 10 : milliseconds);
  return judges.sort((one, other) => weight(one) - weight(other));
}
