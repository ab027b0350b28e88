// npm run chaos: plays on several servers while everything fails once. See loadtest/README.md.

import { exitOnSignals, readCommandLine } from '../../cli/command-line.ts';
import { runCampaign } from '../campaign-run.ts';
import { median } from '../compare/compare.ts';
import { noticesInWords } from '../notices/words.ts';
import { ChaosCampaign, type ChaosResult } from './campaign.ts';
import { FAULTS } from './faults.ts';
import { COMMAND } from './options.ts';

const SHOWN = 20;

const { values: wanted } = readCommandLine(COMMAND);
exitOnSignals();
// The SDK reports every connection that breaks.
console.warn = () => undefined;
console.info = () => undefined;
process.exitCode = await runCampaign(new ChaosCampaign(wanted), {
  wanted,
  isGood: ({ findings, serverErrors }) => findings.length === 0 && serverErrors.length === 0,
  inWords: (result) => inWords(result, wanted.seed),
});

function inWords(result: ChaosResult, seed: string): string {
  const { suffered, clocks, findings, serverErrors } = result;
  const pauses = (all: readonly number[]) =>
    all.length === 0
      ? 'none'
      : `${all.length}: median ${Math.round(median(all))}, longest ${Math.round(Math.max(...all))} ms`;
  return [
    `${result.matches} matches, ${result.finished} of them played to the end`,
    `${result.acknowledged} acknowledged commands, ${result.repeated} sent again under their ids; ${result.sightings} views compared, ${result.news} news followed`,
    `${result.compared} whole states of SDK clients compared after faults; an SDK came back by itself ${result.returned} times, and joined anew ${result.joinedAgain} times`,
    `${clocks.timeouts} time-outs at tables that nobody plays, ${clocks.taken} of which another server took up; late by ${(clocks.latest / 1_000).toFixed(1)} s at most`,
    ...(result.replaced === 0
      ? []
      : [
          `${result.replaced} servers could not say in time that they were alive, ended and were started again`,
        ]),
    noticesInWords(result.notices),
    'longest time without a command, at tables that the server had, and at others:',
    ...suffered.map(({ fault, seconds, there, elsewhere, seenThere, seenElsewhere }) =>
      [
        `  ${FAULTS[fault].what} (${seconds.toFixed(0)} s)`,
        `    players who try again at once: ${pauses(there)}; others ${pauses(elsewhere)}`,
        `    typed client, tables of bots:  ${pauses(seenThere)}; others ${pauses(seenElsewhere)}`,
      ].join('\n'),
    ),
    ...findings.slice(0, SHOWN).map((finding) => `  broken: ${finding}`),
    ...(findings.length > SHOWN ? [`  … and ${findings.length - SHOWN} more`] : []),
    ...serverErrors.slice(0, SHOWN).map((line) => `  the servers logged: ${line}`),
    findings.length + serverErrors.length === 0
      ? 'passed: nothing acknowledged was lost or doubled, every match has one history, every notice came once'
      : `FAILED; again with --seed ${seed}`,
  ].join('\n');
}
