// Every fault scenario of docs/faults.md has a test, and every test named there exists.
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { readCommandLine } from '../cli/command-line.ts';
import { readFaults } from './faults.ts';

readCommandLine({
  usage: `usage: npm run check:faults
Lists scenarios of docs/faults.md without a test, and tests named there that do not exist.`,
});

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
const { proved, problems } = readFaults(readFileSync('docs/faults.md', 'utf8'), {
  read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
  scripts: new Set(Object.keys(scripts)),
});
for (const problem of problems) console.error(`docs/faults.md: ${problem}`);
console.log(`faults: ${proved} proved, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
