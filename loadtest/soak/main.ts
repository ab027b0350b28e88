// npm run soak: does anything grow that should not? See loadtest/README.md.

import { writeFileSync } from 'node:fs';
import { exitOnSignals, readCommandLine } from '../../cli/command-line.ts';
import { reasonOf } from '../../shared/kernel/reason.ts';
import { describeMachine, machineLine } from '../machine.ts';
import { COMMAND, type SoakOptions } from './options.ts';
import { renderSoak } from './report.ts';
import { type Level, soak } from './soak.ts';
import { judgeSoak, mebibytes } from './verdict.ts';

const { values: options } = readCommandLine(COMMAND);
exitOnSignals();
process.exitCode = await run(options);

async function run(wanted: SoakOptions): Promise<number> {
  const machine = describeMachine();
  try {
    const result = await soak(wanted, tell);
    const checks = judgeSoak(result);
    const ok = checks.every((check) => check.ok);
    if (wanted.json !== undefined)
      writeFileSync(wanted.json, `${JSON.stringify({ machine, ok, checks, ...result }, null, 2)}\n`);
    if (wanted.report !== undefined) writeFileSync(wanted.report, renderSoak(result, checks, machine));
    console.log(machineLine(machine));
    console.log(`${result.levels.length} waves, ${result.matches} matches, ${result.moves} moves`);
    for (const sample of result.samples) console.log(`  ${sample}`);
    for (const check of checks)
      console.log(`${check.ok ? 'ok  ' : 'FAIL'} ${check.what}: ${check.found} (${check.wanted})`);
    console.log(ok ? 'passed' : 'FAILED');
    return ok ? 0 : 1;
  } catch (error) {
    console.error(reasonOf(error));
    return 2;
  }
}

function tell(level: Level): void {
  const { at, liveBytes, residentBytes, descriptors, timers, rooms, moves } = level;
  process.stderr.write(
    `${Math.round(at)} s  live ${mebibytes(liveBytes)}  resident ${mebibytes(residentBytes)}  files ${descriptors}  timers ${timers}  rooms ${rooms}  moves ${moves}\n`,
  );
}
