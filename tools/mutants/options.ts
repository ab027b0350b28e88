// The options of `npm run mutants`.
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isSeed } from '../../shared/kernel/rng.ts';

export const USAGE = `usage: npm run mutants -- [options]

Finds small changes to the code that no test notices.

Changes one thing in one file (an operator, a number, a condition, a statement …), runs the tests that
execute this line, and reports every change that no test noticed. Files are not modified.

  --folder PATH   only files below this folder, such as shared/games/borneo (may be repeated; shared)
  --sample N      only N random mutants; default: all
  --minutes N     stop after N minutes and report on the mutants tried so far (not counting the tests
                  on the unchanged code)
  --seed HEX      32 hexadecimal digits, to draw the same sample again
  --since REV     only lines changed since this git revision
  --workers N     threads (${availableParallelism()})
  --out FOLDER    where report.json and report.md go (coverage/mutants)
  --max-survivors PERCENT   exit with 1 if more of the killable mutants survive in some folder
  --list          only list the mutants
  --help          this text`;

export interface Options {
  readonly folders: readonly string[];
  readonly sample: number | undefined;
  readonly minutes: number | undefined;
  readonly seed: string;
  readonly since: string | undefined;
  readonly workers: number;
  readonly out: string;
  readonly maxSurvivors: number | undefined;
  readonly list: boolean;
}

/** `undefined` for help. Throws if the options are invalid. */
export function parseOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      folder: { type: 'string', multiple: true, default: ['shared'] },
      sample: { type: 'string' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      since: { type: 'string' },
      workers: { type: 'string' },
      out: { type: 'string', default: 'coverage/mutants' },
      'max-survivors': { type: 'string' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const seed = values.seed ?? randomBytes(16).toString('hex');
  if (!isSeed(seed)) throw new Error('--seed: 32 hexadecimal digits (0-9, a-f)');
  return {
    folders: values.folder.map((folder) => folder.replace(/^\.\//, '').replace(/\/+$/, '')),
    sample: numberOf('--sample', values.sample, 1, 1_000_000),
    minutes: numberOf('--minutes', values.minutes, 0.1, 10_000),
    seed,
    since: values.since,
    workers: numberOf('--workers', values.workers, 1, 64) ?? availableParallelism(),
    out: values.out,
    maxSurvivors: numberOf('--max-survivors', values['max-survivors'], 0, 100),
    list: values.list,
  };
}

function numberOf(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === '' || !(number >= min && number <= max))
    throw new Error(`${name}: a number from ${min} to ${max}`);
  return number;
}
