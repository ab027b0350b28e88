// npm run crash: plays through many deaths of a server. See loadtest/README.md.
import { writeFileSync } from 'node:fs';
import type { Latency } from '../histogram.ts';
import { describeMachine, machineLine } from '../machine.ts';
import { wantedOf } from '../usage.ts';
import { Campaign, type CrashResult } from './campaign.ts';
import { type CrashOptions, readOptions, USAGE } from './options.ts';

const SHOWN = 20;

const options = wantedOf((args) => readOptions(args), USAGE);
// The SDK reports every connection that breaks while it opens.
console.warn = () => undefined;
process.exitCode = await run(options);

async function run(wanted: CrashOptions): Promise<number> {
  const machine = describeMachine();
  const campaign = new Campaign(wanted);
  const progress = setInterval(() => show(campaign.progress), process.stderr.isTTY ? 500 : 5_000);
  try {
    const result = await campaign.run();
    const ok = result.findings.length === 0 && result.serverErrors.length === 0;
    if (wanted.json !== undefined)
      writeFileSync(
        wanted.json,
        `${JSON.stringify({ machine, seed: wanted.seed, ok, ...result }, null, 2)}\n`,
      );
    if (process.stderr.isTTY) process.stderr.write('\n');
    console.log(machineLine(machine));
    console.log(inWords(result, wanted.seed));
    return ok ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  } finally {
    clearInterval(progress);
  }
}

function show(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r${line.padEnd(80)}` : `${line}\n`);
}

function inWords(result: CrashResult, seed: string): string {
  const { findings, serverErrors } = result;
  const time = (latency: Latency | undefined) =>
    latency === undefined ? '–' : `p50 ${latency.p50.toFixed(0)}, longest ${latency.max.toFixed(0)} ms`;
  return [
    `${result.kills} kills; ${result.matches} matches, ${result.finished} of them played to the end`,
    `${result.acknowledged} acknowledged commands, ${result.repeated} sent again under their ids; ${result.sightings} views compared`,
    `from the kill to listening: ${time(result.listening)}; to the first accepted command: ${time(result.firstAccepted)}`,
    ...findings.slice(0, SHOWN).map((finding) => `  broken: ${finding}`),
    ...(findings.length > SHOWN ? [`  … and ${findings.length - SHOWN} more`] : []),
    ...serverErrors.map((line) => `  the server logged: ${line}`),
    findings.length + serverErrors.length === 0
      ? 'passed: nothing acknowledged was lost or doubled, every view was true'
      : `FAILED; again with --seed ${seed}`,
  ].join('\n');
}
