// npm run simulate: whole servers in simulated worlds. See loadtest/README.md.
import { randomBytes } from 'node:crypto';
import { exitOnSignals, readCommandLine } from '../cli/command-line.ts';
import { runCampaign } from '../loadtest/campaign-run.ts';
import type { SimulateResult } from './campaign.ts';
import { simulate } from './hooks.ts';
import { COMMAND } from './options.ts';
import { PLANTS } from './plants.ts';

const { values } = readCommandLine(COMMAND);
exitOnSignals();
simulate(values.plant === undefined ? undefined : PLANTS[values.plant]);
// Only now: the product's modules are loaded with the simulation's clockwork.
const { SimulateCampaign } = await import('./campaign.ts');
const wanted = { ...values, seed: values.seed ?? randomBytes(16).toString('hex') };
process.exitCode = await runCampaign(new SimulateCampaign(wanted, wanted.seed), {
  wanted,
  isGood: ({ findings }) => findings.length === 0,
  inWords: (result) => inWords(result, wanted.seed),
});

function inWords(result: SimulateResult, seed: string): string {
  const { worlds, faults, matches, finished, commands, timeOuts, bots, undos, findings } = result;
  return [
    `${worlds} worlds, ${result.simulatedHours.toFixed(1)} simulated hours in ${result.seconds.toFixed(1)} s: ${result.timesFaster.toFixed(0)} times as fast; ${faults} faults`,
    `${matches} matches, ${finished} of them played to the end; ${commands} commands, of them ${timeOuts} time-outs, ${bots} of bots, ${undos} undos`,
    `${result.acknowledged} acknowledged, ${result.shown} views compared, ${result.told} notices followed; ${Math.round((finished / result.seconds) * 3_600)} matches an hour`,
    ...result.story.map((line) => `  ${line}`),
    ...findings.map((finding) => `  broken: ${finding}`),
    `seed ${seed}, trace ${result.hash}`,
    findings.length === 0
      ? 'passed: every promise was kept'
      : `FAILED; again with --worlds 1 --seed ${result.lastSeed}`,
  ].join('\n');
}
