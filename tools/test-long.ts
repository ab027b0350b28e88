// npm run test:long [-- SCALE]: the contract suite over many more games than a test run has time
// for, with seeds of its own; a failure names the seed, so that it can be made a test.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const scale = Number(process.argv[2] ?? 10);
if (!(scale >= 1)) {
  console.error('npm run test:long -- [how many times as many games as in npm test]');
  process.exit(2);
}
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
