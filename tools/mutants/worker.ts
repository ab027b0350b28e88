// Runs test files in this thread, each time with a fresh copy of the project's modules.

import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { reasonOf } from '../../shared/kernel/reason.ts';
import { takeTests } from './jest-shim.ts';
import type { Job, Report, Span } from './jobs.ts';

const { root } = workerData as { root: string };
const rootUrl = pathToFileURL(`${root}/`).href;
const shim = new URL('./jest-shim.ts', import.meta.url).href;
const stripped = new Map<string, string>();
/** The job that the loaded modules belong to. */
let job: Job | undefined;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: shim, shortCircuit: true };
    const found = next(specifier, context);
    const isOurs = found.url.startsWith(rootUrl) && !found.url.includes('/node_modules/');
    return isOurs && job !== undefined
      ? { ...found, url: `${found.url.split('?')[0]}?job=${job.id}` }
      : found;
  },
  load(url, context, next) {
    if (!/\.ts\?job=/.test(url)) return next(url, context);
    return { format: 'module', source: sourceOf(fileURLToPath(url)), shortCircuit: true };
  },
});

function sourceOf(path: string): string {
  if (job?.mutated !== undefined && path === `${root}/${job.mutated.file}`) {
    return stripTypeScriptTypes(job.mutated.source, { mode: 'strip' });
  }
  const known = stripped.get(path) ?? stripTypeScriptTypes(readFileSync(path, 'utf8'), { mode: 'strip' });
  stripped.set(path, known);
  return known;
}

function report(message: Report): void {
  parentPort?.postMessage(message);
}

async function runFile(file: string, id: number): Promise<string | undefined> {
  takeTests();
  await import(`${pathToFileURL(`${root}/${file}`).href}?job=${id}`);
  for (const { title, run } of takeTests()) {
    try {
      await run();
    } catch (error) {
      return `${title}: ${reasonOf(error).slice(0, 200)}`;
    }
  }
  return undefined;
}

/** The first failure of any of the files; `undefined` if all pass. */
async function runAll({ id, tests }: Job): Promise<{ test: string; reason: string } | undefined> {
  for (const [index, test] of tests.entries()) {
    report({ type: 'running', id, index });
    try {
      const reason = await runFile(test, id);
      if (reason !== undefined) return { test, reason };
    } catch (error) {
      return { test, reason: `not loaded: ${String(error).slice(0, 200)}` };
    }
  }
  return undefined;
}

async function covered(run: () => Promise<unknown>, id: number): Promise<Record<string, Span[]>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  await run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const files: Record<string, Span[]> = {};
  for (const { url, functions } of result) {
    if (!url.endsWith(`?job=${id}`)) continue;
    files[fileURLToPath(url).slice(root.length + 1)] = functions.flatMap(({ ranges }) =>
      ranges.map(({ startOffset, endOffset, count }): Span => [startOffset, endOffset, count > 0 ? 1 : 0]),
    );
  }
  return files;
}

parentPort?.on('message', async (next: Job) => {
  job = next;
  const begun = performance.now();
  let failure: { test: string; reason: string } | undefined;
  const run = async () => {
    failure = await runAll(next);
  };
  let spans: Record<string, Span[]> | undefined;
  if (next.coverage) spans = await covered(run, next.id);
  else await run();
  report({ type: 'done', id: next.id, failure, spans, milliseconds: performance.now() - begun });
});
