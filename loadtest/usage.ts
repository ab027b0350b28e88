// The command line of all programs here: help, one line if it is invalid, and ending on request.

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { refuseCommand } from '../cli/command-line.ts';
import { reasonOf } from '../shared/kernel/reason.ts';

export class UsageError extends Error {}

/** The values of the options; `help` is one of every program. Throws `UsageError`. */
export function valuesOf<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean', short: 'h' } } })
      .values;
  } catch (error) {
    throw new UsageError(reasonOf(error));
  }
}

/** The parsed options; ends the process after `--help`, or if they are invalid. */
export function wantedOf<Wanted>(
  read: (args: readonly string[]) => Wanted | undefined,
  usage: string,
): Wanted {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  try {
    const wanted = read(process.argv.slice(2));
    if (wanted !== undefined) return wanted;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    refuseCommand(error.message);
  }
  console.log(usage);
  process.exit(0);
}
