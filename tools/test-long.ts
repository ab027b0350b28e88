// npm run test:long [-- SCALE]: the contract suite over many more games than a test run has time
// for, with new seeds; a failure names its seed, so that it can become a test.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readCommandLine, valueOrRefuse } from '../cli/command-line.ts';
import { whole } from '../cli/options.ts';

const { operands } = readCommandLine({
  usage: `usage: npm run test:long -- [SCALE]
Runs the contract suite over SCALE times as many games as \`npm test\` (10). CONTRACT_SEED repeats the same games.`,
  operands: [0, 1],
});
const scale = valueOrRefuse('SCALE', whole({ least: 1 }), operands[0] ?? '10');
const seed = Number(process.env['CONTRACT_SEED'] ?? randomInt(1_000_000_000));
console.log(`contract suite, ${scale} times as many games, CONTRACT_SEED=${seed}`);
const jest = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];
const { status } = spawnSync(process.execPath, [...jest, 'contract.test', '--testTimeout=3600000'], {
  stdio: 'inherit',
  env: { ...process.env, CONTRACT_SCALE: String(scale), CONTRACT_SEED: String(seed) },
});
process.exitCode = status ?? 1;
