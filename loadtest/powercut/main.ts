// npm run powercut: what is left on the disk when the power is cut. See loadtest/README.md.
import { exitOnSignals, readCommandLine } from '../../cli/command-line.ts';
import { runCampaign } from '../campaign-run.ts';
import { PowercutCampaign, type PowercutResult } from './campaign.ts';
import { COMMAND } from './options.ts';
import { canRecord } from './recording.ts';

const SHOWN = 20;

const { values: wanted } = readCommandLine(COMMAND);
exitOnSignals();
if (canRecord())
  process.exitCode = await runCampaign(new PowercutCampaign(wanted), {
    wanted,
    isGood: ({ findings }) => findings.length === 0,
    inWords: (result) => inWords(result, wanted.seed),
  });

function inWords(result: PowercutResult, seed: string): string {
  const { cuts, torn, sessions, matches, acknowledged, writes, syncs, starts, reported, findings } = result;
  return [
    `${cuts} cuts, ${torn} of them with torn writes, in ${sessions} sessions of ${matches} matches`,
    `${acknowledged} acknowledged commands; ${writes} writes and ${syncs} syncs recorded`,
    `${starts.used} starts on the folder in use, ${starts.backups} on backups, ${starts.restored} on restored folders; ${reported} of the first said that the log was damaged`,
    ...findings.slice(0, SHOWN).map((finding) => `  broken: ${finding}`),
    ...(findings.length > SHOWN ? [`  … and ${findings.length - SHOWN} more`] : []),
    findings.length === 0
      ? 'passed: nothing that was acknowledged is missing from any disk'
      : `FAILED; again with --seed ${seed}`,
  ].join('\n');
}
