// Every rule of docs/rules has a test that begins with its id, and no test names an unknown rule.
import { globSync, readFileSync } from 'node:fs';
import { readCommandLine } from '../server/command-line.ts';

readCommandLine({
  usage: `usage: npm run check:rules
Says which rules of docs/rules have no test, and which tests name a rule that does not exist.`,
});

const DEFINED = /\*\*([A-Z]{3}-\d+\.\d+)\*\*/g;
/** Ids at the start of a test title, several separated by commas or spaces: `BOR-1.1, BOR-1.2 …`. */
const TITLE = /\b(?:test|it)(?:\.each\([^)]*\))?\(\s*[`'"]((?:[A-Z]{3}-\d+\.\d+[,\s]*)+)/g;
const ID = /[A-Z]{3}-\d+\.\d+/g;

const defined = new Map<string, string>();
for (const file of globSync('docs/rules/*.md')) {
  for (const [, id] of readFileSync(file, 'utf8').matchAll(DEFINED)) defined.set(id as string, file);
}
const tested = new Map<string, string>();
for (const file of globSync('{shared,rooms,server}/**/*.test.ts')) {
  for (const [, ids] of readFileSync(file, 'utf8').matchAll(TITLE)) {
    for (const [id] of (ids as string).matchAll(ID)) tested.set(id, file);
  }
}

const problems = [
  ...[...defined].filter(([id]) => !tested.has(id)).map(([id, file]) => `${id} (${file}) has no test`),
  ...[...tested].filter(([id]) => !defined.has(id)).map(([id, file]) => `${id} (${file}) is no rule`),
];
for (const problem of problems) console.error(problem);
console.log(`rules: ${defined.size} defined, ${tested.size} tested, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
