// No text file of the project has conflict markers of an unresolved merge.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '../cli/command-line.ts';
import { conflictMarkers } from './leftovers.ts';

readCommandLine({
  usage: `usage: npm run check:leftovers
Lists conflict markers that an unresolved merge left in text files.`,
});

/** What is not ours or not in the repository; copies of the project without git are checked too. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'coverage', 'data']);

function* filesIn(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (LEFT_OUT.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

const texts = [...filesIn('.')]
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => !text.includes('\0'));
const problems = texts.flatMap(({ path, text }) => conflictMarkers(path, text));
for (const problem of problems) console.error(problem);
console.log(`leftovers: ${texts.length} files, ${problems.length} conflict markers`);
process.exitCode = problems.length === 0 ? 0 : 1;
