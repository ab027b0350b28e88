// Which files are mutated, which files test them, and what each of them imports.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /\bfrom '(\.[^']+)'/g;
/** Tests and their helpers, and kept versions of rules, which are no longer changed. */
const TEST_SUPPORT = /\.test\.ts$|\/testing\/|\/past\/|\/scenario\.ts$|\.d\.ts$/;

export function filesToMutate(root: string, folders: readonly string[]): string[] {
  const patterns = folders.map((folder) => (folder.endsWith('.ts') ? folder : `${folder}/**/*.ts`));
  return globSync(patterns, { cwd: root })
    .filter((file) => !TEST_SUPPORT.test(file))
    .sort();
}

/** Test files that import any of these files, however indirectly. */
export function testsOf(root: string, files: readonly string[], pattern: string): string[] {
  return globSync(pattern, { cwd: root })
    .filter((test) => {
      const reached = closureOf(root, test);
      return files.some((file) => reached.has(file));
    })
    .sort();
}

/** The file and everything it imports from the project. */
export function closureOf(root: string, entry: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    if (!file.endsWith('.ts')) continue;
    const from = dirname(file);
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      waiting.push(join(from, path));
    }
  }
  return reached;
}

/** Lines that were added or changed since a revision, by file. */
export function changedLines(root: string, revision: string): Map<string, Set<number>> {
  const diff = execFileSync('git', ['diff', '--unified=0', '--no-color', revision, '--', '*.ts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const changed = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const row of diff.split('\n')) {
    if (row.startsWith('+++ b/')) {
      lines = new Set();
      changed.set(row.slice(6), lines);
    }
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(row) ?? [];
    for (let n = 0; first !== undefined && n < Number(count); n++) lines.add(Number(first) + n);
  }
  return changed;
}
