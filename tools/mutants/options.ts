// The command line of `npm run mutants`.
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { decimal, type Option, seed, text, toggle, type ValuesOf, whole } from '../../cli/options.ts';

const folders: Option<readonly string[]> = {
  flag: 'folder',
  shows: 'PATH',
  help: 'only files below this folder, such as shared/games/borneo; may be repeated',
  otherwise: ['shared'],
  read: (paths) => paths.map((path) => path.replace(/^\.\//, '').replace(/\/+$/, '')),
};

export const COMMAND = {
  usage: `usage: npm run mutants -- [options]

Finds small changes to the code that no test notices.

Changes one thing in one file (an operator, a number, a condition, a statement …), runs the tests that
execute this line, and reports every change that no test noticed. Files are not modified.`,
  options: {
    folders,
    sample: whole({ least: 1, most: 1_000_000, help: 'only N random mutants', shown: 'all' }),
    minutes: decimal({
      least: 0.1,
      most: 10_000,
      help: 'stop after N minutes, not counting the unchanged code, and report on the mutants tried so far',
    }),
    seed: seed({
      otherwise: randomBytes(16).toString('hex'),
      help: '32 hexadecimal digits, to draw the same sample again',
    }),
    since: text({ shows: 'REV', help: 'only lines changed since this git revision' }),
    workers: whole({ least: 1, most: 64, otherwise: availableParallelism(), help: 'threads' }),
    out: text({
      shows: 'FOLDER',
      otherwise: 'coverage/mutants',
      help: 'where report.json and report.md go',
    }),
    maxSurvivors: decimal({
      least: 0,
      most: 100,
      shows: 'PERCENT',
      help: 'exit with 1 if more of the killable mutants survive in some folder',
    }),
    list: toggle('only list the mutants'),
  },
};

export type MutantsOptions = ValuesOf<typeof COMMAND.options>;
