// Every exported name has a user in another file.
import { globSync, readFileSync } from 'node:fs';
import { readCommandLine } from '../cli/command-line.ts';
import { unusedExports } from './exports.ts';

readCommandLine({
  usage: `usage: npm run check:exports
Lists exported names that no other file imports.`,
});

const exclude = ['**/node_modules/**', '**/dist/**', 'docs/**'];
/** Read by users outside, by their path, by the compiler or by globs; kept rules stay what they were. */
const OPEN = [
  'simulation/{clockwork,stage}.ts',
  'client/index.ts',
  // It writes declarations.
  'client/packing/types-of.ts',
  'server/process/captain-thread.ts',
  'server/testing/{hanging-captain,changed-borneo}.ts',
  'shared/**/testing/index.ts',
  '**/*.types.ts',
  '**/past/*/**',
  'tools/**/*.test.ts',
];
const paths = globSync('**/*.{ts,tsx}', { exclude });
const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
const problems = unusedExports(sources, globSync(OPEN, { exclude }));
for (const problem of problems) console.error(problem);
console.log(`exports: ${paths.length} files, ${problems.length} names that are imported nowhere`);
process.exitCode = problems.length === 0 ? 0 : 1;
