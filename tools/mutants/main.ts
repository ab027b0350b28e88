// npm run mutants: which small changes to the code do the tests notice? See --help.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCommandLine } from '../../cli/command-line.ts';
import { reasonOf } from '../../server/process/reason.ts';
import { createRng, shuffle } from '../../shared/kernel/rng.ts';
import { baselineOf } from './baseline.ts';
import { type Tried, tryMutants } from './campaign.ts';
import { equivalentOf, readEquivalents, staleEntries } from './equivalent.ts';
import { type Mutant, mutantsOf } from './mutate.ts';
import { COMMAND, type MutantsOptions } from './options.ts';
import { lineOf, markdownOf, rowsOf } from './report.ts';
import { changedLines, filesToMutate, testsOf } from './sources.ts';

const ROOT = join(import.meta.dirname, '../..');
const TESTS = 'shared/**/*.test.ts';

async function main(options: MutantsOptions): Promise<number> {
  const begun = performance.now();
  const files = filesToMutate(ROOT, options.folders);
  if (files.length === 0) throw new Error(`no files to mutate in ${options.folders.join(', ')}`);
  const all = files.flatMap((file) => mutantsOf(file, readFileSync(join(ROOT, file), 'utf8')));
  const chosen = chosenOf(all, options);
  console.log(`${chosen.length} of ${all.length} mutants in ${files.length} files; --seed ${options.seed}`);
  if (options.list) {
    for (const mutant of chosen) console.log(lineOf({ mutant, fate: 'survived' }));
    return 0;
  }
  const equivalents = readEquivalents(ROOT);
  const isEquivalent = (mutant: Mutant) => equivalentOf(equivalents, mutant) !== undefined;
  const tested = testsOf(ROOT, [...new Set(chosen.map(({ file }) => file))], TESTS);
  let seen = 0;
  const baseline = await baselineOf(ROOT, tested, new Set(files), (test) =>
    console.log(`tests on the unchanged code, ${++seen} of ${tested.length}: ${test}`),
  );
  const tried = await tryAll(
    chosen.filter((mutant) => !isEquivalent(mutant)),
    baseline,
    options,
  );
  tried.push(...chosen.filter(isEquivalent).map((mutant): Tried => ({ mutant, fate: 'equivalent' })));

  const report = markdownOf(tried, {
    revision: execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: ROOT,
      encoding: 'utf8',
    }).trim(),
    seed: options.seed,
    of: all.length,
    seconds: (performance.now() - begun) / 1000,
    failing: baseline.failing,
    stale: staleEntries(equivalents, all),
  });
  const out = resolve(ROOT, options.out);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'report.md'), report);
  const rows = rowsOf(tried);
  writeFileSync(join(out, 'report.json'), JSON.stringify({ seed: options.seed, rows, tried }, null, 1));
  console.log(`\n${report}\nAlso in ${options.out}/report.md and report.json.`);
  const { maxSurvivors } = options;
  const tooMany = rows.filter(({ share }) => maxSurvivors !== undefined && share > maxSurvivors);
  return tooMany.length > 0 ? 1 : 0;
}

function chosenOf(all: readonly Mutant[], { since, sample, seed }: MutantsOptions): Mutant[] {
  const changed = since === undefined ? undefined : changedLines(ROOT, since);
  const candidates = all.filter(({ file, line }) => changed === undefined || changed.get(file)?.has(line));
  if (sample === undefined) return candidates;
  shuffle(createRng(seed), candidates);
  return candidates.slice(0, sample);
}

async function tryAll(
  mutants: readonly Mutant[],
  baseline: Awaited<ReturnType<typeof baselineOf>>,
  { workers, minutes = Number.POSITIVE_INFINITY }: MutantsOptions,
): Promise<Tried[]> {
  const begun = performance.now();
  let done = 0;
  let survivors = 0;
  return await tryMutants(ROOT, mutants, baseline, { workers, until: begun + minutes * 60_000 }, (tried) => {
    done += 1;
    if (tried.fate === 'survived' || tried.fate === 'not-covered') {
      survivors += 1;
      console.log(`${tried.fate} ${lineOf(tried)}`);
    }
    if (done % 20 !== 0 && done !== mutants.length) return;
    const left = ((performance.now() - begun) / done) * (mutants.length - done);
    console.log(`${done} of ${mutants.length} tried, ${survivors} not noticed, ${durationOf(left)} left`);
  });
}

function durationOf(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  return minutes === 0 ? `${Math.round(milliseconds / 1000)} s` : `${minutes} min`;
}

const { values } = readCommandLine(COMMAND);
try {
  process.exitCode = await main(values);
} catch (error) {
  console.error(`mutants: ${reasonOf(error)}`);
  process.exitCode = 2;
}
