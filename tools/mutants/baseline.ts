// Runs the tests on the unchanged code: do they pass, how long do they take, and which code do they execute?
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Runner, type Span } from './jobs.ts';
import { closureOf } from './sources.ts';

export interface TestFile {
  readonly test: string;
  readonly milliseconds: number;
  readonly spans: Readonly<Record<string, readonly Span[]>>;
}

export interface Baseline {
  readonly passing: readonly TestFile[];
  /** They cannot run here, or they fail: they are not used on mutants. */
  readonly failing: readonly { readonly test: string; readonly reason: string }[];
}

const CACHE = 'node_modules/.cache/mutants';
const LIMIT = 600_000;
const span = z.tuple([z.number(), z.number(), z.union([z.literal(0), z.literal(1)])]);
const cached = z.object({ milliseconds: z.number(), spans: z.record(z.string(), z.array(span)) });

export async function baselineOf(
  root: string,
  tests: readonly string[],
  files: ReadonlySet<string>,
  onTest: (test: string) => void,
): Promise<Baseline> {
  const passing: TestFile[] = [];
  const failing: { test: string; reason: string }[] = [];
  for (const [index, test] of tests.entries()) {
    onTest(test);
    const known = readCache(root, test);
    if (known !== undefined) {
      passing.push({ test, ...known });
      continue;
    }
    // In a new thread: coverage and time of one test file from a cold start.
    const runner = new Runner(root);
    const verdict = await runner.run({ id: index, tests: [test], limits: [LIMIT], coverage: true });
    await runner.close();
    if (verdict.type !== 'done') failing.push({ test, reason: verdict.type });
    else if (verdict.failure !== undefined) failing.push({ test, reason: verdict.failure.reason });
    else {
      const { milliseconds, spans = {} } = verdict;
      writeCache(root, test, { milliseconds, spans });
      passing.push({ test, milliseconds, spans });
    }
  }
  const relevant = passing.map(({ test, milliseconds, spans }) => ({
    test,
    milliseconds,
    spans: Object.fromEntries(Object.entries(spans).filter(([file]) => files.has(file))),
  }));
  return { passing: relevant, failing };
}

/** Whether the code at this place ran, according to the innermost range around it. */
export function ran(spans: readonly Span[] | undefined, place: number): boolean {
  let innermost: Span | undefined;
  for (const candidate of spans ?? []) {
    const [start, end] = candidate;
    if (place < start || place >= end) continue;
    if (innermost === undefined || end - start <= innermost[1] - innermost[0]) innermost = candidate;
  }
  return innermost?.[2] === 1;
}

function cachePath(root: string, test: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of [...closureOf(root, test)].sort())
    hash.update(file).update(readFileSync(join(root, file)));
  return join(root, CACHE, `${hash.digest('hex')}.json`);
}

function readCache(root: string, test: string): Omit<TestFile, 'test'> | undefined {
  let text: string;
  try {
    text = readFileSync(cachePath(root, test), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return cached.parse(JSON.parse(text));
}

function writeCache(root: string, test: string, value: Omit<TestFile, 'test'>): void {
  mkdirSync(join(root, CACHE), { recursive: true });
  writeFileSync(cachePath(root, test), JSON.stringify(value));
}
