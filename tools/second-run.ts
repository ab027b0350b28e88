// node tools/second-run.ts CONFIG RESULTS [CONFIG RESULTS …]
// Reads what jest wrote with --json, runs the suites that failed once more, one at a time, and ends with a line
// «N passed, N failed». On a busy machine a test may lose a race against the machine. A test that fails twice has
// failed; one that only passes the second time is named, so that it can be mended.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { readCommandLine, refuseCommand } from '../cli/command-line.ts';
import { afterSecondRun, failedSuites, type Results } from './test-results.ts';

/** More than so many failed suites are no races: they are not run again. */
const MOST = 8;

const { operands } = readCommandLine({
  usage: `usage: node tools/second-run.ts CONFIG RESULTS [CONFIG RESULTS …]
Runs the suites that failed in RESULTS (written by jest --json) once more and tells the sum of all.`,
  operands: [2, 8],
});
if (operands.length % 2 > 0) refuseCommand('every CONFIG has its RESULTS');

let [passed, failed] = [0, 0];
const unsteady: string[] = [];
for (let n = 0; n < operands.length; n += 2) {
  const [config, file] = [operands[n] ?? '', operands[n + 1] ?? ''];
  const first = JSON.parse(readFileSync(file, 'utf8')) as Results;
  const again = failedSuites(first);
  const second = again.length === 0 || again.length > MOST ? undefined : runAgain(config, again);
  const sum = afterSecondRun(first, second);
  passed += sum.passed;
  failed += sum.failed;
  unsteady.push(...sum.unsteady);
}
for (const test of unsteady) console.log(`passed only when run again: ${relative(process.cwd(), test)}`);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0) process.exitCode = 1;

function runAgain(config: string, suites: readonly string[]): Results {
  console.log(`running again: ${suites.map((suite) => relative(process.cwd(), suite)).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'second-run-'));
  const file = join(folder, 'results.json');
  const jest = ['--config', config, '--runInBand', '--json', `--outputFile=${file}`];
  try {
    spawnSync('npm', ['test', '--', ...jest, '--runTestsByPath', ...suites], { stdio: 'inherit' });
    return JSON.parse(readFileSync(file, 'utf8')) as Results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
