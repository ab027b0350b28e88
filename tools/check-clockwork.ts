// In rooms/ and server/, time, timers and chance come from one module, so that a simulation can take its place.
import { globSync, readFileSync } from 'node:fs';
import { readCommandLine } from '../cli/command-line.ts';
import { strayTime } from './clockwork.ts';

readCommandLine({
  usage: `usage: npm run check:clockwork
Lists what asks the system for time, timers or chance itself, instead of rooms/clockwork.ts.`,
});

const OWN = 'rooms/clockwork.ts';
const paths = globSync('{rooms,server}/**/*.ts').filter(
  (path) => path !== OWN && !/\.test\.ts$|\/testing\//.test(path),
);
const problems = paths.flatMap((path) => strayTime(path, readFileSync(path, 'utf8')));
for (const problem of problems) console.error(problem);
console.log(`clockwork: ${paths.length} files, ${problems.length} with a time of their own`);
process.exitCode = problems.length === 0 ? 0 : 1;
