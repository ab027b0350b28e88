// Shared by `npm run crash`, `npm run powercut` and others: progress, the result file and summary, the exit code.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describeMachine, machineLine } from './machine.ts';

interface Campaign<Result extends object> {
  readonly progress: string;
  /** What was found so far: told at once, since a campaign may take an hour. The summary tells it again. */
  readonly found?: readonly string[];
  run(): Promise<Result>;
}

interface Judging<Result extends object> {
  readonly wanted: { readonly seed: string; readonly json?: string | undefined };
  readonly isGood: (result: Result) => boolean;
  readonly inWords: (result: Result) => string;
}

const PROGRESS_MS = { terminal: 500, log: 10_000 } as const;

/** 0: passed, 1: something was found, 2: the campaign itself failed. */
export async function runCampaign<Result extends object>(
  campaign: Campaign<Result>,
  { wanted, isGood, inWords }: Judging<Result>,
): Promise<number> {
  const machine = describeMachine();
  const { isTTY } = process.stderr;
  const told = new Set<string>();
  const show = () => {
    for (const finding of campaign.found ?? []) {
      if (told.has(finding)) continue;
      told.add(finding);
      process.stderr.write(`${isTTY ? '\r' : ''}found: ${finding}\n`);
    }
    process.stderr.write(isTTY ? `\r${campaign.progress.padEnd(80)}` : `${campaign.progress}\n`);
  };
  const progress = setInterval(show, isTTY ? PROGRESS_MS.terminal : PROGRESS_MS.log);
  try {
    const result = await campaign.run();
    const ok = isGood(result);
    if (wanted.json !== undefined)
      writeFileSync(
        wanted.json,
        `${JSON.stringify({ commit: commit(), machine, seed: wanted.seed, ok, ...result }, null, 2)}\n`,
      );
    if (isTTY) process.stderr.write('\n');
    console.log(machineLine(machine));
    console.log(inWords(result));
    return ok ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 2;
  } finally {
    clearInterval(progress);
  }
}

/** Of the program that was tried; empty outside of a repository. */
function commit(): string {
  const cwd = import.meta.dirname;
  return spawnSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd, encoding: 'utf8' }).stdout.trim();
}
