// npm run attack: starts a server and attacks it. See loadtest/README.md.
import { join } from 'node:path';
import { exitOnSignals, readCommandLine } from '../../cli/command-line.ts';
import { runCampaign } from '../campaign-run.ts';
import { AttackCampaign, type AttackResult, STAGE } from './campaign.ts';
import { KINDS } from './kinds/index.ts';
import { COMMAND } from './options.ts';
import { Regressions } from './regressions.ts';

const SHOWN = 20;
const MIB = 2 ** 20;

const kinds = Object.keys(KINDS);
const { values: wanted } = readCommandLine(COMMAND);
exitOnSignals();
console.warn = () => undefined;
const regressions = new Regressions(join(import.meta.dirname, 'regressions.json'));
const campaign = new AttackCampaign(wanted, { ...STAGE, regressions: regressions.read() });
const keeping = {
  get progress() {
    return campaign.progress;
  },
  run: async () => {
    const result = await campaign.run();
    return { ...result, kept: regressions.keep(result.findings, kinds) };
  },
};
process.exitCode = await runCampaign(keeping, {
  wanted,
  isGood: ({ findings }) => findings.length === 0,
  inWords,
});

function inWords(result: AttackResult & { readonly kept: number }): string {
  const { findings, honestLatency, bursts, heldMost } = result;
  const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;
  const counts = Object.entries(bursts).map(([kind, count]) => `${kind} ${count}`);
  const latency =
    honestLatency === undefined
      ? 'none'
      : `p50 ${honestLatency.p50.toFixed(1)}, p99 ${honestLatency.p99.toFixed(0)}, longest ${honestLatency.max.toFixed(0)} ms`;
  return [
    `${result.inputs} inputs in ${Math.round(result.seconds)} s (bursts: ${counts.join(', ')}); ${mib(result.bytes)} of answers searched`,
    `honest players meanwhile: ${result.honestMoves} moves, ${latency}`,
    `memory of the server: live ${mib(result.liveBefore)} before, ${mib(result.liveAfter)} after, resident ${mib(result.residentMost)} at most`,
    `its event loop was held for ${Math.round(heldMost)} ms of processor time at most`,
    ...findings.slice(0, SHOWN).map(({ what, kind, seed }) => `  ${kind} ${seed}: ${what}`),
    ...(findings.length > SHOWN ? [`  … and ${findings.length - SHOWN} more`] : []),
    findings.length === 0
      ? 'passed'
      : `FAILED (--seed ${wanted.seed}); ${result.kept} bursts added to loadtest/attack/regressions.json`,
  ].join('\n');
}
