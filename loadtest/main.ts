// npm run loadtest: bots that play real games over the wire, and a verdict. See loadtest/README.md.

import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { exitOnSignals, readCommandLine } from '../cli/command-line.ts';
import { reasonOf } from '../shared/kernel/reason.ts';
import { type Progress, runLoad } from './chief.ts';
import { machineLine } from './machine.ts';
import { COMMAND, type LoadOptions, optionsOf } from './options.ts';
import { renderReport } from './report.ts';
import type { LoadResult } from './result.ts';
import { type OwnServer, startOwnCluster, startOwnServer } from './server-process.ts';
import { judge, type Verdict } from './verdict.ts';
import { loadInWords } from './words.ts';

exitOnSignals();
process.exitCode = await run(optionsOf(readCommandLine(COMMAND).values, availableParallelism()));

async function run(wanted: LoadOptions): Promise<number> {
  const own = await ownServer(wanted);
  try {
    const result = await runLoad({
      url: wanted.url ?? own?.url ?? '',
      servers: wanted.servers ?? own?.servers,
      plan: wanted.plan,
      workers: wanted.workers,
      metricsToken: process.env['METRICS_TOKEN'],
      onProgress: progressLine(),
    });
    if (process.stderr.isTTY) process.stderr.write('\n');
    const verdict = judge(result, wanted.thresholds);
    write(wanted, result, verdict);
    console.log(machineLine(result.machine));
    console.log(loadInWords(result, verdict));
    return verdict.ok ? 0 : 1;
  } catch (error) {
    console.error(reasonOf(error), own?.errors() ?? '');
    return 2;
  } finally {
    await own?.stop();
  }
}

async function ownServer({ url, cluster, profile }: LoadOptions): Promise<OwnServer | undefined> {
  if (url !== undefined) return undefined;
  return cluster > 0 ? await startOwnCluster(cluster) : await startOwnServer(profile);
}

function write({ json, report }: LoadOptions, result: LoadResult, verdict: Verdict): void {
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ ...result, verdict }, null, 2)}\n`);
  if (report !== undefined) writeFileSync(report, renderReport(result, verdict));
}

/** One line that changes on a terminal, a line every five seconds elsewhere. */
function progressLine(): (progress: Progress) => void {
  let told = 0;
  return ({ phase, latest, troubles, started, finished }) => {
    if (latest === undefined) return;
    const ms = (value: number | null) => (value === null ? '–' : value.toFixed(1));
    const line = [
      `${phase} ${String(latest.second).padStart(4)} s`,
      `matches ${started} (${latest.playing} now, ${finished} done)`,
      `${latest.moves} moves/s`,
      `p50 ${ms(latest.p50)} p99 ${ms(latest.p99)} ms`,
      `errors ${troubles}`,
    ].join('  ');
    if (process.stderr.isTTY) process.stderr.write(`\r${line.padEnd(110)}`);
    else if (told++ % 5 === 0) process.stderr.write(`${line}\n`);
  };
}
