// npm run crash: plays on a server that is killed repeatedly. See loadtest/README.md.
import { exitOnSignals, readCommandLine } from '../../cli/command-line.ts';
import { startPostgres } from '../../cli/private-postgres.ts';
import { runCampaign } from '../campaign-run.ts';
import type { Latency } from '../histogram.ts';
import { noticesInWords } from '../notices/words.ts';
import { Campaign, type CrashResult } from './campaign.ts';
import { COMMAND } from './options.ts';

const SHOWN = 20;

const { values: wanted } = readCommandLine(COMMAND);
exitOnSignals();
// The SDK reports every connection that breaks while it opens.
console.warn = () => undefined;
const postgres = wanted.postgres ? await startPostgres({ durable: true }) : undefined;
const storage = postgres === undefined ? {} : { DATABASE_URL: postgres.url };
try {
  process.exitCode = await runCampaign(new Campaign(wanted, storage), {
    wanted,
    isGood: ({ findings, serverErrors }) => findings.length === 0 && serverErrors.length === 0,
    inWords: (result) => inWords(result, wanted.seed),
  });
} finally {
  await postgres?.remove();
}

function inWords(result: CrashResult, seed: string): string {
  const { findings, serverErrors } = result;
  const time = (latency: Latency | undefined) =>
    latency === undefined ? '–' : `p50 ${latency.p50.toFixed(0)}, longest ${latency.max.toFixed(0)} ms`;
  return [
    `${result.kills} kills; ${result.matches} matches, ${result.finished} of them played to the end`,
    `${result.acknowledged} acknowledged commands, ${result.repeated} sent again under their ids; ${result.sightings} views compared`,
    `from the kill to listening: ${time(result.listening)}; to the first accepted command: ${time(result.firstAccepted)}`,
    noticesInWords(result.notices),
    ...findings.slice(0, SHOWN).map((finding) => `  broken: ${finding}`),
    ...(findings.length > SHOWN ? [`  … and ${findings.length - SHOWN} more`] : []),
    ...serverErrors.map((line) => `  the server logged: ${line}`),
    findings.length + serverErrors.length === 0
      ? 'passed: nothing acknowledged was lost or doubled, every view was true, every notice came once'
      : `FAILED; again with --seed ${seed}`,
  ].join('\n');
}
