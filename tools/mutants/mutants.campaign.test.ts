import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseCommandLine } from '../../cli/command-line.ts';
import { type Baseline, baselineOf, ran } from './baseline.ts';
import { type Tried, tryMutants } from './campaign.ts';
import { equivalentOf, readEquivalents, staleEntries } from './equivalent.ts';
import * as shim from './jest-shim.ts';
import { applied, type Mutant, mutantsOf } from './mutate.ts';
import { COMMAND } from './options.ts';
import { folderOf, markdownOf, rowsOf } from './report.ts';
import { changedLines, filesToMutate, testsOf } from './sources.ts';

const PROJECT = join(import.meta.dirname, '../..');
const PLANTED = `import { twice } from './twice.ts';

export function capped(value: number, most: number): number {
  let left = value;
  while (left > most) left -= 1;
  return left < 0 ? 0 : left;
}

export function unused(value: number): number {
  return twice(value) + 1;
}
`;
const TEST = `import { beforeEach, describe, expect, test } from '@jest/globals';
import { capped } from './capped.ts';

let runs = 7;
beforeEach(() => { runs = 0; });

describe('capped', () => {
  beforeEach(() => { runs += 1; });
  test.each([[5, 3, 3], [2, 3, 2]])('%i by %i', async (value, most, kept) => {
    await Promise.resolve();
    expect(runs).toBe(1);
    expect(capped(value, most)).toBe(kept);
  });
});
`;

let root = '';
let baseline: Baseline;
let tried: Tried[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'mutants-'));
  mkdirSync(join(root, 'shared'));
  writeFileSync(join(root, 'shared/capped.ts'), PLANTED);
  writeFileSync(
    join(root, 'shared/twice.ts'),
    'export const twice = (value: number): number => value * 2;\n',
  );
  writeFileSync(join(root, 'shared/capped.test.ts'), TEST);
  writeFileSync(join(root, 'shared/broken.test.ts'), TEST.replace('toBe(kept)', 'toBe(7)'));
  const files = filesToMutate(root, ['shared']);
  const tests = testsOf(root, files, 'shared/**/*.test.ts');
  baseline = await baselineOf(root, tests, new Set(files), () => undefined);
  const mutants = files.flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')));
  tried = await tryMutants(
    root,
    mutants,
    baseline,
    { workers: 1, until: Number.POSITIVE_INFINITY },
    () => undefined,
  );
});
afterAll(() => rmSync(root, { recursive: true }));

const fateOf = (original: string, replacement: string, file = 'shared/capped.ts'): string | undefined =>
  tried.find(
    ({ mutant }) =>
      mutant.file === file && mutant.original === original && mutant.replacement === replacement,
  )?.fate;

describe('a campaign against planted code', () => {
  test('a change that a test notices is killed', () => {
    expect(fateOf('left > most', 'false')).toBe('killed');
    expect(fateOf('return left < 0 ? 0 : left;', 'return undefined;')).toBe('killed');
    const killed = tried.find(({ mutant }) => mutant.original === 'left > most');
    expect(killed?.by).toContain('shared/capped.test.ts: capped › %i by %i: ');
  });

  test('an unnoticed change survives: no test caps below 0', () => {
    expect(fateOf('left < 0', 'false')).toBe('survived');
    expect(fateOf('0', '(1)')).toBe('survived');
  });

  test('an endless loop is stopped and counts as noticed', () => {
    expect(fateOf('-=', '+=')).toBe('timed-out');
  });

  test('code that no test runs is reported separately', () => {
    const unused = tried.filter(({ mutant }) => mutant.text === 'return twice(value) + 1;');
    expect(unused.map(({ fate }) => fate)).toEqual(unused.map(() => 'not-covered'));
    expect(unused.length).toBeGreaterThan(1);
    expect(fateOf('*', '/', 'shared/twice.ts')).toBe('not-covered');
  });

  test('a test that fails on the unchanged code is named and not used', () => {
    expect(baseline.failing.map(({ test }) => test)).toEqual(['shared/broken.test.ts']);
    expect(baseline.passing.map(({ test }) => test)).toEqual(['shared/capped.test.ts']);
  });

  test('when time is up, the results so far are reported', async () => {
    const mutants = tried.map(({ mutant }) => mutant);
    expect(await tryMutants(root, mutants, baseline, { workers: 1, until: 0 }, () => undefined)).toEqual([]);
  });

  test('the report counts them by folder and lists those that no test noticed', () => {
    const [row] = rowsOf(tried);
    expect(row).toMatchObject({ folder: 'shared', mutants: tried.length, timedOut: 3, equivalent: 0 });
    const unnoticed = (row?.survived ?? 0) + (row?.notCovered ?? 0);
    expect(row?.share).toBeCloseTo((100 * unnoticed) / tried.length);
    const facts = {
      revision: 'abc',
      seed: 'f',
      of: 99,
      seconds: 1,
      failing: [],
      stale: [],
    };
    expect(markdownOf(tried, facts)).toContain('- shared/capped.ts:6 condition: `left < 0` → `false`');
  });
});

const all = (source: string) => mutantsOf('a.ts', source).map((mutant) => applied(source, mutant));

