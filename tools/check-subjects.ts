// npm run check:subjects [-- REVISION]: the subjects of the commits since then.
import { execFileSync } from 'node:child_process';
import { readCommandLine } from '../cli/command-line.ts';
import { faultsOf } from './subjects.ts';

const { operands } = readCommandLine({
  usage: `usage: npm run check:subjects [-- REVISION]
Checks the subjects of your commits since REVISION (origin/main without one).`,
  operands: [0, 1],
});
const [since = 'origin/main'] = operands;
const subjects = execFileSync('git', ['log', '--format=%s', `${since}..HEAD`], { encoding: 'utf8' })
  .split('\n')
  .filter((subject) => subject !== '');
const faulty = subjects.flatMap((subject) => {
  const faults = faultsOf(subject);
  return faults.length > 0 ? [`${subject}\n  ${faults.join('\n  ')}`] : [];
});
for (const fault of faulty) console.log(fault);
console.log(`subjects: ${subjects.length} commits, ${faulty.length} with faults`);
process.exitCode = faulty.length > 0 ? 1 : 0;
