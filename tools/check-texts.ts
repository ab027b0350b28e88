// Every text of the web client is asked for by some source.
import { globSync, readFileSync } from 'node:fs';
import { readCommandLine } from '../cli/command-line.ts';
import { unusedTexts } from './texts.ts';

readCommandLine({
  usage: `usage: npm run check:texts
Lists texts of the web client that no source asks for.`,
});

const exclude = ['**/node_modules/**', '**/testing/**', '**/*.test.{ts,tsx}'];
const read = (paths: readonly string[]) => paths.map((path) => [path, readFileSync(path, 'utf8')] as const);
const texts = read(globSync('web/**/lang/en.json', { exclude })).map(
  ([path, text]) => [path, JSON.parse(text) as object] as const,
);
const problems = unusedTexts({
  texts: new Map(texts),
  sources: new Map(read(globSync('web/**/*.{ts,tsx}', { exclude }))),
});
for (const problem of problems) console.error(problem);
console.log(`texts: ${texts.length} language files, ${problems.length} unused texts`);
process.exitCode = problems.length === 0 ? 0 : 1;