describe('what is mutated', () => {
  test.each([
    ['a <= b;', 'a < b;'],
    ['f(a && b);', 'f(a || b);'],
    ['f(1);', 'f((2));'],
    ['f(1);', 'f((0));'],
    ['f(true);', 'f(false);'],
    ["f('a');", "f('');"],
    ['f([a]);', 'f([]);'],
    ['f();', ';'],
    ['f(a?.b);', 'f(a.b);'],
    ['f(a?.[0]);', 'f(a[0]);'],
    ['f(a?.());', 'f(a());'],
    ['f(!a);', 'f(a);'],
    ['if (a) f();', 'if (true) f();'],
    ['f(a.filter(b));', 'f(a);'],
    ['f(Math.min(a, b));', 'f(Math.max(a, b));'],
    ['for (;;) { if (a) break; }', 'for (;;) { if (a) ; }'],
    ['f(a as number);', ';'],
  ])('%s becomes %s', (source, mutated) => {
    expect(all(source)).toContain(mutated);
  });

  test.each([
    "import { a } from 'b';",
    'toString(a).toString(b);',
    "type A = 'x' | 3;",
    "throw new Error('a' + 1);",
    "schema.describe('words');",
    'const a = { 1: b };',
  ])('nothing in %s', (source) => {
    expect(all(source).filter((mutated) => mutated !== ';')).toEqual([]);
  });

  test('a literal for a value that cannot be missing is not mutated', () => {
    expect(all('const a = b[c] ?? 0;')).toEqual(['const a = b[c] && 0;']);
  });

  test('a guard against bugs is never removed', () => {
    expect(all("if (a === undefined) throw new Error('no a');")).toEqual([
      "if (true) throw new Error('no a');",
    ]);
  });
});

test('the innermost range of coverage says whether a place ran', () => {
  const spans = [
    [0, 100, 1],
    [10, 50, 0],
    [20, 30, 1],
  ] as const;
  expect([5, 15, 25, 40, 60, 100].map((place) => ran(spans, place))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
  expect(ran(undefined, 5)).toBe(false);
});

test('an operator counts as run where its left side ran', () => {
  const [mutant] = mutantsOf('a.ts', 'f(a ?? b);').filter(({ kind }) => kind === 'logic');
  expect(mutant).toMatchObject({ original: '??', start: 4, place: 2 });
});

test('an equivalent mutant is recognised by its line, at any position', () => {
  const source = 'f(a < b);';
  const [mutant] = mutantsOf('a.ts', `\n\n${source}`) as [Mutant];
  const entry = {
    file: 'a.ts',
    text: mutant.text,
    original: mutant.original,
    replacement: mutant.replacement,
    reason: 'r',
  };
  expect(equivalentOf([entry], mutantsOf('a.ts', source)[0] as Mutant)).toBe(entry);
  expect(equivalentOf([{ ...entry, file: 'b.ts' }], mutant)).toBeUndefined();
  expect(
    staleEntries(
      [
        { ...entry, text: 'gone' },
        { ...entry, file: 'b.ts' },
      ],
      [mutant],
    ),
  ).toHaveLength(1);
});

test('every listed equivalent mutant can still be made', () => {
  const excused = readEquivalents(PROJECT);
  const files = [...new Set(excused.map(({ file }) => file))];
  const mutants = files.flatMap((file) => mutantsOf(file, readFileSync(join(PROJECT, file), 'utf8')));
  expect(staleEntries(excused, mutants)).toEqual([]);
  expect(new Set(mutants.map(({ file }) => file))).toEqual(new Set(files));
});

test('the substitute has everything of Jest that a test below shared/ imports', () => {
  const words = globSync('shared/**/*.test.ts', { cwd: PROJECT }).flatMap((file) => {
    const source = readFileSync(join(PROJECT, file), 'utf8');
    const [, names = ''] = /import \{([^}]*)\} from '@jest\/globals'/.exec(source) ?? [];
    return names.split(',').map((name) => name.trim());
  });
  expect(words.length).toBeGreaterThan(100);
  expect(Object.keys(shim)).toEqual(expect.arrayContaining([...new Set(words)].filter(Boolean)));
});

test('opponents are counted separately from the rules', () => {
  expect(folderOf('shared/games/borneo/bot.ts')).toBe('shared/games/borneo (opponent)');
  expect(folderOf('shared/games/borneo/phases/fight.ts')).toBe('shared/games/borneo');
  expect(folderOf('shared/kernel/match.ts')).toBe('shared/kernel');
});

test('lines changed since a revision', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: root });
  git('init', '--quiet');
  git('add', 'shared');
  git('commit', '--quiet', '-m', 'first');
  writeFileSync(join(root, 'shared/capped.ts'), PLANTED.replace('left < 0', 'left < -1'));
  expect([...(changedLines(root, 'HEAD').get('shared/capped.ts') ?? [])]).toEqual([6]);
});

test('options are checked', () => {
  const parseOptions = (args: readonly string[]) => parseCommandLine(COMMAND, args)?.values;
  expect(parseOptions(['--sample', '5', '--folder', './shared/kernel/'])).toMatchObject({
    sample: 5,
    folders: ['shared/kernel'],
  });
  expect(() => parseOptions(['--seed', 'xyz'])).toThrow('--seed');
  expect(() => parseOptions(['--sample', 'many'])).toThrow('--sample');
});
